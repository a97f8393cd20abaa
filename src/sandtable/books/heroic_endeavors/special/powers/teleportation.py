"""Arcane Teleportation: anywhere at once, if the dice allow; a space off may be death."""

from __future__ import annotations

from typing import Any

from sandtable.binding.squares.spots import SpotPlanner, spot_at
from sandtable.books.heroic_endeavors.chapters.actions import Deed, deed
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.damage import kill
from sandtable.books.heroic_endeavors.chapters.movement.walking import turn_in_the_end
from sandtable.books.heroic_endeavors.chapters.ranged.sight import stander
from sandtable.books.heroic_endeavors.chapters.reactions import CAME, LEAVES, Trigger, triggered
from sandtable.books.heroic_endeavors.game_master.awareness import notice
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.special.powers.casting import Power, spend_levels
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.powers import PowerRow, form_of
from sandtable.books.heroic_endeavors.windows import STEP_TAKEN, WINDOWS, ModelMoment
from sandtable.kernel import Advice, Decision, For, Measuring, Place, Play, Refusal, rule
from sandtable.kernel.dice import FACES
from sandtable.table.squares import reach, sight
from sandtable.table.squares.deviation import direction_towards
from sandtable.table.squares.going import Prices, steps_on
from sandtable.table.squares.spaces import DIRECTIONS, Space, halves
from sandtable.table.squares.surface import middle
from sandtable.table.squares.templates import Spot, middle_of

POWER = "Arcane Teleportation"
ARRIVES, DISASTER = 4, 1
"""HE-POW-30: one die of so much is enough; HE-POW-35: if all show this the caster is killed."""
NEAREST = 40
"""So many places at most are proposed."""


@rule("HE-POW-29", "HE-LOS-01")
def is_seen(state: Adventure, caster: Model, at: Space) -> bool:
    """The caster sees the space to which it goes."""
    there = sight.Stander((at,), state.board.floor(at), stander(state, caster).tall)
    return sight.sees(state.board, stander(state, caster), there)


@rule("HE-POW-33", "HE-GEO-11")
def is_solid(state: Adventure, at: Space) -> bool:
    """As the record of the terrain says, a closed door, or off the map."""
    board = state.board
    if not board.has(at):
        return True
    doors = any(one.at == at and one.state in ("closed", "locked") for one in state.doors.values())
    return doors or "solid" in board.kind(at).traits


def seems_free(state: Adventure, caster: Model, at: Space) -> bool:
    """Somebody can stand there, and the caster knows of nobody who does; what it does not see may kill it."""
    if not state.board.has(at):
        return False
    other = state.at(at)
    if other is not None and (other.side == caster.side or is_seen(state, caster, at)):
        return False
    return bool(steps_on(state.board, Prices()).can_stand >> state.board.number(at) & 1)


@rule("HE-POW-29")
def dice_for(state: Adventure, caster: Model, at: Space, levels: int) -> int:
    """By the levels, and whether the caster sees where it goes; none where that is too little."""
    row = form_of(POWER, "seen" if is_seen(state, caster, at) else "unseen", levels)
    return 0 if row is None else row.worth


@deed
class Teleport(Power):
    """HE-POW-30"""

    name, rule, power, is_movement = "teleport", "HE-POW-30", POWER, True
    forms = ("seen",)
    points_at = ("ground",)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """With how much."""
        return f"Arcane Teleportation: {deed.weapon}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """The caster names a place; the dice tell where it comes out."""
        row = self.row_of(deed)
        at = await _where(play, model, row)
        dice = dice_for(play.state, model, at, row.levels)
        await spend_levels(play, model, POWER, row.levels, "HE-POW-30")
        model.turn.gone = "teleported"
        if not model.is_conscious or not await triggered(
            play, Trigger(model, LEAVES, reach.Place(at, model.facing))
        ):
            return
        faces = await play.roll(
            dice, For("teleport", model.id), "HE-POW-30", seat=model.seat or None, reading=FACES
        )
        await arrive(play, model, at, faces)


async def _where(play: Play[Adventure], model: Model, row: PowerRow) -> Space:
    state = known(play.state, model)
    model = state.models[model.id]
    assert model.at is not None
    here = model.at

    def bars(spot: Spot) -> Refusal | None:
        at = (spot[0] // 2, spot[1] // 2)
        if middle_of(at) != spot or not seems_free(state, model, at):
            return Refusal("HE-POW-30", "Nobody can arrive there.", "Name a free space.")
        if not dice_for(state, model, at, row.levels):
            return Refusal("HE-POW-29", "That is out of sight.", "Spend more levels, or stay in sight.")
        return None

    def proposed() -> dict[Spot, dict[str, Any]]:
        spaces = [state.board.space(number) for number in range(state.board.size)]
        near = sorted(
            (at for at in spaces if seems_free(state, model, at)), key=lambda at: (halves(here, at), at)
        )
        found = [at for at in near if bars(middle_of(at)) is None][:NEAREST]
        return {middle_of(at): {"label": space_called(at), "at": list(at)} for at in found}

    prompt = f"Where does {name_of(state, model)} teleport to?"
    form = Measuring(unit=model.id, radius=0.5)
    planner = SpotPlanner("HE-POW-29", proposed, bars)
    point = await CHAIR.ask(play, Place(model.seat, "teleport", prompt, ("HE-POW-29",), planner, form))
    spot = spot_at(point)
    assert spot is not None
    return (spot[0] // 2, spot[1] // 2)


@rule("HE-POW-30", "HE-POW-31", "HE-POW-32", "HE-POW-33", "HE-POW-34", "HE-POW-35", "HE-REA-14")
async def arrive(play: Play[Adventure], model: Model, at: Space, faces: tuple[int, ...]) -> None:
    """Exactly, a space off, or not at all."""
    if all(one == DISASTER for one in faces):
        play.tell("teleport failed", "HE-POW-35", model=model.id)
        await kill(play, model, "", "HE-POW-35")
        return
    if max(faces) < ARRIVES:
        at = await _astray(play, model, at)
    if is_solid(play.state, at):
        play.tell("arrived in solid ground", "HE-POW-33", model=model.id)
        await kill(play, model, "", "HE-POW-33")
        return
    other = play.state.at(at)
    if other is not None and other.id != model.id:
        play.tell("arrived in another", "HE-POW-34", model=model.id, target=other.id)
        await kill(play, other, model.id, "HE-POW-34")
        await kill(play, model, "", "HE-POW-34")
        return
    model.turn.came_from, model.at = model.at, at
    play.tell(
        "model teleported",
        "HE-POW-30",
        "HE-POW-31",
        reveals=model.side != "party",
        model=model.id,
        at=middle(at),
    )
    await WINDOWS.open(play, STEP_TAKEN, ModelMoment(model))
    notice(play)
    if not is_out(model) and await triggered(play, Trigger(model, CAME)) and not is_out(model):
        await turn_in_the_end(play, model, None)


@rule("HE-POW-32", "HE-BLS-07")
async def _astray(play: Play[Adventure], model: Model, at: Space) -> Space:
    """One is the space nearest to where it started, two to eight follow clockwise."""
    assert model.at is not None
    (face,) = await play.roll(1, For("astray", model.id), "HE-POW-32", sides=8)
    back = direction_towards(middle_of(at), middle_of(model.at)) if at != model.at else 0
    dx, dy = DIRECTIONS[(back + face - 1) % len(DIRECTIONS)]
    play.tell("went astray", "HE-POW-32", model=model.id)
    return (at[0] + dx, at[1] + dy)


@CHAIR.decides("teleport", "HE-POW-30", "HE-AGM-08")
def answer_teleport(state: Adventure, decision: Decision) -> Advice:
    """As near as it can to an enemy that it knows."""
    model = state.models[decision.about[0]]
    foes = [one.at for one in state.foes_of(model) if one.at is not None]

    def far(at: Any) -> tuple[int, Any]:
        return (min((halves((at[0], at[1]), foe) for foe in foes), default=0), at)

    best = min(decision.options(), key=lambda one: far(one.facts["at"]))
    return Advice(best.answer, 0.0, (), ("HE-AGM-08",))
