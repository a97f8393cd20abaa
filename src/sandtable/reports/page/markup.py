"""Small pieces of markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from sandtable.reports.battle import Report

SHAPES = (
    '<circle r="8.5"/>',
    '<path d="M0-9.5 9.5 0 0 9.5-9.5 0z"/>',
    '<path d="M0-9 9.5 8h-19z"/>',
    '<path d="M-8-8H8V8H-8z"/>',
)
"""The shape of each side: disc, diamond, triangle, square."""


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element; what is inside must be markup already, what an attribute says need not."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>"


def mark(side: int, size: int = 18) -> str:
    """The shape of a side in its colour; its name stands beside it."""
    shape = SHAPES[side % len(SHAPES)]
    return (
        f'<svg class="mark {side_class(side)}" width="{size}" height="{size}" viewBox="-10 -10 20 20" '
        f'aria-hidden="true">{shape}</svg>'
    )


def side_class(side: int) -> str:
    """The class that gives the colours of a side."""
    return f"side-{side % len(SHAPES)}"


def rules(ids: Iterable[str], most: int = 3) -> str:
    """Rule ids as small tags."""
    shown = list(dict.fromkeys(ids))[:most]
    return "".join(f' <span class="rule">{escape(one)}</span>' for one in shown)


def percent(chance: float) -> str:
    """A chance as people read it."""
    return f"{round(100 * chance)} %"


class Story:
    """Sentences with the names of units and sides in the colours of their side."""

    def __init__(self, report: Report) -> None:
        named: dict[str, int] = {fate.name: fate.side for fate in report.fates}
        named |= {side.name: side.side for side in report.sides}
        self._named = dict(sorted(named.items(), key=lambda one: -len(one[0])))

    def told(self, words: str) -> str:
        """A sentence as markup."""
        return _told(words, self._named)


def _told(words: str, named: Mapping[str, int]) -> str:
    parts: list[str] = []
    plain, place = 0, 0
    while place < len(words):
        starts = place == 0 or not words[place - 1].isalnum()
        name = next((one for one in named if _is_at(one, words, place)), None) if starts else None
        if name is None:
            place += 1
            continue
        parts += [escape(words[plain:place]), tag("b", escape(name), class_=side_class(named[name]))]
        place += len(name)
        plain = place
    return "".join([*parts, escape(words[plain:])])


def _is_at(name: str, words: str, place: int) -> bool:
    after = words[place + len(name) : place + len(name) + 1]
    return bool(name) and words.startswith(name, place) and not after.isalnum()
