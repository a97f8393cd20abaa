"""Character traits: one die of a battle round may be changed by 1."""

from __future__ import annotations

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    gap,
    inches,
    within,
)
from sandtable.books.forgotten_ruin.chapters.squad.fits import fits
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import DICE_ROLLED, TRAIT, WINDOWS, OwnDice
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne, Thrown
from sandtable.kernel.play import Play

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
        if not fitting:
            continue
        if bearer is not acting and not (
            within(gap(bearer, acting), inches(state, WITHIN)) and sees(state, acting, bearer)
        ):
            continue
        found |= dict.fromkeys(fitting, bearer)
    return list(found.items())


@rule("FR-SQD-30")
def matters(own: OwnDice) -> bool:
    """Whether 1 more or less could change what comes of the roll; natural faces stay what they are."""
    if own.need is None:
        return True
    if own.shares:
        raised = ([*own.scores[:at], own.scores[at] + 1, *own.scores[at + 1 :]] for at in range(own.count))
        return any(_hits(own, one) != _hits(own, own.scores) for one in raised)
    # One short of a draw is two short of winning (FR-HTH-13).
    short = (1, 2) if own.what == "hand-to-hand" else (1,)
    return any(own.need - score in short for score in own.scores)


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
                facts={"die": place, "change": change},
                about=(bearer.id,),
            )
            for trait, bearer in traits
            for place in shown.values()
            for change in (1, -1)
        ]

    facts = {**own.facts, "scores": own.scores}
    rules = ("FR-SQD-27", "FR-SQD-28", "FR-SQD-29", "FR-SQD-31")
    trait, bearer, place, change = await play.ask(
        ChooseOne(
            seat,
            "change die",
            "Which trait changes which die?",
            rules,
            candidates,
            facts,
            about=(own.soldier.id,),
        )
    )
    use(play.state, LIMIT)
    own.bonus[place] += change
    own.step = TRAIT
    strict = ("FR-SQD-32",) if play.state.switches.trait_fit == "strict" else ()
    play.tell(
        "trait used",
        *rules,
        "FR-SQD-30",
        *strict,
        figure=own.soldier.id,
        trait=trait,
        bearer=bearer.id,
        face=own.faces[place],
        change=change,
    )


rule("FR-SQD-29", "FR-SQD-30")(use_a_trait)


@rule("FR-SQD-33")
def traits_outside_battle(soldiers: list[Soldier], alone: Soldier | None, used: bool) -> list[str]:
    """The traits that may be used on a D6 of the campaign, once a turn; whoever is alone has only the own."""
    if used:
        return []
    bearers = soldiers if alone is None else [alone]
    return list(dict.fromkeys(trait for one in bearers for trait in one.traits))


OUTSIDE = "trait outside battle"
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

    def candidates() -> list[Candidate]:
        keep = Candidate("keep", f"keep the {face}", "", rules=("FR-SQD-33",))
        return [*(Candidate(one, f"{one}: +1", one, rules=("FR-SQD-33",)) for one in traits), keep]

    prompt = f"The {face} for the {what} is 1 short. Does a trait help?"
    facts = {"figure": soldier.id, "what": what, "faces": [face]}
    trait: str = await play.ask(
        ChooseOne(
            state.seats[0],  # FR-COOP-03: what is decided before a battle is the Officer's.
            "help outside battle",
            prompt,
            ("FR-SQD-33",),
            candidates,
            facts,
            about=(soldier.id,),
            thrown=Thrown((face,)),
        )
    )
    if not trait:
        return 0
    use(state, OUTSIDE)
    bearer = next(one.id for one in squad if trait in one.traits)
    play.tell("trait used", "FR-SQD-33", figure=soldier.id, trait=trait, bearer=bearer, face=face, change=1)
    return 1
