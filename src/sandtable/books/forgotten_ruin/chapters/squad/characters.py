"""Known personalities: their traits, knacks and minor aspects are rolled when they become known."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse


@rule("FR-SQD-19", "FR-SQD-20", "FR-SQD-21", "FR-SQD-22")
async def roll_character(play: Play[Battle], soldier: Soldier, *rules: str) -> None:
    """Two traits; the same one twice is one trait and a knack."""
    rows = squad_tables().traits
    found = [
        (await roll_on(play, "character traits", rows, "FR-SQD-19", "FR-SQD-21", *rules)).trait
        for _ in range(TRAITS)
    ]
    soldier.traits = tuple(dict.fromkeys(found))
    cited = ["FR-SQD-19", "FR-SQD-21"]
    if len(soldier.traits) < TRAITS:
        knack = await roll_on(
            play, "character knacks", squad_tables().knacks, "FR-SQD-20", "FR-SQD-22", *rules
        )
        soldier.knack = knack.knack
        cited += ["FR-SQD-20", "FR-SQD-22", knack.rule]
    play.tell("personality known", *cited, figure=soldier.id, traits=soldier.traits, knack=soldier.knack)


TRAITS = 2
"""The rolls of a new personality (FR-SQD-19)."""


@rule("FR-SQD-34")
async def roll_aspect(play: Play[Battle], soldier: Soldier, rolls: int = 1) -> None:
    """A minor aspect, which changes nothing in play; of several the player takes one."""
    rows = squad_tables().aspects
    rule_id = "FR-SQD-34" if rolls == 1 else "FR-SQD-35"
    found = [(await roll_on(play, "minor aspects", rows, rule_id)).aspect for _ in range(rolls)]
    aspect = found[0]
    if len(set(found)) > 1:

        def candidates() -> list[Candidate]:
            return [Candidate(one, one, one, rules=("FR-SQD-35",)) for one in dict.fromkeys(found)]

        aspect = await play.ask(
            ChooseOne(
                soldier.seat,
                "choose aspect",
                "Which aspect?",
                ("FR-SQD-35",),
                candidates,
                about=(soldier.id,),
            )
        )
    soldier.aspect = aspect
    play.tell("aspect", rule_id, figure=soldier.id, aspect=aspect)


def _unknown(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    return [
        one
        for one in play.state.soldiers.values()
        if one.is_personality and not one.traits and one.where != "behind"
    ]


@WINDOWS.consequence(BATTLE_STARTED, "characters", "FR-SQD-19", _unknown, rank=-4)
async def settle_characters(play: Play[Battle], seat: str, now: Moment, unknown: list[Soldier]) -> None:
    """Whoever takes the field as a known personality without a character rolls it."""
    for one in unknown:
        await roll_character(play, one, "FR-SQD-10")


def _some_lack_an_aspect(play: Play[Battle], seat: str, now: Moment) -> bool:
    state = play.state
    return state.switches.minor_aspects and any(
        one.is_personality and not one.aspect for one in state.soldiers.values()
    )


@WINDOWS.consequence(BATTLE_STARTED, "minor aspects", "FR-SQD-34", _some_lack_an_aspect, rank=-4)
async def settle_aspects(play: Play[Battle], seat: str, now: Moment) -> None:
    """Every known personality without an aspect rolls one."""
    for one in play.state.soldiers.values():
        if one.is_personality and not one.aspect:
            await roll_aspect(play, one)


def _has_aspects(play: Play[Battle], seat: str, now: Moment) -> bool:
    state = play.state
    return state.switches.minor_aspects and any(one.aspect for one in state.soldiers.values())


@WINDOWS.offer(BATTLE_STARTED, "another aspect", "FR-SQD-35", _has_aspects)
async def roll_another_aspect(play: Play[Battle], seat: str, now: Moment) -> None:
    """After a pivotal event a known personality may change: two aspects are rolled and one is taken."""
    known = [one for one in play.state.soldiers.values() if one.aspect]

    def candidates() -> list[Candidate]:
        return [Candidate(one.id, one.name, one, rules=("FR-SQD-35",), about=(one.id,)) for one in known]

    soldier = known[0]
    if len(known) > 1:
        soldier = await play.ask(
            ChooseOne(seat, "choose whose aspect", "Whose aspect changes?", ("FR-SQD-35",), candidates)
        )
    await roll_aspect(play, soldier, rolls=2)


@rule("FR-SQD-35", "FR-SQD-34")
async def change_aspect(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The player changes an aspect, or has two rolled and takes one; a ruling, at any time."""
    soldier = play.state.soldiers.get(str(facts.get("figure")))
    if not play.state.switches.minor_aspects:
        raise refuse("FR-SQD-34", "Minor aspects are not used.", "Switch minor_aspects on.")
    if soldier is None or not soldier.is_personality:
        raise refuse("FR-SQD-35", "Only known personalities have aspects.", "Name one as figure.")
    aspect = facts.get("aspect")
    if aspect is None:
        await roll_aspect(play, soldier, rolls=2)
        return
    if not isinstance(aspect, str) or not 0 < len(aspect) <= 60:
        raise refuse("FR-SQD-35", "That is no aspect.", "Say it in a few words.")
    soldier.aspect = aspect
    play.tell("aspect", "FR-SQD-35", figure=soldier.id, aspect=aspect)
