"""Spells that move terrain, the caster, or a copy of the caster."""

from __future__ import annotations

import msgspec

from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down
from sandtable.books.forgotten_ruin.chapters.movement.displacing import forget_contacts
from sandtable.books.forgotten_ruin.chapters.movement.footing import nearest_standable
from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.movement.placing import place_soldier
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    in_contact,
    inches,
    remove,
    told,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import aim, near_planner
from sandtable.books.forgotten_ruin.chapters.spells.casting import Cast, Spell, spell
from sandtable.books.forgotten_ruin.chapters.spells.targets import (
    choose_one,
    choose_some,
    is_in_reach,
    range_of,
    reaches_point,
)
from sandtable.books.forgotten_ruin.chapters.terrain import category
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Profile, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    FIGURE_REMOVED,
    HIT_STRIKES,
    MOVE_ENDED,
    MOVED,
    WINDOWS,
    Activation,
    Movement,
    Removal,
    Struck,
)
from sandtable.kernel import Play, Refusal, rule
from sandtable.kernel.arithmetic import atan2, cos, sin
from sandtable.table import Area, Ground, NearPoint, Piece, Point
from sandtable.table.figures.room import points_on_ring
from sandtable.table.shapes import box_of

SMALL = 2.0
"""The largest feature that an Upheaval moves (FR-SPL-22)."""
UPHEAVAL = 6.0
"""How far it moves (FR-SPL-22)."""
BESIDE_A_SOLDIER = 6.0
"""FR-SPL-40."""

# ---- Terrain ------------------------------------------------------------------------------------


class AtFeatures(Spell):
    """A spell that is cast at a feature in reach."""

    def able(self, state: Battle, cast: Cast) -> list[Area]:
        """Features of which the middle or a corner is in range and sight."""
        return [
            one
            for one in state.ground.areas
            if any(reaches_point(state, cast, at) for at in (one.piece.centre, *one.piece.outline))
        ]


@spell("Shake Terrain", "FR-SPL-37")
class ShakeTerrain(AtFeatures):
    """Everybody on, in or at a feature goes down."""

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Friends included."""
        state = play.state
        for area in await choose_some(play, cast, self.able(state, cast), "Which feature is shaken?"):
            play.tell("terrain shakes", "FR-SPL-37", piece=area.id)
            for one in state.figures_on_table():
                if area.distance(*one.at) <= one.radius + TOLERANCE:
                    knock_down(play, one, "FR-SPL-37")


@spell("Upheaval", "FR-SPL-22")
class Upheaval(AtFeatures):
    """A small feature is moved and pushes figures aside."""

    def able(self, state: Battle, cast: Cast) -> list[Area]:
        """Small features in reach."""
        return [one for one in super().able(state, cast) if is_small(state, one.piece)]

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """The player picks the feature, where it goes and how far."""
        for one in await choose_some(play, cast, self.able(play.state, cast), "Which feature is moved?"):
            await self._heave(play, cast, one)

    async def _heave(self, play: Play[Battle], cast: Cast, area: Area) -> None:
        """One feature goes where the player says."""
        state = play.state
        start = area.piece.centre
        to = await self._where_to(play, cast, area.piece)
        by = _kept_on_table(state, area.piece, (to[0] - start[0], to[1] - start[1]))
        # A figure within something that can be entered is on it as well.
        entered = area.height <= 0.0 or category(area.piece) in ("area", "field")
        carried = [
            one
            for one in state.figures_on_table()
            if area.distance(*one.at) <= 0.0 and (one.elevation > 0 or entered)
        ]
        moved = _moved(state, area.piece, by)
        # Nobody fights across a wall that is not there any more.
        state.contacts = tuple(one for one in state.contacts if one.across != area.id)
        play.tell("terrain moves", "FR-SPL-22", piece=area.id, at=moved.piece.centre)
        for one in carried:
            # Ruling of FR-SPL-22: who stands on it travels with it.
            self._shift(play, one, (one.at[0] + by[0], one.at[1] + by[1]))
            knock_down(play, one, "FR-SPL-22")
        for one in state.figures_on_table():
            if one not in carried and moved.distance(*one.at) < one.radius - TOLERANCE:
                # Ruling of FR-SPL-22: nobody is pushed into a combat.
                self._shift(play, one, nearest_standable(state, one.at, one, may_contact=False))
                one.elevation = 0.0
                forget_contacts(state, one)
        for one in carried:
            on_top = one.elevation > 0.0
            spot = one.at if on_top else nearest_standable(state, one.at, one, may_contact=False)
            if spot != one.at:
                self._shift(play, one, spot)
            forget_contacts(state, one)

    def _shift(self, play: Play[Battle], one: Soldier | Enemy, at: Point) -> None:
        one.at = at
        play.tell("figure shifted", "FR-SPL-22", figure=one.id, at=at)

    async def _where_to(self, play: Play[Battle], cast: Cast, piece: Piece) -> Point:
        """Any spot no more than 6 inches from where its middle is."""
        state, middle = play.state, piece.centre
        far = inches(state, UPHEAVAL)

        def spots() -> list[Point]:
            here = (round(middle[0], 3), round(middle[1], 3))
            return [*points_on_ring(state.ground, middle, far, 16), here]

        why = Refusal("FR-SPL-22", f"That is farther than {told(state, far)}.", "Move it less far.")
        planner = near_planner(state, middle, far, why, spots, lambda at: {"worth": 0.0})
        radius, prompt = inches(state, SMALL / 2), "Where does its middle go?"
        rules, about = ("FR-SPL-22",), (piece.id,)
        return await aim(
            play, cast.caster, "move feature", prompt, rules, planner, radius, reach=far, about=about
        )


@rule("FR-SPL-22")
def is_small(state: Battle, piece: Piece) -> bool:
    """Whether a feature fits into a square of 2 in by 2 in, however it lies."""
    corners = piece.outline
    for (x, y), (u, v) in zip(corners, (*corners[1:], corners[0]), strict=True):
        turn = -atan2(v - y, u - x)
        turned = tuple((a * cos(turn) - b * sin(turn), a * sin(turn) + b * cos(turn)) for a, b in corners)
        west, south, east, north = box_of(turned)
        if within(max(east - west, north - south), inches(state, SMALL)):
            return True
    return False


def _kept_on_table(state: Battle, piece: Piece, by: Point) -> Point:
    """How far the feature goes without leaving the table."""
    west, south, east, north = box_of(piece.outline)
    u = min(max(by[0], -west), state.ground.width - east)
    v = min(max(by[1], -south), state.ground.depth - north)
    return (u, v)


def _moved(state: Battle, piece: Piece, by: Point) -> Area:
    """The feature at its new place."""
    moved = msgspec.structs.replace(piece, outline=tuple((x + by[0], y + by[1]) for x, y in piece.outline))
    pieces = tuple(moved if one.id == piece.id else one for one in state.ground.pieces)
    state.ground = Ground(state.ground.width, state.ground.depth, pieces)
    return next(one for one in state.ground.areas if one.id == piece.id)


# ---- Teleport -----------------------------------------------------------------------------------


@spell("Teleport", "FR-SPL-40")
class Teleport(Spell):
    """The caster is somewhere else at once."""

    is_attack = False

    def able(self, state: Battle, cast: Cast) -> list[Soldier]:
        """Other soldiers in reach."""
        others = [one for one in state.soldiers_on_table() if one is not cast.caster and not one.copy_of]
        return [one for one in others if is_in_reach(state, cast, one)]

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Any spot within 6 inches of another soldier, out of contact with opponents."""
        state, caster = play.state, cast.caster
        anchors = self.able(state, cast)
        anchor = anchors[0] if len(anchors) == 1 else await choose_one(play, cast, anchors, "Beside whom?")
        zone = NearPoint(anchor.at, anchor.radius + inches(state, BESIDE_A_SOLDIER) + 2 * caster.radius)
        before = caster.at
        state.contacts = tuple(one for one in state.contacts if caster.id not in (one.mover, one.other))
        await place_soldier(play, caster, zone, "appear", f"Where does {caster.name} appear?", "FR-SPL-40")
        play.tell("teleported", "FR-SPL-40", figure=caster.id, start=before, end=caster.at)
        moment = Movement(caster.seat, caster, (caster.at,), "teleport")
        await WINDOWS.open(play, MOVED, moment)
        if caster.on_table:
            # FR-INV-03: a Teleport is a movement that ends somewhere.
            await WINDOWS.open(play, MOVE_ENDED, moment)


# ---- Mirror Image -------------------------------------------------------------------------------


@spell("Mirror Image", "FR-SPL-38", "FR-SPL-39")
class MirrorImage(Spell):
    """A copy of the caster appears."""

    is_attack = False

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Casting it again removes an existing copy."""
        state, caster = play.state, cast.caster
        for one in [each for each in state.soldiers.values() if each.copy_of == caster.id]:
            if one.on_table:
                await remove(play, one, "withdrawn", "FR-SPL-39")
            del state.soldiers[one.id]
        copy = Soldier(
            id=f"{caster.id}*",
            name=f"{caster.name}'s image",
            profile=Profile(speed=caster.profile.speed, wits=caster.profile.wits, toughness=1),
            seat=caster.seat,
            position="mirror image",
            radius=caster.radius,
            height=caster.height,
            copy_of=caster.id,
            acted=True,
        )
        state.soldiers[copy.id] = copy
        zone = NearPoint(caster.at, range_of(state, cast) + caster.radius + 2 * copy.radius)
        rules, prompt = ("FR-SPL-38", "FR-SPL-06"), "Where does the image appear?"
        await place_soldier(play, copy, zone, "place image", prompt, *rules, seen_by=caster)


@WINDOWS.consequence(
    HIT_STRIKES,
    "the image vanishes",
    "FR-SPL-39",
    lambda play, seat, now: isinstance(now.target, Soldier) and bool(now.target.copy_of),
    rank=-3,
)
async def image_is_struck(play: Play[Battle], seat: str, now: Struck) -> None:
    """Any attack that hits the copy makes it vanish."""
    now.negate("FR-SPL-39")
    if now.target.on_table:
        await remove(play, now.target, "withdrawn", "FR-SPL-39")


def _touched(play: Play[Battle], seat: str, now: Movement) -> list[Soldier]:
    state = play.state
    return [
        one
        for one in state.soldiers_on_table()
        if one.copy_of and any(in_contact(state, one, foe) for foe in state.opponents_of(one))
    ]


@WINDOWS.consequence(MOVED, "the image is touched", "FR-SPL-39", _touched, rank=-1)
async def image_is_touched(play: Play[Battle], seat: str, now: Movement, touched: list[Soldier]) -> None:
    """An opponent in contact makes it vanish."""
    for one in touched:
        await remove(play, one, "withdrawn", "FR-SPL-39")


def _copies(play: Play[Battle], seat: str, now: Activation | Removal) -> list[Soldier]:
    caster = now.figure.id
    return [one for one in play.state.soldiers.values() if one.copy_of == caster and one.on_table]


@WINDOWS.consequence(FIGURE_REMOVED, "the caster is gone", "FR-SPL-43", _copies, rank=-2)
async def caster_is_gone(play: Play[Battle], seat: str, now: Removal, copies: list[Soldier]) -> None:
    """The image ends with its caster; other spells stay."""
    for one in copies:
        await remove(play, one, "withdrawn", "FR-SPL-39", "FR-SPL-43")


@WINDOWS.offer(
    ACTIVATION_STARTED, "move the image", "FR-SPL-38", _copies, said="the Move of the image", rank=-1
)
async def move_image(play: Play[Battle], seat: str, now: Activation, copies: list[Soldier]) -> None:
    """It moves together with its caster, from the next activation on."""
    state, copy = play.state, copies[0]
    why = Refusal("FR-SPL-39", f"{copy.name} would vanish.", "End the move out of contact.")
    limit, prompt = inches(state, speed(state, copy)), f"Where does {copy.name} go?"
    await soldier_moves(
        play,
        copy,
        limit,
        prompt,
        may_contact=False,
        may_leave=False,
        rules=("FR-SPL-38",),
        topic="move image",
        why_no_contact=why,
    )
