"""What is hidden: what of an adventure each seat knows, who hears of what, and what players may believe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.books.heroic_endeavors.game_master.fog import field_now, has_seen, is_in_sight
from sandtable.books.heroic_endeavors.state import (
    Adventure,
    Arcana,
    Bond,
    Condition,
    Group,
    Model,
    Motivation,
    Prepared,
    Turn,
)
from sandtable.kernel import Chance, copy_state, rule
from sandtable.table.squares.board import Board, Kind
from sandtable.table.squares.spaces import Space
from sandtable.table.terrain import kept

UNSEEN = Kind("?", "not yet seen", going="barred", hides=True, seals=True)
BELIEVED = Kind("?", "not yet seen")
"""What may be there: for all that the party knows, floor."""
MOST_BOARDS = 6
"""Boards as the party knows them that are remembered with the true one."""
MOST_STRANGERS = 3
"""How many more the party believes to be somewhere in the dark, at most."""


@rule("HE-AGM-24", "HE-AGM-01")
def knows_all(state: Adventure, seat: str | None) -> bool:
    """The Game Master's seat; and everybody, when the adventure is over."""
    return bool(state.closed) or (bool(state.master) and seat == state.master)


@rule("HE-AGM-24")
def hide(state: Adventure, seat: str | None) -> Adventure:
    """A copy with the map that the party has seen, whom it sees, and where it saw the others last."""
    seen = copy_state(state)
    if knows_all(state, seat):
        return seen
    fog = seen.fog
    seen.board = board_as_seen(state)
    seen.models = {id: one for id, one in seen.models.items() if one.side == "party" or id in fog.met}
    for id, model in seen.models.items():
        if model.side != "party" and id not in fog.sighted:
            seen.models[id] = _as_remembered(state, model)
    seen.doors = {id: one for id, one in seen.doors.items() if id in fog.doors}
    for id, door in seen.doors.items():
        door.state = fog.doors[id]
    seen.traps = {id: one for id, one in seen.traps.items() if one.is_known}
    for trap in seen.traps.values():
        trap.tried = ()
    seen.features = {id: one for id, one in seen.features.items() if has_seen(state, one.at)}
    seen.lying = {name: at for name, at in seen.lying.items() if has_seen(state, at)}
    seen.groups = {id: _as_seen(state, one) for id, one in seen.groups.items() if _is_met(state, id)}
    _hide_the_clock(seen)
    _hide_what_is_afoot(seen)
    return seen


def _as_remembered(state: Adventure, model: Model) -> Model:
    """Who is out of sight: as it fared when it was last seen, and nowhere."""
    ghost = state.fog.ghosts[model.id]
    return msgspec.structs.replace(
        model, at=None, where="unseen", facing="N", dp=ghost.dp, turn=Turn(), condition=Condition(),
        prepared=Prepared(), motivation=Motivation(), carried=(), fate=0, arcana=Arcana(), bond=Bond(),
    )  # fmt: skip


def _is_met(state: Adventure, group: str) -> bool:
    return any(state.models[id].group == group for id in state.fog.met)


def _as_seen(state: Adventure, group: Group) -> Group:
    """Whether those of a group who are in sight have noticed anything is plain; not what they know."""
    in_sight = any(state.models[id].group == group.id for id in state.fog.sighted)
    awareness = group.awareness if in_sight else "alerted"
    return msgspec.structs.replace(group, awareness=awareness, known={}, doors=(), alertness="alert")


def _hide_what_is_afoot(seen: Adventure) -> None:
    """Alarms, flights and whoever is on the way are the Game Master's; who was seen to fall or go is not."""
    seen.first_alert = seen.flight = seen.came = 0
    shown = {id for id, one in seen.models.items() if one.side == "party" or id in seen.fog.sighted}
    seen.casualties = tuple(id for id in seen.casualties if id in shown)
    seen.escaped = tuple(id for id in seen.escaped if id in shown)
    seen.back_doors = tuple(at for at in seen.back_doors if has_seen(seen, at))


def _hide_the_clock(seen: Adventure) -> None:
    """Those who are not in sight have no place in the order of the turn."""
    shown = {id for id, one in seen.models.items() if one.side == "party" or id in seen.fog.sighted}
    for name in ("order", "ranks"):
        units = ([id for id in unit if id in shown] for unit in getattr(seen, name))
        setattr(seen, name, tuple(tuple(one) for one in units if one))
    if seen.active not in shown:
        seen.active = ""
    seen.activations = sum(one.turn.activated for one in seen.models.values())
    for model in seen.models.values():
        model.turn.reacted_to = model.turn.let_pass = 0
    seen.triggers = 0  # acts out of sight count too, so the number would tell of them


@rule("HE-AGM-24")
def board_as_seen(state: Adventure) -> Board:
    """The board with nothing where the party has not looked yet, and doors as it saw them last."""
    board, fog = state.board, state.fog
    known: dict[Any, Board] = board.memory.answers.setdefault("as seen", {})
    return kept(known, (fog.seen, *fog.doors.items()), MOST_BOARDS, lambda: _masked(state))


def _masked(state: Adventure) -> Board:
    board, seen = state.board, int(state.fog.seen, 16)
    doors = state.fog.doors
    barriers = tuple(
        msgspec.structs.replace(one, is_open=doors[one.id] in ("open", "destroyed"))
        if one.id in doors else one
        for one in board.barriers
        if seen >> board.number(one.at) & 1 and (one.id in doors or one.id not in state.doors)
    )  # fmt: skip
    if seen == board.all and barriers == board.barriers:
        return board

    def row(number: int, line: Any, instead: Any) -> list[Any]:
        first = (board.depth - 1 - number) * board.width
        return [one if seen >> (first + x) & 1 else instead for x, one in enumerate(line)]

    return msgspec.structs.replace(
        board,
        rows=tuple("".join(row(n, line, UNSEEN.glyph)) for n, line in enumerate(board.rows)),
        legend=(*(one for one in board.legend if _shows(board, seen, one)), UNSEEN),
        heights=tuple(tuple(row(n, line, 0)) for n, line in enumerate(board.heights)),
        barriers=barriers,
        rises=tuple(one for one in board.rises if all(seen >> board.number(at) & 1 for at in one.spaces)),
    )


def _shows(board: Board, seen: int, kind: Kind) -> bool:
    """A legend does not tell what there is where nobody has looked."""
    return any(seen >> number & 1 for number, one in enumerate(board.kinds) if one is kind)


def known(state: Adventure, model: Model) -> Adventure:
    """What a model's player goes by when it chooses; the Game Master's models go by everything."""
    return hide(state, None) if model.side == "party" else state


# ---- who hears of what ----------------------------------------------------------------------------------


@rule("HE-AGM-24")
def audience(state: Adventure, kind: str, facts: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What happens out of sight only the Game Master hears of; None for what the party sees."""
    if kind in ("map seen", "model sighted", "model out of sight", "door seen", "adventure over"):
        return None
    for key in ("model", "of", "target", "on"):
        one = state.models.get(facts.get(key) or "")
        if one is not None and one.side != "party" and one.id not in state.fog.sighted:
            return state.alone
    mover = state.models.get(facts.get("model") or "")
    door = state.doors.get(facts.get("of") or facts.get("door") or "")
    if door is not None and (mover is None or mover.side != "party"):
        return None if field_now(state) >> state.board.number(door.at) & 1 else state.alone
    if mover is None or mover.side == "party" or "at" not in facts:
        return None
    return None if is_in_sight(state, mover) else state.alone


# ---- what players may believe ---------------------------------------------------------------------------


@rule("HE-AGM-24")
def imagine(state: Adventure, seat: str, chance: Chance) -> Adventure:
    """Floor in the dark; who was seen is near its ghost, and a few more like those who were met are about."""
    world = copy_state(state)
    if knows_all(state, seat):
        return world
    world.board = _believed(world.board)
    dark = [world.board.space(number) for number, one in enumerate(world.board.kinds) if one is BELIEVED]
    for model in list(world.models.values()):
        if model.where == "unseen":
            _put_back(world, model, dark, chance)
    strangers = [one for one in world.models.values() if one.side == "opponents"]
    if strangers:
        for number in range(int(chance.random() * (MOST_STRANGERS + 1))):
            like = strangers[int(chance.random() * len(strangers))]
            _add_stranger(world, f"?{number + 1}", like, dark, chance)
    if world.active not in world.models and world.step == "act":
        world.active, world.step = "", "activate"
    return world


def twins(state: Adventure, seat: str, chance: Chance) -> tuple[Adventure, Adventure]:
    """Two worlds that a seat cannot tell apart; in both the program runs the opponents.

    A person in the chair may do openly whatever it likes, and so tell what it knows; the rules may not.
    """
    pair = copy_state(state), imagine(hide(state, seat), seat, chance)
    for world in pair:
        for model in world.models.values():
            model.seat = "" if model.seat == world.master else model.seat
    return pair


def _believed(board: Board) -> Board:
    legend = tuple(BELIEVED if one == UNSEEN else one for one in board.legend)
    return board if legend == board.legend else msgspec.structs.replace(board, legend=legend)


def _put_back(world: Adventure, model: Model, dark: list[Space], chance: Chance) -> None:
    """In the dark, near where it was seen; gone for good where there is no dark left."""
    at = _draw(world, dark, chance)
    model.at, model.where = (at, "board") if at is not None else (None, "left")


def _add_stranger(world: Adventure, id: str, like: Model, dark: list[Space], chance: Chance) -> None:
    at = _draw(world, dark, chance)
    if at is None:
        return
    world.models[id] = msgspec.structs.replace(
        like, id=id, at=at, where="board", dp=like.traits.DP, turn=Turn(), condition=Condition(),
        prepared=Prepared(), carried=(), arms=msgspec.structs.replace(like.arms),
    )  # fmt: skip


def _draw(world: Adventure, dark: list[Space], chance: Chance) -> Space | None:
    free = [at for at in dark if world.at(at) is None]
    return free[int(chance.random() * len(free))] if free else None
