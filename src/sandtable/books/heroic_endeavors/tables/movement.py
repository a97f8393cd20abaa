"""Ratings of movement: their names, and what no model is designed below or above."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import Refusal, rule


class Rating(Row, frozen=True):
    """What a MOV is called (HE-TRT-08, HE-MNT-03)."""

    gaits: tuple[str, ...]
    mov: int
    name: str
    rule: str


class Limits(Row, frozen=True):
    """The least MOV of anybody, and the most of who goes on foot (HE-TRT-09)."""

    least: int
    most_on_foot: int
    rule: str


class Movement(Row, frozen=True):
    """Both tables."""

    ratings: tuple[Rating, ...]
    limits: Limits


@cache
def movement() -> Movement:
    """The tables, read once."""
    return read_data("movement.yaml", Movement)


@rule("HE-TRT-08", "HE-MNT-03")
def rating_of(gait: str, mov: int) -> str:
    """What a MOV is called for somebody who moves so; nothing where the book has no name for it."""
    return next((one.name for one in movement().ratings if gait in one.gaits and one.mov == mov), "")


@rule("HE-TRT-09")
def why_not_mov(name: str, gait: str, mov: int) -> Refusal | None:
    """A limit of design: penalties in play may lower it further."""
    limits = movement().limits
    if mov < limits.least:
        return Refusal("HE-TRT-09", f"{name} has MOV {mov}.", f"Give it {limits.least} at least.")
    if gait == "foot" and mov > limits.most_on_foot:
        reason = f"{name} has MOV {mov} on foot."
        return Refusal("HE-TRT-09", reason, f"Give it {limits.most_on_foot} at most, or a mount.")
    return None
