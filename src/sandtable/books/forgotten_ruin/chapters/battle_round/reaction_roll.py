"""The Reaction Roll: one die for every soldier and for Leadership, dealt out as the player likes."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.modifiers import REACTIONS, WHY_TAKES_PART
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel import Allocate, Modifier, Option, Play, Refusal, rule

NOBODY = "nobody"
"""Who gets the dice that are left over."""


@rule("FR-RND-03")
def rolls_a_die(soldier: Soldier) -> bool:
    """Everybody on the table has a die; a Mirror Image is nobody (FR-SPL-38)."""
    return soldier.on_table and soldier.position != "mirror image"


@rule("FR-RND-03")
def dealt_in(state: Battle) -> list[Soldier]:
    """Who is dealt a Reaction die: everybody on the table, and who takes part from off it."""
    return [one for one in state.soldiers.values() if rolls_a_die(one) or takes_part(state, one)]


def takes_part(state: Battle, soldier: Soldier) -> bool:
    """Whether a soldier who is off the table acts all the same."""
    return why_takes_part(state, soldier) is not None


def why_takes_part(state: Battle, soldier: Soldier) -> Refusal | None:
    """Why a soldier who is off the table is dealt a die and acts."""
    return WHY_TAKES_PART.first(state, soldier) if soldier.where in ("waiting", "aloft") else None


@rule("FR-RND-06", "FR-RND-03", "FR-SQD-08")
def leadership(state: Battle) -> list[Modifier]:
    """One die more for a squad leader on the table, and one for the platoon leader; the two add up."""
    found = []
    for position, rule_id in (("squad leader", "FR-RND-06"), ("platoon leader", "FR-SQD-08")):
        leaders = [one for one in state.soldiers_on_table() if one.position == position]
        able = [one.name for one in leaders if not one.is_frozen]
        if able:
            found.append(Modifier(len(able), f"Leadership of {' and '.join(able)}", rule_id))
    return found


@rule("FR-RND-03")
def number_of_dice(state: Battle) -> tuple[int, list[Modifier]]:
    """One die for every soldier on the table, and what is added."""
    added = leadership(state)
    return max(0, len(dealt_in(state)) + sum(one.value for one in added)), added


@rule("FR-RND-07", "FR-SQD-16")
def reactions_of(state: Battle, soldier: Soldier) -> int:
    """The highest die with which a soldier is quick."""
    return soldier.profile.reactions + sum(one.value for one in REACTIONS.all(state, soldier))


@rule("FR-RND-07", "FR-RND-08", "FR-RND-09")
def is_quick(state: Battle, soldier: Soldier) -> bool:
    """A die equal to or below Reactions is quick; a higher one, or none, is slow."""
    return soldier.die is not None and soldier.die <= reactions_of(state, soldier)


@rule("FR-RND-03")
async def roll_reaction_dice(play: Play[Battle]) -> tuple[int, ...]:
    """The dice of the round."""
    state = play.state
    count, added = number_of_dice(state)
    if count == 0:
        return ()
    away = [why.rule for one in state.soldiers.values() if (why := why_takes_part(state, one)) is not None]
    rules = ("FR-RND-03", *(one.rule for one in added), *dict.fromkeys(away))
    reasons = [str(one) for one in added]
    return await play.roll(count, "reaction roll", *rules, seat=assigner(state), modifiers=reasons)


@rule("FR-COOP-03", "FR-COOP-04")
def assigner(state: Battle) -> str:
    """The first player deals out the dice of the whole squad: the Officer where there is one."""
    return state.lead


@rule("FR-COOP-03", "FR-COOP-04")
def shared_rules(state: Battle) -> tuple[str, ...]:
    """The dice of a shared squad belong to the squad; an Officer deals them out."""
    if len(state.seats) - bool(state.enemy_seat) < 2:
        return ()
    return ("FR-COOP-04", *(("FR-COOP-03",) if state.switches.coop_officer else ()))


class ReactionDice(Allocate):
    """Dice of the Reaction Roll to soldiers; proposes what makes the most soldiers quick."""

    __slots__ = ("_reactions",)

    def __init__(self, state: Battle, soldiers: list[Soldier]) -> None:
        faces = {f"d{place}": face for place, face in enumerate(state.dice, 1)}
        self._reactions = {one.id: reactions_of(state, one) for one in soldiers}
        casters = [one.id for one in soldiers if one.spells]
        facts: dict[str, Any] = {"reactions": self._reactions, "casters": casters, "round": state.round}
        rules = ("FR-RND-04", "FR-RND-05", "FR-RND-07", "FR-RND-08", *(("FR-RND-10",) if casters else ()))
        rules += shared_rules(state)
        super().__init__(
            assigner(state),
            "deal reaction dice",
            "Which soldier gets which Reaction die?",
            rules,
            {die: f"a {face}" for die, face in faces.items()},
            {**{one.id: one.name for one in soldiers}, NOBODY: "nobody"},
            room={one.id: 1 for one in soldiers},
            faces=faces,
            notes={one: f"quick on {most} or less" for one, most in self._reactions.items()},
            facts=facts,
        )

    def options(self) -> list[Option]:
        """As many quick soldiers as the dice allow, and the dice as they lie."""
        found = [Option(self.most_quick(), "as many quick soldiers as possible", ("FR-RND-07",))]
        in_order = dict(zip(self._faces, self._reactions, strict=False))
        as_they_lie = {die: in_order.get(die, NOBODY) for die in self._faces}
        if as_they_lie != found[0].answer:
            found.append(Option(as_they_lie, "in order", ("FR-RND-04",)))
        return found

    def most_quick(self) -> dict[str, str]:
        """The highest die with which a soldier is still quick goes to the slowest who can use it."""
        left = sorted(self._faces, key=lambda die: (-self._faces[die], die))
        given = dict.fromkeys(self._faces, NOBODY)
        waiting: list[str] = []
        for soldier in sorted(self._reactions, key=lambda one: (self._reactions[one], one)):
            die = next((one for one in left if self._faces[one] <= self._reactions[soldier]), None)
            if die is None:
                waiting.append(soldier)
                continue
            left.remove(die)
            given[die] = soldier
        for soldier, die in zip(waiting, left, strict=False):
            given[die] = soldier
        return given


@rule("FR-RND-04", "FR-RND-05", "FR-RND-10")
async def assign_dice(play: Play[Battle]) -> None:
    """Each soldier gets one die at most; what is not given has no effect."""
    state = play.state
    soldiers = dealt_in(state)
    for one in state.soldiers.values():
        one.die = None
    given: dict[str, str] = {}
    if state.dice and soldiers:
        given = await play.ask(ReactionDice(state, soldiers))
    for place, face in enumerate(state.dice, 1):
        holder = given.get(f"d{place}", NOBODY)
        if holder != NOBODY:
            state.soldiers[holder].die = face
    quick = [one.id for one in soldiers if is_quick(state, one)]
    slow = [one.id for one in soldiers if one.id not in quick]
    without = [one.id for one in soldiers if one.die is None]
    casters = any(one.spells and one.die is not None for one in soldiers)
    leftover = list(given.values()).count(NOBODY)
    rules = ["FR-RND-04", *(["FR-RND-07"] if quick else []), *(["FR-RND-08"] if slow else [])]
    rules += ["FR-RND-05"] if leftover else []
    rules += ["FR-RND-09"] if without else []
    rules += ["FR-RND-10"] if casters else []
    rules += dict.fromkeys(each.rule for one in soldiers for each in REACTIONS.all(state, one))
    play.tell(
        "Reaction dice assigned",
        *rules,
        quick=quick,
        slow=slow,
        dice={one.id: one.die for one in soldiers if one.die is not None},
        leftover=leftover,
    )
