"""Names that people give to forces and units, and the ids that are made of them."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST_NAME = 60
"""How long the name of a force or of a unit may be."""
OTHER_FORMS = ("#", "{")
"""How remarks and JSON begin."""


def is_name(text: str) -> bool:
    """Whether a text can be shown as a name everywhere."""
    return text.isprintable() and bool(text.strip()) and len(text) <= LONGEST_NAME


def name_without(signs: str, text: str) -> str | None:
    """A name that every form of a roster can carry, or None; these signs belong to the readable form."""
    if not text.isprintable():
        return None
    name = " ".join(text.split())
    if not is_name(name) or name.startswith(OTHER_FORMS) or any(sign in signs for sign in name):
        return None
    return name


def unique_ids(names: Sequence[Sequence[str]], otherwise: str) -> list[str]:
    """An id for each, of the first of its names that has letters; equal ones are numbered in their order."""
    wanted = [next(filter(None, map(_dashed, one)), otherwise) for one in names]
    taken: list[str] = []
    for place, one in enumerate(wanted):
        number = wanted[:place].count(one) + 1
        made = f"{one}-{number}" if wanted.count(one) > 1 else one
        while made in taken:
            number += 1
            made = f"{one}-{number}"
        taken.append(made)
    return taken


def _dashed(name: str) -> str:
    plain = name.casefold().replace("'", "")
    return "-".join("".join(sign if sign.isascii() and sign.isalnum() else " " for sign in plain).split())
