"""Memory is looked through seldom while many games are played, and as before afterwards."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from sandtable.lab.match import Job, play_job
from sandtable.players.collecting import SELDOM, looked_through_seldom


class Circle:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Whatever a test does, memory is looked through as before."""
    thresholds, frozen = gc.get_threshold(), gc.get_freeze_count()
    assert not frozen, "another test has left memory set aside"
    yield
    found = gc.get_threshold(), gc.get_freeze_count()
    gc.set_threshold(*thresholds)
    gc.unfreeze()
    assert found == (thresholds, 0)


def test_meanwhile_memory_is_looked_through_seldom_and_what_was_there_is_set_aside() -> None:
    with looked_through_seldom():
        assert gc.get_threshold()[0] == SELDOM
        assert gc.get_freeze_count() > 0


def test_what_the_while_has_left_in_a_circle_is_gone_at_its_end() -> None:
    with looked_through_seldom():
        circle = weakref.ref(Circle())
        assert circle() is not None
    assert circle() is None


def test_all_is_as_before_though_something_went_wrong() -> None:
    with pytest.raises(ValueError, match="wrong"), looked_through_seldom():
        raise ValueError("wrong")


def test_whoever_has_set_memory_aside_keeps_it_so() -> None:
    with looked_through_seldom():
        with looked_through_seldom():
            pass
        assert gc.get_threshold()[0] == SELDOM
        assert gc.get_freeze_count() > 0


def test_a_game_of_a_match_is_played_so_and_leaves_all_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[int]()

    def play_out(*about: object) -> int:
        seen.append(gc.get_threshold()[0])
        raise RuntimeError("far enough")

    monkeypatch.setattr("sandtable.lab.match.play_out", play_out)
    seats = {"A": "seafolk", "B": "automata"}
    job = Job("companies-and-captains", "pitched-battle", seats, {"A": "uniform", "B": "uniform"}, 1)
    with pytest.raises(RuntimeError, match="far enough"):
        play_job(job)
    assert seen == [SELDOM]
