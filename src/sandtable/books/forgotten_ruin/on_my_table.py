"""On my table: the player moves real miniatures and tells the program what the table shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.books.forgotten_ruin.chapters.conventions import place, remove
from sandtable.books.forgotten_ruin.chapters.squad.characters import change_aspect
from sandtable.books.forgotten_ruin.chapters.story_uses import make_harder
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.book import Ruling
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse

MOST_STUN = 3
"""FR-CON-01."""
WAYS_TO_GO = ("casualty", "left", "fled", "withdrawn")
MOST_POINTS = 99


def _figure(state: Battle, facts: Mapping[str, Any]) -> Soldier | Enemy:
    id = facts.get("figure")
    if not isinstance(id, str) or (id not in state.soldiers and id not in state.enemies):
        raise refuse(
            "FR-PRN-07", f"There is no figure {id!r}.", f"Name one of: {', '.join(state.soldiers)} ..."
        )
    return state.figure(id)


def _number(facts: Mapping[str, Any], name: str, most: int) -> int:
    number = facts.get(name)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise refuse("FR-PRN-24", f"{name} is {number!r}.", f"Give a whole number from 0 to {most}.")
    return number


async def stands_at(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A figure stands somewhere else than the program thinks: {"figure": "S1", "at": [x, y]}."""
    state = play.state
    figure, at = _figure(state, facts), facts.get("at")
    numbers = isinstance(at, list | tuple) and len(at) == 2
    if not numbers or not all(isinstance(one, int | float) and not isinstance(one, bool) for one in at or ()):
        raise refuse(
            "FR-PRN-10", f"{at!r} is no place.", "Give inches from the west and the south edge: [x, y]."
        )
    assert isinstance(at, list | tuple)
    x, y = float(at[0]), float(at[1])
    if not (0.0 <= x <= state.ground.width and 0.0 <= y <= state.ground.depth):
        raise refuse("FR-MOV-34", f"{x:g}, {y:g} lies off the table.", "Give a place on the table.")
    place(play, figure, (x, y), "FR-PRN-28", elevation=figure.elevation)


async def is_in_state(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """Markers on a figure: {"figure": "S1", "stun": 1, "knocked_down": false}."""
    figure = _figure(play.state, facts)
    if "stun" in facts:
        stun = _number(facts, "stun", MOST_STUN)
        if not isinstance(figure, Soldier):
            raise refuse("FR-CON-05", f"{figure.name} cannot be Stunned.", "Only soldiers have Stun markers.")
        figure.stun = stun
    if "knocked_down" in facts:
        if not isinstance(facts["knocked_down"], bool):
            raise refuse("FR-CON-06", f"knocked_down is {facts['knocked_down']!r}.", "Give true or false.")
        figure.knocked_down = facts["knocked_down"]
    play.tell("figure set right", "FR-CON-06", "FR-CON-01", figure=figure.id)


async def is_gone(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A figure has left the real table: {"figure": "M1.2", "how": "casualty"}."""
    figure, how = _figure(play.state, facts), facts.get("how")
    if how not in WAYS_TO_GO:
        raise refuse("FR-HIT-03", f"{how!r} is no way to go.", f"Say one of: {', '.join(WAYS_TO_GO)}.")
    if not figure.on_table:
        raise refuse("FR-HIT-03", f"{figure.name} is not on the table.", "Name a figure that stands on it.")
    await remove(play, figure, how, "FR-HIT-03", means="ruling")


async def aggression_is(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The Aggression score as it is counted beside the table: {"points": 4}."""
    play.state.aggression = _number(facts, "points", MOST_POINTS)
    play.tell("Aggression set right", "FR-AGG-01", score=play.state.aggression)


RULINGS: Mapping[str, Ruling] = {
    "stands at": stands_at,
    "is in state": is_in_state,
    "is gone": is_gone,
    "aggression is": aggression_is,
    "harder": make_harder,
    "aspect": change_aspect,
}
"""What a player who plays on a real table may tell the program."""
