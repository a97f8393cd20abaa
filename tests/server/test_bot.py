"""The example bot, and the messages that every client is promised."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from examples import bot
from sandtable.kernel.decision import Form, Option, Thrown
from sandtable.kernel.decision.forms import Taking
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.offers import Cover
from sandtable.lab.forecast import Needs
from sandtable.server.wire import protocol
from sandtable.server.wire.message_parts import Question, Told
from tests.contract.games import GAMES
from tests.server.serving import serving, timed

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "protocol.md"


@timed
async def test_the_example_bot_plays_a_game_to_its_end_against_the_ai():
    async with serving() as served:
        seats = {"A": {"sits": "ai", "player": "uniform"}, "B": {"sits": "elsewhere"}}
        mine = await served.post("/api/games", {"book": "sk", "seats": seats})
        result = await asyncio.to_thread(bot.play, served.address, mine["code"])
        assert result["why"] == "the last turn is over"


def _asked(kind: str, *words: str, **form: int | list[str] | None) -> dict[str, Any]:
    return {"kind": kind, "form": form, "options": [{"answer": word} for word in words]}


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (_asked("choose one", "a", "b"), ["a", "b"]),
        (_asked("choose several", "a", "b", "c", least=2, most=2), [["a", "b"], ["a", "c"], ["b", "c"]]),
        (_asked("choose several", "a", "b"), [[], ["a"], ["b"], ["a", "b"]]),
        (_asked("choose several", "a", "b", "c", least=2, most=2, proposed=["b", "c"]), [["b", "c"]]),
    ],
)
def test_the_example_bot_tries_one_option_after_the_other_or_every_choice_of_several(question, answers):
    assert list(bot.answers_to(question)) == answers


@pytest.mark.parametrize("form", get_args(Form), ids=lambda one: one.__name__)
def test_the_page_on_the_protocol_tells_all_that_a_form_holds(form: type[msgspec.Struct]):
    page = PAGE.read_text(encoding="utf-8")
    tag = form.__struct_config__.tag
    (row,) = [line for line in page.splitlines() if line.startswith("|") and f"`{tag}`" in line]
    assert [name for name in form.__struct_fields__ if f"`{name}`" not in row] == []


@pytest.mark.parametrize("struct", [Option, Question, Told, Cover, Thrown, Needs])
def test_the_page_on_the_protocol_tells_what_programs_go_by(struct: type[msgspec.Struct]):
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in struct.__struct_fields__ if f"`{name}`" not in page] == []


def test_what_is_proposed_of_several_is_legal_as_it_stands():
    game = GAMES["companies-and-captains in the middle"](Dice(Seeded(2)))
    chance, found = random.Random(2), 0
    while game.decision is not None and not found:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        form = part.form()
        if isinstance(form, Taking) and form.proposed:
            assert part.legal(list(form.proposed)) is None
            found += 1
        game.answer(part.sample(chance), seat=seat)
    assert found


def test_the_page_on_the_protocol_names_every_message_of_both_directions():
    page = PAGE.read_text(encoding="utf-8")
    for message in (*get_args(protocol.FromClient), *get_args(protocol.FromServer)):
        assert f"`{message.__struct_config__.tag}" in page, message


def test_the_schema_describes_every_message_and_refers_to_nothing_it_does_not_hold():
    schema = protocol.schema()
    text = json.dumps(schema)
    for message in (*get_args(protocol.FromClient), *get_args(protocol.FromServer)):
        assert message.__name__ in schema["$defs"]
    referred = {part.split('"')[0] for part in text.split('"#/$defs/')[1:]}
    assert referred <= set(schema["$defs"])
