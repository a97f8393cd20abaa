"""Difficulty factors: options that make a campaign easier or harder, and what they add up to."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from sandtable.binding.tables import Row
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.modifiers import MONSTER_POINTS
from sandtable.books.forgotten_ruin.state import Battle, Enemy
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.kernel import Modifier, Play, Refusal, rule


class Option(Row, frozen=True):
    """A Heroic or Gritty option."""

    option: str
    group: str
    adjustment: int
    rule: str
    sentence: str


class Difficulty(Row, frozen=True):
    """The file of difficulty."""

    story_points: int
    increased_story_points: int
    reduced_story_points: int
    champion_points: int
    villain_points: int
    danger_zone_inches: float
    small_monster: int
    multiplier_tenths: int
    more_support: tuple[int, ...]
    """The campaign turns of FR-DIF-08."""
    limited_manpower: int
    ally_requests: int
    options: tuple[Option, ...]
    excluded: tuple[tuple[str, str], ...]


@cache
@rule("FR-DIF-05")
def difficulty() -> Difficulty:
    """The options with their adjustments, and the pairs that exclude one another."""
    return read_data("difficulty.yaml", Difficulty)


@rule("FR-DIF-01")
def has_option(state: Battle, option: str) -> bool:
    """Whether the campaign is played with an option."""
    return option in state.switches.difficulty_options


@rule("FR-DIF-03")
def difficulty_factor(switches: Switches) -> int:
    """The sum of the adjustments of all chosen options."""
    worth = {one.option: one.adjustment for one in difficulty().options}
    return sum(worth[one] for one in switches.difficulty_options)


@rule("FR-DIF-01", "FR-DIF-02", "FR-DIF-04")
def check_options(switches: Switches) -> list[Refusal]:
    """Everything that speaks against the chosen options."""
    chosen, found = switches.difficulty_options, []
    known = {one.option for one in difficulty().options}
    for one in chosen:
        if one not in known:
            found.append(Refusal("FR-DIF-01", f"There is no option {one!r}.", "Choose options of the table."))
    for one, other in difficulty().excluded:
        if one in chosen and other in chosen:
            reason = f"{one} and {other} contradict one another."
            found.append(Refusal("FR-DIF-02", reason, "Choose one of the two."))
    target = switches.difficulty_target
    if target is not None and not found and difficulty_factor(switches) != target:
        reason = f"The options add up to {difficulty_factor(switches):+d}."
        found.append(Refusal("FR-DIF-04", reason, f"Choose options that add up to {target:+d}."))
    return found


@rule("FR-STP-01", "FR-DIF-09", "FR-DIF-13", "FR-DIF-14")
def starting_story_points(switches: Switches) -> int:
    """The Story Points with which a campaign starts."""
    chosen, file = switches.difficulty_options, difficulty()
    if why_no_story_points(switches):
        return 0
    if "Reduced Story Points (3)" in chosen:
        return file.reduced_story_points
    more = file.increased_story_points if "Increased Story Points" in chosen else 0
    return file.story_points + more


@rule("FR-DIF-14", "FR-STP-02")
def why_no_story_points(switches: Switches) -> str:
    """The rule by which a campaign is played without Story Points, if it is."""
    if switches.story_points == "off":
        return "FR-STP-02"
    return "FR-DIF-14" if "Reduced Story Points (none)" in switches.difficulty_options else ""


@rule("FR-DIF-14", "FR-STP-02")
def gain_story_point(play: Play[Battle], *rules: str, **facts: Any) -> None:
    """A Story Point is gained, unless the campaign is played without any."""
    why = why_no_story_points(play.state.switches)
    if why:
        play.tell("no Story Point", why, *rules, **facts)
        return
    play.state.stock.story_points += 1
    play.tell("Story Point gained", *rules, **facts)


@rule("FR-DIF-06")
def luck_of_personalities(switches: Switches) -> int:
    """The Luck that every known personality gains."""
    return 1 if "Lucky heroes" in switches.difficulty_options else 0


@MONSTER_POINTS.source("FR-DIF-17")
def tougher_champions(state: Battle, figure: Enemy, points: int) -> Modifier | None:
    """Champions have two Monster Points, villains start with three in all."""
    is_villain = figure.kind == "villain"
    if not has_option(state, "Tougher champions") or not (is_villain or figure.is_champion):
        return None
    most = difficulty().villain_points if is_villain else difficulty().champion_points
    return Modifier(most - points, "Tougher champions", "FR-DIF-17")


@MONSTER_POINTS.source("FR-DIF-27")
def easier_monsters(state: Battle, figure: Enemy, points: int) -> Modifier | None:
    """A monster with five points or fewer has one less, a larger one two, and at least one is left."""
    if not figure.is_monster or not has_option(state, "Easier monsters"):
        return None
    less = 1 if points <= difficulty().small_monster else 2
    return Modifier(-min(less, points - 1), "Easier monsters", "FR-DIF-27")


@rule("FR-DIF-28")
def final_score(victory_points: int, switches: Switches) -> Fraction:
    """Victory Points times the multiplier, exactly; the multiplier is never below 0."""
    tenths = max(0, difficulty().multiplier_tenths + difficulty_factor(switches))
    return Fraction(victory_points * tenths, difficulty().multiplier_tenths)


@rule("FR-DIF-07")
def may_reroll_injury(switches: Switches, already: int) -> bool:
    """One soldier in each campaign turn may reroll the injury roll."""
    return "Less lethal" in switches.difficulty_options and already == 0


@rule("FR-DIF-08")
def support_gained(switches: Switches, campaign_turn: int) -> int:
    """One Support Point at the start of campaign turns 3, 6 and 9."""
    return int("More Support" in switches.difficulty_options and campaign_turn in difficulty().more_support)


@rule("FR-DIF-12")
def may_choose_transformation(switches: Switches) -> bool:
    """A Transformation may be chosen instead of rolled."""
    return "A kind of magic" in switches.difficulty_options


@rule("FR-DIF-18", "FR-SQD-24")
def recovery_turns(turns: int, switches: Switches, knack: str = "", region: str = "") -> int:
    """The battles missed in a recovery; only recoveries of at least one become longer or shorter."""
    changes = recovery_changes(switches, knack, region) if turns >= 1 else []
    return max(0, turns + sum(one.value for one in changes))


@rule("FR-DIF-18", "FR-SQD-24", "FR-MIS-28")
def recovery_changes(switches: Switches, knack: str, region: str) -> list[Modifier]:
    """What makes the recovery of a soldier longer or shorter: the cold, an option, good health."""
    slow = "Slow recovery" in switches.difficulty_options
    changes = (
        (region == "Arctic" and switches.region_terrain_rules, Modifier(1, "Arctic", "FR-MIS-28")),
        (slow, Modifier(1, "Slow recovery", "FR-DIF-18")),
        (knack == "Healthy", Modifier(-1, "Healthy", "FR-SQD-24")),
    )
    return [change for applies, change in changes if applies]


@rule("FR-DIF-20")
def most_replacements(switches: Switches, bought: int = 0) -> int:
    """The replacements of a campaign, with those that Story Points have bought."""
    limited = "Limited manpower" in switches.difficulty_options
    return (difficulty().limited_manpower if limited else switches.replacement_base_limit) + bought


@rule("FR-DIF-21", "FR-DIF-22")
def ally_requests(switches: Switches) -> int:
    """How often help from allies may be requested in the campaign."""
    if "On your own (none)" in switches.difficulty_options:
        return 0
    return 1 if "On your own (once)" in switches.difficulty_options else difficulty().ally_requests


@rule("FR-DIF-23")
def receives_support(switches: Switches, won: bool) -> bool:
    """With Earned support the regular Support Points come only after a mission that was won."""
    return won or "Earned support" not in switches.difficulty_options
