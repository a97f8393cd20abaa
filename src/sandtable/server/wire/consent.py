"""What needs everybody's consent, as it is told: undos, draws, dice of the real table for sealed ones."""

from __future__ import annotations

from sandtable.server.rooms.game_log import PendingUndo
from sandtable.server.wire.protocol import DiceAsked, DrawAsked, UndoAsked, UndoSettled


def asked(
    game: str, wanted: PendingUndo, lines: int, missing: tuple[str, ...]
) -> UndoAsked | DiceAsked | DrawAsked:
    """What somebody wants, and who has not agreed yet."""
    if wanted.draw:
        return DrawAsked(game, wanted.number, wanted.seat, missing)
    if wanted.dice is not None:
        return DiceAsked(game, wanted.number, wanted.seat, missing)
    return UndoAsked(game, wanted.number, wanted.seat, lines, missing)


def settled(
    game: str, wanted: PendingUndo, done: bool, refused_by: str
) -> UndoSettled | DiceAsked | DrawAsked:
    """What became of it."""
    if wanted.draw:
        return DrawAsked(game, wanted.number, wanted.seat, (), done, refused_by)
    if wanted.dice is not None:
        return DiceAsked(game, wanted.number, wanted.seat, (), done, refused_by)
    return UndoSettled(game, wanted.number, done, refused_by)
