"""The battle round: six phases in fixed order, played step by step."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.binding import limits
from sandtable.binding.limits import give_back, once, use
from sandtable.books.forgotten_ruin.chapters.activations import consumables
from sandtable.books.forgotten_ruin.chapters.activations.activations import activate
from sandtable.books.forgotten_ruin.chapters.aggression import events as aggression_events
from sandtable.books.forgotten_ruin.chapters.aggression.score import (
    aggression_is_used,
    aggression_phase,
    could_boil_over,
    why_unused,
)
from sandtable.books.forgotten_ruin.chapters.battle_round import snap_fire
from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import (
    assign_dice,
    is_quick,
    number_of_dice,
    roll_reaction_dice,
    takes_part,
)
from sandtable.books.forgotten_ruin.chapters.conditions import end_effects_of_all
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import resolve_combats
from sandtable.books.forgotten_ruin.chapters.squad import characters, mustering, traits
from sandtable.books.forgotten_ruin.chapters.story_points import points as story_points
from sandtable.books.forgotten_ruin.chapters.story_points import uses as story_uses
from sandtable.books.forgotten_ruin.chapters.tactics import (
    SECTIONS,
    SILENCE,
    Invoked,
    invoke,
    is_active,
    offer_before_combat,
    offer_tactics,
    set_dice,
    tactic_candidates,
)
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step, summoned_acts, summoned_to_act
from sandtable.books.forgotten_ruin.enemies.morale import settle_morale
from sandtable.books.forgotten_ruin.missions.aftermath import STEP as AFTERMATH
from sandtable.books.forgotten_ruin.missions.aftermath import has_aftermath
from sandtable.books.forgotten_ruin.missions.ending import end_phase, ends_without_soldiers
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Phase, Soldier
from sandtable.books.forgotten_ruin.windows import (
    BATTLE_STARTED,
    END_PHASE,
    PHASE_ENDED,
    PHASE_STARTED,
    ROUND_STARTED,
    WINDOWS,
    Moment,
    PhaseMoment,
)
from sandtable.kernel import Candidate, ChooseOne, Play, rule

CHAPTERS = (
    aggression_events,
    characters,
    consumables,
    mustering,
    snap_fire,
    story_points,
    story_uses,
    traits,
)
"""They make their windows and actions known when they are read."""

Step = Callable[[Play[Battle]], Coroutine[Any, Any, None]]

FIRST_STEP = "reaction roll"
"""The step with which the preparation of a mission ends."""
NEXT_PHASE: dict[Phase, Phase] = {"quick": "enemy", "enemy": "slow", "slow": "aggression"}
HOLD_ALL = "all others hold"
LET_OTHERS = "let the others go first"
HANDED_OVER = once("phase", "handed over")
"""All other players wait, and nobody has acted since they were let go first again."""
ACTS = "Moves, then takes one Action, both now."
HOLDS = "Waits: may shoot at enemies while they move (Snap Fire), or else acts after the enemy."


@WINDOWS.consequence(BATTLE_STARTED, "mission begins", "FR-PRN-02", lambda play, seat, now: True, rank=-2)
@rule("FR-PRN-03", "FR-PRN-24")
async def begin_mission(play: Play[Battle], seat: str, now: Moment) -> None:
    """The one mission of a campaign turn begins, on a table with four edges, with what is in stock."""
    state, stock = play.state, play.state.stock
    rules = ("FR-PRN-02", "FR-PRN-03", "FR-PRN-24", "FR-PRN-30", "FR-PRN-31")
    play.tell(
        "mission begins",
        *rules,
        *_settled_otherwise(state),
        mission=state.mission.kind,
        campaign_turn=state.mission.campaign_turn,
        edge=state.edge,
        story_points=stock.story_points,
        support_points=stock.support_points,
        exposure=stock.exposure,
        luck={one.id: one.luck for one in state.soldiers.values() if one.luck},
        aggression=state.aggression,
    )


def _settled_otherwise(state: Battle) -> tuple[str, ...]:
    """The basic rules that this mission is played with, or without."""
    marks = (
        ("FR-STP-01", state.stock.story_points > 0),
        ("FR-STP-02", state.switches.story_points != "all_uses"),
        ("FR-PRN-11", state.switches.units == "metric"),
        ("FR-PRN-13", state.switches.measure_oversized == "body"),
    )
    return tuple(id for id, applies in marks if applies)


@rule("FR-RND-01", "FR-RND-26", "FR-RND-28", "FR-PRN-01", "FR-PRN-02")
async def start_round(play: Play[Battle]) -> None:
    """A new round: limits of a round start afresh, then the Reaction Roll or a Tactic in its place."""
    state = play.state
    state.round += 1
    state.phase = "reaction roll"
    _refresh(state)
    again = ("FR-RND-26",) if state.round > 1 else ()
    play.tell("round started", "FR-RND-01", "FR-PRN-01", "FR-PRN-02", *again, round=state.round)
    await WINDOWS.open(play, ROUND_STARTED, Moment(state.lead))
    if state.closed:
        return
    await offer_tactics(play, "Invoke By sections! instead of the Reaction Roll?", SECTIONS)
    await reaction_roll(play)


@rule("FR-RND-28")
def _refresh(state: Battle) -> None:
    """What is counted per round starts afresh with the Reaction Roll."""
    limits.end("round", (state, *state.soldiers.values(), *state.enemies.values()))
    state.grenades_in_round, state.dice = 0, ()
    state.active_tactics, state.tactic_target = (), ""
    state.ignored, state.engaged = (), ()
    for soldier in state.soldiers.values():
        soldier.acted, soldier.holding, soldier.die, soldier.readied = False, False, None, ""
    for enemy in state.enemies.values():
        enemy.acted, enemy.points_lost_this_round = False, 0
    for mob in state.mobs.values():
        mob.acted = False


@rule("FR-RND-03", "FR-TAC-11")
async def reaction_roll(play: Play[Battle]) -> None:
    """Phase 1: the dice fall and are dealt out."""
    state = play.state
    if is_active(state, SECTIONS):
        state.dice = set_dice(number_of_dice(state)[0])
        play.tell("Reaction dice set", "FR-TAC-11", "FR-RND-03", dice=state.dice)
    else:
        state.dice = await roll_reaction_dice(play)
    await assign_dice(play)
    await _start_phase(play, "quick")


@rule("FR-RND-01", "FR-RND-02")
async def _start_phase(play: Play[Battle], phase: Phase) -> None:
    """A phase begins, even where nobody will act in it."""
    state = play.state
    state.phase = state.step = phase
    state.fought = ()
    is_empty = phase in ("quick", "slow") and not eligible(state)
    rules = ("FR-RND-01", "FR-RND-02") if is_empty else ("FR-RND-01",)
    play.tell("phase started", *rules, phase=phase, round=state.round)
    await WINDOWS.open(play, PHASE_STARTED, PhaseMoment(state.lead, phase))


@rule("FR-RND-11", "FR-RND-13", "FR-RND-21")
def eligible(state: Battle) -> list[Soldier]:
    """Who may act now: the quick, or in the slow phase everybody who has not acted, those who held too."""
    present = (one for one in state.soldiers.values() if one.on_table or takes_part(state, one))
    ready = [one for one in present if not one.acted and not one.copy_of and not one.is_frozen]
    if state.phase == "quick":
        return [one for one in ready if is_quick(state, one) and not one.holding]
    return ready


@rule("FR-RND-11", "FR-RND-13", "FR-ACT-01", "FR-RND-09")
async def soldiers_act(play: Play[Battle]) -> None:
    """The player picks the next soldier, who does everything of the round, until all have acted or hold."""
    state = play.state
    ready = eligible(state)
    if not ready:
        if summoned := _summoned(state):
            await summoned_acts(play, summoned[0])
        else:
            state.step = "phase ends"
        return
    seat, own = _who_chooses(state, ready)
    others = list(dict.fromkeys(one.seat for one in ready if one.seat != seat))
    question = _who_acts(state, seat, own, others)
    # The last of the slow needs no choosing.
    chosen = own[0] if len(question.candidates()) == 1 else await play.ask(question)
    if chosen == LET_OTHERS:
        _hand_over(state, seat, others)
    else:
        give_back(state, HANDED_OVER)
        await _carry_out(play, seat, own, chosen)


@rule("FR-LOOT-71")
def _summoned(state: Battle) -> list[Enemy]:
    """Monsters of the squad that may act now, with the slow."""
    return summoned_to_act(state) if state.phase == "slow" else []


def _who_chooses(state: Battle, ready: list[Soldier]) -> tuple[str, list[Soldier]]:
    """The first player with a soldier to act who does not wait for the others."""
    seats = [one for one in state.seats if any(each.seat == one for each in ready)]
    eager = [one for one in seats if not _waits(state, one)]
    seat = (eager or seats)[0]
    return seat, [one for one in ready if one.seat == seat]


def _waits(state: Battle, seat: str) -> bool:
    return state.has_used(once("phase", "wait", seat))


@rule("FR-ACT-01")
def _may_hand_over(state: Battle, others: list[str]) -> bool:
    """Players who share the squad may act by turns, but they do not wait for each other for ever."""
    return not all(_waits(state, one) for one in others) or (bool(others) and not state.has_used(HANDED_OVER))


def _hand_over(state: Battle, seat: str, others: list[str]) -> None:
    """A player waits; where all others wait as well, it is their turn again."""
    if all(_waits(state, one) for one in others):
        give_back(state, *(once("phase", "wait", one) for one in others))
        use(state, HANDED_OVER)
    if not _waits(state, seat):
        use(state, once("phase", "wait", seat))


def _who_acts(state: Battle, seat: str, own: list[Soldier], others: list[str]) -> ChooseOne:
    quick = state.phase == "quick"

    def candidates() -> list[Candidate]:
        found = [_acts(one, "FR-RND-11" if quick else "FR-RND-13") for one in own]
        if quick:
            found += map(_holds, own)
            if len(own) > 1:
                found.append(Candidate(HOLD_ALL, HOLD_ALL, HOLD_ALL, rules=("FR-RND-14",), means=HOLDS))
        found += [
            Candidate(
                one.id, f"{name_of(state, one)} acts", one, rules=("FR-LOOT-71", "FR-RND-13"), about=(one.id,)
            )
            for one in _summoned(state)
        ]
        found += tactic_candidates(state)
        if _may_hand_over(state, others):
            found.append(Candidate(LET_OTHERS, LET_OTHERS, LET_OTHERS, rules=("FR-ACT-01",)))
        return found

    rules = ("FR-RND-11", "FR-RND-14", "FR-ACT-01") if quick else ("FR-RND-13", "FR-ACT-01")
    prompt, facts = "Which soldier acts next?", {"phase": state.phase}
    return ChooseOne(seat, "choose soldier", prompt, rules, candidates, facts)


def _acts(one: Soldier, rule_id: str) -> Candidate:
    id, label, facts = one.id, f"{one.name} acts", {"die": one.die}
    rules, about = (rule_id,), (id,)
    return Candidate(
        id, label, one, rules=rules, facts=facts, means=ACTS, about=about, short="acts", points_at=("deed",)
    )


def _holds(one: Soldier) -> Candidate:
    key, label, value = f"hold {one.id}", f"{one.name} holds", ("hold", one)
    rules, about = ("FR-RND-14",), (one.id,)
    return Candidate(key, label, value, rules=rules, means=HOLDS, about=about, short="holds", deed="hold")


async def _carry_out(play: Play[Battle], seat: str, own: list[Soldier], chosen: Any) -> None:
    if isinstance(chosen, Invoked):
        await invoke(play, seat, chosen.tactic)
    elif isinstance(chosen, Enemy):
        await summoned_acts(play, chosen)
    elif isinstance(chosen, Soldier):
        rules = ["FR-RND-11" if play.state.phase == "quick" else "FR-RND-13"]
        rules += ["FR-RND-21"] * chosen.holding + ["FR-RND-09"] * (chosen.die is None)
        play.tell("soldier chosen", *rules, figure=chosen.id)
        await activate(play, chosen)
    else:
        for one in own if chosen == HOLD_ALL else [chosen[1]]:
            one.holding = True
            play.tell("soldier holds", "FR-RND-14", figure=one.id)


@rule("FR-RND-12")
async def enemy_acts(play: Play[Battle]) -> None:
    """Phase 3: the enemy's units act, one at a time, and in no other phase."""
    if not await enemy_phase_step(play) and not play.state.closed:
        play.tell("enemy has acted", "FR-RND-12", round=play.state.round)
        play.state.step = "phase ends"


@rule("FR-RND-22", "FR-RND-28", "FR-RND-02", "FR-PRN-26")
async def end_action_phase(play: Play[Battle]) -> None:
    """First all hand-to-hand combats, then Morale; effects of the phase end after them."""
    state = play.state
    if any(state.figure(id).side == "squad" for one in state.contacts for id in (one.mover, one.other)):
        await offer_before_combat(play)
    several = ("FR-PRN-26",) if len(state.contacts) > 1 else ()
    await resolve_combats(play)
    await settle_morale(play)
    await WINDOWS.open(play, PHASE_ENDED, PhaseMoment(state.lead, state.phase))
    play.tell("phase ended", "FR-RND-22", *several, phase=state.phase, round=state.round)
    _end_phase_limits(play)
    await _start_phase(play, NEXT_PHASE[state.phase])


@rule("FR-RND-28")
def _end_phase_limits(play: Play[Battle]) -> None:
    state = play.state
    end_effects_of_all(play, "phase")
    limits.end("phase", (state, *state.soldiers.values(), *state.enemies.values()))
    for mob in state.mobs.values():
        mob.killed_in_phase, mob.extra_morale = 0, 0


@rule("FR-RND-01", "FR-AGG-03")
async def aggression_step(play: Play[Battle]) -> None:
    """Phase 5."""
    state = play.state
    if not aggression_is_used(state):
        play.tell("no Aggression Phase", *why_unused(state), round=state.round)
    else:
        if could_boil_over(state):
            await offer_tactics(play, "Invoke Shut your mouths! before the Aggression die?", SILENCE)
        await aggression_phase(play)
    await _start_phase(play, "end")


@rule("FR-RND-23", "FR-RND-24", "FR-RND-26", "FR-RND-28")
async def end_round(play: Play[Battle]) -> None:
    """Phase 6: end-of-round effects; unless the mission has ended another round is played."""
    state = play.state
    if not ends_without_soldiers(play):
        await WINDOWS.open(play, END_PHASE, Moment(state.lead))
        await end_phase(play)
    end_effects_of_all(play, "round")
    if state.closed:
        if has_aftermath(state):
            state.step = AFTERMATH
        return
    play.tell("round ended", "FR-RND-26", "FR-RND-28", round=state.round)
    state.step = FIRST_STEP


STEPS: dict[str, Step] = {
    FIRST_STEP: start_round,
    "quick": soldiers_act,
    "enemy": enemy_acts,
    "slow": soldiers_act,
    "phase ends": end_action_phase,
    "aggression": aggression_step,
    "end": end_round,
}
"""Every step of a round by the name that the state remembers."""
