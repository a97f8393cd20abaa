"""Sprays: a wedge from the attacker's base, and everybody under it is attacked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.ground import is_adjacent
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    actions_for,
    is_in_arc,
    resolve_shot,
    shot_at,
)
from sandtable.books.heroic_endeavors.chapters.ranged.sprays import Laid, Length, sprays, victims_of
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.modifiers import ATTACK, Attack
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.weapons import Ranged
from sandtable.kernel import PASS, Candidate, ChooseOne, Modifier, Play, Refusal, rule
from sandtable.table.squares.arcs import Arc
from sandtable.table.squares.surface import middle

SIZES: dict[str, tuple[Length, ...]] = {"SP": ("large", "small"), "sp": ("small",)}
"""HE-SPR-02"""


class Beside(NamedTuple):
    """No template: one target beside the attacker, twice (HE-PBR-05)."""

    target: Model


@rule("HE-SPR-05")
def arc_of_spray(weapon: Ranged) -> Arc:
    """90 degrees even if it is not heavy, and 180 for a pistol."""
    return 180 if "P" in weapon.marks and not weapon.is_heavy else 90


@rule("HE-SPR-02", "HE-SPR-03", "HE-SPR-12")
def templates_of(state: Adventure, model: Model, weapon: Ranged) -> Iterator[Laid]:
    """Every way to lay it from the front of the base, or its side, wholly within the arc."""
    for size in SIZES.get(weapon.template, ()):
        yield from sprays(state, model, size, arc_of_spray(weapon))


@rule("HE-PBR-05")
def targets_beside(state: Adventure, model: Model, weapon: Ranged) -> list[Beside]:
    """Enemies beside the attacker and in the arc of the weapon."""
    arc = arc_of_spray(weapon)
    return [
        Beside(foe)
        for foe in state.foes_of(model)
        if is_adjacent(state, model, foe) and is_in_arc(model, foe, arc)
    ]


def ways_to_spray(state: Adventure, model: Model, weapon: Ranged) -> list[Laid | Beside]:
    """Whatever hits an enemy."""
    found: list[Laid | Beside] = [
        one
        for one in templates_of(state, model, weapon)
        if any(victim.is_foe_of(model) for victim, _ in victims_of(state, model, one.spaces))
    ]
    return [*found, *targets_beside(state, model, weapon)]


def reached_by(state: Adventure, model: Model, way: Laid | Beside) -> tuple[int, int]:
    """How many enemies and how many friends are attacked."""
    if isinstance(way, Beside):
        return 1, 0
    victims = [victim for victim, _ in victims_of(state, model, way.spaces)]
    foes = sum(victim.is_foe_of(model) for victim in victims)
    return foes, len(victims) - foes


@deed
class Spray(DeedKind):
    """HE-SPR-01"""

    name, rule, keeps_preparation = "spray", "HE-SPR-01", True
    points_at = ("ground",)

    def _weapon(self, model: Model, deed: Deed) -> Ranged:
        return next(one for one in shoots_with(model) if one.weapon == deed.weapon)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """With every spray weapon in use."""
        return [Deed(self.name, weapon=one.weapon) for one in shoots_with(model) if one.template in SIZES]

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """Those of the weapon."""
        return actions_for(self._weapon(model, deed))

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """With what."""
        return f"spray with the {deed.weapon}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It is empty, or no enemy can be reached."""
        if deed.weapon in model.arms.empty:
            return Refusal("HE-AMMO-01", f"The {deed.weapon} is empty.", "Reload it.")
        if not ways_to_spray(state, model, self._weapon(model, deed)):
            return Refusal("HE-SPR-03", "No enemy is in reach of the spray.", "Come nearer, or turn.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Lay the template; all under it are attacked."""
        await spray(play, model, self._weapon(model, deed))
        model.prepared = Prepared()


@rule("HE-SPR-03", "HE-SPR-06", "HE-SPR-11")
async def spray(play: Play[Adventure], model: Model, weapon: Ranged) -> None:
    """It never goes astray, and stuns nobody."""
    state, seen = play.state, known(play.state, model)
    # Ways are told from what the party knows; who else is there is hit all the same.
    eyes = seen.models[model.id]
    ways = [_candidate(seen, eyes, one) for one in ways_to_spray(seen, eyes, weapon)]
    prompt = f"Where does {name_of(state, model)} spray?"
    asked = ChooseOne(model.seat, "lay the spray", prompt, ("HE-SPR-03",), ways, about=(model.id,))
    chosen: Laid | Beside = await CHAIR.ask(play, asked)
    if isinstance(chosen, Beside):
        target = state.models[chosen.target.id]
        attack = shot_at(state, model, target, weapon)._replace(spray="beside")
        await _each(play, [attack, attack._replace(is_primary=False)])
        return
    victims = victims_of(state, model, chosen.spaces)
    shown = [one.id for one, _ in victims_of(seen, eyes, chosen.spaces)]
    primary = await _primary(play, model, [one for one, _ in victims if one.id in shown])
    play.tell(
        "sprayed", "HE-SPR-06", model=model.id, weapon=weapon.weapon, targets=shown,
        places=[middle(at) for at in chosen.spaces],
    )  # fmt: skip
    victims.sort(key=lambda each: each[0] is not primary)
    attacks = []
    for victim, times in victims:
        attack = shot_at(state, model, victim, weapon)._replace(spray=chosen.size)
        attacks += [attack._replace(is_primary=victim is primary and not time) for time in range(times)]
    await _each(play, attacks)


async def _each(play: Play[Adventure], attacks: Sequence[Attack]) -> None:
    for attack in attacks:
        if attack.target.on_board:
            await resolve_shot(play, attack)


@rule("HE-SPR-09")
async def _primary(play: Play[Adventure], model: Model, victims: Sequence[Model]) -> Model | None:
    """One of them may be named before the rolls."""
    if len(victims) <= 1:
        return victims[0] if victims else None
    state = play.state
    names = [Candidate(one.id, name_of(state, one), one, about=(one.id,)) for one in victims]
    nobody = Candidate("nobody", "nobody", deed=PASS)
    about = (model.id, *(one.id for one in victims))
    prompt = f"At whom does {name_of(state, model)} aim its spray?"
    asked = ChooseOne(model.seat, "spray target", prompt, ("HE-SPR-09",), [*names, nobody], about=about)
    chosen = await CHAIR.ask(play, asked)
    return chosen if isinstance(chosen, Model) else None


def _candidate(state: Adventure, model: Model, one: Laid | Beside) -> Candidate:
    if isinstance(one, Beside):
        name = f"{name_of(state, one.target)} alone, twice"
        return Candidate(
            f"beside {one.target.id}", name, one, ("HE-PBR-05",), facts={"foes": 2, "friends": 0},
            about=(one.target.id,),
        )  # fmt: skip
    victims = [victim for victim, _ in victims_of(state, model, one.spaces)]
    foes, friends = reached_by(state, model, one)
    names = ", ".join(name_of(state, victim) for victim in victims)
    (x, y), (left, ahead) = one.axis, one.start
    return Candidate(
        f"{one.size} {x},{y} from {left},{ahead}",
        f"{one.size}, towards {space_called(one.spaces[-1])}: {names}",
        one,
        ("HE-SPR-04",),
        facts={"foes": foes, "friends": friends},
        places=tuple(middle(at) for at in one.spaces),
        about=tuple(victim.id for victim in victims),
    )


@ATTACK.source("HE-SPR-10")
def _concentrated(state: Adventure, attack: Attack) -> Modifier | None:
    """A large weapon that uses the small template has a die more against everybody under it."""
    weapon = attack.ranged
    is_small = weapon is not None and weapon.template == "SP" and attack.spray == "small"
    return Modifier(1, "concentrated spray", "HE-SPR-10") if is_small else None
