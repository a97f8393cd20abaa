"""Spells that move terrain and figures, make gas and copies, or take somebody's will."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.conventions import (
    TOLERANCE,
    gap,
    in_contact,
    inches,
    place,
    remove,
    within,
)
from sandtable.books.forgotten_ruin.chapters.hand_to_hand import fight_at_once
from sandtable.books.forgotten_ruin.chapters.hits import Hit, knock_down, strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement import nearest_standable, soldier_moves, why_not_end
from sandtable.books.forgotten_ruin.chapters.placing import place_soldier
from sandtable.books.forgotten_ruin.chapters.spells.casting import (
    EXTENDING,
    Cast,
    Spell,
    choose_one,
    choose_point,
    enemies_in_reach,
    reaches_point,
    resists,
    spell,
    why_no_target,
)
from sandtable.books.forgotten_ruin.chapters.spells.tables import spells
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_SEE, speed
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Marker, Profile, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    FIGURE_REMOVED,
    HIT_STRIKES,
    MOVED,
    ROUND_STARTED,
    WINDOWS,
    Activation,
    Moment,
    Movement,
    Removal,
    Struck,
)
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point
from sandtable.table.shapes import box_of, edges_of, segment_outline_distance
from sandtable.table.terrain import Area, Ground, Piece, rectangle
from sandtable.table.zones import NearPoint

SMALL = 2.0
"""The largest feature that an Upheaval moves (FR-SPL-22)."""
UPHEAVAL = 6.0
"""How far it moves (FR-SPL-22)."""
CLOUD = (5.0, 2.0)
"""The wall of gas (FR-SPL-26)."""
GOES_THROUGH = 3
"""Up to this die a mob goes through the gas (FR-SPL-27)."""
COPY_WITHIN, BESIDE_A_SOLDIER = 6.0, 6.0
"""FR-SPL-38, FR-SPL-40."""
TURNS = (0, 45, 90, 135)
WAYS = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}


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
        area: Area = await choose_one(play, cast, _features(state, cast), "Which feature is shaken?")
        play.tell("terrain shakes", "FR-SPL-37", piece=area.id)
        for one in state.figures_on_table():
            if area.distance(*one.at) <= one.radius + TOLERANCE:
                knock_down(play, one, "FR-SPL-37")


@spell("Upheaval", "FR-SPL-22")
class Upheaval(Spell):
    """A small feature is moved and pushes figures aside."""

    def _small(self, state: Battle, cast: Cast) -> list[Area]:
        found = []
        for area in _features(state, cast):
            west, south, east, north = box_of(area.piece.outline)
            if within(east - west, inches(state, SMALL)) and within(north - south, inches(state, SMALL)):
                found.append(area)
        return found

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """A small feature must be in reach."""
        return why_no_target(self._small(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """The player picks the feature, where it goes and how far."""
        state = play.state
        area: Area = await choose_one(play, cast, self._small(state, cast), "Which feature is moved?")

        def candidates() -> list[Candidate]:
            return [
                Candidate(f"{way} {far}", f"{far} in {way}", (way, far), rules=("FR-SPL-22",))
                for way in WAYS
                for far in range(1, int(UPHEAVAL) + 1)
            ]

        way, far = await play.ask(
            ChooseOne(cast.caster.seat, "Where does it go?", ("FR-SPL-22",), candidates, {"piece": area.id})
        )
        riders = [
            one for one in state.figures_on_table() if area.distance(*one.at) <= 0.0 and one.elevation > 0
        ]
        moved = _moved(state, area.piece, (WAYS[way][0] * far, WAYS[way][1] * far))
        play.tell("terrain moves", "FR-SPL-22", piece=area.id, way=way, inches=far)
        for one in riders:
            knock_down(play, one, "FR-SPL-22")
        for one in state.figures_on_table():
            if one not in riders and moved.distance(*one.at) < one.radius - TOLERANCE:
                one.at, one.elevation = nearest_standable(state, one.at, one), 0.0
                play.tell("figure shifted", "FR-SPL-22", figure=one.id, at=one.at)


def _moved(state: Battle, piece: Piece, by: Point) -> Area:
    """The feature at its new place, which is on the table."""
    west, south, east, north = box_of(piece.outline)
    u = min(max(by[0], -west), state.ground.width - east)
    v = min(max(by[1], -south), state.ground.depth - north)
    moved = msgspec.structs.replace(piece, outline=tuple((x + u, y + v) for x, y in piece.outline))
    pieces = tuple(moved if one.id == piece.id else one for one in state.ground.pieces)
    state.ground = Ground(state.ground.width, state.ground.depth, pieces)
    return next(one for one in state.ground.areas if one.id == piece.id)


# ---- Toxic Cloud --------------------------------------------------------------------------------


def clouds(state: Battle) -> list[Marker]:
    """The walls of gas on the table."""
    return [one for one in state.markers.values() if one.kind == "toxic cloud" and not one.gone]


def outline_of(state: Battle, cloud: Marker) -> tuple[Point, ...]:
    """Where the gas lies."""
    return rectangle(cloud.at, inches(state, CLOUD[0]), inches(state, CLOUD[1]), cloud.turn)


@spell("Toxic Cloud", "FR-SPL-26")
class ToxicCloud(Spell):
    """A wall of gas that nobody sees through."""

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """It lasts this round and the whole next round."""
        state = play.state
        at = await choose_point(play, cast, CLOUD[0] / 2, "Where does the gas rise?")

        def candidates() -> list[Candidate]:
            return [
                Candidate(str(one), f"turned by {one} degrees", one, rules=("FR-SPL-26",)) for one in TURNS
            ]

        turn: int = await play.ask(
            ChooseOne(cast.caster.seat, "How does the gas lie?", ("FR-SPL-26",), candidates, {"at": list(at)})
        )
        id = state.new_id("C")
        state.markers[id] = Marker(
            id=id,
            kind="toxic cloud",
            at=at,
            number=state.round + 1,
            turn=float(turn),
            objective=cast.caster.id,
        )
        play.tell("toxic cloud", "FR-SPL-26", "FR-SPL-43", marker=id, at=at, until=state.round + 1)
        for one in state.figures_on_table():
            if _touches(state, one, (one.at, one.at), state.markers[id]):
                await breathe(play, one, state.markers[id])


def _touches(state: Battle, figure: Figure, path: tuple[Point, ...], cloud: Marker) -> bool:
    edges = edges_of(outline_of(state, cloud))
    steps = zip(path, path[1:], strict=False) if len(path) > 1 else ((figure.at, figure.at),)
    return any(segment_outline_distance(a, b, edges) <= figure.radius + TOLERANCE for a, b in steps)


@rule("FR-SPL-26")
async def breathe(play: Play[Battle], figure: Soldier | Enemy, cloud: Marker) -> None:
    """Who touches the gas resists or takes a Hit that ignores saving throws."""
    caster = play.state.soldiers.get(cloud.objective)
    row = spells()["Toxic Cloud"]
    if caster is not None and await resists(play, Cast(row, caster), figure):
        return
    hit = Hit(
        how="spell",
        rules=("FR-SPL-26",),
        attacker=cloud.objective,
        unit=cloud.id,
        traits=("magical", "no saves"),
    )
    await strike(play, figure, [hit], "FR-SPL-26", "FR-SPL-17")


@WINDOWS.consequence(
    MOVED,
    "touch the gas",
    "FR-SPL-26",
    lambda play, seat, now: any(
        _touches(play.state, now.figure, now.path, one) for one in clouds(play.state)
    ),
)
async def move_through_gas(play: Play[Battle], seat: str, now: Movement) -> None:
    """Once an activation for moving in, through or within it."""
    for cloud in clouds(play.state):
        if now.figure.on_table and _touches(play.state, now.figure, now.path, cloud):
            await breathe(play, now.figure, cloud)


@WHY_NOT_SEE.source("FR-SPL-26")
def gas_hides(state: Battle, observer: Figure, at: Point) -> Refusal | None:
    """Nobody sees through the gas."""
    for cloud in clouds(state):
        edges = edges_of(outline_of(state, cloud))
        if segment_outline_distance(observer.at, at, edges) <= 0.0:
            return Refusal("FR-SPL-26", "Gas lies between them.", "Wait until it is gone.")
    return None


@WINDOWS.consequence(
    ROUND_STARTED,
    "the gas is gone",
    "FR-SPL-26",
    lambda play, seat, now: any(one.number < play.state.round for one in clouds(play.state)),
)
async def gas_goes(play: Play[Battle], seat: str, now: Moment) -> None:
    """After the whole next round."""
    for cloud in clouds(play.state):
        if cloud.number < play.state.round:
            cloud.gone = True
            play.tell("effect ends", "FR-SPL-26", "FR-RND-28", holder=cloud.id, effect="Toxic Cloud")


# ---- Mirror Image -------------------------------------------------------------------------------


@spell("Mirror Image", "FR-SPL-38", "FR-SPL-39")
class MirrorImage(Spell):
    """A copy of the caster appears."""

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Casting it again removes an existing copy."""
        state, caster = play.state, cast.caster
        await _vanish(play, caster.id, "FR-SPL-39")
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
        zone = NearPoint(caster.at, inches(state, COPY_WITHIN + EXTENDING * cast.extra_range) + caster.radius)
        await place_soldier(play, copy, zone, "Where does the image appear?", "FR-SPL-38")


async def _vanish(play: Play[Battle], caster: str, *rules: str) -> None:
    for one in [each for each in play.state.soldiers.values() if each.copy_of == caster]:
        if one.on_table:
            await remove(play, one, "withdrawn", *rules)
        del play.state.soldiers[one.id]


@WINDOWS.consequence(
    HIT_STRIKES,
    "the image vanishes",
    "FR-SPL-39",
    lambda play, seat, now: isinstance(now.target, Soldier) and bool(now.target.copy_of),
)
async def image_is_struck(play: Play[Battle], seat: str, now: Struck) -> None:
    """Any attack that hits the copy makes it vanish."""
    now.is_negated, now.negated_by = True, "FR-SPL-39"
    if now.target.on_table:
        await remove(play, now.target, "withdrawn", "FR-SPL-39")


def _touched(state: Battle) -> list[Soldier]:
    return [
        one
        for one in state.soldiers_on_table()
        if one.copy_of and any(in_contact(state, one, foe) for foe in state.opponents_of(one))
    ]


@WINDOWS.consequence(
    MOVED, "the image is touched", "FR-SPL-39", lambda play, seat, now: bool(_touched(play.state))
)
async def image_is_touched(play: Play[Battle], seat: str, now: Movement) -> None:
    """An opponent in contact makes it vanish."""
    for one in _touched(play.state):
        await remove(play, one, "withdrawn", "FR-SPL-39")


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "the caster is gone",
    "FR-SPL-43",
    lambda play, seat, now: any(
        one.copy_of == now.figure.id and one.on_table for one in play.state.soldiers.values()
    ),
)
async def caster_is_gone(play: Play[Battle], seat: str, now: Removal) -> None:
    """The image ends with its caster; other spells stay."""
    for one in play.state.soldiers_on_table():
        if one.copy_of == now.figure.id:
            await remove(play, one, "withdrawn", "FR-SPL-39", "FR-SPL-43")


def _has_copy(play: Play[Battle], seat: str, now: Activation) -> bool:
    return any(one.copy_of == now.figure.id and one.on_table for one in play.state.soldiers.values())


@WINDOWS.offer(ACTIVATION_STARTED, "move the image", "FR-SPL-38", _has_copy)
async def move_image(play: Play[Battle], seat: str, now: Activation) -> None:
    """It moves together with its caster, from the next activation on."""
    state = play.state
    copy = next(one for one in state.soldiers_on_table() if one.copy_of == now.figure.id)
    await soldier_moves(
        play,
        copy,
        inches(state, speed(state, copy)),
        f"Where does {copy.name} go?",
        may_contact=False,
        may_leave=False,
        kind="move",
        rules=("FR-SPL-38",),
    )


# ---- Teleport -----------------------------------------------------------------------------------


@spell("Teleport", "FR-SPL-40")
class Teleport(Spell):
    """The caster is somewhere else at once."""

    def _anchors(self, state: Battle, cast: Cast) -> list[Soldier]:
        far = inches(state, cast.row.range + EXTENDING * cast.extra_range)
        caster = cast.caster
        return [
            one
            for one in state.soldiers_on_table()
            if one is not caster
            and not one.copy_of
            and within(gap(one, caster), far)
            and sees(state, caster, one)
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
        await place_soldier(play, caster, zone, f"Where does {caster.name} appear?", "FR-SPL-40")
        play.tell("teleported", "FR-SPL-40", figure=caster.id, start=before, end=caster.at)
        await WINDOWS.open(play, MOVED, Movement(caster.seat, caster, (caster.at,), "teleport"))


# ---- Charm Minion -------------------------------------------------------------------------------


@spell("Charm Minion", "FR-SPL-29")
class CharmMinion(Spell):
    """A figure of a mob moves and acts as the caster says, once."""

    def _able(self, state: Battle, cast: Cast) -> list[Enemy]:
        return [one for one in enemies_in_reach(state, cast) if one.mob]

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """A mob figure must be in reach."""
        return why_no_target(self._able(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """It charges a comrade, goes where it is told, or shoots at its own side."""
        from sandtable.books.forgotten_ruin.chapters.conditions import wake

        state = play.state
        able = self._able(state, cast)
        target: Enemy = able[0] if len(able) == 1 else await choose_one(play, cast, able, "Who is charmed?")
        wake(play, state.mobs[target.mob], "FR-CON-14")
        if await resists(play, cast, target):
            return
        play.tell("charmed", "FR-SPL-29", figure=target.id)
        deed = await self._deed(play, cast, target)
        if deed is not None:
            await self._charge(play, target, deed)

    async def _deed(self, play: Play[Battle], cast: Cast, target: Enemy) -> Enemy | None:
        state = play.state
        far = inches(state, speed(state, target))
        comrades = [
            one
            for one in state.enemies_on_table()
            if one is not target and one.side == "enemy" and within(gap(target, one), far)
        ]

        def candidates() -> list[Candidate]:
            charges: list[Candidate] = [
                Candidate(f"charge {one.id}", f"Charge {one.name}", (one,), rules=("FR-SPL-29",))
                for one in comrades
            ]
            return [*charges, Candidate("stand", "Stand still", (None,), rules=("FR-SPL-29",))]

        chosen: tuple[Any] = await play.ask(
            ChooseOne(
                cast.caster.seat,
                f"What does {target.name} do?",
                ("FR-SPL-29",),
                candidates,
                {"figure": target.id},
            )
        )
        deed: Enemy | None = chosen[0]
        return deed

    async def _charge(self, play: Play[Battle], charmed: Enemy, comrade: Enemy) -> None:
        """It steps to the comrade and they fight at once; then it is its own again."""
        state = play.state
        (x, y), (u, v) = charmed.at, comrade.at
        far = max(gap(charmed, comrade) + charmed.radius + comrade.radius, 1e-9)
        share = 1 - (charmed.radius + comrade.radius) / far
        spot = (x + (u - x) * share, y + (v - y) * share)
        if why_not_end(state, charmed, spot, charmed.elevation) is None:
            place(play, charmed, spot, "FR-SPL-29", elevation=charmed.elevation)
        side, charmed.side = charmed.side, "squad"
        await fight_at_once(play, charmed, comrade, "FR-SPL-29", kind="at once")
        charmed.side = side
        state.contacts = tuple(one for one in state.contacts if charmed.id not in (one.mover, one.other))
