"""Who may speak for a seat, and to which question."""

from __future__ import annotations

from sandtable.kernel.refusal import refuse
from sandtable.server.access.rights import Device
from sandtable.server.rooms.room import Room


def check_speaks_for(room: Room, device: Device, seat: str) -> None:
    """Refuse a device that may not speak for a seat, a game that was given up, a seat of somebody else."""
    device.check_speaks_for(seat)
    if room.game_log.status == "ended":
        raise refuse("", "The players have given this game up.", "Start another one.")
    sitter = room.game_log.sitters.get(seat)
    if sitter is None or sitter.who != "person":
        raise refuse("", f"{seat} is played by somebody else now.", "Enter again to take the seat back.")


def check_number(room: Room, seat: str, number: int) -> None:
    """Refuse what is meant for another question than the open one."""
    game = room.game_log.play
    now = game.number_for(seat)
    if game.decision is not None and number != now:
        what = "is answered already" if 0 <= number < now else "has not been asked"
        raise refuse("", f"Question {number} to {seat} {what}.", f"Answer question {now}.")
