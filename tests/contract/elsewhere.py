"""Run by another Python: plays records again, and games alone and in threads, and prints what came of it.

python elsewhere.py FOLDER ...     plays every record in the folders again
python elsewhere.py                plays the games
"""

from __future__ import annotations

import hashlib
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sandtable
from sandtable.kernel.records.record import read_record
from sandtable.kernel.records.replay import first_difference
from sandtable.players import make_player
from sandtable.players.player import view_of

COMPANIES = {"A": "river-muster", "B": "mire-tribes"}
GAMES = {
    "battle by chance": ("companies-and-captains", "pitched-battle", COMPANIES, "uniform", 1000),
    "battle of the AI": ("companies-and-captains", "raid", COMPANIES, "greedy", 1000),
    "battle with foresight": ("companies-and-captains", "five-relics", COMPANIES, "search:4n", 40),
    "exercise by chance": ("forgotten-ruin", "exercise-3", {"A": "red-squad"}, "uniform", 1000),
    "mission of the AI": ("forgotten-ruin", "mission", {"A": "red-squad"}, "greedy", 1000),
}
"""What is played: book, scenario, seats, the kind of player and the most answers."""


def played(name: str) -> str:
    """A game from its beginning: a hash of all that was told and of the last state."""
    book, scenario, seats, kind, most = GAMES[name]
    game = sandtable.new(book, scenario=scenario, seats=seats, seed=11)
    players = {seat: make_player(kind, seat) for seat in game.seats}
    for _ in range(most):
        asked = game.asked_first()
        if asked is None:
            break
        seat, part = asked
        game.answer(players[seat].reply(view_of(game, seat), part).answer, seat=seat)
    told = [(one.kind, one.rules, one.facts) for one in game.events(all_seats=True)]
    return hashlib.sha256(json.dumps([told, game.fingerprint()]).encode()).hexdigest()


def main() -> None:
    """Say what came of it as JSON: a difference for each record, or hashes for each game."""
    folders = [Path(one) for one in sys.argv[1:]]
    if folders:
        paths = sorted(path for folder in folders for path in folder.glob("*.sandtable"))
        differences = {path.stem: first_difference(read_record(path)) for path in paths}
        print(json.dumps({name: one and one.what for name, one in differences.items()}))
    else:
        # Alone first: here threads are to share what is remembered, not to be the first to use a type.
        alone = {name: played(name) for name in GAMES}
        with ThreadPoolExecutor(2) as threads:
            together = dict(zip(GAMES, threads.map(played, GAMES), strict=True))
        print(json.dumps({"alone": alone, "in threads": together}))


if __name__ == "__main__":
    main()
