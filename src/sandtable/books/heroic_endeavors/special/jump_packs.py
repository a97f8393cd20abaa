"""Jump Pack: up to twelve spaces over whatever lies between, and a landing that may go wrong."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.conditions import is_out, stun
from sandtable.books.heroic_endeavors.chapters.damage import inflict
from sandtable.books.heroic_endeavors.chapters.dice import roll_again, throw
from sandtable.books.heroic_endeavors.chapters.fate import change_by_fate
from sandtable.books.heroic_endeavors.chapters.ground import others_than
from sandtable.books.heroic_endeavors.chapters.movement.walking import is_barred, move, turn_in_the_end
from sandtable.books.heroic_endeavors.chapters.ranged.sight import between, stander, tall_of
from sandtable.books.heroic_endeavors.chapters.reactions import CAME, LEAVES, Trigger, triggered
from sandtable.books.heroic_endeavors.chapters.traits import bonus, trait
from sandtable.books.heroic_endeavors.game_master.answers import move as best_move
from sandtable.books.heroic_endeavors.game_master.awareness import notice
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.ways import INSTEAD
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.special.airborne import Landings, landings, planner_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.landings import Landed, landing
from sandtable.books.heroic_endeavors.windows import STEP_TAKEN, WINDOWS, ModelMoment
from sandtable.kernel import Advice, Decision, Measuring, Modifier, Move, Play, rule
from sandtable.table.squares import sight
from sandtable.table.squares.reach import Place
from sandtable.table.squares.spaces import Space, halves
from sandtable.table.squares.surface import middle

SPACES = 12
"""HE-SKL-20"""
PACK = "jump pack"


@rule("HE-SKL-20", "HE-SKL-47")
def has_pack(model: Model) -> bool:
    """It carries one."""
    return PACK in model.gear or "Jump Pack" in model.skills


@rule("HE-SKL-20", "HE-SKL-21")
def jumps(state: Adventure, model: Model) -> Landings:
    """Over all but what reaches the ceiling, whatever the heights, and onto ground that is free."""
    taken = {*others_than(state, model).standing, *others_than(state, model).lying}
    return landings(state, model, SPACES, lambda at: at not in taken)


@rule("HE-SKL-23")
def ground_at(state: Adventure, model: Model, at: Space) -> Landed:
    """Difficult ground, and whatever the model did not see before it jumped."""
    if state.board.kind(at).rough:
        return "difficult"
    tall = tall_of(model)
    there = sight.Stander((at,), state.board.floor(at), tall)
    others = [stander(state, one) for one in between(state, model, model)]
    is_seen = at == model.at or sight.sees(state.board, stander(state, model), there, others)
    return "normal" if is_seen else "difficult"


@rule("HE-SKL-20", "HE-SKL-21")
async def jump(play: Play[Adventure], model: Model) -> None:
    """In one bound: it can be reacted to before it leaves, and where it comes down."""
    state, seen = play.state, known(play.state, model)
    planner = planner_of("HE-SKL-21", jumps(seen, seen.models[model.id]), SPACES)
    prompt = f"Where does {name_of(state, model)} jump, up to {SPACES} spaces?"
    form = Measuring(unit=model.id, radius=0.5, inches=float(SPACES))
    plan = await CHAIR.ask(
        play, Move(model.seat, "jump", prompt, ("HE-SKL-20",), planner, form, {"mov": SPACES})
    )
    model.turn.gone = "jumped"
    if plan.at == model.at or not await triggered(play, Trigger(model, LEAVES, Place(plan.at, model.facing))):
        return
    if is_barred(state, model, Place(plan.at, model.facing)):
        play.tell("action came to nothing", "HE-SKL-21", model=model.id)
        return
    assert model.at is not None
    ground = ground_at(state, model, plan.at)
    model.condition.moved += halves(model.at, plan.at)
    model.turn.came_from, model.at = model.at, plan.at
    play.tell(
        "model jumped",
        "HE-SKL-20",
        "HE-SKL-21",
        "HE-SKL-22",
        reveals=model.side != "party",
        model=model.id,
        at=middle(plan.at),
    )
    await land(play, model, ground)
    if model.on_board:
        await WINDOWS.open(play, STEP_TAKEN, ModelMoment(model))
        notice(play)
    if not is_out(model) and await triggered(play, Trigger(model, CAME)) and not is_out(model):
        await turn_in_the_end(play, model, plan.facing)


@rule("HE-SKL-23")
async def land(play: Play[Adventure], model: Model, ground: Landed) -> None:
    """Dexterity and the bonus of perception; the table tells the rest."""
    state = play.state
    dice = (
        Modifier(trait(state, model, "DEX"), "DEX", "HE-SKL-23"),
        Modifier(bonus(state, model, "PER"), "perception", "HE-SKL-23"),
    )
    pool = await throw(play, model, "check", dice)
    await roll_again(play, (pool,))
    await change_by_fate(play, (pool,))
    row = landing(pool.successes, ground)
    play.tell("landing", "HE-SKL-23", model=model.id, successes=pool.successes, ground=ground)
    if row.dp:
        await inflict(play, model, row.dp, model.id)
    if row.stuns:
        stun(play, model)


class _Jumping(DeedKind):
    """A jump alone, or with a walk."""

    is_movement = True
    points_at = ("ground",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """For who carries a jump pack."""
        return (Deed(self.name),) if has_pack(model) else ()

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How far."""
        return f"{self.name}: a jump of up to {SPACES}"


@deed
class Jump(_Jumping):
    """HE-SKL-22: with a walk action, the jump and nothing else."""

    name, rule = "jump", "HE-SKL-22"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One bound."""
        await jump(play, model)


@deed
class JumpThenWalk(_Jumping):
    """HE-SKL-22: with a run action, its normal MOV once, after the jump."""

    name, rule, cost = "jump, then walk", "HE-SKL-22", 2

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One bound, and on."""
        await jump(play, model)
        if not is_out(model):
            await move(play, model, trait(play.state, model, "MOV"))


@deed
class WalkThenJump(_Jumping):
    """HE-SKL-22: the same the other way round."""

    name, rule, cost = "walk, then jump", "HE-SKL-22", 2

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """On foot, and then one bound."""
        await move(play, model, trait(play.state, model, "MOV"))
        if not is_out(model):
            await jump(play, model)


@CHAIR.decides("jump", "HE-SKL-20", "HE-AGM-07")
def answer_jump(state: Adventure, decision: Decision) -> Advice:
    """As with any move."""
    return best_move(state, decision)


@INSTEAD.source("HE-SKL-20")
def _rather_jumps(state: Adventure, model: Model, what: Deed) -> Deed | None:
    """Where it would run, it jumps."""
    return Deed("jump") if what.kind == "run" and has_pack(model) else None
