"""The positions of the cases with something altered: each is a position that can be played, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.refusal import Refused
from sandtable.kernel.safe_yaml import load

HERE = Path(__file__).parent
WORDS = ("", "Nonsense", "S1", "M1", "B1", "T1", "A1", "Troll", "Orcs", "squad", "waiting", "casualty", "end")
NUMBERS = (-1, 0, 1, 2, 7, 99, 1000, 0.5, 1e5)
OTHERS: tuple[Any, ...] = (None, True, "x", 3, [], {})
ANSWERS = 4
"""How many answers each position is played on."""


@cache
def positions(book: str) -> list[tuple[str, dict[str, Any]]]:
    """Every position of the book's cases."""
    found = []
    for path in sorted((HERE / book).rglob("*.case.yaml")):
        cases: Any = load(path.read_text(encoding="utf-8"), str(path))
        for case in cases if isinstance(cases, list) else [cases]:
            if isinstance(case.get("position"), dict) and "base" not in case:
                found.append((case["book"], case["position"]))
    return found


def places(part: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every entry of a position."""
    entries = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for name, one in entries:
        yield (*way, name)
        yield from places(one, (*way, name))


def altered(position: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The position with one entry left out, renamed, or otherwise."""
    changed = deepcopy(position)
    *way, last = chance.choice(list(places(changed)))
    part: Any = changed
    for name in way:
        part = part[name]
    value, drawn = part[last], chance.random()
    if drawn < 0.12:
        del part[last]
    elif drawn < 0.2 and isinstance(part, dict):
        part[f"{last}x"] = part.pop(last)
    elif drawn < 0.3:
        part[last] = chance.choice(OTHERS)
    elif isinstance(value, str):
        part[last] = chance.choice(WORDS)
    elif isinstance(value, int | float):
        part[last] = chance.choice(NUMBERS)
    else:
        part[last] = chance.choice(OTHERS)
    return changed


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("book", ["forgotten_ruin", "companies_and_captains", "lands_of_ruin"])
def test_an_altered_position_can_be_played_or_is_refused(book: str, seed: int) -> None:
    chance = Random(f"{book} {seed}")
    for number in range(60):
        book_id, position = chance.choice(positions(book))
        changed = altered(position, chance)
        try:
            game = sandtable.new(book_id, position=changed, seed=number)
        except Refused:
            continue
        for _ in range(ANSWERS):
            if game.decision is not None:
                seat = game.waiting_for[0]
                question = game.decision_for(seat)
                assert question is not None
                game.answer(question.sample(chance), seat=seat)
        game.book.showing(game.state, None)
        assert game.book.write_position(game.state)


@pytest.mark.parametrize(
    ("group", "company", "says"),
    [
        ({"has": ["Hungry"]}, {}, "groups.B1.traits: there is no trait 'Hungry'. (CC-OTR-01) Name one of "),
        (
            {},
            {"captain_trait": "CALMING"},
            "companies.B.captain_trait: there is no trait 'CALMING'. (CC-CAP-08)",
        ),
    ],
)
def test_a_trait_that_no_table_has_is_refused(
    group: dict[str, Any], company: dict[str, Any], says: str
) -> None:
    groups = {
        "A1": {"profile": "Heavy Foot", "models": 1, "at": [36, 12]},
        "B1": {"profile": "Heavy Foot", "models": 1, "at": [36, 24], **group},
    }
    position = {"groups": groups, "companies": {"B": company} if company else {}}
    with pytest.raises(Refused) as refused:
        sandtable.new("companies-and-captains", position=position, seed=1)
    assert says in str(refused.value)
