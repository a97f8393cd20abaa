"""The short code of a roster: what a link or a QR code carries."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.kernel import safe_json
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.safe_yaml import quoted

LONGEST_CODE = 4000
MOST_BYTES = 30_000
CHECKSUM_BYTES = 4
WHAT = "The roster code"

Letters = Mapping[str, "str | tuple[str, Letters]"]
"""A letter for each field, with the letters of its entries where it is a list of such."""


class ShortCode:
    """Plain data as a code that is safe in links; the prefix names the book and the version of the code.

    The dictionary holds words that rosters repeat, so that codes stay short; it and the letters belong to
    the prefix and never change. Fields without a letter are left out; without letters data stays as it is.
    """

    def __init__(self, prefix: str, dictionary: bytes, letters: Letters | None = None) -> None:
        self.prefix = prefix
        self._dictionary = dictionary
        self._letters = letters

    def fits(self, text: str) -> bool:
        """Whether a text looks like such a code."""
        return text.startswith(self.prefix) and len(text.split()) == 1

    def write(self, data: Mapping[str, Any]) -> str:
        """The code of a roster's data."""
        return self.packed(
            msgspec.json.encode(data if self._letters is None else _short(data, self._letters))
        )

    def read(self, text: str) -> object:
        """The data inside a code; a code that was cut, mistyped or made up is refused."""
        code = text.strip()
        if not code.startswith(self.prefix):
            raise refuse("", f"{WHAT} does not begin with {self.prefix}", "Copy the whole code.")
        if len(code) > LONGEST_CODE:
            raise refuse("", f"{WHAT} has {len(code)} signs.", f"At most {LONGEST_CODE} are read.")
        data = safe_json.load(self._unpacked(code.removeprefix(self.prefix)), WHAT)
        return data if self._letters is None else _long(data, self._letters)

    def packed(self, plain: bytes) -> str:
        """The code around anything at all, with its checksum."""
        packing = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=self._dictionary)
        inside = packing.compress(plain) + packing.flush()
        return self.prefix + _signs(_checksum(inside) + inside)

    def _unpacked(self, signs: str) -> str:
        """The text inside a code, unpacked no further than a roster can be long."""
        try:
            carried = base64.b64decode(signs + "=" * (-len(signs) % 4), altchars=b"-_", validate=True)
            checksum, inside = carried[:CHECKSUM_BYTES], carried[CHECKSUM_BYTES:]
            if _signs(carried) != signs or _checksum(inside) != checksum:
                raise _damaged()
            unpacking = zlib.decompressobj(-15, zdict=self._dictionary)
            plain = unpacking.decompress(inside, MOST_BYTES)
            if not unpacking.eof or unpacking.unused_data:
                raise _damaged()
            return plain.decode("utf-8")
        except (binascii.Error, zlib.error, ValueError):
            raise _damaged() from None


def _short(data: Mapping[str, Any], letters: Letters) -> dict[str, Any]:
    """The data by letters, in the order of the letters."""
    found: dict[str, Any] = {}
    for name, letter in letters.items():
        if name not in data:
            continue
        if isinstance(letter, str):
            found[letter] = data[name]
        else:
            found[letter[0]] = [_short(one, letter[1]) for one in data[name]]
    return found


def _long(data: object, letters: Letters) -> object:
    """The data by names; what is no mapping stays as it is, to be refused by the roster's reader."""
    if not isinstance(data, Mapping):
        return data
    names = {letter if isinstance(letter, str) else letter[0]: name for name, letter in letters.items()}
    found: dict[str, Any] = {}
    for letter, value in data.items():
        if letter not in names:
            reason = f"{WHAT}: object contains unknown field {quoted(letter)[1:-1]}."
            raise refuse("", reason, "Copy the whole code.")
        inside = letters[names[letter]]
        if isinstance(inside, tuple) and isinstance(value, list):
            value = [_long(one, inside[1]) for one in value]
        found[names[letter]] = value
    return found


def _signs(carried: bytes) -> str:
    return base64.urlsafe_b64encode(carried).rstrip(b"=").decode("ascii")


def _checksum(inside: bytes) -> bytes:
    return zlib.crc32(inside).to_bytes(CHECKSUM_BYTES, "big")


def _damaged() -> Refused:
    return refuse("", f"{WHAT} is damaged: its checksum does not fit.", "Copy the whole code again.")
