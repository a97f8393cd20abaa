"""Sleepers: Rotters that have lain in the sections from the start, and wake when somebody is near."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.detection import detection
from sandtable.books.lands_of_ruin.state import Battle, Card, Woken
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.kernel import Play, rule

WAKES_UP_TO = 3
"""LR-ROT-21: of a D6."""
CAMOUFLAGE, EVEN = 30, 50
"""LR-ROT-22: the rating of a sleeper; what a D100 needs where rating and detection are alike."""


@rule("LR-ROT-22")
def number_to_notice(card: Card) -> int:
    """What a D100 must show for somebody to notice a sleeper."""
    return EVEN + CAMOUFLAGE - detection(card)


@rule("LR-ENV-02", "LR-ROT-20", "LR-ROT-21")
async def sleepers_wake(play: Play[Battle]) -> None:
    """Steps 3 and 4: in sections with somebody who is neither down nor hidden sleepers may wake."""
    state = play.state
    for section, count in enumerate(state.sleepers, 1):
        near = [
            model.id for card, model in state.models_on_table() if card.stands and model.section == section
        ]
        if not count or not near:
            continue
        faces = await play.roll(count, "sleepers", "LR-ROT-20", "LR-ROT-21", sides=6, to=(), is_asked=False)
        woken = sum(face <= WAKES_UP_TO for face in faces)
        left = list(state.sleepers)
        left[section - 1] -= woken
        state.sleepers = tuple(left)
        for _ in range(woken):
            await _wakes(play, near)
    state.step = "environment: woken sleepers"


@rule("LR-ROT-23")
async def put_down_a_sleeper(play: Play[Battle]) -> None:
    """One of those that woke comes to the table.

    A step of its own: whoever is asked for its place could not believe in the secret rolls before.
    """
    state = play.state
    if not state.woken:
        state.step = "environment: Rotters"
        return
    woken, *others = state.woken
    state.woken = tuple(others)
    found = state.find(woken.victim)
    assert found is not None
    await surface(state).wakes(play, *found, is_noticed=woken.is_noticed)


@rule("LR-ROT-21", "LR-ROT-22", "LR-ROT-23")
async def _wakes(play: Play[Battle], near: list[str]) -> None:
    """One of those in the section is picked, who notices it or is attacked."""
    state, place = play.state, 1
    if len(near) > 1:
        (place,) = await play.roll(
            1, "victim of a sleeper", "LR-ROT-21", sides=len(near), to=(), is_asked=False
        )
    found = state.find(near[place - 1])
    assert found is not None
    card, model = found
    (face,) = await play.roll(1, "noticing a sleeper", "LR-ROT-22", sides=100, to=(), is_asked=False)
    is_noticed = face >= number_to_notice(card)
    if is_noticed:
        play.tell(
            "sleeper noticed", "LR-ROT-22", "LR-ROT-23", reveals=True, card=card.id, section=model.section
        )
    else:
        play.tell(
            "sleeper attacks", "LR-ROT-21", "LR-ROT-23", reveals=True, card=card.id, section=model.section
        )
    state.woken = (*state.woken, Woken(model.id, is_noticed))
