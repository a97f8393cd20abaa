"""The example bot, and the messages that every client is promised."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import get_args

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
