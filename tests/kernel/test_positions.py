"""Position files: written by a game, read again, and refused where they are wrong."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.cases.position import game_at, read_position_file, write_position_file
from sandtable.kernel.refusal import Refused
from tests.kernel.sk.scenes import ford
from tests.playing import play_on


@pytest.mark.parametrize("answers", [0, 3, 11, 17])
def test_a_position_that_a_game_wrote_goes_on_from_the_last_moment_when_nothing_was_half_done(
    tmp_path: Path, answers: int
):
    game = ford(seed=4)
    play_on(game, random.Random(2), most=answers)
    path = tmp_path / "ford.position.yaml"
    write_position_file(game, path)
    again = sandtable.new("sk", position=path, seed=1)
    assert again.first_checkpoint.state == game.last_checkpoint.state
    assert again.position() == game.position()


def test_a_position_names_its_book():
    assert game_at({**ford().position()}).book.id == "sk"
    with pytest.raises(Refused, match="no book is named"):
        game_at({"fighters": {}})


def test_a_position_of_another_book_is_refused():
    with pytest.raises(Refused, match="it is of the book 'chess'"):
        sandtable.new("sk", position={"book": "chess"})


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "no mapping"),
        ("[1, 2]", "no mapping"),
        ("1: 2", "no mapping"),
        ("fighters: {a1: {id: a1, seat: A, at: here}}", r"fighters\[...\].at"),
        ("fighters: {}\nturn: [", "line [23]"),
        ("turn: 1", "fighters"),
        ("fighters: {}\nturn: !!python/object:os.system 1", "tag"),
        ("fighters: {}\nsteps: [dancing]", "cannot be played"),
    ],
)
def test_a_position_that_is_wrong_is_refused_with_its_place(tmp_path: Path, text: str, place: str):
    path = tmp_path / "wrong.position.yaml"
    path.write_text(text)
    with pytest.raises(Refused, match=place):
        sandtable.new("sk", position=path)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path):
    with pytest.raises(Refused, match="cannot be read"):
        read_position_file(tmp_path / "none.position.yaml")
    with pytest.raises(Refused, match="cannot be read"):
        read_position_file("a\0b")
    (tmp_path / "bytes.position.yaml").write_bytes(b"a: \xff")
    with pytest.raises(Refused, match="byte 3"):
        read_position_file(tmp_path / "bytes.position.yaml")
