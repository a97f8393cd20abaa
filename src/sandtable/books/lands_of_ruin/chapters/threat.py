"""Threat and noise: what attracts Rotters, and where they are drawn to."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.books.lands_of_ruin.windows import ACTION_PHASE_BEGINS, WINDOWS
from sandtable.kernel import Moment, Play, rule

POINT_OF_THREAT, MOST_THREAT = 200, 20
"""LR-THR-01"""


@rule("LR-THR-01")
def threat_level(state: Battle) -> int:
    """Start value and all noise of attacks so far; it never falls."""
    return min(MOST_THREAT, (POINT_OF_THREAT * state.scenario.threat + state.noise) // POINT_OF_THREAT)


@rule("LR-THR-03", "LR-THR-04", "LR-THR-05", "LR-MOV-16")
def make_noise(play: Play[Battle], card: Card, noise: int, *, is_attack: bool = True) -> None:
    """Half of it goes to the section at once, the other half to the one in which the phase ends."""
    state = play.state
    if is_attack:
        state.noise += noise
    card.noise += noise
    card.noise_due += noise - noise // 2
    add_noise(state, card.seat, card.model.section, noise // 2)
    cited = (
        "LR-THR-04",
        "LR-THR-05",
        "LR-THR-03" if is_attack else "LR-MOV-16",
        *(("LR-WPN-05",) if is_attack else ()),
    )
    play.tell("noise made", *cited, to=(card.seat,), card=card.id, noise=noise)


def add_noise(state: Battle, seat: Seat, section: int, noise: int) -> None:
    """A section becomes louder on account of a player."""
    side = state.sides[seat]
    heard = list(side.noise or (0,) * len(map_of(state.map).sections))
    if section:
        heard[section - 1] += noise
    side.noise = tuple(heard)


@rule("LR-SYNC-01", "LR-THR-05")
def credit_the_rest(state: Battle, seat: Seat) -> None:
    """At the end of the Sync phase the second half goes to the section a character is in now."""
    for card in state.team(seat):
        if card.noise_due and card.models:
            add_noise(state, seat, card.model.section, card.noise_due)
        card.noise_due = 0


@WINDOWS.consequence(
    ACTION_PHASE_BEGINS, "noise fades", "LR-THR-05", lambda play, seat, now: seat == now.seat
)
async def fade(play: Play[Battle], seat: Seat, now: Moment) -> None:
    """The counters of the characters go to zero, and what a side left in the sections is halved."""
    side = play.state.sides[seat]
    side.noise = tuple(one // 2 for one in side.noise)
    for card in play.state.team(seat):
        card.noise = card.noise_due = 0


def noise_in(state: Battle, section: int) -> int:
    """The noise of a section: both players' figures."""
    return sum(one.noise[section - 1] for one in state.sides.values() if one.noise)


@rule("LR-THR-06", "LR-THR-07", "LR-ROT-07", "LR-MODE-05")
async def choose_target(play: Play[Battle]) -> None:
    """The loudest section, and in it the loudest character that is neither down nor hidden."""
    state = play.state
    numbers = [one.number for one in map_of(state.map).sections]
    loudest = max(noise_in(state, one) for one in numbers)
    section = await _drawn(play, [one for one in numbers if noise_in(state, one) == loudest])
    there = [card for card in state.on_table() if card.stands and card.model.section == section]
    found = state.surroundings
    found.target, found.victim = section, ""
    if there:
        noise = max(one.noise for one in there)
        ids = [one.id for one in there if one.noise == noise]
        found.victim = ids[await _drawn(play, list(range(1, len(ids) + 1))) - 1]
    cited = ("LR-THR-06", "LR-ROT-07", *("LR-THR-07",) * (not loudest))
    play.tell("Rotter target chosen", *cited, reveals=True, section=section, card=found.victim or None)


async def _drawn(play: Play[Battle], among: list[int]) -> int:
    """One of several, all alike; nobody sees the roll."""
    if len(among) == 1:
        return among[0]
    (face,) = await play.roll(1, "Rotter target", "LR-MODE-05", sides=len(among), to=())
    return among[face - 1]
