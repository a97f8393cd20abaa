"""Setup: from the rosters to the first turn, step by step."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.books.companies_and_captains.balance import tell_figures
from sandtable.books.companies_and_captains.chapters import (
    ambitions,
    captains,
    end_of_game,
    testing_resilience,
)
from sandtable.books.companies_and_captains.chapters.constructing import rule_of_limit
from sandtable.books.companies_and_captains.chapters.conventions import choose_next, rules_of_leading
from sandtable.books.companies_and_captains.chapters.setup import deployment, terrain_setup
from sandtable.books.companies_and_captains.chapters.setup.showing_companies import show_companies
from sandtable.books.companies_and_captains.scenarios import every
from sandtable.books.companies_and_captains.scenarios.scaling import ScenarioRow, scenario_table
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS, scenario_of
from sandtable.books.companies_and_captains.special import captain_traits, optional_traits
from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.switches import changed_switches, describe
from sandtable.kernel import Candidate, ChooseOne, Play, YesNo, rule

# ---- the scenario ----------------------------------------------------------------------------------------


@rule("CC-SET-01", "CC-SET-02", "CC-SET-04", "CC-SET-10")
async def settle_scenario(play: Play[Battle]) -> None:
    """Points are agreed, the scenario is chosen or drawn, and the table gets its size and its map."""
    state = play.state
    limit = state.switches.points_limit
    rules = ("CC-SET-02", "CC-SET-01", rule_of_limit(limit), "CC-CON-13")
    shared = ("CC-CON-17",) if len(state.companies) > 2 else ()
    play.tell("points agreed", *rules, *shared, limit=limit)
    tell_switches(play)
    if not state.scenario:
        state.scenario = await _draw_scenario(play)
    scenario = scenario_of(state)
    cited = ("CC-SET-04", "CC-SET-10", *every.table_rules(scenario.id))
    play.tell("scenario settled", *cited, scenario=scenario.id)
    _lay_out_table(play)
    state.step = "terrain"


def _lay_out_table(play: Play[Battle]) -> None:
    """The table gets its size, its map and its markers."""
    state, scenario = play.state, scenario_of(play.state)
    scenario.lay_out(state)
    plan, scale = scenario.plan, scenario.scale(state.switches.points_limit)
    markers = ("CC-SCN-07",) if plan.tokens else ()
    rules = (plan.table.rule, *scale.cited, *scenario.rules_of_table, plan.terrain_rule, *markers)
    play.tell(
        "table laid out",
        *dict.fromkeys((*rules, *(one.rule for one in plan.pieces))),
        "CC-GEO-01",
        width=state.ground.width,
        depth=state.ground.depth,
        pieces=[one.id for one in state.ground.pieces],
    )


@rule("CC-SWI-01", "CC-SWI-02")
def tell_switches(play: Play[Battle]) -> None:
    """The readings of the book that were agreed: ours, but for the switches that differ."""
    changed = changed_switches(play.state.switches)
    cited = (one.rule for one in describe() if one.name in changed)
    play.tell("switches agreed", "CC-SWI-01", "CC-SWI-02", *dict.fromkeys(cited), switches=changed)


@rule("CC-PUB-01", "CC-SCN-01", "CC-SET-04")
async def _draw_scenario(play: Play[Battle]) -> str:
    """One die draws one of six, an even chance one of seven, of our eight or of all; or both sides agree."""
    draw = play.state.switches.scenario_draw
    table = scenario_table()
    if draw == "choose":
        agreed = await _agree_on_scenario(play)
        if agreed:
            return agreed
        draw = "d6"
    if draw == "d6":
        face = await _scenario_die(play, 6, "CC-PUB-01")
        return next(row.scenario for row in table.published if row.die == face)
    rows: dict[str, tuple[ScenarioRow, ...]] = {
        "seven": table.published,
        "ours": table.ours,
        "all": (*table.published, *table.ours),
    }
    face = await _scenario_die(play, len(rows[draw]), rows[draw][0].rule, rows[draw][-1].rule)
    return rows[draw][face - 1].scenario


async def _scenario_die(play: Play[Battle], sides: int, *rules: str) -> int:
    seat = play.state.leader(0)
    cited = tuple(dict.fromkeys((*rules, "CC-SET-04", "CC-GEN-15")))
    (face,) = await play.roll(1, "scenario", *cited, seat=seat, sides=sides)
    return face


async def _agree_on_scenario(play: Play[Battle]) -> str:
    """The leader of the first side proposes, the other agrees; where they do not agree the program rolls."""
    state = play.state
    rules = ("CC-SET-04", "CC-PUB-01", "CC-SCN-01")
    named = [
        Candidate(name, SCENARIOS[name].title, name, rules=every.table_rules(name))
        for name in every.scenario_ids()
    ]
    question = ChooseOne(state.leader(0), "propose scenario", "Which scenario do you propose?", rules, named)
    proposed: str = await play.ask(question)
    prompt = f"Play {SCENARIOS[proposed].title}? No lets a die decide."
    table = ("CC-SET-04", *every.table_rules(proposed))
    agreed = await play.ask(YesNo(state.leader(1), "accept scenario", prompt, table, {"scenario": proposed}))
    play.tell("scenario proposed", *table, scenario=proposed, agreed=agreed)
    return proposed if agreed else ""


# ---- Captains and sides ----------------------------------------------------------------------------------


@rule("CC-SET-05")
async def settle_captains(play: Play[Battle]) -> None:
    """Each Captain rolls, picks or keeps its trait."""
    await captains.settle_captain_traits(play)
    play.state.step = "attacker"


@rule("CC-SET-06")
async def settle_attacker(play: Play[Battle]) -> None:
    """Companies are shown, and the sides roll for attacker."""
    show_companies(play)
    tell_figures(play)
    await captains.roll_for_attacker(play)
    play.state.step = "deploy"


# ---- after deployment ------------------------------------------------------------------------------------


@rule("CC-SET-08", "CC-GEN-15")
async def roll_for_desertions(play: Play[Battle]) -> None:
    """When deployment is complete the Groups of Reprehensible Captains may desert."""
    await captain_traits.roll_desertions(play)
    await end_of_game.settle_action(play)
    if not play.state.closed:
        play.state.step = "first turn"


@rule("CC-SET-07", "CC-PUB-06", "CC-SET-08")
async def settle_first_turn(play: Play[Battle]) -> None:
    """The attackers start unless the scenario says otherwise or lets a side choose."""
    state = play.state
    scenario = scenario_of(state)
    row, side = scenario.plan.first_turn, scenario.first_side(state)
    chosen = side
    if row.chooses:
        asked = (row.rule, "CC-PUB-06", *rules_of_leading(state, side))
        roles = [(one, state.role(one)) for one in (0, 1)]
        sides = [Candidate(role, f"the {role}s", one, rules=(row.rule,)) for one, role in roles]
        question = ChooseOne(
            state.leader(side), "choose first turn", "Who takes the first turn?", asked, sides
        )
        chosen = await play.ask(question)
    state.first = chosen
    usual = ("CC-SET-07",) if chosen == state.attacker else ()
    behind = ("CC-PUB-06",) if row.chooses else usual
    rules = (*scenario.first_turn_rules(state), *behind)
    play.tell("first turn settled", *dict.fromkeys(rules), side=state.role(chosen))
    state.to_do = tuple(group.id for group in scenario.groups_that_test(state))
    state.step = "opening tests"


@rule("CC-RTR-03", "CC-GEN-15")
async def take_an_opening_test(play: Play[Battle]) -> None:
    """Groups that the scenario makes nervous test before the first turn, in the order of their side."""
    state = play.state
    waiting = [group for one in state.to_do if (group := state.groups[one]).on_table]
    if not waiting:
        state.to_do = ()
        state.step = "ambitions"
        return
    rules = ("CC-RTR-03", "CC-GEN-14")
    group = await choose_next(play, "choose group to test", "Which Group tests next?", rules, waiting)
    state.to_do = tuple(one.id for one in waiting if one is not group)
    await testing_resilience.opening_test(play, group)


@rule("CC-AMB-01", "CC-SET-08")
async def settle_ambitions(play: Play[Battle]) -> None:
    """Everybody chooses ambitions in secret."""
    await ambitions.choose_ambitions(play)
    state = play.state
    in_order = state.groups_of_side(state.defender) + state.groups_of_side(state.attacker)  # CC-GEN-14
    state.to_do = tuple(group.id for group in in_order if group.has("Apprentice"))
    state.step = "spells"


@rule("CC-OTR-03", "CC-SET-01")
async def choose_spells(play: Play[Battle]) -> None:
    """Each Apprentice chooses its spells as the last step of setup."""
    state = play.state
    if not state.to_do:
        _begin(play)
        return
    group = state.groups[state.to_do[0]]
    state.to_do = state.to_do[1:]
    if group.where in ("on the table", "undeployed"):
        await optional_traits.learn_spells(play, group)


@rule("CC-CON-14", "CC-SET-01")
def _begin(play: Play[Battle]) -> None:
    """Points fielded are fixed, deserters and undeployed Groups included, and the first turn begins."""
    state = play.state
    for seat, company in state.companies.items():
        company.points = sum(state.groups[one].cost for one in company.groups)
        play.tell("points fielded", "CC-CON-14", seat=seat, points=company.points)
    state.active = state.first
    state.to_do = ()
    play.tell("setup complete", "CC-SET-01", first=state.role(state.first))
    state.step = "start of turn"


STEPS: dict[str, Callable[[Play[Battle]], Coroutine[Any, Any, None]]] = {
    "scenario": settle_scenario,
    "terrain": terrain_setup.set_up_terrain,
    "lay a piece": terrain_setup.lay_pieces,
    "place a piece": terrain_setup.place_a_piece,
    "captains": settle_captains,
    "attacker": settle_attacker,
    "deploy": deployment.begin_stage,
    "deploy a group": deployment.deploy_a_group,
    "place a token": deployment.place_a_token,
    "desertions": roll_for_desertions,
    "first turn": settle_first_turn,
    "opening tests": take_an_opening_test,
    "ambitions": settle_ambitions,
    "spells": choose_spells,
}
"""The steps of setup in the order of CC-SET-01."""
