"""The fog: what the party sees now and has ever seen, looked at anew whenever something has moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees, stander
from sandtable.books.heroic_endeavors.game_master.eyes import field_from
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.state.fog import Ghost
from sandtable.books.heroic_endeavors.windows import STEP_TAKEN, WINDOWS, ModelMoment, once
from sandtable.kernel import Play, rule
from sandtable.table.squares.spaces import Space
from sandtable.table.squares.surface import middle

FIRST_OF_ALL = -9
"""Whatever else comes of a step comes after the party has seen it."""


def party(state: Adventure) -> Iterator[Model]:
    """Through whose eyes the players look."""
    return (one for one in state.conscious() if one.side == "party")


@rule("HE-AGM-24", "HE-LOS-01")
def is_in_sight(state: Adventure, model: Model) -> bool:
    """Whether somebody of the party has a line of sight to a model."""
    if state.switches.fog == "off":
        return True
    return any(sees(state, one, model) for one in party(state))


def sighted_now(state: Adventure) -> frozenset[str]:
    """Everybody on the board, beside the party, who is in its sight; worked out once for each standing."""
    on_board = list(state.on_board())
    key = tuple((one.id, one.spaces, one.dp > 0, one.condition.fallen) for one in on_board)

    def found() -> frozenset[str]:
        return frozenset(one.id for one in on_board if one.side != "party" and is_in_sight(state, one))

    in_sight = state.board.remembered("sighted", (state.switches.fog, key), found)
    revealed = {one.id for one in on_board if one.id in state.fog.revealed}
    return (in_sight | revealed) - {*state.fog.concealed}


@rule("HE-AGM-24")
def field_now(state: Adventure) -> int:
    """The spaces that the party sees now, as bits."""
    board = state.board
    if state.switches.fog == "off":
        return board.all
    found = 0
    for one in party(state):
        head = stander(state, one).head
        for at in one.spaces:
            found |= field_from(board, at, head)
    return found


def has_seen(state: Adventure, at: Space) -> bool:
    """Whether a space is on the map of the party."""
    return bool(int(state.fog.seen, 16) >> state.board.number(at) & 1)


def begin(state: Adventure) -> None:
    """What the party sees before anything has happened; nobody is told of it."""
    for _ in _changes(state):
        pass


@rule("HE-AGM-24")
def look(play: Play[Adventure]) -> None:
    """What has come into sight is told to all and cannot be taken back; who is lost stays as a ghost."""
    for kind, facts in _changes(play.state):
        play.tell(kind, "HE-AGM-24", reveals=True, **facts)


@rule("HE-AGM-24")
def show(play: Play[Adventure], model: Model) -> None:
    """Who attacks from where nobody saw it is seen while it does."""
    if play.state.is_known(model.id) or not model.on_board:
        return
    facts = _show(play.state, model)
    play.state.fog.sighted = (*play.state.fog.sighted, model.id)
    play.tell("model sighted", "HE-AGM-24", reveals=True, **facts)


def _show(state: Adventure, model: Model) -> dict[str, Any]:
    """It is met, and where it was seen is remembered."""
    assert model.at is not None
    state.fog.ghosts[model.id] = Ghost(model.at, model.dp, state.round)
    if model.id not in state.fog.met:
        state.fog.met = (*state.fog.met, model.id)
    return {"model": model.id, "at": middle(model.at)}


def _changes(state: Adventure) -> Iterator[tuple[str, dict[str, Any]]]:
    """Bring the fog up to the moment, and say what is new."""
    fog, now = state.fog, field_now(state)
    others = [one for one in state.models.values() if one.side != "party"]
    seen_now = sighted_now(state)
    sighted = [one for one in others if one.id in seen_now]
    for one in sighted:
        now |= state.board.bits(one.spaces)
    known = int(fog.seen, 16)
    if fresh := now & ~known:
        fog.seen = f"{known | now:x}"
        yield "map seen", {"spaces": fresh.bit_count()}
    yield from _doors(state, now)
    gone = [one for one in others if one.where in ("left", "killed") and one.id in fog.sighted]
    before, fog.sighted = fog.sighted, tuple(one.id for one in others if one in sighted or one in gone)
    for one in sighted:
        facts = _show(state, one)
        if one.id not in before:
            yield "model sighted", facts
    for id in before:
        if id not in fog.sighted:
            yield "model out of sight", {"model": id}


def _doors(state: Adventure, now: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for door in state.doors.values():
        if now >> state.board.number(door.at) & 1 and state.fog.doors.get(door.id) != door.state:
            was_known = door.id in state.fog.doors
            state.fog.doors[door.id] = door.state
            if was_known:
                yield "door seen", {"door": door.id, "state": door.state}


@WINDOWS.consequence(STEP_TAKEN, "the party looks", "HE-AGM-24", once, rank=FIRST_OF_ALL)
async def look_after_a_step(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Before anybody is asked about a step."""
    look(play)
