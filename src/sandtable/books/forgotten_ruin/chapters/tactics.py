"""Leadership Tactics: one a mission, chosen at the right moment, for the rest of the round."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.binding.choosing import choose
from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.modifiers import SERGEANT, TACTIC_USES, TIMES_FIRED
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.kernel import PASS, Candidate, ChooseOne, Modifier, Play, Refusal, rule

LIGHT, FIREPOWER, DOUBLE = "Light them up!", "Firepower!", "Double time!"
BRING_DOWN, STUCK_IN, SECTIONS = "Bring it down!", "Get stuck in!", "By sections!"
MORTARS, SILENCE = "Mortars!", "Shut your mouths!"
BEFORE_AN_ACTION = (LIGHT, FIREPOWER, BRING_DOWN, MORTARS, SILENCE)
BEFORE_A_MOVE = (DOUBLE,)
BEFORE_COMBAT = (STUCK_IN, BRING_DOWN)
"""What may be invoked in the middle of a phase, before what it affects (FR-TAC-04)."""
GO = "go on"
GRENADE = "grenade"
"""The second benefit of Firepower!, as the state remembers it."""


class Tactic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Tactics table."""

    tactic: str
    rule: str
    sentence: str
    inches: int = 0
    low: int = 0
    high: int = 0


@cache
@rule("FR-TAC-05")
def tactics() -> dict[str, Tactic]:
    """The eight Tactics."""
    return {one.tactic: one for one in read_data("tactics.yaml", tuple[Tactic, ...])}


@rule("FR-TAC-04")
def is_active(state: Battle, tactic: str) -> bool:
    """Whether a Tactic works in this round."""
    return any(one == tactic or one.startswith(f"{tactic} ") for one in state.active_tactics)


@rule("FR-TAC-01", "FR-TAC-02", "FR-SQD-09")
def uses_left(state: Battle) -> tuple[int, tuple[str, ...]]:
    """How many Tactics may still be invoked, of one a mission and whatever more, and by which rules."""
    extra = TACTIC_USES.all(state)
    total = 1 + state.extra_tactics + sum(one.value for one in extra)
    rules = ("FR-TAC-01", *(("FR-TAC-02",) if total > 1 else ()), *(one.rule for one in extra))
    if any(one.kind == SERGEANT for one in extra):
        rules = (*rules, "FR-SQD-09")
    return total - len(state.tactics), rules


@rule("FR-TAC-03")
def why_not_invoke(state: Battle, tactic: str, acting: Figure | None = None) -> Refusal | None:
    """Why a Tactic cannot be invoked now, perhaps by somebody who has an Action left; or None."""
    left, rules = uses_left(state)
    if left <= 0:
        return Refusal(rules[0], "No Tactic is left for this mission.", "Tactics come back next mission.")
    if tactic in state.tactics:
        return Refusal("FR-TAC-03", f"{tactic} was used in this battle.", "Choose another Tactic.")
    if tactic == SECTIONS and (state.phase != "reaction roll" or state.dice):
        return Refusal("FR-TAC-11", "The Reaction Roll has been made.", "Invoke it before the roll.")
    if tactic == MORTARS:
        return _why_no_mortars(state, acting)
    if tactic == BRING_DOWN and not targets(state):
        return Refusal("FR-TAC-09", "No enemy is on the table.", "Choose another Tactic.")
    return None


@rule("FR-TAC-12")
def _why_no_mortars(state: Battle, acting: Figure | None) -> Refusal | None:
    if "fire support" in state.mission.support:
        return Refusal("FR-TAC-12", "This mission has fire support.", "Call Fire Support.")
    if is_underground(state):
        return Refusal("FR-TAC-12", "No shell falls underground.", "Choose another Tactic.")
    leaders = [one for one in state.soldiers_on_table() if can_direct_mortars(one)]
    if not leaders:
        return Refusal("FR-TAC-12", "No leader who could target it is on the table.", "Choose another one.")
    if all((one.acted and one is not acting) or one.is_frozen for one in leaders):
        reason = "No leader who could target it has an Action left in this round."
        return Refusal("FR-TAC-12", reason, "Invoke it in the next round, before a leader acts.")
    return None


def is_underground(state: Battle) -> bool:
    """Where fire support is impossible."""
    mission = state.mission
    is_used = state.switches.region_terrain_rules and not mission.kind.startswith("exercise")
    return mission.region == "Underground" and is_used


@rule("FR-TAC-12")
def can_direct_mortars(soldier: Soldier) -> bool:
    """Squad leader, platoon sergeant and platoon leader can."""
    return soldier.position in ("squad leader", "platoon sergeant", "platoon leader")


def targets(state: Battle) -> list[Enemy]:
    """Whom Bring it down! may name."""
    return [one for one in state.enemies_on_table() if one.side != "squad"]


def tactic_candidates(state: Battle, *names: str, acting: Figure | None = None) -> list[Candidate]:
    """The Tactics that may be invoked now, as answers to whatever is being asked."""
    if uses_left(state)[0] <= 0:
        return []
    return [
        Candidate(
            f"tactic {one.tactic}",
            f"{one.tactic} {one.sentence}",
            Invoked(one.tactic),
            rules=("FR-TAC-04", "FR-TAC-01", "FR-TAC-05", one.rule),
            group="Tactics",
        )
        for one in tactics().values()
        if (not names or one.tactic in names) and why_not_invoke(state, one.tactic, acting) is None
    ]


class Invoked(msgspec.Struct, frozen=True):
    """A Tactic that was chosen among other things to do."""

    tactic: str


@rule("FR-TAC-01", "FR-TAC-03", "FR-TAC-04", "FR-TAC-05")
async def invoke(play: Play[Battle], seat: str, tactic: str) -> None:
    """A Tactic works from now on until the end of the round, and never again in this battle."""
    state = play.state
    _, rules = uses_left(state)
    state.tactics = (*state.tactics, tactic)
    chosen = tactic
    if tactic == FIREPOWER:
        chosen = await _choose_benefit(play, seat)
    elif tactic == BRING_DOWN:
        state.tactic_target = await _choose_target(play, seat)
    state.active_tactics = (*state.active_tactics, chosen)
    cited = (tactics()[tactic].rule, *rules, "FR-TAC-03", "FR-TAC-04", "FR-TAC-05")
    choice = chosen.removeprefix(tactic).strip()
    target = state.tactic_target if tactic == BRING_DOWN else ""
    play.tell("Tactic invoked", *cited, tactic=tactic, choice=choice, target=target)


@rule("FR-TAC-04")
async def offer_tactics(play: Play[Battle], prompt: str, *names: str) -> None:
    """The first player may invoke these Tactics, as far as any are left, before what they would change."""
    state = play.state

    def candidates() -> list[Candidate]:
        return [*tactic_candidates(state, *names), Candidate(GO, "no", GO, ("FR-TAC-01",), deed=PASS)]

    while tactic_candidates(state, *names):
        question = ChooseOne(state.lead, "invoke tactic", prompt, ("FR-TAC-04", "FR-TAC-01"), candidates)
        chosen = await play.ask(question)
        if not isinstance(chosen, Invoked):
            return
        await invoke(play, state.lead, chosen.tactic)


@rule("FR-TAC-04", "FR-TAC-09", "FR-TAC-10")
async def offer_before_combat(play: Play[Battle]) -> None:
    """Before hand-to-hand dice are rolled the Tactics that change them may be invoked."""
    await offer_tactics(play, "Invoke a Tactic before the hand-to-hand combat?", *BEFORE_COMBAT)


@rule("FR-TAC-07")
async def _choose_benefit(play: Play[Battle], seat: str) -> str:
    """A second shot for one soldier, or one grenade more for all."""
    armed = [one for one in play.state.soldiers_on_table() if any(not each.is_melee for each in one.weapons)]
    labels = {one.id: f"{one.name} shoots twice" for one in armed} | {GRENADE: "one grenade more"}
    rules = ("FR-TAC-07",)
    options = [
        Candidate(key, label, f"{FIREPOWER} {key}", rules=rules, about=(key,) if key != GRENADE else ())
        for key, label in labels.items()
    ]
    question = ChooseOne(seat, "choose firepower", "Who has the firepower?", rules, lambda: options)
    return str(await play.ask(question))


@rule("FR-TAC-09")
async def _choose_target(play: Play[Battle], seat: str) -> str:
    """One enemy figure."""
    rules, foes = ("FR-TAC-09",), targets(play.state)
    prompt = "Which figure is brought down?"
    named = await choose(
        play, seat, "choose whom to bring down", prompt, rules, foes, lambda one: name_of(play.state, one)
    )
    return named.id


@rule("FR-TAC-11")
def set_dice(count: int) -> tuple[int, ...]:
    """Half of the dice, rounded up, show 2, and the others 4."""
    row = tactics()[SECTIONS]
    low = (count + 1) // 2
    return (row.low,) * low + (row.high,) * (count - low)


@TIMES_FIRED.source("FR-TAC-06")
def light_them_up(state: Battle, soldier: Soldier, weapon: Weapon) -> Modifier | None:
    """An assault rifle is shot two times."""
    if weapon.name == "assault rifle" and is_active(state, LIGHT):
        return Modifier(1, LIGHT, "FR-TAC-06")
    return None


@TIMES_FIRED.source("FR-TAC-07")
def firepower(state: Battle, soldier: Soldier, weapon: Weapon) -> Modifier | None:
    """One soldier shoots twice with one weapon, once in this round."""
    return Modifier(1, FIREPOWER, "FR-TAC-07") if _has_firepower(state, soldier) else None


def _has_firepower(state: Battle, soldier: Soldier) -> bool:
    is_chosen = f"{FIREPOWER} {soldier.id}" in state.active_tactics
    return is_chosen and not soldier.has_used(once("round", FIREPOWER))


def use_firepower(state: Battle, soldier: Soldier) -> None:
    """The second shot of Firepower! was there to be taken; it does not come again."""
    if _has_firepower(state, soldier):
        use(soldier, once("round", FIREPOWER))


@rule("FR-TAC-07")
def grenades_more(state: Battle) -> int:
    """One grenade more than normally allowed."""
    return int(f"{FIREPOWER} {GRENADE}" in state.active_tactics)


@rule("FR-TAC-08")
def double_time(state: Battle, soldier: Soldier) -> list[Modifier]:
    """Three inches more in one Move of the round; half Speed stays what it is."""
    if is_active(state, DOUBLE) and not soldier.has_used(once("round", DOUBLE)):
        return [Modifier(tactics()[DOUBLE].inches, DOUBLE, "FR-TAC-08")]
    return []


def use_double_time(state: Battle, soldier: Soldier) -> None:
    """The longer Move of the round is made."""
    if double_time(state, soldier):
        use(soldier, once("round", DOUBLE))


@rule("FR-TAC-09")
def bring_it_down(state: Battle, attacker: Figure, target: Figure) -> list[Modifier]:
    """A natural 6 scores one Hit more on the named figure, on top of the Great Hit or in its place."""
    if target.id == state.tactic_target and is_active(state, BRING_DOWN) and attacker.side == "squad":
        return [Modifier(1 if state.switches.bring_it_down_stacks else 0, BRING_DOWN, "FR-TAC-09")]
    return []
