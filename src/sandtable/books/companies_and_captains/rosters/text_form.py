"""The readable form of a roster: one Group to a line, its points in brackets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.binding.forces.roster_text import (
    Part,
    lines_of,
    listed,
    mark,
    read_parts,
    split_words,
    worded,
    written_parts,
)
from sandtable.binding.forces.rosters import ROSTER
from sandtable.binding.refusing import read_each, refuse_too_many
from sandtable.books.companies_and_captains.chapters.constructing import usual_models
from sandtable.books.companies_and_captains.company import Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.profiles import COLUMNS, read_column, stated_column
from sandtable.books.companies_and_captains.rosters.words import (
    MOST_GROUPS_READ,
    fully_stated,
    read_captain_trait,
    read_keyword,
    read_name,
    read_profile,
    read_trait,
    read_version,
)
from sandtable.kernel import refuse
from sandtable.kernel.safe_yaml import quoted

UNNAMED = "Unnamed Company"

_POINTS = re.compile(r"(.*?)\s*\[\s*(-?[0-9]{1,4})(?:\s*points?)?\s*\]", re.IGNORECASE)
_WITH = re.compile(r"(.+?)(?:\s+with\s+(.+))?", re.IGNORECASE)
_MODELS = re.compile(r"([0-9]{1,4})\s+models?", re.IGNORECASE)
_BASE = re.compile(r"base\s+([0-9.eE+-]{1,25})(?:\s*(?:\"|inch|inches|in))?", re.IGNORECASE)


def write_text(company: Company) -> str:
    """A roster that a person reads: the Company on the first line, then one Group to a line."""
    stated = fully_stated(company)
    header = "; ".join((stated.name, *written_parts(stated, OF_COMPANY)))
    lines = [f"{header} [{stated.stated_total}]"]
    lines += [f"{'; '.join(_group_parts(one))} [{one.stated_cost}]" for one in stated.groups]
    return "\n".join(lines) + "\n"


def read_text(text: str) -> Company:
    """The Company of a readable roster; what cannot be read is refused with its line, all of it at once."""
    lines = lines_of(text, ROSTER, "CC-CON-01", "Write the Company's name, then a Group to a line.")
    refuse_too_many(len(lines), MOST_GROUPS_READ, ROSTER, "lines")
    company = Company(name=UNNAMED, groups=())
    if ":" not in lines[0][1]:
        (place, line), lines = lines[0], lines[1:]
        company = _read_header(line, place)
    groups = read_each(lines, lambda one: _read_group(one[1], one[0]))
    return with_ids(msgspec.structs.replace(company, groups=tuple(groups)))


def _group_parts(group: GroupEntry) -> Iterator[str]:
    name = f"{group.name}: " if group.name else ""
    traits = f" with {', '.join(group.traits)}" if group.traits else ""
    yield f"{name}{group.profile}{traits}"
    yield from written_parts(group, OF_GROUP)
    for column, values in COLUMNS.items():
        if any(one in group.stated_values for one in values):
            yield f"{column} {stated_column(column, group.stated_values)}"


def _read_header(line: str, place: str) -> Company:
    rest, total = _split_points(line, place)
    name, *parts = (one.strip() for one in rest.split(";"))
    read = {"name": read_name(name, place)}
    advice = "The first line names the Company, then perhaps its Captain trait."
    read |= read_parts(parts, OF_COMPANY, place, advice)
    return msgspec.convert({**read, "groups": (), "stated_total": total}, Company)


def _read_group(line: str, place: str) -> GroupEntry:
    rest, points = _split_points(line, place)
    name, colon, after = rest.partition(":")
    first, *parts = (one.strip() for one in (after if colon else rest).split(";"))
    found = _WITH.fullmatch(first)
    if found is None:
        raise refuse("CC-PRO-01", f"{place}: no profile is named.", "Write Name: Heavy Foot with Well-Armed.")
    profile = read_profile(found[1], place)
    traits = split_words(found[2], place, "traits") if found[2] else []
    advice = "Write models, Captain, keywords, base or held back, with ; between them."
    read: dict[str, Any] = {"stated_cost": points, "models": usual_models(profile)}
    read |= read_parts(parts, (*OF_GROUP, *OF_PROFILE), place, advice)
    return msgspec.convert(
        {
            "name": read_name(name, place) if colon else "",
            "profile": profile.name,
            "traits": [str(read_trait(one, place)) for one in traits],
            "stated_values": {key: value for one in COLUMNS for key, value in read.pop(one, {}).items()},
            **read,
        },
        GroupEntry,
    )


def _read_base(text: str, place: str) -> float:
    try:
        base = float(text)
    except ValueError:
        base = math.nan
    if not math.isfinite(base):
        raise refuse("CC-GEO-02", f"{place}: {quoted(text)} is no base size.", "Write inches, such as 1.25.")
    return base


def _column(name: str) -> Part:
    """A column of the profile; all of them together are what a Group states of its values."""
    pattern = re.compile(rf"{name}\s+(.+)")
    return Part(name, pattern, lambda said, place: read_column(name, said), str)


OF_COMPANY = (
    worded(
        "captain_trait",
        "Captain trait",
        lambda said, place: read_captain_trait(said, place).name,
        "captain(?:['’]s)? trait",
    ),
    worded("vendor", "vendor", read_name),
    worded("version", "version", read_version),
)
"""What the first line may say after the name of the Company."""
OF_GROUP = (
    Part(
        "models",
        _MODELS,
        lambda said, place: int(said),
        lambda models: f"{models} model{'' if models == 1 else 's'}",
    ),
    mark("captain", "Captain"),
    listed("keywords", "keywords", read_keyword, "keywords?"),
    Part("base", _BASE, _read_base, lambda base: f"base {base!r}"),
    mark("held_back", "held back"),
)
"""What a line may say after the profile of a Group."""
OF_PROFILE = tuple(_column(name) for name in COLUMNS)


def _split_points(line: str, place: str) -> tuple[str, int | None]:
    if "[" not in line and "]" not in line:
        return line, None
    found = _POINTS.fullmatch(line)
    if found is None:
        raise refuse("CC-CON-07", f"{place}: the points in brackets are not a number.", "End with [10].")
    return found[1], int(found[2])
