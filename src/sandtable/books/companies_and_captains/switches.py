"""The switches of the game: where the book leaves a choice, the players make it before setup."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.companies_and_captains.data import read_data
from sandtable.kernel import rule
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.safe_yaml import convert
from sandtable.kernel.switches import Switch, SwitchValue, changed_values, read_values


@rule("CC-SWI-01")
class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the open questions of the book are settled for one game."""

    reroll_windows: Literal["two", "single"] = "two"
    distance_scale: float = 1.0
    points_limit: int = 24
    mi_requirement: Literal["finished", "base"] = "finished"
    remove_models: bool = True
    bloodied_morale_penalty: int = 0
    captain_helps_self: bool = True
    captain_trait: Literal["roll", "pick", "keep"] = "roll"
    measure_from_captain_model: bool = False
    missile_profiles: bool = True
    kind_by_keyword: bool = True
    spells_need_sight: bool = False
    rain_hell: Literal["activation", "whole_game"] = "activation"
    cover_in_melee: bool = True
    cohesion_mode: Literal["connected", "literal"] = "connected"
    shoot_into_melee: bool = False
    blocked_high_roll: Literal["rout", "no_harm"] = "rout"
    obstacles_block_retreat: bool = True
    test_on_any_loss: bool = False
    terrain_mode: Literal["rolled", "placed", "open"] = "rolled"
    scenario_draw: Literal["d6", "seven", "ours", "all", "choose"] = "d6"
    published_round_cap: int = 20
    sortie_engine_vp: Literal["add", "instead"] = "add"
    ritual_turn_count: Literal["own", "all"] = "own"
    relics_defender_first: bool = False
    side_leader: Literal["first_seat", "rotate"] = "first_seat"
    bot_temper: Literal["bold", "steady", "wary", "random"] = "steady"


@cache
def describe() -> tuple[Switch, ...]:
    """Every switch with its values, default, rule and one sentence, in the order of the book's table."""
    return read_data("switches.yaml", tuple[Switch, ...])


@rule("CC-SWI-01")
def read_switches(given: Mapping[str, object]) -> Switches:
    """Switches by name, the rest at their defaults; every unknown name and value is refused."""
    return msgspec.convert(read_values(describe(), given, "CC-SWI-01"), Switches)


class Gap(Row, frozen=True):
    """Something the book leaves open or contradicts, and the rule with our reading of it."""

    what: str
    rule: str


@cache
@rule("CC-SWI-02")
def gaps() -> tuple[Gap, ...]:
    """The gaps and contradictions of the book, for readers."""
    assert __package__ is not None
    rows = Catalogue.load(__package__).rule("CC-SWI-02").table
    return convert(rows, tuple[Gap, ...], "CC-SWI-02")


def changed_switches(switches: Switches) -> dict[str, SwitchValue]:
    """The switches that differ from their defaults, as a game record keeps them."""
    return dict(_changed(switches))


@lru_cache(maxsize=64)
def _changed(switches: Switches) -> dict[str, SwitchValue]:
    return changed_values(describe(), switches)
