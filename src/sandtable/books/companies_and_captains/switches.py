"""The switches of the game: where the book leaves a choice, the players make it before setup."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from sandtable.books.companies_and_captains.tables import read_data
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.kernel.safe_yaml import convert, quoted

SwitchValue = bool | int | float | str

_WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers a switch may be set to."""

    least: int | float = msgspec.field(name="from")
    most: int | float = msgspec.field(name="to")
    step: int | None = None
    also: tuple[int, ...] = ()

    def allows(self, number: int | float) -> bool:
        """Whether the switch may be set to this number."""
        if number in self.also:
            return True
        if not self.least <= number <= self.most:
            return False
        return self.step is None or (number - self.least) % self.step == 0


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One switch as people are shown it: its values, its default, its rule and what it does."""

    name: str = msgspec.field(name="switch")
    values: tuple[SwitchValue, ...] | str
    default: SwitchValue
    rule: str
    sentence: str
    range: Range | None = None

    @property
    def choices(self) -> str:
        """The legal values in words."""
        if isinstance(self.values, str):
            return self.values
        return ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in self.values)


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
    known = {one.name: one for one in describe()}
    refusals: list[Refusal] = []
    settled: dict[str, SwitchValue] = {}
    for name, value in given.items():
        switch = known.get(name)
        if switch is None:
            reason = f"There is no switch {quoted(name)}."
            refusals.append(Refusal("CC-SWI-01", reason, f"Name one of {', '.join(known)}."))
            continue
        legal = _legal_value(switch, value)
        if legal is None:
            reason = f"{switch.name} cannot be {quoted(value)}."
            refusals.append(Refusal(switch.rule, reason, f"Set it to one of: {switch.choices}."))
            continue
        settled[name] = legal
    if refusals:
        raise Refused(*refusals)
    return msgspec.convert(settled, Switches)


class Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    return {
        one.name: getattr(switches, one.name)
        for one in describe()
        if getattr(switches, one.name) != one.default
    }


def _legal_value(switch: Switch, value: object) -> SwitchValue | None:
    """The value as the switch keeps it, or None where the switch has no such value."""
    if isinstance(value, str) and not isinstance(switch.default, str):
        value = _spoken(value)
    if isinstance(switch.default, bool) or isinstance(value, bool):
        return value if isinstance(switch.default, bool) and isinstance(value, bool) else None
    if isinstance(switch.default, str):
        return value if isinstance(value, str) and value in switch.values else None
    if not isinstance(value, (int, float)) or (isinstance(value, float) and not math.isfinite(value)):
        return None
    legal = switch.range.allows(value) if switch.range else value in switch.values
    if not legal:
        return None
    return float(value) if isinstance(switch.default, float) else int(value)


def _spoken(words: str) -> object:
    """What somebody means who types a value on the command line."""
    if words.strip().lower() in _WORDS:
        return _WORDS[words.strip().lower()]
    try:
        return float(words) if len(words) < 20 else words
    except ValueError:
        return words
