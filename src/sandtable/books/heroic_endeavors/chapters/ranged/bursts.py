"""Bursts: the dice of an autofire weapon divided among several targets, one beside the other."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.ranged.exposing import comes_out
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    arc_of,
    band_of,
    is_in_arc,
    range_to,
    resolve_shot,
    shot_at,
    shot_dice,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.chapters.ranged.walking_fire import (
    Aim,
    Walk,
    is_in_clear_line,
    walks_on,
)
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.weapons import Ranged
from sandtable.kernel import PASS, Candidate, ChooseOne, Play, Refusal, rule, total_of

LEAST = 2
"""A burst has so many targets; with one it is concentrated fire (HE-AUT-02)."""


@rule("HE-AUT-01", "HE-AUT-09", "HE-SCT-01")
def can_burst(weapon: Ranged) -> bool:
    """An autofire weapon that is not loaded with what explodes."""
    return weapon.autofire > 0 and weapon.blast is None and not weapon.paired and weapon.bands is not None


@rule("HE-AUT-03", "HE-AUT-04", "HE-AUT-08")
def next_walks(state: Adventure, attack: Attack, aims: tuple[Aim, ...], left: int) -> list[Walk]:
    """How the burst can go on with the dice that are left: enough for every target, gaps paid first."""
    weapon, shooter = attack.ranged, attack.attacker
    assert weapon is not None
    found = []
    for walk in walks_on(state, shooter, aims, left):
        all_aims = (*aims, *walk.aims)
        enough = left - walk.lost >= weapon.autofire * len(all_aims)
        if enough and all(_can_be_hit(state, attack, one.model, all_aims) for one in walk.aims):
            found.append(walk)
    return found


@rule("HE-AUT-03", "HE-AUT-04")
def _can_be_hit(state: Adventure, attack: Attack, target: Model, aims: tuple[Aim, ...]) -> bool:
    """In arc, in clear sight and within extreme range."""
    weapon, shooter = attack.ranged, attack.attacker
    assert weapon is not None
    near = band_of(weapon, range_to(state, shooter, target)) is not None
    return (
        near and is_in_arc(shooter, target, arc_of(weapon)) and is_in_clear_line(state, shooter, target, aims)
    )


@deed
class Burst(DeedKind):
    """HE-AUT-03"""

    name, rule, keeps_preparation = "burst", "HE-AUT-03", True
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Beginning with every enemy, with every autofire weapon in use."""
        weapons = [one for one in shoots_with(model) if can_burst(one)]
        foes = [one for one in state.conscious() if one.is_foe_of(model)]
        return [Deed(self.name, foe.id, one.weapon) for foe in foes for one in weapons]

    def _attack(self, state: Adventure, model: Model, deed: Deed) -> Attack:
        weapon = next(one for one in shoots_with(model) if one.weapon == deed.weapon)
        return shot_at(state, model, state.models[deed.target], weapon)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """At whom it begins."""
        return f"burst with the {deed.weapon}, {name_of(state, state.models[deed.target])} first"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """The first target is shot at as ever, and there must be dice for a second."""
        attack = self._attack(state, model, deed)
        if (refusal := why_not_shoot(state, attack)) is not None:
            return refusal
        pool = total_of(shot_dice(state, attack))
        if not next_walks(state, attack, _first(attack), pool):
            reason = f"{pool} dice reach nobody after {name_of(state, attack.target)}."
            return Refusal("HE-AUT-08", reason, "Put all dice into one shot.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Its targets one by one, then the dice for each, then each roll."""
        await burst(play, self._attack(play.state, model, deed))
        model.prepared = Prepared()


def _first(attack: Attack) -> tuple[Aim, ...]:
    target = attack.target
    return (Aim(target, min(target.spaces)),)


@rule("HE-AUT-03", "HE-AUT-08")
async def burst(play: Play[Adventure], attack: Attack) -> None:
    """The pool is that against the first target; each target defends for itself."""
    attack = await comes_out(play, attack)
    left = total_of(shot_dice(play.state, attack))
    aims, left = await _targets(play, attack, left)
    dice = await _allot(play, attack, aims, left)
    play.tell(
        "burst fired", "HE-AUT-03", model=attack.attacker.id, weapon=attack.weapon, dice=left,
        targets=[one.model.id for one in aims],
    )  # fmt: skip
    for aim, count in zip(aims, dice, strict=True):
        target = play.state.models[aim.model.id]
        if target.on_board and attack.attacker.is_conscious and attack.ranged is not None:
            shot = shot_at(play.state, attack.attacker, target, attack.ranged)
            await resolve_shot(play, shot._replace(allotted=count))


@rule("HE-AUT-05", "HE-AUT-06")
async def _targets(play: Play[Adventure], attack: Attack, left: int) -> tuple[tuple[Aim, ...], int]:
    """The attacker lets the fire walk on, or stops it; the dice that are left come with it."""
    # The fire is walked over those of whom the party knows.
    state, aims = known(play.state, attack.attacker), _first(attack)
    while walks := next_walks(state, attack, aims, left):
        ways = [
            Candidate(
                f"on to {walk.aims[-1].model.id} {number}", _in_words(state, walk), walk, ("HE-AUT-05",),
                facts={"lost": walk.lost}, about=tuple(one.model.id for one in walk.aims), deed="on",
            )
            for number, walk in enumerate(walks, 1)
        ]  # fmt: skip
        stop = [] if len(aims) < LEAST else [Candidate("stop", "stop here", deed=PASS)]
        prompt = f"Where does the burst of {name_of(state, attack.attacker)} go next, with {left} dice?"
        asked = ChooseOne(
            attack.attacker.seat, "burst on", prompt, ("HE-AUT-05",), [*ways, *stop],
            about=(attack.attacker.id, *(one.model.id for one in aims)),
        )  # fmt: skip
        walk = await CHAIR.ask(play, asked)
        if not isinstance(walk, Walk):
            break
        aims, left = (*aims, *walk.aims), left - walk.lost
    return aims, left


def _in_words(state: Adventure, walk: Walk) -> str:
    named = " and ".join(f"{name_of(state, one.model)} at {space_called(one.at)}" for one in walk.aims)
    return f"{named}, losing {walk.lost}" if walk.lost else named


@rule("HE-AUT-01", "HE-AUT-03")
async def _allot(play: Play[Adventure], attack: Attack, aims: Sequence[Aim], left: int) -> list[int]:
    """Dice for each target before any roll, at least the rating; the last has what is left."""
    assert attack.ranged is not None
    least, found = attack.ranged.autofire, list[int]()
    for number, aim in enumerate(aims[:-1], 1):
        most = left - sum(found) - least * (len(aims) - number)
        prompt = f"How many dice for {name_of(play.state, aim.model)}?"
        counts = [Candidate(str(n), f"{n} dice", n) for n in range(least, most + 1)]
        asked = ChooseOne(
            attack.attacker.seat, "burst dice", prompt, ("HE-AUT-03",), counts, {"targets": len(aims)},
            about=(attack.attacker.id, aim.model.id),
        )  # fmt: skip
        found.append(counts[0].value if len(counts) == 1 else await CHAIR.ask(play, asked))
    return [*found, left - sum(found)]
