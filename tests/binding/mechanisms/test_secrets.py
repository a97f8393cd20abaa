"""Secrets: who knows what, how it looks to the others, and what they may believe."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sandtable.binding.mechanisms.secrets import Secret, Secrets
from tests.binding.mechanisms.stage import Actor, Stage


def listed(stage: Stage) -> Iterator[Secret]:
    """Places of hidden figures, known to their owners and the Game Master, and of mines."""
    for one in stage.actors.values():
        if one.hidden:
            yield Secret(one, "at", (one.seat, stage.master))
    for seat in stage.mines:
        yield Secret(stage.mines, seat, (seat, stage.master))


SECRETS = Secrets(listed, -1, lambda chance: int(chance.random() * 10))


def stage() -> Stage:
    """A hidden figure and a mine of A, and a figure in the open."""
    actors = {"a": Actor("a", "A", 3, hidden=True), "b": Actor("b", "B", 5)}
    return Stage(actors=actors, mines={"A": 7}, master="M")


def seen_by(seat: str | None) -> tuple[int, int, int]:
    """Where both figures and the mine are to a seat."""
    seen = SECRETS.hide(stage(), seat)
    return seen.actors["a"].at, seen.actors["b"].at, seen.mines["A"]


def test_a_secret_is_known_to_those_who_are_named_and_to_nobody_else():
    assert seen_by("A") == seen_by("M") == (3, 5, 7)
    assert seen_by("B") == seen_by(None) == (-1, 5, -1)


def test_hiding_leaves_the_state_itself_as_it_is():
    whole = stage()
    SECRETS.hide(whole, "B")
    assert whole == stage()


def test_a_seat_believes_anything_of_what_it_does_not_know_and_keeps_what_it_does():
    hidden = SECRETS.hide(stage(), "B")
    worlds = [SECRETS.imagine(hidden, "B", random.Random(seed)) for seed in range(80)]
    assert {one.actors["a"].at for one in worlds} == set(range(10))
    assert {one.mines["A"] for one in worlds} == set(range(10))
    assert {one.actors["b"].at for one in worlds} == {5}
    own = SECRETS.imagine(SECRETS.hide(stage(), "A"), "A", random.Random(1))
    assert own == stage()
