"""The switches of the game (LR-MODE-16): set before the game by the host, accepted by both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from sandtable.books.lands_of_ruin.data import read_data
from sandtable.kernel import rule
from sandtable.kernel.switches import Switch, read_values


@rule("LR-MODE-16", "LR-MODE-02", "LR-MODE-17")
class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the optional and disputed points are settled for one game."""

    game_mode: Literal["basic", "advanced", "online"] = "advanced"
    table: Literal["virtual", "physical"] = "virtual"
    dice: Literal["virtual", "physical"] = "virtual"
    ap_per_turn: int = 20
    suppression_once_per_target: bool = False
    models_give_cover: bool = True
    opportunity_modifier: bool = False
    explosives_roll: bool = True
    sleepers: bool = True
    rotter_cap: int = 0
    side_objectives: bool = False
    archive_scenarios: bool = False
    auto_end: bool = False
    hotseat: bool = False
    tutorial: Literal["off", "tips", "full"] = "tips"
    custom_loadouts: bool = False
    custom_heroes: bool = False
    extras: bool = False
    campaign: bool = False
    machines: bool = False
    cohort_losses: Literal["at_once", "delayed"] = "at_once"
    charge_once: bool = False

    @property
    def is_basic(self) -> bool:
        """Two cover states, no path targeting, no morale, no critical hits (LR-MODE-02)."""
        return self.game_mode == "basic"


@cache
def describe() -> tuple[Switch, ...]:
    """Every switch with its values, default, rule and one sentence, in the order of the book's table."""
    return read_data("switches.yaml", tuple[Switch, ...])


@rule("LR-MODE-16")
def read_switches(given: Mapping[str, object]) -> Switches:
    """Switches by name, the rest at their defaults; every unknown name and value is refused."""
    return msgspec.convert(read_values(describe(), given, "LR-MODE-16"), Switches)
