"""Rider or mount: whom an attack on a mounted unit strikes, getting on and off, and the loss of either."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.books.heroic_endeavors.chapters.actions import KINDS, Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import is_adjacent
from sandtable.books.heroic_endeavors.chapters.movement.riding import (
    bearer_of,
    on_one_base,
    riders_of,
    sit_down_on,
    stand_beside,
)
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import WHY_NOT_ACT, Attack
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import MODEL_DOWN, WINDOWS, ModelMoment, once
from sandtable.kernel import Candidate, ChooseOne, For, Play, Refusal, YesNo, rule
from sandtable.table.squares.contact import WHEREVER, adjacent
from sandtable.table.squares.going import steps_on
from sandtable.table.squares.spaces import Space
from sandtable.table.squares.surface import middle

MOUNT_UP_TO = 4
"""HE-MNT-05: up to this the die names the mount, above it the rider."""
DIFFICULTY = 1
"""HE-MNT-12"""


@rule("HE-MNT-04", "HE-MNT-05", "HE-MNT-06", "HE-DICE-03")
async def rider_or_mount(play: Play[Adventure], attack: Attack) -> Attack:
    """A die says which of a mounted unit is struck; the attack is then one on that model."""
    unit = [one for one in on_one_base(play.state, attack.target) if one.on_board]
    if len(unit) < 2:
        return attack
    more = await _aims_at_the_rider(play, attack)
    faces = await play.roll(
        1 + more, For("rider or mount", unit[0].id), "HE-MNT-05", *(("HE-MNT-06",) if more else ()),
        seat=attack.attacker.seat or None,
    )  # fmt: skip
    struck = list(dict.fromkeys(_named_by(face, unit).id for face in faces))
    target = play.state.models[struck[0]]
    if len(struck) > 1:
        prompt = f"Whom does {name_of(play.state, attack.attacker)} hit?"
        names = [
            Candidate(id, name_of(play.state, play.state.models[id]), play.state.models[id], about=(id,))
            for id in struck
        ]
        asked = ChooseOne(
            attack.attacker.seat, "rider or mount", prompt, ("HE-MNT-06",), names,
            about=(attack.attacker.id, *struck),
        )  # fmt: skip
        target = await CHAIR.ask(play, asked)
    play.tell("rider or mount", "HE-MNT-05", model=attack.attacker.id, target=target.id, faces=list(faces))
    return attack._replace(target=target)


def _named_by(face: int, unit: Sequence[Model]) -> Model:
    """1 to 4 the mount, 5 and 6 the rider; where two ride, each has one of the two."""
    mount, *riders = unit
    return mount if face <= MOUNT_UP_TO else riders[(face - MOUNT_UP_TO - 1) * len(riders) // 2]


@rule("HE-MNT-06", "HE-ACT-11")
async def _aims_at_the_rider(play: Play[Adventure], attack: Attack) -> int:
    """Aim may go into this roll instead of the attack, as a whole; so many dice more are rolled for it."""
    shooter = attack.attacker
    dice = shooter.prepared.aim
    if attack.kind != "ranged" or attack.is_reaction or not dice:
        return 0
    prompt = f"Does {name_of(play.state, shooter)} use its aim to choose between rider and mount?"
    asked = YesNo(
        shooter.seat, "aim at the rider", prompt, ("HE-MNT-06",), about=(shooter.id, attack.target.id)
    )
    if not await CHAIR.ask(play, asked):
        return 0
    shooter.prepared = msgspec.structs.replace(shooter.prepared, aim=0)
    return dice


@WHY_NOT_ACT.source("HE-MNT-02")
def _is_carried(state: Adventure, model: Model, kind: str) -> Refusal | None:
    """The mount's actions pay for movement, and not the rider's."""
    if model.rides and KINDS[kind].is_movement:
        mount = name_of(state, bearer_of(state, model))
        return Refusal("HE-MNT-02", f"{name_of(state, model)} rides.", f"Let {mount} move, or dismount.")
    return None


@rule("HE-MNT-11", "HE-MNT-12")
def free_beside(state: Adventure, rider: Model) -> list[Space]:
    """Free spaces beside the base, on which it can stand."""
    board, base = state.board, bearer_of(state, rider)
    stand = steps_on(board, WHEREVER).can_stand
    taken = {at for one in state.on_board() for at in one.spaces}
    around = {
        (x + dx, y + dy) for x, y in base.spaces for dx in (-1, 0, 1) for dy in (-1, 0, 1)
    }  # fmt: skip
    return sorted(
        at
        for at in around
        if board.has(at)
        and at not in taken
        and stand >> board.number(at) & 1
        and any(adjacent(board, one, at) for one in base.spaces)
    )


@rule("HE-MNT-11", "HE-MNT-12")
async def _where_to(play: Play[Adventure], rider: Model, spaces: Sequence[Space], cause: str) -> Space:
    """Its owner names one of the spaces."""
    if len(spaces) == 1:
        return spaces[0]
    prompt = f"Where does {name_of(play.state, rider)} get off?"
    named = [
        Candidate(space_called(at), space_called(at), at, facts={"at": list(at)}, places=(middle(at),))
        for at in spaces
    ]
    asked = ChooseOne(rider.seat, "get off", prompt, (cause,), named, about=(rider.id,))
    at: Space = await CHAIR.ask(play, asked)
    return at


@deed
class GetOn(DeedKind):
    """HE-MNT-11"""

    name, rule = "mount", "HE-MNT-11"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every mount beside it that is nobody else's."""
        if model.rides or model.steers:
            return ()
        mounts = [one for one in state.conscious() if one.steers and not one.is_foe_of(model)]
        free = [one for one in mounts if not any(riders_of(state, one)) and is_adjacent(state, model, one)]
        return [Deed(self.name, one.id) for one in free]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Which."""
        return f"mount {name_of(state, state.models[deed.target])}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It sits on it, and whoever plays the rider plays the mount."""
        mount = play.state.models[deed.target]
        mount.seat, mount.side, mount.behaviour = model.seat, model.side, model.behaviour
        sit_down_on(play.state, model, mount)
        play.tell("model mounted", "HE-MNT-11", model=model.id, target=mount.id, at=model.point)


@deed
class GetOff(DeedKind):
    """HE-MNT-11"""

    name, rule = "dismount", "HE-MNT-11"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """While it rides."""
        return (Deed(self.name),) if model.rides else ()

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """There must be a free space beside the mount."""
        if not free_beside(state, model):
            return Refusal("HE-MNT-11", "There is no free space beside the mount.", "Ride on first.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Into a free space beside it."""
        at = await _where_to(play, model, free_beside(play.state, model), "HE-MNT-11")
        stand_beside(model, at)
        play.tell("model dismounted", "HE-MNT-11", model=model.id, at=model.point)


def _was_mounted(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return once(play, seat, now) and bool(now.model.rides or any(riders_of(play.state, now.model)))


@WINDOWS.consequence(MODEL_DOWN, "rider and mount", "HE-MNT-12", _was_mounted)
async def part(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Without its mount a rider comes to the ground, on its feet or not; without a rider the mount strays."""
    state, down = play.state, now.model
    if not down.rides:
        for rider in [*riders_of(state, down)]:
            await _comes_down(play, rider)
        return
    mount = bearer_of(state, down)
    if down.on_board:
        await _comes_down(play, down)
    down.rides = ""
    if not any(riders_of(state, mount)):
        goes_astray(mount)


@rule("HE-MNT-12", "HE-FBK-05")
async def _comes_down(play: Play[Adventure], rider: Model) -> None:
    """Beside the mount, or where that lies; who fails a check of DEX falls."""
    spaces = free_beside(play.state, rider)
    assert rider.at is not None
    at = await _where_to(play, rider, spaces, "HE-MNT-12") if spaces else rider.at
    stand_beside(rider, at)
    play.tell("model dismounted", "HE-MNT-12", model=rider.id, at=rider.point)
    if rider.is_conscious and not await check(play, rider, "DEX", DIFFICULTY, "HE-MNT-12"):
        rider.condition.fallen = True
        play.tell("model fell", "HE-MNT-12", model=rider.id)


@rule("HE-MNT-12")
def goes_astray(mount: Model) -> None:
    """Nobody plays it any more: a living mount walks off by itself, a vehicle stays where it is."""
    mount.seat = ""
    mount.behaviour = "vehicle" if mount.is_vehicle else "stray"
