"""Draw the picture of the README from a real game: greedy against greedy, in the middle of the battle."""

from __future__ import annotations

import sys
from pathlib import Path

import sandtable
from sandtable.players.player import view_of
from sandtable.players.registry import make_player
from sandtable.reports.picture import draw

ROUND = 6


def main(path: str) -> None:
    """Play to the sixth round and draw what everybody may see."""
    seats = {"A": "river-muster", "B": "greenwood-kin"}
    game = sandtable.new("companies-and-captains", scenario="pitched-battle", seats=seats, seed=11)
    players = {seat: make_player("greedy", seat) for seat in seats}
    while game.decision is not None and game.state.round < ROUND:
        seat = game.waiting_for[0]
        question = game.decision_for(seat)
        assert question is not None
        game.answer(players[seat].reply(view_of(game, seat), question).answer, seat=seat)
    Path(path).write_text(draw(game.showing(None), scale=12), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
