"""Deployment: who places which Group where and when, who is held back, and zones that are too small."""

from __future__ import annotations

from sandtable.binding.choosing import choose
from sandtable.books.companies_and_captains.chapters.constructing import STANDARD_LIMIT, share_points
from sandtable.books.companies_and_captains.chapters.conventions import (
    choose_next,
    inches,
    name_of,
    rules_of_leading,
)
from sandtable.books.companies_and_captains.chapters.geometry import placing
from sandtable.books.companies_and_captains.chapters.geometry.standing import FROM_ENEMIES, LINK, bodies_of
from sandtable.books.companies_and_captains.chapters.setup.token_placing import has_place, place_token
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.scenarios.plan import Stage
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of, side_of_role
from sandtable.books.companies_and_captains.scenarios.zones import Anywhere
from sandtable.books.companies_and_captains.state import PUBLISHED_TOKENS, Battle, Company, Group, Setup, Side
from sandtable.kernel import Play, YesNo, rule
from sandtable.table import Every, Zone, whole_table
from sandtable.table.units.open_ground import Site
from sandtable.table.units.placing import has_room_for_all


def stage_of(state: Battle) -> Stage:
    """The stage of deployment that is being played."""
    return scenario_of(state).plan.stages[state.setup.stage]


@rule("CC-SET-09", "CC-SET-08")
async def begin_stage(play: Play[Battle]) -> None:
    """The next stage of deployment begins; after the last one deployment is complete."""
    state = play.state
    plan = scenario_of(state).plan
    if state.setup.stage == len(plan.stages):
        state.setup = Setup(shares=state.setup.shares)
        state.active = state.attacker  # CC-GEN-14: in setup the defenders come first
        rules = (*(one.rule for one in plan.stages), *scenario_of(state).rules_of_deploying)
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


def _end_stage(state: Battle) -> None:
    state.setup.stage += 1
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
        _set_wider(state, side, 0)
        must = [one for one in ready if state.side_of(one) == side and must_deploy(state, one)]
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
    topic, prompt = f"name {stage.role}", f"Which Group are the {stage.role.capitalize()}?"
    asked = (stage.rule, *rules_of_leading(state, side))
    group = await choose(play, state.leader(side), topic, prompt, asked, named, name_of)
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
    own = [one for one in waiting if state.side_of(one) == state.active]
    rules = ("CC-SET-09", stage.rule)
    group = await choose_next(play, "choose group to deploy", "Which Group is deployed next?", rules, own)
    state.to_do = tuple(one for one in state.to_do if one != group.id)
    if not must_deploy(state, group) and not await _is_deployed(play, group):
        _tell_held_back(play, group)
        return
    await _place(play, stage, group)
    if stage.do == "groups in turn":
        state.active = 1 - state.active


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
    scaled = scenario_of(state).scale(state.switches.points_limit).cited
    captains = scenario_of(state).rules_of_captains if state.holds_captain(group) else ()
    row = stage.zones.attacker if side == state.attacker else stage.zones.defender
    measured = () if isinstance(row, Anywhere) else ("CC-PUB-03",)  # who may stand anywhere has no zone
    rules = (stage.rule, "CC-SET-09", *measured, *scaled, *captains)
    prompt = f"Place {group.name} in the zone of the {state.role(side)}."
    await placing.place_group(play, group, zone, prompt, rules, stage.enemy_distance)


def _zone(state: Battle, stage: Stage, side: Side, group: Group | None = None) -> Zone:
    return scenario_of(state).zone(state, stage, side, state.setup.wider[side], group)


# ---- holding back ----------------------------------------------------------------------------------------


def _way_of_holding_back(state: Battle, stage: Stage, group: Group) -> str:
    """How this Group's side may hold Groups back in this stage."""
    if stage.hold_back_by is not None and side_of_role(state, stage.hold_back_by) != state.side_of(group):
        return "summoners"
    return stage.hold_back


@rule("CC-OTR-17", "CC-PUB-05", "CC-RAI-01", "CC-SCN-05", "CC-HNT-03", "CC-AMU-01")
def must_deploy(state: Battle, group: Group) -> bool:
    """Only a Company with a Summoner, or whom the scenario splits, may keep Groups off the table."""
    way = _way_of_holding_back(state, stage_of(state), group)
    if way == "nobody" or state.holds_captain(group) or group.id in state.roles.values():
        return True
    if way in ("half", "points"):
        return False
    others = [state.groups[one] for one in state.companies[group.company].groups if one != group.id]
    return not any(one.has("Summoner") and (one.on_table or one.id in state.to_do) for one in others)


@rule("CC-RAI-01", "CC-SCN-05", "CC-SCN-06")
def must_wait(state: Battle, group: Group) -> bool:
    """The scenario lets only a part of the Company onto the table at first; the Captain's Group always is."""
    stage = stage_of(state)
    way = _way_of_holding_back(state, stage, group)
    if way not in ("half", "points") or state.holds_captain(group):
        return False
    company = state.companies[group.company]
    others = [state.groups[one] for one in company.groups if one != company.captain]
    deployed = [one for one in others if one.on_table]
    if way == "half":
        return len(deployed) >= len(others) // 2
    room = points_that_deploy(state, company, stage) - state.groups[company.captain].cost
    return sum(one.cost for one in deployed) + group.cost > room


@rule("CC-SCN-06", "CC-SCN-05")
def points_that_deploy(state: Battle, company: Company, stage: Stage) -> int:
    """How many points of a Company deploy at first, in proportion to its share of the points limit."""
    seats = state.sides[company.side]
    even = share_points(state.switches.points_limit, len(seats))[seats.index(company.seat)]
    share = state.setup.shares.get(company.seat, even)
    return stage.points * share // STANDARD_LIMIT


def _hold_back_rules(state: Battle, group: Group) -> tuple[str, ...]:
    stage = stage_of(state)
    way = _way_of_holding_back(state, stage, group)
    behind = [{"half": "CC-RAI-01", "points": "CC-SCN-05"}.get(way, "CC-OTR-17")]
    if way == "points" and state.switches.points_limit != STANDARD_LIMIT:
        behind.append("CC-SCN-06")
    if way == "points" and len(state.sides[state.side_of(group)]) > 1:
        behind.append("CC-CON-17")
    return tuple(dict.fromkeys((*behind, stage.rule, *scenario_of(state).rules_of_deploying)))


def _hold_back_who_must(play: Play[Battle], stage: Stage) -> None:
    state = play.state
    if stage.hold_back not in ("half", "points"):
        return
    for group in [state.groups[one] for one in state.to_do]:
        if must_wait(state, group):
            state.to_do = tuple(one for one in state.to_do if one != group.id)
            _tell_held_back(play, group)


def _tell_held_back(play: Play[Battle], group: Group) -> None:
    play.tell("group held back", *_hold_back_rules(play.state, group), "CC-OTR-28", group=group.id)


# ---- zones that are too small ----------------------------------------------------------------------------


def _set_wider(state: Battle, side: Side, by: int) -> None:
    first, second = state.setup.wider
    state.setup.wider = (by, second) if side == 0 else (first, by)


@rule("CC-PUB-04", "CC-SCN-08")
def _widen(play: Play[Battle], stage: Stage, side: Side, groups: list[Group]) -> Zone | None:
    """A zone too small for the Groups is widened by inches, for the whole side, until they fit at last."""
    state = play.state
    before = wider = state.setup.wider[side]
    widest = int(max(state.ground.width, state.ground.depth))
    zone = _zone(state, stage, side, groups[0])
    while not (fits := is_room_for_all(state, zone, groups, stage.enemy_distance)):
        if wider >= widest:
            break
        wider += 1
        _set_wider(state, side, wider)
        zone = _zone(state, stage, side, groups[0])
    if wider > before:
        rules = scenario_of(state).rules_of_widening
        play.tell("zone widened", *rules, stage.rule, side=state.role(side), by=wider - before)
    return zone if fits else None


@rule("CC-PUB-04", "CC-GEO-26")
def is_room_for_all(state: Battle, zone: Zone, groups: list[Group], enemy_distance: float | None) -> bool:
    """Whether the fixed search that CC-PUB-04 prescribes finds a place for each of the Groups.

    A zone may be widened for Groups that could just have been squeezed in, which costs their owner nothing.
    """
    zone = Every((whole_table(state.ground), zone))
    least = inches(state, FROM_ENEMIES) if enemy_distance is None else enemy_distance
    aloof = [(enemy.models, enemy.radius, least) for enemy in state.enemies_on_table(groups[0])]
    sizes = [(one.fielded, one.radius, going_of(state, one)) for one in groups]
    link, bodies = inches(state, LINK), bodies_of(state.groups_on_table())
    return has_room_for_all([Site(state.ground, zone, size, link, bodies, aloof) for size in sizes])


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
        play.tell("token left out", stage.rule, "CC-PUB-04", what=PUBLISHED_TOKENS[stage.token])
    else:
        await place_token(play, side, stage, zone)
    state.to_do = state.to_do[1:]


@rule("CC-PUB-04")
def _zone_of_tokens(play: Play[Battle], stage: Stage, side: Side) -> Zone | None:
    """The zone of the markers, widened an inch at a time until the next one has a place; None if none has."""
    state, scenario = play.state, scenario_of(play.state)
    before = wider = state.setup.wider_for_tokens
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
        state.setup.wider_for_tokens = wider
        rules = scenario.rules_of_widening
        play.tell("zone widened", *rules, stage.rule, side=state.role(side), by=wider - before)
    return scenario.zone(state, stage, side, wider)
