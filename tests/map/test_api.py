"""What outsiders may stand on is listed, told and kept."""

from __future__ import annotations

import inspect
from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable import api
from sandtable.kernel.refusal import Refused
from scripts import api_reference

ROOT = Path(__file__).parents[2]


def test_the_page_of_names_is_what_the_code_says():
    written = api_reference.PAGE.read_text(encoding="utf-8")
    assert written == api_reference.page(), "run make api"


def test_every_name_has_its_part_and_says_what_it_is():
    listed = [name for names in api.PARTS.values() for name in names]
    assert sorted(listed) == sorted(api.__all__)
    assert len(set(listed)) == len(listed)
    assert [name for name in listed if not (inspect.getdoc(getattr(api, name)) or "").strip()] == []


def test_the_changelog_tells_of_this_version():
    assert f"\n## {sandtable.__version__}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_game_goes_on_from_its_bytes_as_it_would_have():
    game = sandtable.new("companies-and-captains", seats={"A": "seafolk", "B": "automata"}, seed=3)
    players = [{seat: api.make_player("uniform", seat) for seat in game.seats} for _ in range(2)]
    again = sandtable.from_bytes(game.to_bytes())
    for one, playing in zip((game, again), players, strict=True):
        for _ in range(10):
            seat = one.waiting_for[0]
            one.answer(api.ask(playing[seat], one, seat).answer, seat=seat)
    assert again.fingerprint() == game.fingerprint()
    told = [msgspec.json.encode(one.events(all_seats=True)) for one in (game, again)]
    assert told[0] == told[1]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{}", b"[1]", b'{"sandtable": {}, "seal": ""}'])
def test_bytes_that_hold_no_game_are_refused(data: bytes):
    with pytest.raises(Refused):
        sandtable.from_bytes(data)
