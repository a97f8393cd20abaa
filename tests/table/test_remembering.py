"""What was measured is remembered, and no more of it than is useful."""

from __future__ import annotations

import threading

from sandtable.table import terrain
from sandtable.table.terrain import Ground, kept


def _measured(width: float) -> Ground:
    ground = Ground(width, 10.0)
    ground.remembered("how far")["a", "b"] = width
    return ground


def test_a_thread_remembers_only_the_grounds_on_which_it_measured_lately(monkeypatch):
    monkeypatch.setattr(terrain, "_LATELY", terrain._Lately())
    monkeypatch.setattr(terrain, "MOST_GROUNDS", 3)
    grounds = [_measured(10.0 + number) for number in range(5)]
    assert [bool(one.memory.answers) for one in grounds] == [False, False, True, True, True]
    assert grounds[0].remembered("how far") == {}
    assert [bool(one.memory.answers) for one in grounds] == [True, False, False, True, True]


def test_a_ground_that_is_gone_takes_the_place_of_none_that_is_in_use(monkeypatch):
    monkeypatch.setattr(terrain, "_LATELY", terrain._Lately())
    monkeypatch.setattr(terrain, "MOST_GROUNDS", 2)
    in_use = _measured(10.0)
    for number in range(20):
        _measured(20.0 + number)
    assert in_use.remembered("how far") == {("a", "b"): 10.0}


def test_what_one_thread_forgets_another_still_knows(monkeypatch):
    monkeypatch.setattr(terrain, "_LATELY", terrain._Lately())
    monkeypatch.setattr(terrain, "MOST_GROUNDS", 1)
    ground = _measured(10.0)

    def elsewhere() -> None:
        ground.remembered("how far")["c", "d"] = 1.0
        _measured(11.0)

    other = threading.Thread(target=elsewhere)
    other.start()
    other.join()
    assert ground.remembered("how far") == {("a", "b"): 10.0}


def test_of_too_many_things_that_which_nobody_wanted_for_longest_is_forgotten():
    known: dict[str, int] = {}
    made: list[str] = []

    def wanted(key: str) -> int:
        def make() -> int:
            made.append(key)
            return len(made)

        return kept(known, key, 2, make)

    assert [wanted(key) for key in ("a", "b", "a", "c", "a", "b")] == [1, 2, 1, 3, 1, 4]
    assert made == ["a", "b", "c", "b"]
    assert [*known] == ["a", "b"]
