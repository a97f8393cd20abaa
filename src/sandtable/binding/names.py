"""Names that people give to forces and units, and the ids that are made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")


def told_apart(brought: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A name for each of a force, no two alike: "First Bowmen" in a force, "Bowmen of Harrow" across them."""
    for place, (force, name) in enumerate(brought):
        before = brought[:place].count((force, name))
        order = ORDINALS[before] if before < len(ORDINALS) else f"{before + 1}th"
        own = f"{order} {name}" if brought.count((force, name)) > 1 else name
        yield f"{own} of {force}" if any(one == name and other != force for other, one in brought) else own


def _dashed(name: str) -> str:
    plain = name.casefold().replace("'", "")
    return "-".join("".join(sign if sign.isascii() and sign.isalnum() else " " for sign in plain).split())
