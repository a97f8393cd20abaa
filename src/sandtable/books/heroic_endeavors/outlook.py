"""What a model sees and reaches, worked out for screens from the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.binding.outlook import Obstacle, look_at, outlook_on
from sandtable.books.heroic_endeavors.chapters.arms import fights_with, shoots_with
from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike
from sandtable.books.heroic_endeavors.chapters.movement.walking import allowance, reach_of
from sandtable.books.heroic_endeavors.chapters.ranged.cover import cover_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shot_at, why_not_shoot
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.table.measure import Models
from sandtable.table.outlook import Look, Outlook, Sweep, ground_about
from sandtable.table.squares.spaces import Space
from sandtable.table.squares.surface import middle

BLOCKED = Obstacle("no sight", ("HE-LOS-02",))


def outlook_of(state: Adventure, unit: str) -> Outlook | None:
    """Its walk and its run, and every enemy with what is in the way; nothing of who is down or gone."""
    model = state.models.get(unit)
    if model is None or not model.is_conscious:
        return None
    foes = sorted(state.foes_of(model), key=lambda one: distance_between(model, one))
    return outlook_on(unit, foes, lambda foe: _look(state, model, foe), _reach(state, model), lambda foe: ())


def _look(state: Adventure, model: Model, foe: Model) -> Look:
    assert model.at is not None
    assert foe.at is not None
    far = distance_between(model, foe)
    hidden = None if sees(state, model, foe) else BLOCKED
    cover = None
    if hidden is None and far > 1:
        found = cover_of(state, model, foe)
        if found.dice:
            cover = Obstacle(f"{found.degree} {found.material}", ("HE-COV-05",))
    can = [*(["strike"] if any(can_strike(state, model, foe, arm) for arm in fights_with(model)) else [])]
    shots = (shot_at(state, model, foe, arm) for arm in shoots_with(model) if arm.bands and arm.shoots)
    if any(why_not_shoot(state, one) is None for one in shots):
        can.append("shoot")
    line = (middle(model.at), middle(foe.at))
    return look_at(foe.id, line, float(far), hidden=hidden, cover=cover, can=can, rules=("HE-LOS-01",))


def _reach(state: Adventure, model: Model) -> tuple[Sweep, ...]:
    """As far as one action leads, and as far as both."""
    found = []
    for times, words, rule in ((1, "walk", "HE-ACT-06"), (2, "run", "HE-ACT-07")):
        mov = allowance(state, model, times)
        spaces = reach_of(state, model, mov).spaces
        found.append(Sweep(model.id, "move", float(mov), borders(spaces), words, (rule,)))
    return tuple(found)


def borders(spaces: Iterable[Space]) -> tuple[Models, ...]:
    """The borders of some spaces, inner ones too."""
    area = ground_about([(float(x), float(y)) for x, y in spaces], 1.0)
    return tuple(
        tuple((x + 0.5, y + 0.5) for x, y in ring.coords[:-1])
        for part in getattr(area, "geoms", [area])
        for ring in (part.exterior, *part.interiors)
    )
