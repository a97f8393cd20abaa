"""States that version 2 wrote, which kept words and counts in drawers without types, as they are today."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.aggression.score import table
from sandtable.books.forgotten_ruin.enemies.morale import MORALE
from sandtable.books.forgotten_ruin.enemies.villains.roster import read_villain

Plain = dict[str, Any]

MOVED = {
    "the last Objective is lost": "last_lost_in",
    "investigations completed": "investigations",
    "rolls on the Aggression table that brought nothing": "aggression_cancelled",
    "Aggression of the chanting": "chanted",
    "monsters": "monster_queue",
    "worse rows": "wanted_results",
    "objectives to roll": "mission.objectives_to_roll",
    "second Objective revealed": "mission.is_second_revealed",
    "looked around": "mission.has_looked_around",
    "retreated": "mission.has_retreated",
    "enemy type is recorded": "mission.is_recorded",
    "names": "mission.enemy_names",
    "traded": "mission.trades",
    "special conditions": "stock.special_conditions",
    "unfinished tasks": "stock.unfinished_tasks",
    "bought with Story Points": "stock.bought",
    "recovery": "recovery",
    "veteran of another campaign": "is_veteran",
    "the first attack is a charge": "deeds.has_charged",
    "enemy in sight": "deeds.has_seen_enemy",
    "attacked": "deeds.has_attacked",
    "kills hand-to-hand": "deeds.kills_hand_to_hand",
    "the artifact": "has_artifact",
    "lost forever": "is_lost_forever",
}
"""Where a word of a drawer stands now; what is as it is by default is not written."""
MARKS = "follows up into, attacked by, wait, gas, projectiles, morale, has prayed against, has negated"
"""Limits that were written with whom they concern after their name."""


def renewed(state: Plain, version: str) -> Plain:
    """A state of version 2 as this version writes it."""
    new: Plain = msgspec.json.decode(msgspec.json.encode(state))
    notes, extra = new.pop("notes", {}), new.pop("extra", {})
    soldiers, enemies, stock = new.get("soldiers", {}), new.get("enemies", {}), new["stock"]
    if villains := stock.get("villains"):
        stock["villains"] = [msgspec.to_builtins(read_villain(one)) for one in villains]
    for position, told in extra.pop("platoon", {}).items():
        officer = told if isinstance(told, dict) else {"name": told, "position": position}
        stock[position.replace(" ", "_")] = {name: one for name, one in officer.items() if name != "weapons"}
    occurred = notes.pop("aggression rows that occurred", 0)
    if rows := [row.result for n, row in enumerate(table().rows) if occurred >> n & 1]:
        new["rows_occurred"] = rows
    if "independent summons" in notes:
        new["monsters_at_call"] = notes["independent summons"]
    for word, value in notes.items():
        if word.startswith("champion killed "):
            enemies[word.removeprefix("champion killed ")]["fell_to_squad"] = True
        elif word.startswith("boost of "):
            new["markers"][word.removeprefix("boost of ")]["boost"] = value
    _move(notes | extra, new)
    for one in soldiers.values():
        done, one["deeds"] = one.pop("deeds", {}), {}
        _move({word: count for word, count in done.items() if word in MOVED}, one)
        _move(dict.fromkeys(one.get("used", ()), 1), one)
        rest = [word for word in done if word not in MOVED and done[word]]
        one["deeds"] |= {word.replace(" ", "_"): done[word] for word in rest}
    for holder in (new, *soldiers.values(), *enemies.values()):
        _renew_used(holder, enemies)
    return new


def _move(drawer: Plain, into: Plain) -> None:
    """Put what lay in a drawer into its fields."""
    for word, value in drawer.items():
        part, _, name = MOVED.get(word, "").rpartition(".")
        if name and value:
            (into[part] if part else into)[name] = True if name.startswith(("is_", "has_")) else value


def _renew_used(holder: Plain, enemies: Plain) -> None:
    """Limits with their span, and with whom they concern; who followed up into whom is said of the enemy."""
    limits = []
    for text in holder.pop("used", ()):
        span, name = text.split(":", 1) if text.startswith(("round:", "phase:")) else ("", text)
        mover, into, target = name.partition(" follows up into ")
        first = next((one for one in MARKS.split(", ") if name.startswith(f"{one} ")), "")
        if into:
            enemies[mover].setdefault("used", []).append(f"phase:follows up into {target}")
        elif first:
            called = MORALE if first == "morale" else first
            limits.append({"name": called, "span": span, "of": name.removeprefix(f"{first} ")})
        elif name not in MOVED:
            limits.append({"name": name, "span": span} if span else {"name": name})
    if limits:
        holder["used"] = limits
