"""Mirror Image: a copy of the caster that enemies take for a soldier."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.movement.placing import place_soldier
from sandtable.books.forgotten_ruin.chapters.principles.conventions import in_contact, inches, remove
from sandtable.books.forgotten_ruin.chapters.spells.casting import EXTENDING, Cast, Spell, spell
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Profile, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    FIGURE_REMOVED,
    HIT_STRIKES,
    MOVED,
    WINDOWS,
    Activation,
    Movement,
    Removal,
    Struck,
)
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.zones import NearPoint


@spell("Mirror Image", "FR-SPL-38", "FR-SPL-39")
class MirrorImage(Spell):
    """A copy of the caster appears."""

    is_attack = False

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
        far = inches(state, cast.row.range + EXTENDING * cast.extra_range)
        zone = NearPoint(caster.at, far + caster.radius + 2 * copy.radius)
        rules = ("FR-SPL-38", "FR-SPL-06")
        await place_soldier(
            play, copy, zone, "place image", "Where does the image appear?", *rules, seen_by=caster
        )


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
    rank=-3,
)
async def image_is_struck(play: Play[Battle], seat: str, now: Struck) -> None:
    """Any attack that hits the copy makes it vanish."""
    now.is_negated, now.negated_by = True, "FR-SPL-39"
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


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "the caster is gone",
    "FR-SPL-43",
    lambda play, seat, now: any(
        one.copy_of == now.figure.id and one.on_table for one in play.state.soldiers.values()
    ),
    rank=-2,
)
async def caster_is_gone(play: Play[Battle], seat: str, now: Removal) -> None:
    """The image ends with its caster; other spells stay."""
    for one in play.state.soldiers_on_table():
        if one.copy_of == now.figure.id:
            await remove(play, one, "withdrawn", "FR-SPL-39", "FR-SPL-43")


def _has_copy(play: Play[Battle], seat: str, now: Activation) -> bool:
    return any(one.copy_of == now.figure.id and one.on_table for one in play.state.soldiers.values())


@WINDOWS.offer(
    ACTIVATION_STARTED, "move the image", "FR-SPL-38", _has_copy, said="the Move of the image", rank=-1
)
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
        topic="move image",
        why_no_contact=Refusal("FR-SPL-39", f"{copy.name} would vanish.", "End the move out of contact."),
    )
