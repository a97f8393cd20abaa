"""Positions: any situation at all as plain data, written whole, read whole or in an author's short form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import radians
from typing import Any

import msgspec

from sandtable.binding.positions import Place, refuse_nonsense, same_fields, values_of
from sandtable.binding.refusing import refuse_too_many
from sandtable.binding.terrain_forms import outline_of
from sandtable.books.companies_and_captains import company as rosters
from sandtable.books.companies_and_captains.chapters.constructing import effective_cost, usual_models
from sandtable.books.companies_and_captains.chapters.deeds import (
    fix_costliest_enemies,
    note_melee,
    note_wavering,
)
from sandtable.books.companies_and_captains.chapters.setup.preparing import group_of
from sandtable.books.companies_and_captains.positions.checks import COMPANIES, GROUPS, POSITION, faults_of
from sandtable.books.companies_and_captains.positions.form import (
    AmbitionForm,
    CompanyForm,
    GroupForm,
    PieceForm,
    PositionForm,
    SideName,
)
from sandtable.books.companies_and_captains.printed_tables import (
    Profile,
    construction,
    profiles,
    usual_traits,
)
from sandtable.books.companies_and_captains.rosters.words import read_captain_trait, read_profile, read_trait
from sandtable.books.companies_and_captains.scenarios import every as _every  # noqa: F401 - it makes them known
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.state import (
    Ambition,
    Battle,
    Company,
    Group,
    GroupId,
    Seat,
    Side,
    Token,
)
from sandtable.books.companies_and_captains.switches import Switches, read_switches
from sandtable.kernel import Refused
from sandtable.kernel.arithmetic import cos, sin
from sandtable.kernel.safe_yaml import convert, quoted
from sandtable.table import Ground, Piece
from sandtable.table.units.formations import Formation, slots

MOST_GROUPS, MOST_PIECES, MOST_CORNERS, MOST_TOKENS = 100, 300, 5000, 300
"""What a position may hold at most; no table has room for as much."""

WORKED_OUT = ("groups", "companies", "sides", "attacker", "first", "active", "switches", "tokens")
"""What the battle does not have as the form says it."""
WORKED_OUT_OF_GROUPS = frozenset(
    ("profile", "traits", "name", "keywords", "cost", "r", "models", "fielded", "where", "known_spells")
)

_GROUP_ID = re.compile(r"([A-Za-z][A-Za-z_-]*)([1-9][0-9]?)")


def read_position(position: Mapping[str, Any]) -> Battle:
    """The battle of a position; everything wrong with it is refused, each fault with its place."""
    refuse_nonsense(position)
    form = _form_of(position)
    _refuse_crowds(form)
    switches = read_switches(form.switches)
    seats = _seats(form)
    sides = _sides(form, seats)
    numbers = {seat: number for number, side in enumerate(sides) for seat in side}
    groups = _groups(form, seats, sides, switches)
    attacker = _side("attacker", form.attacker, numbers, 0)
    active = attacker if form.active is None else _side("active", form.active, numbers, attacker)
    begun = active if form.turn % 2 else 1 - active
    first = begun if form.first is None else _side("first", form.first, numbers, attacker)
    turns = tuple((form.turn + (side == first)) // 2 for side in (0, 1))
    companies = {seat: _company(seat, numbers[seat], form, groups, turns[numbers[seat]]) for seat in seats}
    said = [name for name in same_fields(PositionForm, Battle) if name not in WORKED_OUT]
    battle = Battle(
        **values_of(form, said),
        sides=sides,
        companies=companies,
        groups=groups,
        switches=switches,
        attacker=attacker,
        first=first,
        active=active,
    )
    _lay_out(battle, form)
    _join_melees(battle)
    _note_deeds(battle)
    if faults := faults_of(battle):
        raise Refused(*faults)
    return battle


def _form_of(position: Mapping[str, Any]) -> PositionForm:
    """The form as the author wrote it; a fault inside a Group names the Group."""
    groups = GROUPS.entries(position, MOST_GROUPS, "Groups")
    if not groups:
        raise GROUPS.refuse("there are none.", "Give at least one Group to each side.")
    for group_id, group in groups.items():
        GROUPS.at(group_id).read(group, GroupForm)
    for seat, company in COMPANIES.entries(position, MOST_GROUPS).items():
        COMPANIES.at(seat).read(company, CompanyForm)
    return convert(dict(position), PositionForm, "position")


def _refuse_crowds(form: PositionForm) -> None:
    """Refuse what would keep everybody waiting before it could be played."""
    pieces, players = form.terrain or (), construction().limit("players_of_a_side")
    seats = {_seat_of(one) for one in form.groups}
    corners = sum(len(one.outline or ()) for one in pieces)
    refuse_too_many(len(seats), 2 * players.most, "position, groups", "seats", players.rule)
    refuse_too_many(len(pieces), MOST_PIECES, "position, terrain", "pieces")
    refuse_too_many(corners, MOST_CORNERS, "position, terrain", "corners")
    refuse_too_many(len(form.tokens or ()), MOST_TOKENS, "position, tokens", "tokens")


# ---- seats, sides and the ground -----------------------------------------------------------------------


def _seats(form: PositionForm) -> tuple[Seat, ...]:
    """Every player in seat order: as listed, else in the order of the alphabet."""
    named = tuple(sorted({_seat_of(group_id) for group_id in form.groups}))
    if not form.seats:
        return named
    if sorted(form.seats) != sorted(named):
        reason = f"{', '.join(form.seats)} do not own the Groups."
        raise POSITION.at("seats").refuse(reason, f"The Groups belong to {', '.join(named)}.")
    return form.seats


def _seat_of(group_id: GroupId) -> Seat:
    found = _GROUP_ID.fullmatch(group_id)
    if found is None:
        reason = f"{quoted(group_id)} is no Group id."
        raise GROUPS.refuse(reason, "Write seat and roster number, such as A1.")
    return found[1]


def _sides(form: PositionForm, seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    sides = form.sides or (seats[0::2], seats[1::2])
    if sorted((*sides[0], *sides[1])) != sorted(seats) or not all(sides):
        remedy = f"Divide {', '.join(seats)} into two lists."
        raise POSITION.at("sides").refuse("every seat belongs to one of two sides.", remedy)
    return sides


def _side(place: str, named: SideName, numbers: Mapping[Seat, Side], attacker: Side) -> Side:
    if named in (-1, 0, 1):
        return int(named)
    if named in ("attacker", "defender"):
        return attacker if named == "attacker" else 1 - attacker
    if named in numbers:
        return numbers[str(named)]
    raise POSITION.at(place).refuse(f"{quoted(named)} is no side.", "Name a seat, attacker or defender.")


def _lay_out(battle: Battle, form: PositionForm) -> None:
    """Table, map and markers are those of the scenario where the author says nothing else."""
    scenario = SCENARIOS.get(form.scenario)
    if scenario is not None:
        scenario.lay_out(battle)
        if form.first is None and form.turn == 0:
            battle.first = scenario.first_side(battle)
    ground = battle.ground
    width, depth = form.table or (ground.width, ground.depth)
    pieces = ground.pieces if form.terrain is None else _pieces(form.terrain)
    battle.ground = Ground(width, depth, pieces)
    if form.tokens is not None:
        battle.tokens = {
            token_id: Token(token_id, **msgspec.structs.asdict(one)) for token_id, one in form.tokens.items()
        }


def _pieces(terrain: tuple[PieceForm, ...]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for number, one in enumerate(terrain, 1):
        place = POSITION.at(f"terrain[{number - 1}]")
        outline = outline_of(
            place,
            one.kind,
            outline=one.outline,
            area=one.area,
            along=one.wall,
            thickness=one.thickness,
            disc=one.circle,
        )
        traits = usual_traits().get(one.kind, ()) if one.traits is None else one.traits
        pieces.append(Piece(one.id or f"{one.kind} {number}", one.kind, outline, one.height, traits))
    return tuple(pieces)


# ---- Groups and Companies ------------------------------------------------------------------------------


def _groups(
    form: PositionForm,
    seats: tuple[Seat, ...],
    sides: tuple[tuple[Seat, ...], tuple[Seat, ...]],
    switches: Switches,
) -> dict[GroupId, Group]:
    def place(group_id: GroupId) -> tuple[int, int]:
        found = _GROUP_ID.fullmatch(group_id)
        assert found is not None
        return seats.index(found[1]), int(found[2])

    entries = {one: _entry(one, form.groups[one]) for one in sorted(form.groups, key=place)}
    fielded = [
        rosters.Company(name="", groups=tuple([one for key, one in entries.items() if _seat_of(key) in side]))
        for side in sides
    ]
    return {
        group_id: _group(
            group_id, form.groups[group_id], entry, switches, fielded[_seat_of(group_id) in sides[0]]
        )
        for group_id, entry in entries.items()
    }


def _entry(group_id: GroupId, form: GroupForm) -> rosters.GroupEntry:
    """The Group as it stands on a roster."""
    place = str(GROUPS.at(group_id))
    profile = read_profile(form.profile, place)
    for word in form.traits:
        read_trait(word, place)
    return rosters.GroupEntry(
        name=form.name,
        profile=profile.name,
        traits=form.traits,
        models=form.fielded or usual_models(profile),
        keywords=form.keywords,
        base=form.base,
    )


def _group(
    group_id: GroupId,
    form: GroupForm,
    entry: rosters.GroupEntry,
    switches: Switches,
    enemies: rosters.Company,
) -> Group:
    """The Group as it is; where no cost is given it costs what it would at setup (CC-OTR-24)."""
    place = GROUPS.at(group_id)
    cost = effective_cost(entry, [enemies]) if form.cost is None else form.cost
    group = group_of(entry, group_id, _seat_of(group_id), switches, cost)
    if form.values:
        printed = profiles()[entry.profile].traits
        group.profile = convert(
            {**msgspec.to_builtins(group.profile), **form.values}, Profile, str(place.at("values"))
        )
        group.traits = (*group.profile.traits, *(one for one in group.traits if one not in printed))
        if min(group.profile.r, group.profile.t) < 1 or group.profile.mo_in < 0:
            remedy = "R and T are 1 or more, MO 0 or more."
            raise place.at("values").refuse("R, T or MO is too low.", remedy)
    for field in same_fields(GroupForm, Group):
        if field not in WORKED_OUT_OF_GROUPS:
            setattr(group, field, getattr(form, field))
    if form.has is not None:
        group.traits = form.has
    if form.known_spells is not None:
        group.known_spells = form.known_spells
    _stand(group, form, switches, place)
    return group


def _stand(group: Group, form: GroupForm, switches: Switches, place: Place) -> None:
    """The Group gets its R and its models: as many as its R keeps standing, or as the author says."""
    is_placed = form.at is not None or isinstance(form.models, tuple)
    group.where = form.where or ("on the table" if is_placed else "undeployed")
    whole = 0 if group.where == "routed" else group.profile.r
    group.r = whole if form.r is None else form.r
    if isinstance(form.models, tuple):
        group.models = form.models
        group.fielded = max(group.fielded, len(form.models)) if form.fielded is None else form.fielded
    elif form.at is not None:
        _form_up(group, form, switches, place)
    elif group.on_table:
        reason = "it is on the table and stands nowhere."
        raise place.refuse(reason, "Give at, or the points of its models.")


def _form_up(group: Group, form: GroupForm, switches: Switches, place: Place) -> None:
    """The models stand in the formation that the author names, about its middle."""
    assert form.at is not None
    if not group.on_table:
        raise place.refuse(f"it is {group.where} and has a place.", "Leave at out, or set where.")
    if isinstance(form.models, int) and form.fielded is None and form.r is None:
        group.fielded = form.models
    most = construction().limit("models").most
    standing = -(-group.fielded * group.r // group.profile.r) if switches.remove_models else group.fielded
    count = standing if form.models is None else form.models  # CC-RES-08
    if not isinstance(count, int) or not 1 <= count <= most:
        raise place.refuse(f"R {group.r} and {count} models.", f"1 to {most} models stand.", "CC-CON-08")
    turn = radians(form.facing)
    towards = (cos(turn), sin(turn))
    places = slots(Formation(form.formation), (form.at,) * count, group.radius, form.at, towards)
    group.models = tuple((round(x, 9), round(y, 9)) for x, y in places)


def _company(
    seat: Seat, side: Side, form: PositionForm, groups: Mapping[GroupId, Group], turns: int
) -> Company:
    given = form.companies.get(seat, CompanyForm())
    own = tuple(group_id for group_id, group in groups.items() if group.company == seat)
    captains = [group_id for group_id in own if form.groups[group_id].captain]
    if len(captains) > 1:
        reason = f"{' and '.join(captains)} are both Captains."
        raise GROUPS.refuse(reason, "Name one Captain in each Company.", "CC-CAP-01")
    if given.captain_trait:
        read_captain_trait(given.captain_trait, str(COMPANIES.at(seat)))
    return Company(
        seat=seat,
        name=given.name or f"Company {seat}",
        side=side,
        groups=own,
        captain=given.captain or (captains or own)[0],
        captain_trait=given.captain_trait,
        points=sum(groups[group_id].cost for group_id in own) if given.points is None else given.points,
        half_lost=given.half_lost,
        ambitions=_ambitions(given),
        turns=turns if given.turns is None else given.turns,
        deeds=given.deeds,
    )


def _ambitions(form: CompanyForm) -> tuple[Ambition, ...] | None:
    if form.ambitions is None:
        return None
    if isinstance(form.ambitions, msgspec.UnsetType):
        return ()
    return tuple(
        Ambition(one.name, one.revealed) if isinstance(one, AmbitionForm) else Ambition(one)
        for one in form.ambitions
    )


def _note_deeds(battle: Battle) -> None:
    """What ambitions ask for and a position shows, though its author says nothing of deeds."""
    note_melee(battle, *[one for one in battle.groups.values() if one.melee])
    for seat, company in battle.companies.items():
        note_wavering(battle, company)
        if company.ambitions is not None and not company.deeds.costliest_enemies:
            fix_costliest_enemies(battle, seat)


def _join_melees(battle: Battle) -> None:
    """A Group is in melee with every Group that is in melee with it."""
    for group in battle.groups.values():
        for enemy in group.melee:
            other = battle.groups.get(enemy)
            if other is not None and group.id not in other.melee:
                other.melee = (*other.melee, group.id)
