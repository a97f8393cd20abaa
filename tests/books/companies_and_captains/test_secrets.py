"""Secret ambitions: two battles that differ in nothing else look alike to everybody else, in every way."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.rosters.json_form import write_data
from sandtable.books.companies_and_captains.rosters.ready import published_companies
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.dice import Seeded
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.records.record import record_for, record_text
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.lab.forecast import believed, first_roll
from sandtable.players.player import view_of
from sandtable.players.registry import make_player
from tests.books.companies_and_captains.scenes import archers, foot, riders, state_of

OWNER = "C"
MANY = ["Draw First Blood", "Rain Hell Upon Them", "Give Better Than We Get", "Win Without Moving"]
WATCHERS = ("A", "B", "D", None)
"""An ally, both enemies, and somebody who only watches."""


def world(secret: list[str], seed: int) -> Game[Battle]:
    """Two Companies a side in the thick of a fight; C has the given ambitions in secret, one in the open."""
    groups: dict[str, Any] = {}
    for seat, x, y in (("A", 18, 12), ("C", 50, 12), ("B", 18, 22), ("D", 50, 22)):
        groups |= {f"{seat}1": foot(x, y), f"{seat}2": archers(x + 10, y), f"{seat}3": riders(x - 11, y)}
    revealed = {"name": "They Will Reel Before Us", "revealed": True}
    companies: dict[str, Any] = {seat: {"ambitions": []} for seat in "ABD"}
    companies[OWNER] = {"ambitions": [*secret, revealed]}
    state = state_of(groups, sides=[["A", "C"], ["B", "D"]], companies=companies)
    return new_game(BOOK, state, Seeded(seed))


def looked_at(game: Game[Battle], seat: str | None) -> dict[str, Any]:
    """Everything that a viewer can be told of a game."""
    seen = game.seen(seat)
    told = [(event, BOOK.sentence(event, seen)) for event in game.events(0, seat)]
    found: dict[str, Any] = {
        "view": game.view(seat),
        "showing": game.showing(seat),
        "told": told,
        "waiting for": game.waiting_for,
        "record": record_text(record_for(game, seat)),
    }
    if seat is not None:
        found |= {"undo": undone(game, seat), "number": game.number_for(seat), **asked(game, seat)}
    return {name: msgspec.json.encode(one) for name, one in found.items()}


def undone(game: Game[Battle], seat: str) -> str:
    """Whether the seat may take its last word back, or why not."""
    copy = game.at(len(game.journal))
    try:
        copy.undo(seat)
    except Refused as refused:
        return str(refused)
    return "done"


def asked(game: Game[Battle], seat: str) -> dict[str, Any]:
    """What the seat is asked, and all that it may be told about its answers."""
    part = game.decision_for(seat)
    if part is None:
        return {}
    view = view_of(game, seat)
    answer = part.sample(random.Random(1))
    return {
        "question": [part.form(), part.options(), part.barred()],
        "refusal": part.legal("nonsense"),
        "advice": [
            (one.answer, one.score, one.reasons) for one in BOOK.adviser.advise(view.state, seat, part)
        ],
        "judged": BOOK.adviser.judge(view.state, seat),
        "imagined": game.imagine(seat, random.Random(2), 3).state,
        "first roll": first_roll(believed(game, seat), seat, answer),
        "searched": make_player("search:6n", 4).reply(view, part),
    }


@covers("CC-AMB-15")
@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_else_can_tell_which_or_how_many_secret_ambitions_somebody_has(seed: int) -> None:
    worlds, chance = (world([], seed), world(MANY, seed)), random.Random(seed)
    for number in range(24):
        if number % 4 == 0:
            for seat in WATCHERS:
                one, other = (looked_at(game, seat) for game in worlds)
                assert [name for name in one if one[name] != other[name]] == []
        seat = worlds[0].waiting_for[0]
        part = worlds[0].decision_for(seat)
        assert part is not None
        answer = part.sample(chance)
        for game in worlds:
            game.answer(answer, seat=seat)


@covers("CC-CON-09", "CC-PUB-05")
def test_a_record_taken_before_deployment_tells_no_one_what_others_mean_to_hold_back() -> None:
    company = write_data(published_companies()["freelance-company"])
    company["groups"][1]["held_back"] = True
    header = {"seats": {"A": company, "B": company, "C": "seafolk"}}
    told = BOOK.hide_header(header, "A")["seats"]
    assert told["A"]["groups"][1]["held_back"]
    assert not any("held_back" in one for one in told["B"]["groups"])
    assert told["B"]["name"] == company["name"]
    assert told["C"] == "seafolk"
    remarks = BOOK.hide_header({"seats": {"A": "# my plan\nA roster", "B": ["no roster"]}}, None)["seats"]
    assert "my plan" not in str(remarks)
    assert remarks["B"] is None
