"""Moving silently: who walks unseen past guards who know of nothing may still be heard."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.ground import distance_between, face, facing_to, standing_at
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.awareness import alert
from sandtable.books.heroic_endeavors.state import Adventure, Group, Model
from sandtable.books.heroic_endeavors.tables.charts import charts
from sandtable.kernel import Play, rule
from sandtable.table.squares.reach import Place


@rule("HE-STL-03", "HE-STL-04")
def difficulty_of(group: Group, distance: int) -> int:
    """By how alert the guards are, and how near."""
    base = next(one.difficulty for one in charts().guards if one.alertness == group.alertness)
    near = next(one for one in charts().hearing if distance <= one.up_to)
    return max(0, base + near.change)


@rule("HE-STL-05")
def guards_of(state: Adventure, group: Group) -> list[Model]:
    """The conscious models of a group."""
    return [one for one in state.conscious() if one.group == group.id]


@rule("HE-STL-01", "HE-STL-02", "HE-STL-05")
async def steals_past(play: Play[Adventure], model: Model, way: Sequence[Place]) -> None:
    """One check for each move and each group that is still unaware: nobody of it has seen the model."""
    state = play.state
    for group in [*state.groups.values()]:
        guards = [one for one in guards_of(state, group) if one.is_foe_of(model)]
        if group.awareness != "unaware" or not guards or not way:
            continue
        steps = [standing_at(model, one) for one in way]
        nearest = min(distance_between(guard, one) for guard in guards for one in steps)
        difficulty = difficulty_of(group, nearest)
        # Where nobody of them is in sight, that there is somebody to be heard by is not told (HE-AGM-24).
        is_open = model.side != "party" or any(state.is_known(one.id) for one in guards)
        if not await check(play, model, "DEX", difficulty, "HE-STL-02", is_unseen=not is_open):
            hear(play, model, group)


@rule("HE-STL-06")
def hear(play: Play[Adventure], model: Model, group: Group) -> None:
    """The guards are alerted and turn towards the noise; they act from their next activation."""
    alert(play, group.id, "HE-STL-06", by=model)
    assert model.at is not None
    for guard in guards_of(play.state, group):
        assert guard.at is not None
        facing = facing_to(guard.at, model.at, guard.facing)
        if facing != guard.facing:
            face(guard, facing)
            play.tell("model turned", "HE-STL-06", model=guard.id, facing=facing)
