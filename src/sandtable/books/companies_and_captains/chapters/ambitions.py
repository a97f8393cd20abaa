"""Ambitions: what each player sets out to do, in secret or openly, and who gets the credit for a deed."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.books.companies_and_captains.chapters.deeds import fix_costliest_enemies
from sandtable.books.companies_and_captains.printed_tables import Profile, ambitions
from sandtable.books.companies_and_captains.scenarios.scenario import Scored
from sandtable.books.companies_and_captains.state import Ambition, Battle, Company, Seat
from sandtable.kernel import Candidate, Chance, ChooseSeveral, Play, Refusal, Together, copy_state, rule

FAILURE_VP = -1
"""What an ambition costs that is not fulfilled when the game ends (CC-AMB-03)."""
REVEALED_VP = 1
"""What a revealed ambition is worth besides, if it is fulfilled (CC-AMB-04)."""
SHAKEN_FOR_REEL = 3
"""How many enemy Groups must reel (CC-AMB-05)."""
MOST_WAVERING = 1
"""How many own Groups may be Shaken at a time without wavering (CC-AMB-07)."""
REVEALED = " (revealed)"
CANNOT_BE_MENDED = ("CC-AMB-06", "CC-AMB-07")
"""Ambitions about the own Groups that have failed for good once they have failed."""


# ---- choosing --------------------------------------------------------------------------------------------


@rule("CC-AMB-01", "CC-AMB-04", "CC-AMB-15")
async def choose_ambitions(play: Play[Battle]) -> None:
    """All players choose any of the eleven at the same time, then the revealed ones are shown together."""
    state = play.state
    for seat in state.companies:
        fix_costliest_enemies(state, seat)
    rules = ("CC-AMB-01", "CC-AMB-15", "CC-AMB-04", "CC-AMB-05")
    parts = {seat: _question(seat, rules) for seat in state.companies}
    question = Together("choose ambitions", "Choose your ambitions.", rules, parts)
    chosen: dict[Seat, list[Ambition]] = await play.ask(question)
    for seat, company in state.companies.items():
        company.ambitions = tuple(chosen[seat])
        names = [key_of(one) for one in company.ambitions]
        play.tell("ambitions chosen", "CC-AMB-01", "CC-AMB-15", to=(seat,), seat=seat, ambitions=names)
    for seat in state.companies:
        names = [one.name for one in chosen[seat] if one.revealed]
        cited = ("CC-AMB-04", "CC-AMB-15", "CC-AMB-05")
        play.tell("ambitions shown", *cited, reveals=True, seat=seat, ambitions=names)


def key_of(ambition: Ambition) -> str:
    """The answer that chooses this ambition: its name, with a word behind it if it is revealed."""
    return f"{ambition.name}{REVEALED}" if ambition.revealed else ambition.name


def _question(seat: Seat, rules: tuple[str, ...]) -> ChooseSeveral:
    question = ChooseSeveral(
        seat, "choose ambitions", "Which ambitions do you have?", rules, _candidates, check=_each_once
    )
    return question.secretly()


def _candidates() -> tuple[Candidate, ...]:
    found = []
    for row in ambitions().values():
        for revealed in (False, True):
            one = Ambition(row.name, revealed)
            vp = row.vp + (REVEALED_VP if revealed else 0)
            label = f"{key_of(one)}: {row.condition} ({vp} VP)"
            found.append(Candidate(key_of(one), label, one, rules=(row.rule, "CC-AMB-05")))
    return tuple(found)


def _each_once(chosen: list[Ambition]) -> Refusal | None:
    names = [one.name for one in chosen]
    for name in names:
        if names.count(name) > 1:
            return Refusal("CC-AMB-04", f"{name} is both secret and revealed.", "Choose one of the two.")
    return None


# ---- scoring ---------------------------------------------------------------------------------------------


@rule("CC-AMB-02", "CC-AMB-03", "CC-AMB-04")
def ambition_points(state: Battle, seat: Seat) -> list[Scored]:
    """A fulfilled ambition earns its VP, 1 more if it was revealed; one that is not fulfilled costs 1."""
    company = state.companies[seat]
    scored = []
    for one in company.ambitions or ():
        row = ambitions()[one.name]
        if is_fulfilled(state, seat, one.name):
            vp = row.vp + (REVEALED_VP if one.revealed else 0)
            scored.append(Scored(company.side, vp, f"{one.name}: fulfilled", "CC-AMB-02"))
        else:
            scored.append(Scored(company.side, FAILURE_VP, f"{one.name}: not fulfilled", "CC-AMB-03"))
    return scored


def tell_ambitions(play: Play[Battle]) -> None:
    """When VP are counted every ambition is shown with what it is worth."""
    for seat, company in play.state.companies.items():
        for one, scored in zip(company.ambitions or (), ambition_points(play.state, seat), strict=True):
            rules = [scored.rule, ambitions()[one.name].rule, "CC-AMB-05"]
            if rules[1] not in (*CANNOT_BE_MENDED, "CC-AMB-12"):
                rules.append("CC-AMB-14")  # deeds for which a Company needs the credit
            if one.revealed:
                rules.append("CC-AMB-04")
            play.tell(
                "ambition counted",
                *rules,
                reveals=True,
                seat=seat,
                ambition=key_of(one),
                fulfilled=scored.vp > 0,
                vp=scored.vp,
            )


@rule("CC-AMB-05")
def is_fulfilled(state: Battle, seat: Seat, ambition: str) -> bool:
    """Whether the ambition of this name would be fulfilled if the game ended now."""
    return _CONDITIONS[ambition](state, state.companies[seat])


Condition = Callable[[Battle, Company], bool]
_CONDITIONS: dict[str, Condition] = {}


def _condition(ambition: str, cited: str) -> Callable[[Condition], Condition]:
    """Make known when an ambition is fulfilled."""

    def known(condition: Condition) -> Condition:
        _CONDITIONS[ambition] = rule(cited)(condition)
        return condition

    return known


@_condition("We Will Not Break", "CC-AMB-06")
def _will_not_break(state: Battle, company: Company) -> bool:
    return not _own_routs(state, company)


@_condition("Win Without Moving", "CC-AMB-06")
def _without_moving(state: Battle, company: Company) -> bool:
    return not company.deeds.captain_moved_or_rolled


@_condition("Do Not Waver", "CC-AMB-07")
def _do_not_waver(state: Battle, company: Company) -> bool:
    return company.deeds.most_shaken_at_once <= MOST_WAVERING


@_condition("They Will Reel Before Us", "CC-AMB-08")
def _they_reel(state: Battle, company: Company) -> bool:
    return len(company.deeds.made_shaken) >= SHAKEN_FOR_REEL


@_condition("We Will Snap Their Spine", "CC-AMB-09")
def _snap_their_spine(state: Battle, company: Company) -> bool:
    return any(one in company.deeds.costliest_enemies for one in company.deeds.routed_in_first_turn)


@_condition("Give Better Than We Get", "CC-AMB-09")
def _better_than_we_get(state: Battle, company: Company) -> bool:
    return len(company.deeds.routed) > _own_routs(state, company)


@_condition("Break Even Their Anvil", "CC-AMB-09")
def _break_their_anvil(state: Battle, company: Company) -> bool:
    return any(one in company.deeds.costliest_enemies for one in company.deeds.routed)


@_condition("Draw First Blood", "CC-AMB-10")
def _first_blood(state: Battle, company: Company) -> bool:
    return company.deeds.drew_first_blood


@_condition("They Will Know My Name", "CC-AMB-11")
def _know_my_name(state: Battle, company: Company) -> bool:
    return company.deeds.captain_made_shaken


@_condition("We Will All Shed Blood", "CC-AMB-12")
def _all_shed_blood(state: Battle, company: Company) -> bool:
    groups = [state.groups[one] for one in company.groups]
    return all(group.has_fought for group in groups if group.where != "deserted")


@_condition("Rain Hell Upon Them", "CC-AMB-13")
def _rain_hell(state: Battle, company: Company) -> bool:
    return company.deeds.shooting_made_shaken


def _own_routs(state: Battle, company: Company) -> int:
    return sum(1 for one in company.groups if state.groups[one].where == "routed")


# ---- secrets ---------------------------------------------------------------------------------------------


@rule("CC-AMB-15")
def hide(state: Battle, seat: Seat | None) -> Battle:
    """A copy in which only the seat's own ambitions and the revealed ones are left, until VP are counted."""
    seen = copy_state(state)
    if state.closed:
        return seen
    for owner, company in seen.companies.items():
        if owner != seat and company.ambitions is not None:
            company.ambitions = tuple(one for one in company.ambitions if one.revealed)
    return seen


def hide_beside(public: Battle, state: Battle, seat: Seat) -> Battle:
    """What everybody may know, with the seat's own Company as it is."""
    if state.closed or seat not in state.companies:
        return public
    seen: Battle = public.__copy__()  # type: ignore[attr-defined]
    seen.companies = {**public.companies, seat: copy_state(state.companies[seat])}
    return seen


def imagine(state: Battle, seat: Seat, chance: Chance) -> Battle:
    """A copy in which every other player has secret ambitions as such a Company might choose them."""
    made = copy_state(state)
    if made.closed:
        return made
    for owner, company in made.companies.items():
        if owner == seat or company.ambitions is None:
            continue
        taken = {one.name for one in company.ambitions}
        secret = tuple(
            Ambition(name)
            for name in ambitions()
            if chance.random() < (LIKELY if suits(made, company, name) else POSSIBLE) and name not in taken
        )
        company.ambitions = company.ambitions + secret
    return made


LIKELY, POSSIBLE = 0.75, 0.1
"""How often somebody is believed to have an ambition that suits the Company (CC-BOT-13), and any other."""


@rule("CC-BOT-13")
def suits(state: Battle, company: Company, ambition: str) -> bool:
    """Whether the automatic player of this Company would choose the ambition."""
    own = [state.groups[one].profile for one in company.groups]
    if ambition == "Give Better Than We Get":
        return True
    if ambition == "Draw First Blood":
        enemies = [group.profile for group in state.groups_of_side(1 - company.side)]
        return _far_shooters(own) > _far_shooters(enemies)
    if ambition == "Rain Hell Upon Them":
        return sum(1 for one in own if one.has_mi) >= 2
    if ambition == "Break Even Their Anvil":
        return sum(1 for one in own if one.me_attack is not None and one.me_attack <= 3) >= 2
    return False


def _far_shooters(profiles: list[Profile]) -> int:
    return sum(1 for one in profiles if one.mi_range is not None and one.mi_range >= 18)
