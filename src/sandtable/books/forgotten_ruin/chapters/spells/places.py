"""Spells that move terrain and figures, make gas and copies, or take somebody's will."""

from __future__ import annotations

from math import pi

import msgspec

from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.displacing import forget_contacts
from sandtable.books.forgotten_ruin.chapters.movement.placing import place_soldier
from sandtable.books.forgotten_ruin.chapters.movement.standing import nearest_standable
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    gap,
    inches,
    told,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import aim, aim_planner
from sandtable.books.forgotten_ruin.chapters.spells.casting import (
    EXTENDING,
    Cast,
    Spell,
    choose_one,
    choose_some,
    origins,
    reaches_point,
    spell,
    why_no_target,
)
from sandtable.books.forgotten_ruin.chapters.terrain import category
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import (
    MOVE_ENDED,
    MOVED,
    WINDOWS,
    Movement,
)
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point
from sandtable.table.shapes import box_of
from sandtable.table.terrain import Area, Ground, Piece
from sandtable.table.zones import NearPoint

SMALL = 2.0
"""The largest feature that an Upheaval moves (FR-SPL-22)."""
UPHEAVAL = 6.0
"""How far it moves (FR-SPL-22)."""
BESIDE_A_SOLDIER = 6.0
"""FR-SPL-40."""

# ---- Terrain ------------------------------------------------------------------------------------


def _features(state: Battle, cast: Cast) -> list[Area]:
    return [
        one
        for one in state.ground.areas
        if reaches_point(state, cast, one.piece.centre) or _edge_seen(state, cast, one)
    ]


def _edge_seen(state: Battle, cast: Cast, area: Area) -> bool:
    return any(reaches_point(state, cast, corner) for corner in area.piece.outline)


@spell("Shake Terrain", "FR-SPL-37")
class ShakeTerrain(Spell):
    """Everybody on, in or at a feature goes down."""

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """A feature must be in reach."""
        return why_no_target(_features(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Friends included."""
        state = play.state
        for area in await choose_some(play, cast, _features(state, cast), "Which feature is shaken?"):
            play.tell("terrain shakes", "FR-SPL-37", piece=area.id)
            for one in state.figures_on_table():
                if area.distance(*one.at) <= one.radius + TOLERANCE:
                    knock_down(play, one, "FR-SPL-37")


@spell("Upheaval", "FR-SPL-22")
class Upheaval(Spell):
    """A small feature is moved and pushes figures aside."""

    def _small(self, state: Battle, cast: Cast) -> list[Area]:
        return [one for one in _features(state, cast) if is_small(state, one.piece)]

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """A small feature must be in reach."""
        return why_no_target(self._small(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """The player picks the feature, where it goes and how far."""
        for one in await choose_some(play, cast, self._small(play.state, cast), "Which feature is moved?"):
            await self._heave(play, cast, one)

    async def _heave(self, play: Play[Battle], cast: Cast, area: Area) -> None:
        """One feature goes where the player says."""
        state = play.state
        start = area.piece.centre
        to = await self._where_to(play, cast, area.piece)
        by = _kept_on_table(state, area.piece, (to[0] - start[0], to[1] - start[1]))
        # Whoever is within something that can be entered is on it as well.
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
            # Ruling of FR-SPL-22: whoever stands on it travels with it.
            one.at = (one.at[0] + by[0], one.at[1] + by[1])
            play.tell("figure shifted", "FR-SPL-22", figure=one.id, at=one.at)
            knock_down(play, one, "FR-SPL-22")
        for one in state.figures_on_table():
            if one not in carried and moved.distance(*one.at) < one.radius - TOLERANCE:
                # Ruling of FR-SPL-22: nobody is pushed into a combat.
                one.at, one.elevation = nearest_standable(state, one.at, one, may_contact=False), 0.0
                forget_contacts(state, one)
                play.tell("figure shifted", "FR-SPL-22", figure=one.id, at=one.at)
        for one in carried:
            on_top = one.elevation > 0.0
            spot = one.at if on_top else nearest_standable(state, one.at, one, may_contact=False)
            if spot != one.at:
                one.at = spot
                play.tell("figure shifted", "FR-SPL-22", figure=one.id, at=spot)
            forget_contacts(state, one)

    async def _where_to(self, play: Play[Battle], cast: Cast, piece: Piece) -> Point:
        """Any spot no more than 6 inches from where its middle is."""
        state, (x, y) = play.state, piece.centre
        far = inches(state, UPHEAVAL)

        def why_not(at: Point) -> Refusal | None:
            if within(hypot(at[0] - x, at[1] - y), far):
                return None
            return Refusal("FR-SPL-22", f"That is farther than {told(state, far)}.", "Move it less far.")

        def spots() -> list[Point]:
            around = [(x + far * sin(turn * pi / 8), y + far * cos(turn * pi / 8)) for turn in range(16)]
            wide, deep = state.ground.width, state.ground.depth
            return [
                (round(u, 3), round(v, 3)) for u, v in around if 0.0 <= u <= wide and 0.0 <= v <= deep
            ] + [(round(x, 3), round(y, 3))]

        planner = aim_planner(state, "FR-SPL-22", spots, why_not, lambda at: {"worth": 0.0})
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

    def _anchors(self, state: Battle, cast: Cast) -> list[Soldier]:
        far = inches(state, cast.row.range + EXTENDING * cast.extra_range)
        return [
            one
            for one in state.soldiers_on_table()
            if one is not cast.caster
            and not one.copy_of
            and any(
                within(gap(one, origin), far) and sees(state, origin, one)
                for origin in origins(state, cast.caster)
            )
        ]

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Another soldier must be in reach."""
        return why_no_target(self._anchors(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Any spot within 6 inches of another soldier, out of contact with opponents."""
        state, caster = play.state, cast.caster
        anchors = self._anchors(state, cast)
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
