"""Players by name, ours and those of others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from sandtable.kernel.decision import Decision
from sandtable.kernel.refusal import Refused
from sandtable.players import registry
from sandtable.players.greedy import Greedy
from sandtable.players.player import Reply, View
from sandtable.players.registry import make_player, register_player
from sandtable.players.search import Search
from sandtable.players.uniform import Uniform


class Stubborn:
    """Answers as it was told when it was named."""

    name = "stubborn"

    def __init__(self, seed: int | str, detail: str) -> None:
        self.seed, self.detail = seed, detail

    def reply(self, view: View, decision: Decision) -> Reply:
        """Always the same."""
        return Reply(self.detail)


@pytest.fixture
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever registers is forgotten afterwards."""
    monkeypatch.setattr(registry, "_registered", {})
    registry._installed.cache_clear()
    yield
    registry._installed.cache_clear()


def test_our_players_have_their_names() -> None:
    assert isinstance(make_player("uniform"), Uniform)
    assert isinstance(make_player("greedy"), Greedy)
    assert isinstance(make_player("search"), Search)


@pytest.mark.parametrize(
    ("name", "seconds", "playouts", "now"),
    [
        ("search", 0.2, None, time.monotonic),
        ("search:0.5", 0.5, None, time.monotonic),
        ("search:0.5cpu", 0.5, None, time.process_time),
        ("search:200n", None, 200, time.monotonic),
    ],
)
def test_a_budget_stands_behind_the_colon(
    name: str, seconds: float | None, playouts: int | None, now: object
) -> None:
    player = make_player(name)
    assert isinstance(player, Search)
    assert (player.budget.seconds, player.budget.playouts) == (seconds, playouts)
    assert player.budget.now is now


@pytest.mark.parametrize("budget", ["0", "-1", "nan", "inf", "x", "n", "cpu", "1cpun", "2000000"])
def test_a_budget_that_is_none_is_refused(budget: str) -> None:
    with pytest.raises(Refused, match="is no budget"):
        make_player(f"search:{budget}")


@pytest.mark.parametrize("name", ["", "nobody", "greedy:1", "uniform:x", "os:system"])
def test_an_unknown_name_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(Refused, match="greedy"):
        make_player(name)


@pytest.mark.usefixtures("nobody_else")
def test_whoever_registers_is_made_by_name_with_its_seed_and_detail() -> None:
    register_player("stubborn", Stubborn)
    player = make_player("stubborn:A1", "7 A")
    assert isinstance(player, Stubborn)
    assert (player.seed, player.detail) == ("7 A", "A1")
    with pytest.raises(Refused, match="stubborn"):
        make_player("nobody")


@pytest.mark.usefixtures("nobody_else")
@pytest.mark.parametrize("kind", ["greedy", "search", "human", "two words", "a:b", ""])
def test_nobody_takes_a_name_that_is_taken_or_is_none(kind: str) -> None:
    with pytest.raises(Refused, match="cannot be called"):
        register_player(kind, Stubborn)


@pytest.mark.usefixtures("nobody_else")
def test_an_installed_package_names_its_players(monkeypatch: pytest.MonkeyPatch) -> None:
    here = EntryPoint("stubborn", f"{__name__}:Stubborn", registry.GROUP)

    def installed(*, group: str, name: str = here.name) -> list[EntryPoint]:
        return [here] if (group, name) == (here.group, here.name) else []

    monkeypatch.setattr(registry, "entry_points", installed)
    player = make_player("stubborn:A1")
    assert isinstance(player, Stubborn)
    assert player.detail == "A1"
    with pytest.raises(Refused, match=r"search:PLAYOUTSn, stubborn\."):
        make_player("other")
