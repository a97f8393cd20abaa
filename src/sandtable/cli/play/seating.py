"""Who sits where: people at this terminal and automatic players."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.decision import Decision, TypedDice
from sandtable.kernel.refusal import refuse
from sandtable.players.own import named_players
from sandtable.players.player import Player
from sandtable.players.registry import NAMES, make_player, player_of

HUMAN = "human"


class Seating:
    """The players of a game by seat."""

    def __init__(self, names: Mapping[str, str], seed: int | str) -> None:
        self.names = dict(names)
        self._seed = seed
        self.automatic: dict[str, Player] = {}
        self.begin_anew()

    def begin_anew(self) -> None:
        """Automatic players who know nothing of what was taken back sit in their seats."""
        automatic = {seat: name for seat, name in self.names.items() if name != HUMAN}
        self.automatic = {seat: player_of(seat, name, self._seed) for seat, name in automatic.items()}

    @property
    def humans(self) -> tuple[str, ...]:
        """The seats with people."""
        return tuple(seat for seat in self.names if seat not in self.automatic)

    @property
    def share_the_screen(self) -> bool:
        """Whether several people look at this screen, so that secrets need a curtain."""
        return len(self.humans) > 1

    def answers_by_itself(self, seat: str, decision: Decision) -> bool:
        """Whether no person is needed; dice on the real table are always typed by a person."""
        return seat in self.automatic and not (isinstance(decision, TypedDice) and self.humans)

    def viewer(self, seat: str) -> str | None:
        """Through whose eyes the table is shown: with several people at the screen, through nobody's."""
        if self.share_the_screen:
            return None
        return self.humans[0] if self.humans else seat


def read_players(text: str, seats: tuple[str, ...], fallback: Mapping[str, str]) -> dict[str, str]:
    """Players by seat from "A=human,B=search:0.2", or from one name for every seat that is not named."""
    named = dict(fallback)
    for part in (one.strip() for one in text.split(",") if one.strip()):
        seat, equals, name = part.partition("=")
        if not equals:
            raise refuse(
                "",
                f'"{part}" names no seat.',
                f"Write it like A=human,B=greedy; players: human, {', '.join(NAMES)}.",
            )
        if seat.strip() not in seats:
            raise refuse("", f'There is no seat "{seat.strip()}".', f"Seats: {', '.join(seats)}.")
        (named[seat.strip()],) = named_players([name.strip()])
    for name in named.values():
        if name != HUMAN:
            make_player(name)
    return {seat: named.get(seat, HUMAN) for seat in seats}
