"""Character traits: one die of a battle round may be changed by 1."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.binding.limits import Limit, once, use
from sandtable.books.forgotten_ruin.chapters.hits.resolution import attacked_by
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import are_within, opponents_in_contact
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import DICE_ROLLED, TRAIT, WINDOWS, OwnDice
from sandtable.kernel import Candidate, ChooseOne, Play, rule
from sandtable.kernel.decision import Thrown

WITHIN = 6.0
"""How near the bearer of a trait must be (FR-SQD-28)."""
LIMIT = once("round", "trait")
"""Once in each battle round for the whole squad (FR-SQD-27)."""


@rule("FR-SQD-28")
def usable_traits(state: Battle, own: OwnDice) -> list[tuple[str, Soldier]]:
    """The traits that may be used on a roll, with their bearers: the own ones first."""
    acting, found = own.soldier, dict[str, Soldier]()
    # Who is frozen in time helps nobody (FR-LOOT-72).
    near = [one for one in state.soldiers_on_table() if one is not acting and not one.is_frozen]
    for bearer in (acting, *near):
        fitting = [one for one in bearer.traits if one not in found and fits(state, own, bearer, one)]
        if fitting and (bearer is acting or _is_close(state, acting, bearer)):
            found |= dict.fromkeys(fitting, bearer)
    return list(found.items())


def _is_close(state: Battle, acting: Soldier, bearer: Soldier) -> bool:
    return are_within(state, bearer, acting, WITHIN) and sees(state, acting, bearer)


@rule("FR-SQD-30")
def matters(own: OwnDice) -> bool:
    """Whether 1 more or less could change what comes of the roll; natural faces stay what they are."""
    if own.shares and own.need is not None:
        raised = ([*own.scores[:at], own.scores[at] + 1, *own.scores[at + 1 :]] for at in range(own.count))
        return any(_hits(own, one) != _hits(own, own.scores) for one in raised)
    return own.need is None or any(_is_short(own, score) for score in own.scores)


def _is_short(own: OwnDice, score: int) -> bool:
    """Whether 1 more is enough; one short of a draw is two short of winning (FR-HTH-13)."""
    return own.need is not None and own.need - score in ((1, 2) if own.what == "hand-to-hand" else (1,))


@rule("FR-SHT-13")
def _hits(own: OwnDice, scores: list[int]) -> list[int]:
    """How many dice hit each target, the highest dealt to the closest."""
    left = sorted(scores, reverse=True)
    found = []
    for count, need in own.shares:
        found.append(sum(score >= need for score in left[:count]))
        left = left[count:]
    return found


def _may_use_a_trait(play: Play[Battle], seat: str, own: OwnDice) -> list[tuple[str, Soldier]]:
    state = play.state
    if state.switches.offer_dice_changes == "never" or state.has_used(LIMIT) or not matters(own):
        return []
    return usable_traits(state, own)


@WINDOWS.offer(DICE_ROLLED, "trait", "FR-SQD-27", _may_use_a_trait, said="a trait")
@rule("FR-SQD-29", "FR-SQD-30")
async def use_a_trait(play: Play[Battle], seat: str, own: OwnDice, traits: list[tuple[str, Soldier]]) -> None:
    """One die of the roll, and of this round, is changed by 1."""

    def candidates() -> list[Candidate]:
        shown: dict[int, int] = {}
        for place, score in enumerate(own.scores):
            shown.setdefault(score, place)
        return [
            Candidate(
                f"{trait}: die {place + 1} {change:+d}",
                f"{trait} ({bearer.name}): {change:+d} on the {own.faces[place]}",
                (trait, bearer, place, change),
                rules=("FR-SQD-27", "FR-SQD-28"),
                facts={
                    "die": place,
                    "change": change,
                    "reaches": change > 0 and _is_short(own, own.score(place)),
                },
                about=(bearer.id,),
            )
            for trait, bearer in traits
            for place in shown.values()
            for change in (1, -1)
        ]

    facts, about = {**own.facts, "scores": own.scores}, (own.soldier.id,)
    rules, prompt = ("FR-SQD-27", "FR-SQD-28", "FR-SQD-29", "FR-SQD-31"), "Which trait changes which die?"
    question = ChooseOne(seat, "change die", prompt, rules, candidates, facts, about=about)
    trait, bearer, place, change = await play.ask(question)
    use(play.state, LIMIT)
    own.bonus[place] += change
    own.step = TRAIT
    strict = ("FR-SQD-32",) if play.state.switches.trait_fit == "strict" else ()
    told = {"trait": trait, "bearer": bearer.id, "face": own.faces[place], "change": change}
    play.tell("trait used", *rules, "FR-SQD-30", *strict, figure=own.soldier.id, **told)


@rule("FR-SQD-33")
def traits_outside_battle(soldiers: list[Soldier], alone: Soldier | None, used: bool) -> list[str]:
    """The traits that may be used on a D6 of the campaign, once a turn; one who is alone has only the own."""
    if used:
        return []
    bearers = soldiers if alone is None else [alone]
    return list(dict.fromkeys(trait for one in bearers for trait in one.traits))


OUTSIDE = Limit("trait outside battle")
"""Once in each campaign turn for the whole squad (FR-SQD-33)."""


@rule("FR-SQD-33")
async def help_outside_battle(play: Play[Battle], soldier: Soldier, face: int, what: str) -> int:
    """A trait of anybody in the squad may add 1 to a D6 rolled before the battle, once."""
    state = play.state
    squad = [one for one in state.soldiers.values() if one.where != "behind"]
    traits = traits_outside_battle(squad, None, state.has_used(OUTSIDE))
    settled = state.switches
    if not traits or settled.offer_dice_changes == "never" or settled.trait_fit == "strict":
        return 0
    rules, keep = ("FR-SQD-33",), Candidate("keep", f"keep the {face}", "", rules=("FR-SQD-33",))
    candidates = [*(Candidate(one, f"{one}: +1", one, rules=rules) for one in traits), keep]
    topic, prompt = "help outside battle", f"The {face} for the {what} is 1 short. Does a trait help?"
    facts, about = {"figure": soldier.id, "what": what, "faces": [face]}, (soldier.id,)
    seat = state.seats[0]  # FR-COOP-03: what is decided before a battle is the Officer's.
    trait: str = await play.ask(
        ChooseOne(seat, topic, prompt, rules, candidates, facts, about=about, thrown=Thrown((face,)))
    )
    if not trait:
        return 0
    use(state, OUTSIDE)
    bearer = next(one.id for one in squad if trait in one.traits)
    play.tell("trait used", "FR-SQD-33", figure=soldier.id, trait=trait, bearer=bearer, face=face, change=1)
    return 1


# ---- Strict fits: the dice on which each trait may be used (FR-SQD-32) --------------------------

Fit = Callable[[Battle, OwnDice, Soldier], bool]

HARD = 6
"""The target number from which on Optimists help (FR-SQD-32)."""
NEAR, FAR, ALONE, BESIDE = 6.0, 12.0, 6.0, 3.0
"""Distances of FR-SQD-32: Confident, Observant, Independent minded, Loyal."""
INQUIRY, GREAT = ("interact", "investigation"), ("villain", "monster")


def _is(*whats: str) -> Fit:
    return lambda state, own, bearer: own.what in whats


def _shot_at(own: OwnDice) -> Figure | None:
    return own.target if own.what == "hit" else None


def _optimistic(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what == "save" or (own.need is not None and own.need >= HARD)


def _aggressive(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    in_melee = own.target is not None and own.target in opponents_in_contact(state, own.soldier)
    return own.what == "hand-to-hand" or (own.what == "damage" and in_melee)


def _helpful(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what in INQUIRY and own.soldier is not bearer


def _encouraging(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.soldier is not bearer and (own.soldier.knocked_down or own.soldier.stun > 0)


def _independent(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    friends = [one for one in state.soldiers_on_table() if one is not bearer]
    return own.soldier is bearer and not any(are_within(state, bearer, one, ALONE) for one in friends)


def _observant(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    target = _shot_at(own)
    return own.what == "investigation" or bool(target and not are_within(state, own.soldier, target, FAR))


def _dependable(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what == "call" or (own.what == "hit" and own.is_snap_fire)


def _imaginative(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what == "spell" or (own.what == "hit" and own.target is None)


def _self_controlled(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what == "save" or (_shot_at(own) is not None and own.soldier.moved <= 0.0)


def _impulsive(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    started = any(one.mover == own.soldier.id for one in state.contacts)
    return own.what == "leap" or (own.what == "hand-to-hand" and started)


def _brave(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    target, are_many = own.target, len(opponents_in_contact(state, own.soldier)) > 1
    return are_many or (isinstance(target, Enemy) and (target.is_champion or target.kind in GREAT))


def _loyal(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    target = _shot_at(own)
    others = [one for one in state.soldiers_on_table() if one is not own.soldier]
    return target is not None and any(are_within(state, one, target, BESIDE) for one in others)


def _supportive(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    target = own.target
    if own.what != "hit" or not isinstance(target, Enemy):
        return False
    unit = [one for one in state.enemies.values() if one is target or (target.mob and one.mob == target.mob)]
    others = tuple(attacked_by(id) for id in state.soldiers if id != own.soldier.id)
    return any(mark in others for one in unit for mark in one.used)


def _confident(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    target = _shot_at(own)
    return own.what == "hand-to-hand" or bool(target and are_within(state, own.soldier, target, NEAR))


FITS: dict[str, Fit] = {
    "Optimistic": _optimistic,
    "Aggressive": _aggressive,
    "Logical": _is("interact", "call"),
    "Helpful": _helpful,
    "Encouraging": _encouraging,
    "Resourceful": _is(*INQUIRY, "item"),
    "Independent minded": _independent,
    "Observant": _observant,
    "Dependable": _dependable,
    "Imaginative": _imaginative,
    "Self-controlled": _self_controlled,
    "Impulsive": _impulsive,
    "Brave": _brave,
    "Loyal": _loyal,
    "Friendly": _is("interact", "campaign"),
    "Skeptical": _is("resistance", "investigation"),
    "Supportive": _supportive,
    "Insightful": _is(*INQUIRY, "spell"),
    "Accepting": _is("save", "leap", "fall"),
    "Confident": _confident,
}
"""Every trait of the table with the dice that it fits."""


@rule("FR-SQD-31", "FR-SQD-32")
def fits(state: Battle, own: OwnDice, bearer: Soldier, trait: str) -> bool:
    """Whether a trait fits a roll: always where the player judges, else by the table."""
    return state.switches.trait_fit == "free" or FITS[trait](state, own, bearer)
