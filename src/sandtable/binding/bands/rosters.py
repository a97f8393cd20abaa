"""Rosters of bands: a hero to a line, with its followers, and whatever else it was given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from sandtable.binding.forces.roster_text import (
    Part,
    as_written,
    lines_of,
    mark,
    read_parts,
    split_words,
    worded,
)
from sandtable.binding.forces.rosters import ROSTER, Rosters, data_of_game
from sandtable.binding.forces.short_code import ShortCode
from sandtable.binding.names import name_without
from sandtable.binding.refusing import read_each, refuse_too_many
from sandtable.kernel.refusal import refuse
from sandtable.kernel.safe_yaml import convert, quoted

MOST_READ = 40
"""So many heroes of a roster are read."""
_FOLLOWERS = re.compile(r"(\d{1,2}) followers?", re.IGNORECASE)
_EXPERIENCE = re.compile(r"experience (\d{1,4})", re.IGNORECASE)
_POINTS = re.compile(r"(\d{1,5}) points", re.IGNORECASE)
UNSAID = ("followers", "skills", "experience", "misses")
"""What is not written down while there is none of it."""
Words = tuple[str, ...]


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hero with its followers; gear that is not the book's, and the skills of a hero of one's own."""

    hero: str
    followers: int = 0
    changed: bool = False
    """Whether other gear is looked for; what is named below says so too."""
    skills: Words = ()
    weapons: Words | None = None
    """Each perhaps with a number: "rifle x2"; None for those of the book."""
    accessories: Words | None = None
    worn: Words | None = None
    items: Words | None = None
    experience: int = 0
    """What it has gained in the battles so far."""
    misses: bool = False
    """It stays away from the next battle."""

    @property
    def is_changed(self) -> bool:
        """Whether it carries other things than the book gives it."""
        return self.changed or any(
            one is not None for one in (self.weapons, self.accessories, self.worn, self.items)
        )


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A band as it is written down."""

    name: str
    heroes: tuple[Member, ...] = ()
    own: tuple[Member, ...] = ()
    """Heroes that the player has built."""
    tribe: str = ""
    """What a people of one's own is called."""
    store: Words = ()
    """What it has besides the gear that its heroes began with."""
    points: int = 0
    """What is left in its store to pay with."""

    @property
    def has_fought(self) -> bool:
        """Whether it has a battle behind it."""
        return bool(self.store or self.points or any(one.experience for one in self.members))

    @property
    def members(self) -> tuple[Member, ...]:
        """All its heroes."""
        return (*self.heroes, *self.own)


def _list(name: str) -> Part:
    """Words after the name of what they are: "items rope x2", or "items none"."""

    def read(said: str, place: str) -> Words:
        return () if said.strip().lower() == "none" else tuple(split_words(said, place, name))

    pattern = re.compile(rf"{name}\s+(.+)", re.IGNORECASE)
    return Part(name, pattern, read, lambda value: f"{name} {', '.join(value) or 'none'}")


OF_MEMBER = (
    Part("followers", _FOLLOWERS, lambda said, place: int(said), lambda n: f"{n} follower{'s' * (n != 1)}"),
    *(_list(name) for name in ("skills", "weapons", "accessories", "worn", "items")),
    Part("experience", _EXPERIENCE, lambda said, place: int(said), lambda n: f"experience {n}"),
    mark("misses", "misses the next battle"),
)
"""What a line may say after the name of a hero."""


OF_BAND = (
    worded("tribe", "tribe", as_written),
    _list("store"),
    Part("points", _POINTS, lambda said, place: int(said), lambda n: f"{n} points"),
)
"""What may be said of the band itself."""


def write_text(band: Band) -> str:
    """The band, then a hero to a line."""
    said = (part.write(value) for part in OF_BAND if (value := getattr(band, part.name)))
    return (
        "\n".join(["; ".join([band.name, *said]), *("; ".join(_said_of(one)) for one in band.members)]) + "\n"
    )


def _said_of(member: Member) -> Iterator[str]:
    yield member.hero
    for part in OF_MEMBER:
        value = getattr(member, part.name)
        if value is not None and (value or part.name not in UNSAID):
            yield part.write(value)


class BandRosters:
    """How one book's bands are read: which heroes are its own, and by which rule others are refused."""

    def __init__(self, game: str, rule: str, is_named: Callable[[str], bool]) -> None:
        self._game, self._rule, self._is_named = game, rule, is_named

    def every_form(self, prefix: str, noun: str, ready: Callable[[], Mapping[str, Band]]) -> Rosters[Band]:
        """Text, data and short codes, the codes with a prefix of the book."""
        words = b'"heroes":[{"hero":"","followers":3,"weapons":[],"worn":[],"items":[],"skills":[]'
        forms: dict[str, Any] = {"read_text": self.read_text, "write_text": write_text}
        forms |= {"read_data": self.read_data, "write_data": self.write_data}
        return Rosters(Band, noun, self._rule, ready=ready, code=ShortCode(prefix, words), **forms)

    def _name(self, said: str, place: str) -> str:
        name = name_without(";,", said)
        if name is None:
            advice = "Write up to 60 signs, without ; and commas, not beginning with # or {."
            raise refuse(self._rule, f"{place}: {quoted(said)} is no name.", advice)
        return name

    def read_text(self, text: str) -> Band:
        """The band of a readable roster; what cannot be read is refused with its line, all of it at once."""
        lines = lines_of(text, ROSTER, self._rule, "Write the name of the band, then a hero to a line.")
        refuse_too_many(len(lines), MOST_READ, ROSTER, "lines")
        (place, head), *rest = lines
        name, *parts = (one.strip() for one in head.split(";"))
        advice = "After the name of the band write its tribe, its store or its points, with ; between them."
        more = read_parts(parts, OF_BAND, place, advice)
        if "tribe" in more:
            self._name(more["tribe"], place)
        members = read_each(rest, lambda one: self._member(one[1], one[0]))
        named = tuple(one for one in members if self._is_named(one.hero))
        own = tuple(one for one in members if not self._is_named(one.hero))
        return Band(self._name(name, place), named, own, **more)

    def _member(self, line: str, place: str) -> Member:
        hero, *parts = (one.strip() for one in line.split(";"))
        advice = (
            "Write followers, skills, weapons, accessories, worn, items, experience, with ; between them."
        )
        return Member(self._name(hero, place), **read_parts(parts, OF_MEMBER, place, advice))

    def read_data(self, data: object) -> Band:
        """The band of JSON or YAML; a field that does not fit is refused with its place."""
        plain = data_of_game(data, "game", self._game, "Write name and heroes.", self._rule)
        lists = [one for field in ("heroes", "own") if isinstance(one := plain.get(field), list)]
        refuse_too_many(sum(len(one) for one in lists), MOST_READ, ROSTER, "heroes")
        band = convert(plain, Band, ROSTER)
        for name in (band.name, *(one.hero for one in band.members), *([band.tribe] if band.tribe else [])):
            self._name(name, ROSTER)
        return band

    def write_data(self, band: Band) -> dict[str, Any]:
        """The band as plain data."""
        return {"game": self._game, **msgspec.to_builtins(band)}
