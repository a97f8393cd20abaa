"""Setup: from the rosters to the first turn, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.books.companies_and_captains import company as rosters_company
from sandtable.books.companies_and_captains.chapters import (
    ambitions,
    captains,
    deployment,
    end_of_game,
    terrain_setup,
    testing_resilience,
)
from sandtable.books.companies_and_captains.chapters.constructing import validate_side
from sandtable.books.companies_and_captains.mustering import muster
from sandtable.books.companies_and_captains.rosters import company_from, without_missiles
from sandtable.books.companies_and_captains.scenarios import every
from sandtable.books.companies_and_captains.scenarios.scaling import ScenarioRow, scenario_table
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS, scenario_of
from sandtable.books.companies_and_captains.special import captain_traits, optional_traits
from sandtable.books.companies_and_captains.state import Battle, Company, Group, Seat
from sandtable.books.companies_and_captains.switches import Switches, read_switches
from sandtable.books.companies_and_captains.tables import construction
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne, YesNo
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.safe_yaml import quoted

Sides = tuple[tuple[Seat, ...], tuple[Seat, ...]]

_SEAT = re.compile(r"[A-Za-z][A-Za-z_-]{0,19}")
_KNOWN = len(every.MODULES)


# ---- before the first step -------------------------------------------------------------------------------


@rule("CC-SET-02", "CC-CON-05", "CC-CON-13", "CC-CON-17")
def prepare(scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Battle:
    """The battle before the first step: sides, switches and Companies, all checked; every reason is given."""
    chosen = dict(options)
    wanted_sides = chosen.pop("sides", None)
    switches = read_switches(chosen)
    if scenario is not None and scenario not in SCENARIOS:
        raise refuse(
            "CC-SET-04", f"There is no scenario {quoted(scenario)}.", f"Choose one of {', '.join(SCENARIOS)}."
        )
    sides = form_sides(tuple(seats), wanted_sides)
    rosters = _read_rosters(seats, switches)
    _refuse_bad_sides(sides, rosters, switches)
    companies: dict[Seat, Company] = {}
    groups: dict[str, Group] = {}
    for seat in seats:
        side = 0 if seat in sides[0] else 1
        enemies = [rosters[one] for one in sides[1 - side]]
        company, own = muster(rosters[seat], seat, side, switches, enemies)
        companies[seat] = company
        groups.update((group.id, group) for group in own)
    return Battle(scenario=scenario or "", sides=sides, companies=companies, groups=groups, switches=switches)


@rule("CC-SET-06", "CC-CON-17")
def form_sides(seats: tuple[Seat, ...], wanted: Any = None) -> Sides:
    """Players arrange themselves into two sides: as they say, else every other seat, as even as can be."""
    for seat in seats:
        if not _SEAT.fullmatch(str(seat)):
            raise refuse("", f"{quoted(seat)} cannot be a seat.", "Name seats by letters, such as A and B.")
    if wanted is None:
        wanted = (seats[0::2], seats[1::2])
    if not isinstance(wanted, Sequence) or isinstance(wanted, str) or len(wanted) != 2:
        raise refuse("CC-SET-06", f"{quoted(wanted)} are not two sides.", "Give two lists of seats.")
    sides = tuple(tuple(side) if isinstance(side, list | tuple) else (side,) for side in wanted)
    if sorted(map(str, (*sides[0], *sides[1]))) != sorted(seats):
        raise refuse("CC-SET-06", "The sides do not hold every seat once.", f"Divide {', '.join(seats)}.")
    limit = construction().limit("players_of_a_side")
    for side in sides:
        if not limit.allows(len(side)):
            raise refuse(
                limit.rule, f"A side of {len(side)} players.", f"A side has {limit.least} to {limit.most}."
            )
    # Within a side players are listed in seat order, whatever order was given.
    return (_in_seat_order(sides[0], seats), _in_seat_order(sides[1], seats))


def _in_seat_order(side: Sequence[Seat], seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat in side)


def _read_rosters(seats: Mapping[str, Any], switches: Switches) -> dict[Seat, rosters_company.Company]:
    rosters: dict[Seat, rosters_company.Company] = {}
    faults: list[Refusal] = []
    for seat, given in seats.items():
        try:
            roster = company_from(given)
        except Refused as refused:
            faults += [_of_seat(seat, one) for one in refused.refusals]
            continue
        is_ready = isinstance(given, str) and not switches.missile_profiles
        rosters[seat] = without_missiles(roster) if is_ready else roster  # CC-SMP-07
    if faults:
        raise Refused(*faults)
    return rosters


def _refuse_bad_sides(
    sides: Sides, rosters: Mapping[Seat, rosters_company.Company], switches: Switches
) -> None:
    faults: list[Refusal] = []
    for number, side in enumerate(sides):
        enemies = [rosters[seat] for seat in sides[1 - number]]
        own = [rosters[seat] for seat in side]
        faults += [_of_seat(" and ".join(side), one) for one in validate_side(own, switches, enemies)]
    if faults:
        raise Refused(*faults)


def _of_seat(seat: str, refusal: Refusal) -> Refusal:
    return msgspec.structs.replace(refusal, reason=f"Seat {seat}: {refusal.reason}")


# ---- the scenario ----------------------------------------------------------------------------------------


@rule("CC-SET-01", "CC-SET-02", "CC-SET-04", "CC-SET-10")
async def settle_scenario(play: Play[Battle]) -> None:
    """Points are agreed, the scenario is chosen or drawn, and the table gets its size and its map."""
    state = play.state
    limit = state.switches.points_limit
    play.tell(
        "points agreed",
        "CC-SET-02",
        "CC-SET-01",
        "CC-CON-05",
        "CC-CON-13",
        "CC-CON-17",
        "CC-SWI-01",
        limit=limit,
    )
    if not state.scenario:
        state.scenario = await _draw_scenario(play)
    scenario = scenario_of(state)
    play.tell(
        "scenario settled", "CC-SET-04", "CC-SET-10", *every.table_rules(scenario.id), scenario=scenario.id
    )
    scenario.lay_out(state)
    plan, scale = scenario.plan, scenario.scale(limit)
    markers = ("CC-SCN-07",) if plan.tokens else ()
    play.tell(
        "table laid out",
        *dict.fromkeys(
            (plan.table.rule, scale.rule, plan.terrain_rule, *markers, *(one.rule for one in plan.pieces))
        ),
        "CC-GEO-01",
        width=state.ground.width,
        depth=state.ground.depth,
        pieces=[one.id for one in state.ground.pieces],
    )
    state.step = "terrain"


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

    def candidates() -> list[Candidate]:
        return [
            Candidate(name, one.title, name, rules=every.table_rules(name)) for name, one in SCENARIOS.items()
        ]

    state = play.state
    rules = ("CC-SET-04", "CC-PUB-01", "CC-SCN-01")
    proposed: str = await play.ask(
        ChooseOne(state.leader(0), "Which scenario do you propose?", rules, candidates)
    )
    title = SCENARIOS[proposed].title
    agreed = await play.ask(
        YesNo(state.leader(1), f"Play {title}? No lets a die decide.", rules, {"scenario": proposed})
    )
    play.tell("scenario proposed", *rules, scenario=proposed, agreed=agreed)
    return proposed if agreed else ""


# ---- Captains and sides ----------------------------------------------------------------------------------


@rule("CC-SET-05")
async def settle_captains(play: Play[Battle]) -> None:
    """Each Captain rolls, picks or keeps its trait."""
    await captains.settle_captain_traits(play)
    play.state.step = "attacker"


@rule("CC-SET-06", "CC-CON-09", "CC-CON-13", "CC-CAP-01", "CC-CAP-02", "CC-CAP-03", "CC-OTR-24", "CC-OTR-25")
async def settle_attacker(play: Play[Battle]) -> None:
    """Companies are shown, what nobody needs of Foes and banes is waived, and the sides roll for attacker."""
    state = play.state
    for seat, company in state.companies.items():
        own = [state.groups[one] for one in company.groups]
        waived = ("CC-OTR-24",) if any(one.foes or one.banes for one in own) else ()
        bought = dict.fromkeys(rule for one in own for rule in optional_traits.rules_of_traits(one))
        play.tell(
            "Company shown",
            "CC-CON-09",
            "CC-OTR-25",
            "CC-CON-13",
            "CC-CAP-01",
            "CC-CAP-02",
            "CC-CAP-03",
            *waived,
            *bought,
            seat=seat,
            name=company.name,
            captain=company.captain,
            groups={
                one.id: {"profile": one.profile.name, "traits": one.traits, "cost": one.cost} for one in own
            },
        )
    await captains.roll_for_attacker(play)
    state.step = "deploy"


# ---- after deployment ------------------------------------------------------------------------------------


@rule("CC-SET-08", "CC-GEN-15")
async def roll_for_desertions(play: Play[Battle]) -> None:
    """When deployment is complete the Groups of Reprehensible Captains may desert."""
    state = play.state
    await captain_traits.roll_desertions(play)
    await end_of_game.settle_action(play)
    if not state.closed:
        state.step = "first turn"


@rule("CC-SET-07", "CC-PUB-06", "CC-SET-08")
async def settle_first_turn(play: Play[Battle]) -> None:
    """The attackers start unless the scenario says otherwise or lets a side choose."""
    state = play.state
    scenario = scenario_of(state)
    row, side = scenario.plan.first_turn, scenario.first_side(state)
    chosen = side
    if row.chooses:

        def candidates() -> list[Candidate]:
            return [
                Candidate(state.role(one), f"the {state.role(one)}s", one, rules=(row.rule,))
                for one in (0, 1)
            ]

        rules = (row.rule, "CC-PUB-06", "CC-ACT-15")
        chosen = await play.ask(ChooseOne(state.leader(side), "Who takes the first turn?", rules, candidates))
    state.first = chosen
    usual = () if chosen != state.attacker else ("CC-SET-07",)
    choice = ("CC-PUB-06",) if row.chooses else ()
    play.tell("first turn settled", *dict.fromkeys((row.rule, *choice, *usual)), side=state.role(chosen))
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
    group = waiting[0]
    if len(waiting) > 1:

        def candidates() -> list[Candidate]:
            return [Candidate(one.id, one.name, one, rules=("CC-RTR-03",)) for one in waiting]

        seat = state.leader(state.side_of(group))
        group = await play.ask(
            ChooseOne(seat, "Which Group tests next?", ("CC-RTR-03", "CC-GEN-14"), candidates)
        )
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
    "lay a piece": terrain_setup.lay_a_piece,
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
