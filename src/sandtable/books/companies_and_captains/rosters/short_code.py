"""The short code of a roster: what a link or a QR code carries."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Annotated

import msgspec

from sandtable.books.companies_and_captains.company import Company
from sandtable.books.companies_and_captains.profiles import slug
from sandtable.books.companies_and_captains.rosters import json_form
from sandtable.books.companies_and_captains.rosters.json_form import FACTION, Count, KindTrait, Points, Value
from sandtable.books.companies_and_captains.rosters.words import MOST_GROUPS_READ, MOST_WORDS
from sandtable.kernel import safe_json
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.safe_yaml import convert

PREFIX = "CC1."
"""The book and the version of the code."""
LONGEST_CODE = 4000
MOST_BYTES = 30_000
_CHECKSUM_BYTES = 4
_WHAT = "The roster code"

# Words that rosters repeat, so that codes stay short. They belong to CC1 and never change.
_DICTIONARY = (
    b'"elitemissile"lightmissile"heavymissile"lightengine"eliteengine"heavyengine"heavybeast"lightbeast'
    b'"selfdestruct"shortranged"movefreely"apprentice"terrifying"offensive"composed"accurate"summoner"stealthy'
    b'"unfeeling"unerring"throwers"shooters"cowardly"vicious"chariot"caster"wellarmed"foe"bane"Undead'
    b'"elitecavalry"lightcavalry"heavycavalry"elitefoot"heavyfoot"lightfoot"],"m":12},{"p":"'
    b',"m":6},{"p":"light,"m":12,"c":true},{"p":"heavy","t":["g":[{"p":"elite","n":"'
)


class _Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Group in as few letters as will do."""

    id: str = msgspec.field(name="p")
    name: str = msgspec.field(name="n", default="")
    traits: Annotated[tuple[str | KindTrait, ...], msgspec.Meta(max_length=MOST_WORDS)] = msgspec.field(
        name="t", default=()
    )
    models: Count = msgspec.field(name="m")
    captain: bool = msgspec.field(name="c", default=False)
    keywords: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_WORDS)] = msgspec.field(
        name="k", default=()
    )
    base: float | None = msgspec.field(name="b", default=None)
    held_back: bool = msgspec.field(name="h", default=False)
    points: Points | None = msgspec.field(name="s", default=None)
    stated: dict[str, Value | None] = msgspec.field(name="v", default_factory=dict)


class _Company(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Company in as few letters as will do."""

    groups: Annotated[tuple[_Group, ...], msgspec.Meta(max_length=MOST_GROUPS_READ)] = msgspec.field(name="g")
    name: str = msgspec.field(name="n")
    captain_trait: str | None = msgspec.field(name="a", default=None)
    points: Points | None = msgspec.field(name="s", default=None)
    vendor: str = msgspec.field(name="w", default="")


def write_code(company: Company) -> str:
    """A roster as a short code that is safe in links."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_DICTIONARY)
    plain = msgspec.json.encode(_compact(company))
    packed = packing.compress(plain) + packing.flush()
    return PREFIX + _letters(_checksum(packed) + packed)


def read_code(text: str) -> Company:
    """The Company of a short code; a code that was cut, mistyped or made up is refused."""
    code = text.strip()
    if not code.startswith(PREFIX):
        raise refuse("", f"{_WHAT} does not begin with {PREFIX}", "Copy the whole code.")
    if len(code) > LONGEST_CODE:
        raise refuse("", f"{_WHAT} has {len(code)} signs.", f"At most {LONGEST_CODE} are read.")
    data = safe_json.load(_plain(code.removeprefix(PREFIX)), _WHAT)
    read = convert(data, _Company, _WHAT)
    groups = [{**msgspec.structs.asdict(one)} for one in read.groups]
    return json_form.read_data(
        {
            "name": read.name,
            "faction": FACTION,
            "captain_trait": read.captain_trait,
            "points": read.points,
            "vendor": {read.vendor: {}} if read.vendor else {},
            "groups": [
                {**one, "traits": [msgspec.to_builtins(each) for each in one["traits"]]} for one in groups
            ],
        }
    )


def _compact(company: Company) -> _Company:
    return _Company(
        name=company.name,
        captain_trait=None if company.captain_trait is None else slug(company.captain_trait),
        points=company.stated_total,
        vendor=company.vendor,
        groups=tuple(
            _Group(
                id=slug(one.profile),
                name=one.name,
                traits=tuple(json_form.trait_id(each) for each in one.traits),
                models=one.models,
                captain=one.captain,
                keywords=one.keywords,
                base=one.base,
                held_back=one.held_back,
                points=one.stated_cost,
                stated=one.stated_values,
            )
            for one in company.groups
        ),
    )


def _letters(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")


def _plain(letters: str) -> str:
    """The text inside a code, unpacked no further than a roster can be long."""
    try:
        carried = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        checksum, packed = carried[:_CHECKSUM_BYTES], carried[_CHECKSUM_BYTES:]
        if _letters(carried) != letters or _checksum(packed) != checksum:
            raise _damaged()
        unpacking = zlib.decompressobj(-15, zdict=_DICTIONARY)
        plain = unpacking.decompress(packed, MOST_BYTES)
        if not unpacking.eof or unpacking.unused_data:
            raise _damaged()
        return plain.decode("utf-8")
    except (binascii.Error, zlib.error, ValueError):
        raise _damaged() from None


def _checksum(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(_CHECKSUM_BYTES, "big")


def _damaged() -> Refused:
    return refuse("", f"{_WHAT} is damaged: its checksum does not fit.", "Copy the whole code again.")
