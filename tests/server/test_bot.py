"""The example bot, and the messages that every client is promised."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, get_args

import pytest

from examples import bot
from sandtable.server import protocol
from tests.server.serving import serving, timed

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "protocol.md"


@timed
async def test_the_example_bot_plays_a_game_to_its_end_against_the_ai():
    async with serving() as served:
        seats = {"A": {"sits": "ai", "player": "uniform"}, "B": {"sits": "elsewhere"}}
        mine = await served.post("/api/games", {"book": "sk", "seats": seats})
        result = await asyncio.to_thread(bot.play, served.address, mine["code"])
        assert result["why"] == "the last turn is over"


def _asked(kind: str, *words: str, **form: int | None) -> dict[str, Any]:
    return {"kind": kind, "form": form, "options": [{"answer": word} for word in words]}


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (_asked("choose one", "a", "b"), ["a", "b"]),
        (_asked("choose several", "a", "b", "c", least=2, most=2), [["a", "b"], ["a", "c"], ["b", "c"]]),
        (_asked("choose several", "a", "b", least=0, most=None), [[], ["a"], ["b"], ["a", "b"]]),
    ],
)
def test_the_example_bot_tries_one_option_after_the_other_or_every_choice_of_several(question, answers):
    assert list(bot.answers_to(question)) == answers


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
