"""Captains: their presence, where their traits reach, how they come by a trait, and who attacks."""

from __future__ import annotations

from functools import cache

from sandtable.books.companies_and_captains.chapters.conventions import at_scale, inches, is_within
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken, is_shaken
from sandtable.books.companies_and_captains.printed_tables import CaptainTrait, captain_traits
from sandtable.books.companies_and_captains.state import Battle, Company, Group, Seat, Side
from sandtable.kernel import Candidate, ChooseOne, For, Modifier, Play, Together, YesNo, rule
from sandtable.kernel.dice import TOTAL
from sandtable.table.units import groups as ground_groups

PRESENCE_IN = 12
"""How far a Captain's presence reaches, in inches (CC-CAP-04)."""
PRESENCE_BONUS = 1
"""What it adds to a Resilience test (CC-CAP-04)."""
TRAIT_DICE = 3
"""How many dice are rolled on the trait table (CC-CAP-08)."""


@cache
def trait_named(name: str) -> CaptainTrait:
    """The row of the trait table with this name."""
    return next(one for one in captain_traits().values() if one.name == name)


@rule("CC-CAP-04", "CC-CAP-05", "CC-CAP-11", "CC-CAP-26", "CC-CAP-27")
def captain_bonus(state: Battle, group: Group) -> Modifier | None:
    """A Captain of the own side within 12 inches adds 1, once; where it gives nothing, a +0 says why."""
    own = state.companies[group.company]
    if _gives_presence(state, own) and _reaches_own(state, own, group):
        if own.captain == group.id:
            return Modifier(PRESENCE_BONUS, "the Captain's own Group", "CC-CAP-05")
        return Modifier(PRESENCE_BONUS, "the Captain is near", "CC-CAP-04")
    for ally in _companies_of(state, own.side):
        if ally is not own and _gives_presence(state, ally) and reaches(state, ally, group):
            return Modifier(PRESENCE_BONUS, "an allied Captain is near", "CC-CAP-27")
    return _why_no_bonus(state, own, group)


@rule("CC-GEN-11")
def is_counted_once(state: Battle, group: Group) -> bool:
    """Whether several Captains are near enough to help, of whom only one does."""
    companies = _companies_of(state, state.companies[group.company].side)
    if len(companies) == 1:
        return False
    near = [one for one in companies if _gives_presence(state, one) and _reaches_own(state, one, group)]
    return len(near) > 1


def _gives_presence(state: Battle, company: Company) -> bool:
    return company.captain_trait != "Vapid" and captain_rules_work(state, company)


def _reaches_own(state: Battle, company: Company, group: Group) -> bool:
    if company.captain == group.id:
        return state.switches.captain_helps_self  # CC-CAP-05
    return reaches(state, company, group)


def _why_no_bonus(state: Battle, company: Company, group: Group) -> Modifier | None:
    """The own Captain would be near enough, or is gone: the rule by which it gives nothing."""
    captains = state.groups[company.captain]
    if captains.where == "routed":
        return Modifier(0, "the Captain is lost", "CC-CAP-26")
    if not captains.on_table:
        return Modifier(0, "the Captain is not on the table", "CC-CAP-28")
    if not reaches(state, company, group):
        return None
    if counts_as_shaken(captains):
        return Modifier(0, f"the Captain {is_shaken(captains)}", "CC-CAP-06")
    if company.captain_trait == "Vapid":
        return Modifier(0, "the Captain is Vapid", "CC-CAP-11")
    return None


@rule("CC-CAP-06", "CC-CAP-28", "CC-SHK-05")
def captain_rules_work(state: Battle, company: Company) -> bool:
    """A Captain gives nothing while its Group is Shaken or Confused, or is not on the table."""
    captains = state.groups[company.captain]
    return captains.where == "on the table" and not counts_as_shaken(captains)


@rule("CC-CAP-09", "CC-CAP-02")
def reaches(state: Battle, company: Company, group: Group) -> bool:
    """A Group is near a Captain within 12 inches of the Captain's Group, which is always near itself."""
    captains = state.groups[company.captain]
    if captains is group:
        return True
    if state.switches.measure_from_captain_model:
        limit = inches(state, PRESENCE_IN)
        model = captains.models[:1]
        return ground_groups.is_within(model, captains.radius, group.models, group.radius, limit)
    return is_within(state, captains, group, PRESENCE_IN)


def has_working_trait(state: Battle, group: Group, trait: str) -> bool:
    """Whether this is the Group of a Captain with that trait, and the trait works."""
    company = state.companies[group.company]
    return (
        company.captain_trait == trait and company.captain == group.id and captain_rules_work(state, company)
    )


def works_near(state: Battle, company: Company, trait: str, group: Group) -> bool:
    """Whether the Company's Captain has that trait, working, within 12 inches of the Group."""
    is_there = company.captain_trait == trait and captain_rules_work(state, company)
    return is_there and reaches(state, company, group)


def _companies_of(state: Battle, side: Side) -> list[Company]:
    return [state.companies[seat] for seat in state.sides[side]]


@rule("CC-ACT-15")
async def consents(play: Play[Battle], seat: Seat, group: Group, trait: str) -> bool:
    """A Captain helps a friend of another Company only if its owner agrees."""
    if group.company == seat:
        return True
    question = YesNo(
        group.company,
        "lend group",
        f"Let the Captain of {play.state.companies[seat].name} use {trait} on {group.name}?",
        ("CC-ACT-15", trait_named(trait).rule),
        {"group": group.id, "trait": trait},
        about=(group.id,),
    )
    agreed: bool = await play.ask(question)
    return agreed


# ---- the trait step of setup -----------------------------------------------------------------------------


@rule("CC-CAP-07", "CC-CAP-08", "CC-SET-05")
async def settle_captain_traits(play: Play[Battle]) -> None:
    """Each Captain rolls, picks or keeps its one trait, in seat order."""
    how = play.state.switches.captain_trait
    for seat, company in play.state.companies.items():
        if how == "pick":
            trait = await _pick_trait(play, seat)
        elif how == "keep" and company.captain_trait:
            trait = trait_named(company.captain_trait)
        else:
            trait = await _roll_trait(play, seat)
        company.captain_trait = trait.name
        rules, captain = ("CC-CAP-07", "CC-SET-05", trait.rule), company.captain
        effect = at_scale(play.state.switches.distance_scale, trait.effect)
        play.tell(
            "Captain trait settled", *rules, seat=seat, captain=captain, trait=trait.name, effect=effect
        )


async def _roll_trait(play: Play[Battle], seat: Seat) -> CaptainTrait:
    what, rules = For("captain trait", seat), ("CC-CAP-08", "CC-CAP-07", "CC-GEN-15")
    return captain_traits()[sum(await play.roll(TRAIT_DICE, what, *rules, seat=seat, reading=TOTAL))]


async def _pick_trait(play: Play[Battle], seat: Seat) -> CaptainTrait:
    rules, known = ("CC-CAP-07", "CC-CAP-08", "CC-SET-05"), captain_traits().values()
    told = {one.name: at_scale(play.state.switches.distance_scale, one.effect) for one in known}
    traits = [Candidate(one.name, f"{one.name}: {told[one.name]}", one, rules=(one.rule,)) for one in known]
    question = ChooseOne(seat, "choose captain trait", "Which trait has the Captain?", rules, traits)
    picked: CaptainTrait = await play.ask(question)
    return picked


# ---- who attacks -----------------------------------------------------------------------------------------


@rule("CC-SET-06", "CC-CAP-15")
async def roll_for_attacker(play: Play[Battle]) -> None:
    """Each side rolls a die, a Shrewd Captain may change it by 1, the higher attacks; ties roll again."""
    state = play.state
    while True:
        raw = (await _roll_of_side(play, 0), await _roll_of_side(play, 1))
        changes = await _shrewd_changes(play, raw)
        totals = (raw[0] + changes[0], raw[1] + changes[1])
        shrewd = ("CC-CAP-15",) if any(changes) else ()
        if totals[0] != totals[1]:
            break
        play.tell("roll for attacker tied", "CC-SET-06", *shrewd, totals=totals)
    state.attacker = 0 if totals[0] > totals[1] else 1
    play.tell(
        "attacker settled",
        "CC-SET-06",
        *shrewd,
        totals=totals,
        attackers=state.sides[state.attacker],
        defenders=state.sides[state.defender],
    )


async def _roll_of_side(play: Play[Battle], side: Side) -> int:
    seat = play.state.leader(side)
    (face,) = await play.roll(
        1, For("attacker", named=f"attacker {side + 1}"), "CC-SET-06", "CC-GEN-15", seat=seat
    )
    return face


def _shrewd_seats(state: Battle, side: Side) -> list[Seat]:
    """The players with a Shrewd Captain, which works before anybody is deployed (CC-CAP-28)."""
    return [seat for seat in state.sides[side] if state.companies[seat].captain_trait == "Shrewd"]


async def _shrewd_changes(play: Play[Battle], raw: tuple[int, int]) -> tuple[int, int]:
    """The lower roll decides first and the other answers; equal rolls choose in secret and show together."""
    seats = (_shrewd_seats(play.state, 0), _shrewd_seats(play.state, 1))
    if seats[0] and seats[1] and raw[0] == raw[1]:
        return await _change_together(play, seats, raw)
    changes, chosen = [0, 0], dict[Seat, int]()
    for side in (0, 1) if raw[0] <= raw[1] else (1, 0):
        for seat in seats[side]:
            if changes[side] == 0:  # by 1 at most, however many Shrewd Captains the side has
                changes[side] = chosen[seat] = await play.ask(_shrewd_question(seat, raw, changes, side))
    _tell_changes(play, changes, chosen)
    return (changes[0], changes[1])


async def _change_together(
    play: Play[Battle], seats: tuple[list[Seat], list[Seat]], raw: tuple[int, int]
) -> tuple[int, int]:
    parts = {
        seat: _shrewd_question(seat, raw, [0, 0], side) for side in (0, 1) for seat in sorted(seats[side])
    }
    prompt = "Both rolls are equal: change yours?"
    question = Together("change roll for attacker", prompt, ("CC-CAP-15", "CC-SET-06"), parts)
    chosen: dict[Seat, int] = await play.ask(question)
    changes = [max(-1, min(1, sum(chosen[seat] for seat in seats[side]))) for side in (0, 1)]
    _tell_changes(play, changes, chosen)
    return (changes[0], changes[1])


def _shrewd_question(seat: Seat, raw: tuple[int, int], changes: list[int], side: Side) -> ChooseOne:
    change = trait_named("Shrewd").numbers["change"]
    own, other = raw[side], raw[1 - side] + changes[1 - side]
    changes_of = [
        Candidate(f"{value:+d}" if value else "0", f"make it {own + value}", value, rules=("CC-CAP-15",))
        for value in (-change, 0, change)
    ]
    prompt = f"Your side rolled {own} for attacker, the other has {other}: change yours?"
    rules, facts = ("CC-CAP-15", "CC-SET-06"), {"own": own, "other": other}
    return ChooseOne(seat, "change roll for attacker", prompt, rules, changes_of, facts)


def _tell_changes(play: Play[Battle], changes: list[int], chosen: dict[Seat, int]) -> None:
    for side in (0, 1):
        if changes[side]:
            seats = [one for one in play.state.sides[side] if chosen.get(one) == changes[side]]
            play.tell("roll for attacker changed", "CC-CAP-15", seats=seats, by=changes[side], reveals=True)
