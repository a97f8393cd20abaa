"""The readable form of a roster: one Group to a line, its points in brackets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import msgspec

from sandtable.books.companies_and_captains.chapters.constructing import usual_models
from sandtable.books.companies_and_captains.columns import COLUMNS, read_column, stated_column
from sandtable.books.companies_and_captains.company import FORMAT_VERSION, Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.rosters.words import (
    MOST_GROUPS_READ,
    fully_stated,
    gathered,
    read_captain_trait,
    read_keyword,
    read_name,
    read_profile,
    read_trait,
    read_version,
    refuse_too_many,
)
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.safe_yaml import quoted

MOST_CHARACTERS = 20_000
LONGEST_LINE = 1000
UNNAMED = "Unnamed Company"

_POINTS = re.compile(r"(.*?)\s*\[\s*(-?[0-9]{1,4})(?:\s*points?)?\s*\]", re.IGNORECASE)
_WITH = re.compile(r"(.+?)(?:\s+with\s+(.+))?", re.IGNORECASE)
_MODELS = re.compile(r"([0-9]{1,4})\s+models?", re.IGNORECASE)
_KEYWORDS = re.compile(r"keywords?\s+(.+)", re.IGNORECASE)
_BASE = re.compile(r"base\s+([0-9.eE+-]{1,25})(?:\s*(?:\"|inch|inches|in))?", re.IGNORECASE)
_COLUMN = re.compile(r"(ME|MO|MI|R|T)\s+(.+)")
_CAPTAIN_TRAIT = re.compile(r"captain(?:['’]s)? trait\s+(.+)", re.IGNORECASE)
_VENDOR = re.compile(r"vendor\s+(.+)", re.IGNORECASE)
_VERSION = re.compile(r"version\s+(.+)", re.IGNORECASE)


def write_text(company: Company) -> str:
    """A roster that a person reads: the Company on the first line, then one Group to a line."""
    stated = fully_stated(company)
    lines = [f"{'; '.join(_header_parts(stated))} [{stated.stated_total}]"]
    lines += [f"{'; '.join(_group_parts(one))} [{one.stated_cost}]" for one in stated.groups]
    return "\n".join(lines) + "\n"


def read_text(text: str) -> Company:
    """The Company of a readable roster; what cannot be read is refused with its line, all of it at once."""
    if len(text) > MOST_CHARACTERS:
        reason = f"The roster has {len(text)} characters."
        raise refuse("", reason, f"At most {MOST_CHARACTERS} characters are read.")
    lines = list(_lines(text))
    if not lines:
        raise refuse("CC-CON-01", "The roster is empty.", "Write the Company's name, then a Group to a line.")
    refuse_too_many(len(lines), "The roster", "lines", MOST_GROUPS_READ)
    company = Company(name=UNNAMED, groups=())
    if ":" not in lines[0][1]:
        (place, line), lines = lines[0], lines[1:]
        company = _read_header(line, place)
    groups: list[GroupEntry] = []
    refusals: list[Refused] = []
    for place, line in lines:
        try:
            groups.append(_read_group(line, place))
        except Refused as refused:
            refusals.append(refused)
    if refusals:
        raise gathered(refusals)
    return with_ids(msgspec.structs.replace(company, groups=tuple(groups)))


def _header_parts(company: Company) -> Iterator[str]:
    yield company.name
    if company.captain_trait is not None:
        yield f"Captain trait {company.captain_trait}"
    if company.vendor:
        yield f"vendor {company.vendor}"
    if company.version != FORMAT_VERSION:
        yield f"version {company.version}"


def _group_parts(group: GroupEntry) -> Iterator[str]:
    name = f"{group.name}: " if group.name else ""
    traits = f" with {', '.join(group.traits)}" if group.traits else ""
    yield f"{name}{group.profile}{traits}"
    yield f"{group.models} model{'' if group.models == 1 else 's'}"
    if group.captain:
        yield "Captain"
    if group.keywords:
        yield f"keywords {', '.join(group.keywords)}"
    if group.base is not None:
        yield f"base {group.base!r}"
    if group.held_back:
        yield "held back"
    for name, values in COLUMNS.items():
        if any(one in group.stated_values for one in values):
            yield f"{name} {stated_column(name, group.stated_values)}"


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for number, raw in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        place = f"Line {number}"
        if len(raw) > LONGEST_LINE:
            raise refuse("", f"{place}: {len(raw)} characters.", f"At most {LONGEST_LINE} are read.")
        line = raw.strip()
        if line and not line.startswith("#"):
            yield place, line


def _read_header(line: str, place: str) -> Company:
    rest, total = _split_points(line, place)
    name, *parts = (one.strip() for one in rest.split(";"))
    read: dict[str, str] = {"name": read_name(name, place)}
    for part in parts:
        if found := _CAPTAIN_TRAIT.fullmatch(part):
            key, value = "captain_trait", read_captain_trait(found[1], place).name
        elif found := _VENDOR.fullmatch(part):
            key, value = "vendor", read_name(found[1], place)
        elif found := _VERSION.fullmatch(part):
            key, value = "version", read_version(found[1], place)
        else:
            advice = "The first line names the Company, then perhaps its Captain trait."
            raise refuse("", f"{place}: {quoted(part)} is not understood.", advice)
        if key in read:
            raise refuse("", f"{place}: {quoted(part)} says something twice.", "Say it once.")
        read[key] = value
    return msgspec.convert({**read, "groups": (), "stated_total": total}, Company)


def _read_group(line: str, place: str) -> GroupEntry:
    rest, points = _split_points(line, place)
    name, colon, after = rest.partition(":")
    first, *parts = (one.strip() for one in (after if colon else rest).split(";"))
    found = _WITH.fullmatch(first)
    if found is None:
        raise refuse("CC-PRO-01", f"{place}: no profile is named.", "Write Name: Heavy Foot with Well-Armed.")
    profile = read_profile(found[1], place)
    traits = _split(found[2], place, "traits") if found[2] else []
    read = _read_parts(parts, place)
    values = read.pop("stated_values", {})
    if points is not None:
        read["stated_cost"] = points
    read.setdefault("models", usual_models(profile))
    return msgspec.convert(
        {
            **read,
            "name": read_name(name, place) if colon else "",
            "profile": profile.name,
            "traits": [str(read_trait(one, place)) for one in traits],
            "stated_values": values,
        },
        GroupEntry,
    )


def _read_parts(parts: list[str], place: str) -> dict[str, object]:
    """What follows the profile on a Group's line, each thing once."""
    read: dict[str, object] = {}
    values: dict[str, int | None] = {}
    for part in parts:
        key, value = _read_part(part, place)
        if key in read or (isinstance(value, dict) and values.keys() & value.keys()):
            raise refuse("", f"{place}: {quoted(part)} says something twice.", "Say it once.")
        if isinstance(value, dict):
            values.update(value)
        else:
            read[key] = value
    return {**read, "stated_values": values} if values else read


def _read_part(part: str, place: str) -> tuple[str, object]:
    if found := _MODELS.fullmatch(part):
        return "models", int(found[1])
    if part.casefold() == "captain":
        return "captain", True
    if part.casefold() == "held back":
        return "held_back", True
    if found := _KEYWORDS.fullmatch(part):
        return "keywords", [read_keyword(one, place) for one in _split(found[1], place, "keywords")]
    if found := _BASE.fullmatch(part):
        return "base", _read_base(found[1], place)
    if found := _COLUMN.fullmatch(part):
        values = read_column(found[1], found[2])
        if values is not None:
            return found[1], values
    advice = "Write models, Captain, keywords, base or held back, with ; between them."
    raise refuse("", f"{place}: {quoted(part)} is not understood.", advice)


def _read_base(text: str, place: str) -> float:
    try:
        base = float(text)
    except ValueError:
        base = math.nan
    if not math.isfinite(base):
        raise refuse("CC-GEO-02", f"{place}: {quoted(text)} is no base size.", "Write inches, such as 1.25.")
    return base


def _split(words: str, place: str, things: str) -> list[str]:
    parts = [one.strip() for one in words.split(",")]
    refuse_too_many(len(parts), place, things)
    return parts


def _split_points(line: str, place: str) -> tuple[str, int | None]:
    if "[" not in line and "]" not in line:
        return line, None
    found = _POINTS.fullmatch(line)
    if found is None:
        raise refuse("CC-CON-07", f"{place}: the points in brackets are not a number.", "End with [10].")
    return found[1], int(found[2])
