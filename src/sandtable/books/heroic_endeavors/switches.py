"""The switches of the game (HE-SHT-04): set before the adventure, and never changed in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import rule
from sandtable.kernel.switches import Switch, read_values


@rule("HE-SHT-04")
class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the optional and disputed points are settled; a chapter that needs one adds its field and row."""

    fate_minions: Literal["record", "one"] = "record"
    shared_initiative: Literal["auto", "off"] = "auto"
    bodies_block: Literal["off", "on"] = "off"
    sheer_height: Literal[5, 4] = 5
    far_low_cover: Literal["off", "on"] = "off"
    powered_armour_heavy: Literal["on", "off"] = "on"
    out_of_ammo: Literal["off", "on"] = "off"
    forced_over_edge: Literal["last_resort", "never"] = "last_resort"
    reach_past_models: Literal["on", "off"] = "on"
    reach_diagram: Literal["arc_distance", "column", "fan"] = "arc_distance"
    blast_cover_test: Literal["half", "quarter"] = "half"
    game_master: Literal["automatic", "human"] = "automatic"
    mot_every_turn: Literal["off", "on"] = "off"
    free_trap_spotting: Literal["on", "off"] = "on"
    threat_estimate: Literal["on", "off"] = "on"
    fog: Literal["on", "off"] = "on"
    deviation_diagonal: Literal["counted", "steps"] = "counted"
    grenade_range: Literal["unrounded", "rounded"] = "unrounded"
    slow_sentry_carry: Literal["on", "off"] = "on"
    shaped_charge_direct: Literal["on", "off"] = "on"
    master_warrior_defence: Literal["off", "on"] = "off"
    power_attack_counter: Literal["off", "on"] = "off"
    arc_regen: Literal["idle_turn", "every_turn"] = "idle_turn"
    arcane_reactions: Literal["assault", "none"] = "assault"


@cache
def describe() -> tuple[Switch, ...]:
    """Every switch with its values, default, rule and one sentence."""
    return read_data("switches.yaml", tuple[Switch, ...])


@rule("HE-SHT-04")
def read_switches(given: Mapping[str, object]) -> Switches:
    """Switches by name, the rest at their defaults; every unknown name and value is refused."""
    return msgspec.convert(read_values(describe(), given, "HE-SHT-04"), Switches)
