"""Turn, initiative and activation: who rolls, who shares, who acts when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.books.heroic_endeavors.chapters.movement.riding import riders_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import For, Play, rule
from sandtable.kernel.dice import TOTAL

MOST_IN_UNIT = 6
"""HE-INI-05"""
Unit = tuple[str, ...]


@rule("HE-INI-03", "HE-REA-09")
def by_initiative(state: Adventure, models: Iterable[Model]) -> list[Model]:
    """From the highest to the lowest initiative, ties as the turn has ordered them."""
    places = {id: place for place, unit in enumerate(state.ranks) for id in unit}
    return sorted(models, key=lambda one: (-one.turn.initiative, places.get(one.id, len(places))))


@rule("HE-INI-05", "HE-AGM-04", "HE-MNT-02")
def units(state: Adventure) -> list[Unit]:
    """Cohorts and opponents of one profile, side and group share; heroes and villains never."""
    found: list[list[str]] = []
    open_units: dict[tuple[str, str, str], list[str]] = {}
    for model in state.models.values():
        if not state.acts(model) or model.rides or model.bond.caster:
            continue
        shares = not model.is_character and state.switches.shared_initiative == "auto"
        key = (model.side, model.profile, model.group or model.seat)
        unit = open_units.get(key) if shares else None
        if unit is None or len(unit) >= MOST_IN_UNIT:
            unit = []
            found.append(unit)
            if shares:
                open_units[key] = unit
        unit += [model.id, *(one.id for one in riders_of(state, model) if state.acts(one))]
    return [tuple(one) for one in found]


@rule("HE-INI-01", "HE-INI-03", "HE-INI-04", "HE-DICE-03")
async def roll_initiative(play: Play[Adventure]) -> None:
    """Two dice added for each model or unit; those who are level roll again among themselves."""
    state = play.state
    scores: dict[Unit, list[int]] = {unit: [] for unit in units(state)}
    shown = [unit for unit in scores if any(state.is_known(id) for id in unit)]
    tied = list(scores)
    while tied:
        for unit in tied:
            scores[unit].append(await _roll(play, unit, openly=unit in shown))
        tied = _tied(scores, shown)
    # Whether somebody was level with a model in the dark is nobody's business (HE-AGM-24).
    while tied := _tied(scores, scores):
        for unit in tied:
            scores[unit].append(await _roll(play, unit, openly=False))
    for unit, rolled in scores.items():
        for id in unit:
            state.models[id].turn.initiative = rolled[0]
    state.ranks = with_entities(state, tuple(sorted(scores, key=lambda one: scores[one], reverse=True)))
    state.order = state.ranks
    order = [[id for id in unit if state.is_known(id)] for unit in state.order]
    play.tell("initiative rolled", "HE-INI-03", order=[one for one in order if one])


@rule("HE-ENT-06")
def with_entities(state: Adventure, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The entities of a caster are activated directly after it, with its initiative."""
    found: list[Unit] = []
    for unit in units:
        found.append(unit)
        for entity in state.on_board():
            if entity.bond.caster in unit:
                entity.turn.initiative = state.models[entity.bond.caster].turn.initiative
                found.append((entity.id,))
    return tuple(found)


def _tied(scores: Mapping[Unit, list[int]], among: Iterable[Unit]) -> list[Unit]:
    totals = [tuple(scores[unit]) for unit in among]
    return [unit for unit in among if totals.count(tuple(scores[unit])) > 1]


async def _roll(play: Play[Adventure], unit: Unit, *, openly: bool) -> int:
    state = play.state
    first = next((id for id in unit if state.is_known(id)), unit[0])
    seat = state.models[first].seat or None
    faces = await play.roll(
        2, For("initiative", first), "HE-INI-01", seat=seat, reading=TOTAL, to=None if openly else state.alone
    )
    return sum(faces)
