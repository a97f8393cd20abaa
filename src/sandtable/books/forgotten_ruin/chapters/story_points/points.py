"""Story Points: one point buys one effect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.binding.choosing import choose_if_several
from sandtable.binding.tables import Rolled, row_for, title_of, titled
from sandtable.books.forgotten_ruin.chapters.principles.conventions import roll_d100
from sandtable.books.forgotten_ruin.chapters.principles.harder_results import worse_of
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import could_matter
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import why_no_story_points
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import (
    AGGRESSION_EVENT,
    ATTACK_HITS,
    DICE_ROLLED,
    STORY_POINT,
    WINDOWS,
    AggressionEvent,
    OwnDice,
    Struck,
)
from sandtable.kernel import Candidate, ChooseOne, Play, Refusal, YesNo, rule

BEST_FACE = 6
NOT_SET = ("save", "resistance", "reaction", "evade")
"""Dice that no Story Point sets, though they are a soldier's (FR-STP-04)."""


@rule("FR-STP-02", "FR-STP-03", "FR-DIF-14", "FR-EXR-11")
def why_no_points(state: Battle) -> Refusal | None:
    """Why no Story Point can be spent: they are not used, or gone."""
    unused = "FR-EXR-11" if state.mission.kind.startswith("exercise") else why_no_story_points(state.switches)
    if unused:
        return Refusal(unused, "Story Points are not used.", "Go on without one.")
    if state.stock.story_points <= 0:
        return Refusal("FR-STP-03", "No Story Point is left.", "Go on without one.")
    return None


@rule("FR-STP-02", "FR-STP-01", "FR-DIF-14", "FR-EXR-11")
def points_left(state: Battle) -> int:
    """The Story Points that may be spent now; none where the rule is not used."""
    return 0 if why_no_points(state) is not None else state.stock.story_points


@rule("FR-STP-03")
def spend(play: Play[Battle], rule_id: str, use: str, **facts: Any) -> None:
    """A point is gone and has bought one effect."""
    play.state.stock.story_points -= 1
    left = play.state.stock.story_points
    play.tell("Story Point spent", rule_id, "FR-STP-03", use=use, left=left, **facts)


def _offers_dice(state: Battle) -> bool:
    return state.switches.offer_dice_changes != "never" and points_left(state) > 0


def _may_set_a_die(play: Play[Battle], seat: str, own: OwnDice) -> bool:
    is_passed = own.step > STORY_POINT  # FR-HIT-09
    return own.what not in NOT_SET and not is_passed and _offers_dice(play.state) and could_matter(own)


@WINDOWS.offer(
    DICE_ROLLED,
    "Story Point",
    "FR-STP-04",
    _may_set_a_die,
    said="a Story Point",
    left=points_left,
    rank=-1,
)
async def set_a_die(play: Play[Battle], seat: str, own: OwnDice) -> None:
    """One die of the roll becomes any face, as if it had been rolled."""

    def candidates() -> list[Candidate]:
        return [
            Candidate(
                f"die {place + 1} becomes {face}",
                f"the {own.faces[place]} becomes a {face}",
                (place, face),
                rules=("FR-STP-04",),
                facts={"die": place, "face": face},
            )
            for place in range(len(own.faces))
            for face in range(BEST_FACE, 0, -1)
            if face != own.faces[place]
        ]

    facts, about = {**own.facts, "scores": own.scores}, (own.soldier.id,)
    rules, prompt = ("FR-STP-04", "FR-STP-03"), "Which die becomes which face?"
    place, face = await play.ask(ChooseOne(seat, "set die", prompt, rules, candidates, facts, about=about))
    was = own.faces[place]
    own.faces[place], own.step = face, STORY_POINT
    spend(play, "FR-STP-04", "set a die", figure=own.soldier.id, was=was, face=face)


def _may_shrug_off(play: Play[Battle], seat: str, now: Struck) -> list[Enemy]:
    """The enemies whose Hits on the soldier are still to be resolved."""
    if not isinstance(now.target, Soldier) or points_left(play.state) <= 0:
        return []
    enemies = play.state.enemies
    return [enemies[id] for id in dict.fromkeys(hit.attacker for hit in now.hits) if id in enemies]


def _was_shrugged_off(play: Play[Battle], seat: str, now: Struck) -> bool:
    ignored = play.state.ignored
    return isinstance(now.target, Soldier) and any(hit.attacker in ignored for hit in now.hits)


@WINDOWS.consequence(
    ATTACK_HITS, "Story Point spent on the attacker", "FR-STP-05", _was_shrugged_off, rank=-1
)
async def ignore_attacker(play: Play[Battle], seat: str, now: Struck) -> None:
    """All later attacks of the figure in this round have no effect on any soldier."""
    _drop_ignored(play, now)


@WINDOWS.offer(
    ATTACK_HITS,
    "Story Point",
    "FR-STP-05",
    _may_shrug_off,
    repeats=True,
    said="a Story Point",
    left=points_left,
)
async def shrug_off(play: Play[Battle], seat: str, now: Struck, attackers: list[Enemy]) -> None:
    """Every effect of the attacks of one enemy figure is ignored for this round."""
    enemy = await choose_if_several(
        play,
        seat,
        "choose attacker to ignore",
        "Whose attacks are ignored?",
        ("FR-STP-05",),
        attackers,
        lambda one: name_of(play.state, one),
        about=now.about,
        facts=now.facts,
    )
    play.state.ignored = (*play.state.ignored, enemy.id)
    spend(play, "FR-STP-05", "shrug off one attacker", figure=now.target.id, attacker=enemy.id)
    _drop_ignored(play, now)


def _drop_ignored(play: Play[Battle], now: Struck) -> None:
    dropped = [hit for hit in now.hits if hit.attacker in play.state.ignored]
    now.hits[:] = [hit for hit in now.hits if hit.attacker not in play.state.ignored]
    if dropped:
        ids = sorted({hit.attacker for hit in dropped})
        play.tell("attack ignored", "FR-STP-05", figure=now.target.id, attackers=ids, hits=len(dropped))
    if not now.hits:
        now.negate("FR-STP-05")


@rule("FR-STP-06", "FR-PRN-29", "FR-STP-14")
async def roll_on(play: Play[Battle], table: str, rows: Sequence[Rolled], *rules: str) -> Rolled:
    """A row of a D100 table; a point paid beforehand makes two rolls, an override takes another row."""
    seat = play.state.lead
    twice = await _pays_for_two(play, seat, table, rules)
    row = row_for(rows, await roll_d100(play, table, *rules))
    if twice:
        other = row_for(rows, await roll_d100(play, table, *rules, "FR-STP-06", "FR-PRN-21"))
        among = list(rows) if other is row else [row, other]
        row = await _choose_among(play, seat, table, among, "FR-STP-06")
    if play.state.switches.table_result_override:
        row = await _override(play, seat, table, rows, row)
    return worse_of(play, table, [(title_of(one), one) for one in rows], (title_of(row), row))


async def _pays_for_two(play: Play[Battle], seat: str, table: str, rules: tuple[str, ...]) -> bool:
    state, when = play.state, play.state.switches.second_rolls
    if not (when == "always" or (when == "battle" and state.round > 0)) or not _offers_dice(state):
        return False
    points = points_left(state)
    prompt = f"Pay one of {points} Story Points to roll twice on the {table} table and choose?"
    facts = {"table": table, "points": points}
    if not await play.ask(YesNo(seat, "roll twice", prompt, ("FR-STP-06", *rules), facts)):
        return False
    spend(play, "FR-STP-06", "roll twice", table=table)
    return True


async def _choose_among(
    play: Play[Battle], seat: str, table: str, rows: Sequence[Rolled], rule_id: str
) -> Rolled:
    rules, prompt, facts = (rule_id,), f"Which result of the {table} table?", {"table": table}
    candidates = [Candidate(key, key, row, rules=rules) for key, row in titled(rows)]
    chosen: Rolled = await play.ask(ChooseOne(seat, "choose result", prompt, rules, candidates, facts))
    play.tell("result chosen", rule_id, table=table, row=title_of(chosen))
    return chosen


@rule("FR-PRN-29", "FR-CAM-65")
async def _override(
    play: Play[Battle], seat: str, table: str, rows: Sequence[Rolled], rolled: Rolled
) -> Rolled:
    """The player keeps what was rolled or takes another row; every replacement is told."""
    was, rules = title_of(rolled), ("FR-PRN-29", "FR-CAM-65")
    others = [(key, row) for key, row in titled(rows) if row is not rolled]
    candidates = [
        Candidate("keep", f"keep {was}", rolled, rules=rules[:1]),
        *(Candidate(key, key, row, rules=rules[:1]) for key, row in others),
    ]
    prompt = f"Keep {was}, or take another result of the {table} table?"
    facts = {"table": table, "rolled": was}
    chosen: Rolled = await play.ask(ChooseOne(seat, "override result", prompt, rules, candidates, facts))
    if chosen is not rolled:
        play.tell("result replaced", *rules, table=table, was=was, row=title_of(chosen))
    return chosen


def _may_cancel(play: Play[Battle], seat: str, now: AggressionEvent) -> bool:
    state = play.state
    return state.switches.story_points == "all_uses" and points_left(state) > 0 and not now.is_cancelled


@WINDOWS.offer(
    AGGRESSION_EVENT, "Story Point", "FR-STP-13", _may_cancel, said="a Story Point", left=points_left
)
async def cancel_the_event(play: Play[Battle], seat: str, now: AggressionEvent) -> None:
    """An Aggression event that was just rolled does not happen."""
    now.is_cancelled = True
    spend(play, "FR-STP-13", "cancel an Aggression event", row=now.row)
