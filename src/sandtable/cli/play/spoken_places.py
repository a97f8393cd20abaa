"""Places and moves as a player types them: "to 24,18 block", "forward 6", "models 1: 3,4 2: 5,6"."""

from __future__ import annotations

import re
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from sandtable.kernel import safe_json
from sandtable.kernel.decision import Answer
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Point
from sandtable.table.showing import Showing, Unit
from sandtable.table.units.formations import Formation
from sandtable.table.units.groups import centroid

FORMATIONS = tuple(one.value for one in Formation)
COMPASS = {
    "north": 90.0, "north-east": 45.0, "east": 0.0, "south-east": 315.0,
    "south": 270.0, "south-west": 225.0, "west": 180.0, "north-west": 135.0,
    "n": 90.0, "ne": 45.0, "e": 0.0, "se": 315.0, "s": 270.0, "sw": 225.0, "w": 180.0, "nw": 135.0,
}  # fmt: skip
"""Directions on the map in degrees, counted from east against the clock."""
TURNS = {"forward": 0.0, "back": 180.0, "left": 90.0, "right": 270.0}
"""Directions as the unit's own player sees them."""
EXAMPLES = 'Or type "to 24,18", "forward 6", "towards B2 4", with a formation if you like: "to 24,18 block".'
EXAMPLES_OF_ONE = 'Or type "to 24,18", "forward 4", "towards M1 4", "path 1: 3,4 > 5,6", "leave south".'

_NUMBER = r"-?[0-9]{1,4}(?:\.[0-9]{1,6})?"
_PLACE = re.compile(rf"({_NUMBER})\s*,\s*({_NUMBER})")
_MODEL = re.compile(rf"([0-9]{{1,3}})\s*:\s*((?:{_NUMBER}\s*,\s*{_NUMBER}\s*>?\s*)+)")
_FACING = re.compile(r"\bfacing\s+([\w.-]+)")


def read_place(words: str, unit: Unit | None, showing: Showing) -> Answer | None:
    """The measured answer that the words stand for; None where they say nothing of places."""
    text = " ".join(words.strip().split())
    if text.startswith("{"):
        return safe_json.load(text, "The answer")
    said = text.casefold()
    first = said.split(" ", 1)[0] if said else ""
    if first in ("models", "model", "paths", "path"):
        return _single_models(said, unit, as_paths=first.startswith("path"))
    if first in ("exit", "leave"):
        return {"exit": said.split()[1:] or [""]}
    if said == "form":
        return {"formation": Formation.AS_THEY_STAND.value, "form": True}
    rest, facing = _take_facing(said, unit, showing)
    rest, formation = _take_formation(rest)
    where = _where(rest, unit, showing)
    if where is None:
        if rest or not (formation or facing is not None):
            return None
        where = _middle(unit)
    answer: dict[str, Any] = {
        "formation": formation or Formation.AS_THEY_STAND.value,
        "at": [*showing.surface.snap(where)],
    }
    if facing is not None:
        answer["facing"] = round(facing, 3)
    return answer


def as_one_figure(answer: Answer | None) -> Answer | None:
    """The same place for a single figure, which has no formation; an edge to leave by has a name."""
    if not isinstance(answer, dict):
        return answer
    if "exit" in answer:
        return {"leave": str(answer["exit"][0])}
    return {"models": [answer["at"]]} if "at" in answer and "formation" in answer else answer


def words_of_place(answer: dict[str, Any]) -> str:
    """A measured answer as a player would type it; empty where it is too long for that."""
    at, facing = answer.get("at"), answer.get("facing")
    # Records of strangers may call anything a place.
    if not isinstance(at, list | tuple) or len(at) != 2 or not all(map(_is_number, (*at, facing or 0))):
        return ""
    formation = answer.get("formation", Formation.AS_THEY_STAND.value)
    words = f"to {at[0]:.1f},{at[1]:.1f}"
    words += "" if formation == Formation.AS_THEY_STAND.value else f" {formation}"
    return words if facing is None else f"{words} facing {facing:.0f}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float)


def _take_facing(said: str, unit: Unit | None, showing: Showing) -> tuple[str, float | None]:
    found = _FACING.search(said)
    if found is None:
        return said, None
    rest = f"{said[: found.start()]} {said[found.end() :]}".strip()
    word = found[1]
    if word in COMPASS:
        return rest, COMPASS[word]
    other = _unit_named(word, showing)
    if other is not None and unit is not None and unit.models:
        (ax, ay), (bx, by) = centroid(unit.models), centroid(other.models)
        return rest, degrees(atan2(by - ay, bx - ax))
    try:
        return rest, float(word)
    except ValueError:
        raise refuse("", f'"{word}" is no direction.', "Name north, a unit, or degrees from east.") from None


def _take_formation(said: str) -> tuple[str, str]:
    for formation in sorted(FORMATIONS, key=len, reverse=True):
        if re.search(rf"\b{formation}\b", said):
            return re.sub(rf"\b{formation}\b", "", said).strip(), formation
    return said, ""


def _where(said: str, unit: Unit | None, showing: Showing) -> Point | None:
    """The middle of the unit after the move, or None where no place is named."""
    if not said:
        return None
    first, _, rest = said.partition(" ")
    if first in ("to", "at") or _PLACE.fullmatch(said):
        place = _PLACE.fullmatch(rest if first in ("to", "at") else said)
        if place is None:
            raise refuse("", f'"{said}" names no place.', EXAMPLES)
        return float(place[1]), float(place[2])
    if first in ("towards", "toward"):
        return _towards(rest, unit, showing)
    if first in COMPASS or first in TURNS:
        turn = COMPASS[first] if first in COMPASS else _forward(unit, showing) + TURNS[first]
        far = _inches(rest, said)
        x, y = _middle(unit)
        return x + far * cos(radians(turn)), y + far * sin(radians(turn))
    return None


def _towards(said: str, unit: Unit | None, showing: Showing) -> Point:
    name, _, rest = said.partition(" ")
    other = _unit_named(name, showing)
    if other is None:
        raise refuse(
            "", f'There is no unit "{name}" on the table.', "Name one by its id, as in towards B2 6."
        )
    x, y = _middle(unit)
    gx, gy = centroid(other.models)
    far = hypot(gx - x, gy - y) or 1.0
    step = _inches(rest, said) if rest else far
    return x + (gx - x) * step / far, y + (gy - y) * step / far


def _inches(said: str, whole: str) -> float:
    number = said.removesuffix('"').removesuffix(" inches").strip()
    if not re.fullmatch(_NUMBER, number):
        raise refuse("", f'"{whole}" names no number of inches.', "Write it like forward 6.")
    return float(number)


def _middle(unit: Unit | None) -> Point:
    if unit is None or not unit.models:
        raise refuse("", "The unit stands nowhere yet.", 'Name a place, as in "to 24,6 block".')
    return centroid(unit.models)


def _forward(unit: Unit | None, showing: Showing) -> float:
    """Forward is the compass direction in which most of the enemy lies."""
    x, y = _middle(unit)
    enemies = [
        at for one in showing.units if unit and one.side != unit.side and one.on_table for at in one.models
    ]
    surface = showing.surface
    gx, gy = centroid(tuple(enemies)) if enemies else (surface.wide / 2, surface.deep / 2)
    dx, dy = gx - x, gy - y
    if abs(dx) > abs(dy):
        return 0.0 if dx > 0 else 180.0
    return 90.0 if dy >= 0 else 270.0


def _unit_named(name: str, showing: Showing) -> Unit | None:
    wanted = name.casefold()
    return next((one for one in showing.units if one.id.casefold() == wanted and one.models), None)


def _single_models(said: str, unit: Unit | None, *, as_paths: bool) -> Answer:
    """Models by number with their places; those not named stay."""
    if unit is None or not unit.models:
        raise refuse("", "The unit stands nowhere yet.", 'Name a place, as in "to 24,6 block".')
    _, _, rest = said.partition(" ")
    paths: list[list[list[float]]] = [[list(at)] for at in unit.models]
    left = rest
    for number, places in _MODEL.findall(rest):
        left = left.replace(f"{number}:", "", 1).replace(places, "", 1)
        if not 1 <= int(number) <= len(paths):
            raise refuse("", f"There is no model {number}.", f"Models are numbered 1 to {len(paths)}.")
        paths[int(number) - 1] = [[float(x), float(y)] for x, y in _PLACE.findall(places)]
    if left.strip(" ;") or rest == left:
        raise refuse("", f'"{said}" is not understood.', 'Write it like "models 1: 3,4 2: 5,6.5".')
    return {"paths": paths} if as_paths else {"models": [path[-1] for path in paths]}
