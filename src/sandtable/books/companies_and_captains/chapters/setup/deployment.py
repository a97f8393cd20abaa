"""Deployment: who places which Group where and when, who is held back, and zones that are too small."""

from __future__ import annotations

from math import pi

from sandtable.books.companies_and_captains.chapters.constructing import share_points
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry import placing
from sandtable.books.companies_and_captains.chapters.geometry.standing import FROM_ENEMIES, LINK, bodies_of
from sandtable.books.companies_and_captains.chapters.setup.token_placing import has_place, place_token
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.scenarios.plan import Stage
from sandtable.books.companies_and_captains.scenarios.scaling import STANDARD_LIMIT
from sandtable.books.companies_and_captains.scenarios.scenario import is_captains, scenario_of, side_of_role
from sandtable.books.companies_and_captains.state import Battle, Company, Group, Side
from sandtable.kernel.arithmetic import square, total
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne, YesNo
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.units import open_ground
from sandtable.table.units import placing as ground_placing
from sandtable.table.units.groups import group_box
from sandtable.table.zones import Every, Zone, whole_table

STAGE = "stage"
"""Under this name the state counts the stages of deployment that are done."""


def stage_of(state: Battle) -> Stage:
    """The stage of deployment that is being played."""
    return scenario_of(state).plan.stages[state.counts.get(STAGE, 0)]


@rule("CC-SET-09", "CC-SET-08")
async def begin_stage(play: Play[Battle]) -> None:
    """The next stage of deployment begins; after the last one deployment is complete."""
    state = play.state
    plan = scenario_of(state).plan
    if state.counts.get(STAGE, 0) == len(plan.stages):
        state.counts = {name: count for name, count in state.counts.items() if name not in _PASSING}
        state.active = state.attacker  # CC-GEN-14: in setup the defenders come first
        rules = (*(one.rule for one in plan.stages), *scenario_of(state).rules_of_captains)
        play.tell("deployment complete", "CC-SET-08", *dict.fromkeys(rules))
        state.step = "desertions"
        return
    stage = stage_of(state)
    if stage.do == "role":
        await _name_role(play, stage)
        _end_stage(state)
    elif stage.do == "tokens":
        state.to_do = (stage.token,) * stage.count
        state.step = "place a token"
    else:
        _call_up(play, stage)


WIDER_FOR_TOKENS = "wider for tokens"
_PASSING = (STAGE, "wider 0", "wider 1", WIDER_FOR_TOKENS)


def _end_stage(state: Battle) -> None:
    state.counts[STAGE] = state.counts.get(STAGE, 0) + 1
    state.to_do = ()
    state.step = "deploy"


def _call_up(play: Play[Battle], stage: Stage) -> None:
    """The Groups of this stage get ready, and zones that cannot hold those who must deploy are widened."""
    state = play.state
    sides = (state.defender, state.attacker) if stage.who is None else (side_of_role(state, stage.who),)
    ready = [
        group
        for side in sides
        for group in state.groups_of_side(side)
        if group.where == "undeployed" and stage.only in ("", role_of(state, group))
    ]
    state.to_do = tuple(group.id for group in ready)
    state.active = sides[0]
    state.step = "deploy a group"
    for side in sides:
        state.counts[f"wider {side}"] = 0
        must = [one for one in ready if state.side_of(one) == side and why_not_hold_back(state, one)]
        if must:
            _widen(play, stage, side, must)


def role_of(state: Battle, group: Group) -> str:
    """The part that the Group plays in the scenario, or ""."""
    return next((role for role, holder in state.roles.items() if holder == group.id), "")


async def _name_role(play: Play[Battle], stage: Stage) -> None:
    state = play.state
    assert stage.who is not None
    side = side_of_role(state, stage.who)
    deployed = [one for one in state.groups_of_side(side) if one.on_table]
    named = deployed or [one for one in state.groups_of_side(side) if one.where == "undeployed"]

    def candidates() -> list[Candidate]:
        return [
            Candidate(group.id, group.name, group, rules=(stage.rule,), about=(group.id,)) for group in named
        ]

    prompt = f"Which Group are the {stage.role.capitalize()}?"
    group: Group = await play.ask(
        ChooseOne(state.leader(side), f"name {stage.role}", prompt, (stage.rule,), candidates)
    )
    state.roles[stage.role] = group.id
    rules = scenario_of(state).rules_of_role
    play.tell(f"{stage.role.capitalize()} named", stage.rule, *rules, group=group.id)


# ---- one Group at a time ---------------------------------------------------------------------------------


@rule("CC-SET-09", "CC-PUB-05", "CC-ACT-15")
async def deploy_a_group(play: Play[Battle]) -> None:
    """The leader says whose Group is next; its owner places it, or holds it back where that is allowed."""
    state, stage = play.state, stage_of(play.state)
    _hold_back_who_must(play, stage)
    waiting = [state.groups[one] for one in state.to_do]
    if not waiting:
        _end_stage(state)
        return
    if not any(state.side_of(one) == state.active for one in waiting):
        state.active = 1 - state.active
    group = await _choose_next(play, stage, [one for one in waiting if state.side_of(one) == state.active])
    state.to_do = tuple(one for one in state.to_do if one != group.id)
    if why_not_hold_back(state, group) is None and not await _is_deployed(play, group):
        _tell_held_back(play, group)
        return
    await _place(play, stage, group)
    if stage.do == "groups in turn":
        state.active = 1 - state.active


async def _choose_next(play: Play[Battle], stage: Stage, waiting: list[Group]) -> Group:
    if len(waiting) == 1:
        return waiting[0]

    def candidates() -> list[Candidate]:
        return [
            Candidate(group.id, group.name, group, rules=("CC-SET-09",), about=(group.id,))
            for group in waiting
        ]

    seat = play.state.leader(play.state.active)
    rules = ("CC-SET-09", stage.rule, "CC-ACT-15")
    chosen: Group = await play.ask(
        ChooseOne(seat, "choose group to deploy", "Which Group is deployed next?", rules, candidates)
    )
    return chosen


async def _is_deployed(play: Play[Battle], group: Group) -> bool:
    rules = _hold_back_rules(play.state, group)
    question = YesNo(
        group.company, "hold back", f"Deploy {group.name}? No holds it back.", rules, about=(group.id,)
    )
    answer: bool = await play.ask(question)
    return answer


async def _place(play: Play[Battle], stage: Stage, group: Group) -> None:
    state = play.state
    side = state.side_of(group)
    zone = _widen(play, stage, side, [group])
    if zone is None:
        # No zone can hold it, so it stays undeployed; CC-OTR-28 says what becomes of it.
        play.tell("group held back", "CC-PUB-04", "CC-GEO-26", "CC-OTR-28", group=group.id)
        return
    rules = (
        stage.rule,
        "CC-SET-09",
        "CC-PUB-03",
        *scenario_of(state).scale(state.switches.points_limit).cited,
    )
    prompt = f"Place {group.name} in the zone of the {state.role(side)}."
    await placing.place_group(play, group, zone, prompt, rules, stage.enemy_distance)


def _zone(state: Battle, stage: Stage, side: Side, group: Group | None = None) -> Zone:
    return scenario_of(state).zone(state, stage, side, state.counts.get(f"wider {side}", 0), group)


# ---- holding back ----------------------------------------------------------------------------------------


def _way_of_holding_back(state: Battle, stage: Stage, group: Group) -> str:
    """How this Group's side may hold Groups back in this stage."""
    if stage.hold_back_by is not None and side_of_role(state, stage.hold_back_by) != state.side_of(group):
        return "summoners"
    return stage.hold_back


@rule("CC-OTR-17", "CC-PUB-05", "CC-RAI-01", "CC-SCN-05", "CC-HNT-03", "CC-AMU-01")
def why_not_hold_back(state: Battle, group: Group) -> Refusal | None:
    """Only a Company with a Summoner, or whom the scenario splits, may keep Groups off the table."""
    stage = stage_of(state)
    way = _way_of_holding_back(state, stage, group)
    if way == "nobody":
        return Refusal(stage.rule, f"{group.name} must deploy in this scenario.", "Deploy it.")
    if is_captains(state, group):
        return Refusal("CC-OTR-17", f"{group.name} holds the Captain.", "The Captain's Group deploys.")
    if group.id in state.roles.values():
        return Refusal(stage.rule, f"{group.name} has a part in the scenario.", "Deploy it.")
    if way in ("half", "points"):
        return None
    company = state.companies[group.company]
    callers = [one for one in company.groups if state.groups[one].has("Summoner")]
    if not callers:
        reason = f"{company.name} has no Summoner who could bring {group.name} on."
        return Refusal("CC-PUB-05", reason, "Deploy it.")
    if not any(_may_yet_call(state, one) for one in callers if one != group.id):
        if group.id in callers:
            return Refusal("CC-OTR-17", f"{group.name} is the last Summoner.", "One Summoner deploys.")
        return Refusal("CC-OTR-17", "No Summoner is on the table.", "Deploy it.")
    return None


def _may_yet_call(state: Battle, summoner: str) -> bool:
    return state.groups[summoner].on_table or summoner in state.to_do


@rule("CC-RAI-01", "CC-SCN-05", "CC-SCN-06")
def why_not_deploy(state: Battle, group: Group) -> Refusal | None:
    """The scenario lets only a part of the Company onto the table at first; the Captain's Group always is."""
    stage = stage_of(state)
    way = _way_of_holding_back(state, stage, group)
    if way not in ("half", "points") or is_captains(state, group):
        return None
    company = state.companies[group.company]
    others = [state.groups[one] for one in company.groups if one != company.captain]
    deployed = [one for one in others if one.on_table]
    if way == "half":
        most = len(others) // 2
        if len(deployed) >= most:
            reason = f"{most} Groups besides the Captain's are deployed."
            return Refusal(stage.rule, reason, "The rest may be called later.")
        return None
    room = points_that_deploy(state, company, stage) - state.groups[company.captain].cost
    if sum(one.cost for one in deployed) + group.cost > room:
        reason = f"{group.name} costs {group.cost}; {max(0, room)} points deploy besides the Captain's Group."
        return Refusal(stage.rule, reason, "It comes later as a reserve.")
    return None


@rule("CC-SCN-06", "CC-SCN-05")
def points_that_deploy(state: Battle, company: Company, stage: Stage) -> int:
    """How many points of a Company deploy at first, in proportion to its share of the points limit."""
    seats = state.sides[company.side]
    even = share_points(state.switches.points_limit, len(seats))[seats.index(company.seat)]
    share = state.counts.get(f"share {company.seat}", even)
    return stage.points * share // STANDARD_LIMIT


def _hold_back_rules(state: Battle, group: Group) -> tuple[str, ...]:
    stage = stage_of(state)
    way = _way_of_holding_back(state, stage, group)
    behind = [{"half": "CC-RAI-01", "points": "CC-SCN-05"}.get(way, "CC-OTR-17")]
    if way == "points" and points_that_deploy(state, state.companies[group.company], stage) != stage.points:
        behind.append("CC-SCN-06")
    return tuple(dict.fromkeys((*behind, stage.rule, "CC-PUB-05", *scenario_of(state).rules_of_captains)))


def _hold_back_who_must(play: Play[Battle], stage: Stage) -> None:
    state = play.state
    if stage.hold_back not in ("half", "points"):
        return
    for group in [state.groups[one] for one in state.to_do]:
        if why_not_deploy(state, group) is not None:
            state.to_do = tuple(one for one in state.to_do if one != group.id)
            _tell_held_back(play, group)


def _tell_held_back(play: Play[Battle], group: Group) -> None:
    play.tell("group held back", *_hold_back_rules(play.state, group), "CC-OTR-28", group=group.id)


# ---- zones that are too small ----------------------------------------------------------------------------


ROOMY = 1.25
"""So many times the room that others can take is enough for the search, whatever the ground is like.

A base that stands beside its comrades takes a third of what is reckoned for it; on thousands of tables laid
at random the search never failed with more than three quarters.
"""


@rule("CC-PUB-04", "CC-SCN-08")
def _widen(play: Play[Battle], stage: Stage, side: Side, groups: list[Group]) -> Zone | None:
    """A zone too small for the Groups is widened by inches, for the whole side, until they fit at last."""
    state = play.state
    before = state.counts.setdefault(f"wider {side}", 0)
    widest = int(max(state.ground.width, state.ground.depth))
    zone = _zone(state, stage, side, groups[0])
    while not (fits := is_room_for_all(state, zone, groups, stage.enemy_distance)):
        if state.counts[f"wider {side}"] >= widest:
            break
        state.counts[f"wider {side}"] += 1
        zone = _zone(state, stage, side, groups[0])
    by = state.counts[f"wider {side}"] - before
    if by:
        rules = scenario_of(state).rules_of_widening
        play.tell("zone widened", *rules, stage.rule, side=state.role(side), by=by)
    return zone if fits else None


@rule("CC-PUB-04", "CC-GEO-26")
def is_room_for_all(state: Battle, zone: Zone, groups: list[Group], enemy_distance: float | None) -> bool:
    """Whether the fixed search that CC-PUB-04 prescribes finds a place for each of the Groups.

    For one model the answer is a proof (`table.corners`). For several it is that search: a zone may be
    widened for Groups that could just have been squeezed in, which costs their owner nothing.
    """
    zone = Every((whole_table(state.ground), zone))
    least = inches(state, FROM_ENEMIES) if enemy_distance is None else enemy_distance
    link, bodies = inches(state, LINK), bodies_of(state.groups_on_table())
    aloof = [(enemy.models, enemy.radius, least) for enemy in state.enemies_on_table(groups[0])]
    sizes = [(one.fielded, one.radius, going_of(state, one)) for one in groups]
    if len(groups) == 1:
        return ground_placing.has_place(state.ground, zone, sizes[0], link, bodies, aloof)
    kinds = {(one.radius, going_of(state, one)): one for one in groups}
    if all(_is_roomy(state, zone, groups, one, least) for one in kinds.values()):
        return True
    return not isinstance(ground_placing.place_side(state.ground, zone, sizes, link, bodies, aloof), int)


def _is_roomy(state: Battle, zone: Zone, groups: list[Group], group: Group, least: float) -> bool:
    """Whether the Group has so much room that the search is sure to find some: more than others can take."""
    taken = _taken_by_others(state, zone, group, least)
    # The search sets the largest bases down first, so smaller ones take nothing away.
    taken += total(
        one.fielded * pi * square(one.radius + group.radius) for one in groups if one.radius >= group.radius
    )
    return open_ground.has_room(state.ground, zone, group.radius, going_of(state, group), ROOMY * taken)


def _taken_by_others(state: Battle, zone: Zone, group: Group, least: float) -> float:
    """The most room for a Group's bases that the models on the table can take from the zone."""
    taken = 0.0
    west, south, east, north = zone.box
    for one in state.groups_on_table():
        reach = one.radius + group.radius + (least if state.are_enemies(one, group) else 0.0)
        left, low, right, high = group_box(one.models)
        width = min(right + reach, east) - max(left - reach, west)
        depth = min(high + reach, north) - max(low - reach, south)
        if width > 0 and depth > 0:
            taken += min(width * depth, len(one.models) * pi * (reach * reach))
    return taken


# ---- markers ---------------------------------------------------------------------------------------------


@rule("CC-RAI-02", "CC-SOR-01", "CC-PUB-13")
async def place_a_token(play: Play[Battle]) -> None:
    """The side puts one of its markers on the table."""
    state, stage = play.state, stage_of(play.state)
    if not state.to_do:
        _end_stage(state)
        return
    assert stage.who is not None
    side = side_of_role(state, stage.who)
    zone = _zone_of_tokens(play, stage, side)
    if zone is None:
        play.tell("token left out", stage.rule, "CC-PUB-04", what=stage.token)
    else:
        await place_token(play, side, stage, zone)
    state.to_do = state.to_do[1:]


@rule("CC-PUB-04")
def _zone_of_tokens(play: Play[Battle], stage: Stage, side: Side) -> Zone | None:
    """The zone of the markers, widened an inch at a time until the next one has a place; None if none has."""
    state, scenario = play.state, scenario_of(play.state)
    before = wider = state.counts.get(WIDER_FOR_TOKENS, 0)
    widest = int(max(state.ground.width, state.ground.depth))

    def is_room(by: int) -> bool:
        return has_place(state, scenario.zone(state, stage, side, by), stage)

    if not is_room(wider):
        if not is_room(max(wider, widest)):
            return None
        wider += 1
        while not is_room(wider):
            wider += 1
    if wider > before:
        state.counts[WIDER_FOR_TOKENS] = wider
        rules = scenario.rules_of_widening
        play.tell("zone widened", *rules, stage.rule, side=state.role(side), by=wider - before)
    return scenario.zone(state, stage, side, wider)
