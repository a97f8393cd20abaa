"""Features by name: what the tables of the battlefield place, and what the names of regions stand for."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from sandtable.books.forgotten_ruin.chapters.terrain import Category, common_kinds
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.kernel.citation import rule

Size = Literal["large", "medium", "linear", "cluster"]


class Entry(msgspec.Struct, frozen=True):
    """A part of a row: so many features of a size, each of one of some categories."""

    count: int
    size: Size
    of: tuple[Category, ...]


class Cluster(msgspec.Struct, frozen=True):
    """Individual pieces that stand together."""

    pieces: tuple[int, int]
    circle: float


class Data(msgspec.Struct, frozen=True):
    """What the battlefield is built from."""

    square: float
    sizes: dict[str, tuple[float, float]]
    cluster: Cluster
    tables: dict[str, dict[int, tuple[Entry, ...]]]
    regions: dict[str, dict[Category, tuple[str, ...]]]
    heights: dict[str, float]
    heights_of: dict[str, float]
    unclimbable: tuple[str, ...]
    water: tuple[str, ...]
    built: tuple[str, ...]
    roofed: tuple[str, ...]


@cache
def data() -> Data:
    """The tables of FR-MIS-23 and FR-MIS-26."""
    return read_data("battlefield.yaml", Data)


@rule("FR-MIS-26", "FR-TER-13")
def category_of_name(name: str) -> Category | None:
    """The category of a common piece or of a feature of some region; None for other names."""
    known = common_kinds().get(name)
    if known is not None:
        return known.category
    for region in data().regions.values():
        for kind, names in region.items():
            if name in names:
                return kind
    return None


def usual_height(name: str, kind: str) -> float:
    """How high a piece stands in inches; Areas and Fields have no height by default (FR-LOS-16)."""
    if kind in ("area", "field"):
        return 0.0
    known = common_kinds().get(name)
    if known is not None and known.category == kind:
        return known.height
    return data().heights_of.get(name, data().heights.get(kind, 0.0))


def usual_traits(name: str) -> tuple[str, ...]:
    """The category and flags of a piece that has a known name; empty for others."""
    known = common_kinds().get(name)
    if known is not None:
        return (known.category, *known.flags)
    kind = category_of_name(name)
    return () if kind is None else (kind, *flags_of_name(name))


def flags_of_name(name: str) -> tuple[str, ...]:
    """The flags that go with a name."""
    known = data()
    flags = ["unclimbable"] if name in known.unclimbable else []
    flags += ["water"] if name in known.water else []
    flags += ["natural"] if name not in known.built else []
    flags += ["roofed"] if name in known.roofed else []
    return tuple(flags)
