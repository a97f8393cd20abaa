"""Motivation: which cohorts must check, how hard it is, who falls back, retreats and rallies."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import LIKE_COHORTS
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    COURAGE_LOST,
    DAMAGE_DONE,
    MODEL_DOWN,
    MOTIVATION_PHASE,
    TURN_BEGINS,
    WINDOWS,
    DamageMoment,
    ModelMoment,
    once,
)
from sandtable.kernel import Moment, Play, YesNo, rule

COHORT = "cohort"


# ---- what has happened --------------------------------------------------------------------------


@WINDOWS.consequence(DAMAGE_DONE, "suffering", "HE-MOT-02", once)
async def suffers(play: Play[Adventure], seat: str, now: DamageMoment) -> None:
    """What it has taken counts for the turn and for the game."""
    now.model.motivation.hurt = True
    now.model.motivation.suffered += now.points


@WINDOWS.consequence(MODEL_DOWN, "casualties", "HE-MOT-02", once)
async def is_lost(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Whoever is killed or incapacitated is a casualty of the turn."""
    add_casualty(play.state, now.model)


def add_casualty(state: Adventure, model: Model) -> None:
    """A casualty counts once in a turn."""
    if model.id not in state.casualties:
        state.casualties = (*state.casualties, model.id)


@WINDOWS.consequence(TURN_BEGINS, "a new turn", "HE-MOT-09", once)
async def begins_anew(play: Play[Adventure], seat: str, now: Moment) -> None:
    """What happened in the turn before has been checked."""
    play.state.casualties = ()
    for model in play.state.models.values():
        model.motivation.hurt = model.motivation.checked = False


@WINDOWS.consequence(ACTIVATION_BEGINS, "withdrawal is due", "HE-MOT-12", once, rank=-1)
async def is_due(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """In each activation it has to move towards the exit anew."""
    now.model.motivation.moved = now.model.motivation.breaks_off = False


# ---- the check ----------------------------------------------------------------------------------


@rule("HE-MOT-04")
def party_of(state: Adventure, model: Model) -> list[Model]:
    """All of its side; of the Game Master's its villains and cohorts, and whoever is of its group."""
    side = [one for one in state.models.values() if one.side == model.side]
    if model.side == "party":
        return [one for one in side if one.role in ("hero", COHORT)]
    return [one for one in side if one.role in ("villain", COHORT) or one.group == model.group]


@rule("HE-MOT-03")
def difficulty_of(state: Adventure, model: Model) -> int:
    """Half the casualties of the turn, what it has suffered in the game, and one if half are dead or fled."""
    party = party_of(state, model)
    lost = sum(one.id in state.casualties for one in party)
    gone = sum(one.where == "killed" or one.motivation.fled for one in party)
    return lost // 2 + model.motivation.suffered + (1 if 2 * gone >= len(party) else 0)


@rule("HE-MOT-02")
def must_check(state: Adventure, model: Model) -> bool:
    """It was hurt, somebody of its party was lost, or a rule says so."""
    if state.switches.mot_every_turn == "on" or model.motivation.hurt or model.motivation.owes:
        return True
    return any(one.id in state.casualties for one in party_of(state, model) if one.id != model.id)


@WINDOWS.consequence(MOTIVATION_PHASE, "motivation", "HE-MOT-01", once)
async def check_motivation(play: Play[Adventure], seat: str, now: Moment) -> None:
    """The cohorts of both sides make the checks that they owe; the others who withdraw may rally."""
    state = play.state
    for model in [one for one in state.conscious() if one.role == COHORT or LIKE_COHORTS.first(state, one)]:
        await _checks(play, model)


@rule("HE-MOT-05", "HE-MOT-09", "HE-MOT-16")
async def _checks(play: Play[Adventure], model: Model) -> None:
    """One check at most; passing one that was owed changes nothing."""
    state, heart = play.state, model.motivation
    if must_check(state, model):
        heart.owes = False
        if not await check(play, model, "MOT", difficulty_of(state, model), "HE-MOT-05"):
            lose_courage(play, model)
    elif heart.withdraws and not heart.checked and heart.since < state.round and model.role == COHORT:
        await _may_rally(play, model)


@rule("HE-MOT-06", "HE-MOT-10")
def lose_courage(play: Play[Adventure], model: Model) -> None:
    """It falls back; who does so already retreats."""
    heart = model.motivation
    was = heart.withdraws
    heart.withdraws = "retreats" if was else "falls back"
    if not was:
        heart.since = play.state.round
    if heart.withdraws != was:
        number = "HE-MOT-10" if was else "HE-MOT-06"
        play.tell("courage failed", number, model=model.id, withdraws=heart.withdraws)


@rule("HE-MOT-08", "HE-MOT-14")
async def _may_rally(play: Play[Adventure], model: Model) -> None:
    """The owner may let it try; from retreat it comes to falling back first."""
    difficulty = difficulty_of(play.state, model)
    prompt = f"Does {name_of(play.state, model)} try to rally?"
    facts = {"difficulty": difficulty}
    if not await CHAIR.ask(
        play, YesNo(model.seat, "rally", prompt, ("HE-MOT-08",), facts, about=(model.id,))
    ):
        return
    if await check(play, model, "MOT", difficulty, "HE-MOT-08"):
        heart = model.motivation
        heart.withdraws = "falls back" if heart.withdraws == "retreats" else ""
        rule_of = "HE-MOT-14" if heart.withdraws else "HE-MOT-08"
        play.tell("model rallied", rule_of, model=model.id, withdraws=heart.withdraws or "stands again")


@WINDOWS.consequence(COURAGE_LOST, "courage", "HE-MOT-15", once)
async def loses_it_at_once(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """A check for another reason: it takes the chance to rally, and what follows begins at once."""
    model = now.model
    model.motivation.checked = True
    lose_courage(play, model)
    if play.state.active == model.id:
        model.motivation.breaks_off = model.motivation.stops = True
