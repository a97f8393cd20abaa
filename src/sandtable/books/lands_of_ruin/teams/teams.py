"""Teams: what is legal, what they are worth, and the cards made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sandtable.binding.bands.rosters import Member
from sandtable.books.lands_of_ruin.state import Card, Model, Own, Seat
from sandtable.books.lands_of_ruin.switches import Switches
from sandtable.books.lands_of_ruin.tables.people import Profile, cohorts, heroes, profile_of
from sandtable.books.lands_of_ruin.teams.loadouts import profile_of_member, why_not_loadout
from sandtable.books.lands_of_ruin.teams.roster import ROSTERS, Team, cards_in, cohort_of, is_own, tribe_of
from sandtable.books.lands_of_ruin.teams.trades import icons_of, trade_of
from sandtable.books.lands_of_ruin.teams.veterans import why_not_veterans
from sandtable.kernel import Refusal, Refused, rule

LEAST_CARDS, MOST_CARDS, MOST_MODELS = 2, 10, 3
"""LR-TEAM-05, LR-COH-24"""
USUAL = Switches()
SHORT = 10
"""LR-TEAM-04: percent below the maximum."""


@rule("LR-TEAM-02", "LR-TEAM-03", "LR-COH-04")
def value_of(member: Member) -> int:
    """The gear value of a hero and of its cohort."""
    cohort = cohort_of(member)
    return profile_of_member(member).gear_value + (cohort.value_of(member.followers) if cohort else 0)


@rule("LR-TEAM-03")
def value_of_team(team: Team) -> int:
    """The sum of the gear values of its cards."""
    return sum(value_of(one) for one in team.members if not one.misses)


@rule("LR-TEAM-01", "LR-TEAM-03", "LR-TEAM-05", "LR-TEAM-07", "LR-SCN-04")
def check_team(team: Team, limit: int, tribe: str = "", switches: Switches = USUAL) -> tuple[Refusal, ...]:
    """Every reason against a team."""
    unknown = [one for one in team.members if is_own(one) and not (one.skills or one.is_changed)]
    found = [
        Refusal("LR-TEAM-01", f"There is no hero {one.hero!r}."[:120], f"Heroes: {', '.join(heroes())}.")
        for one in unknown
    ]
    if found:
        return tuple(found)
    if not LEAST_CARDS <= cards_in(team) <= MOST_CARDS:
        found.append(Refusal("LR-TEAM-05", f"A team of {cards_in(team)} cards.", "Take 2 to 10 cards."))
    found += _tribes(team, tribe)
    tags = [tag_of(one.hero) for one in team.members]
    for one in team.members:
        if tags.count(tag_of(one.hero)) > 1:
            found.append(Refusal("LR-TEAM-07", f"{one.hero} is in the team twice.", "Take each hero once."))
        found += _followers(one)
        found += _switched(one, switches)
        found += why_not_loadout(one, team, extras=switches.extras)
    found += why_not_veterans(team, switches)
    value = 0 if found else value_of_team(team)
    if value > limit:
        found.append(
            Refusal("LR-TEAM-03", f"The team costs {value}, {limit} are allowed.", "Take fewer cards.")
        )
    return tuple(dict.fromkeys(found))


@rule("LR-TEAM-06", "LR-HERO-06", "LR-HERO-07")
def _tribes(team: Team, wanted: str) -> Iterator[Refusal]:
    """All of one tribe; a tribe of one's own has heroes of one's own alone."""
    tribes = sorted({heroes()[one.hero].tribe for one in team.members if not is_own(one)})
    if len(tribes) > 1:
        yield Refusal("LR-TEAM-06", "Heroes of two tribes.", "Take all of one tribe.")
    elif tribes and team.tribe not in ("", *tribes):
        reason = f"{team.tribe} is a tribe of your own, with a hero of the {tribes[0]}."
        yield Refusal("LR-HERO-06", reason, "Take heroes of your own alone, or name no tribe.")
    if wanted and tribe_of(team) != wanted:
        yield Refusal("LR-SCN-04", f"The role is for {wanted}.", f"Take heroes of the {wanted}.")


@rule("LR-TEAM-08", "LR-COH-24", "LR-HERO-06")
def _followers(one: Member) -> Iterator[Refusal]:
    """From none to three, of a hero that has a cohort."""
    row = heroes().get(one.hero)
    if not 0 <= one.followers <= MOST_MODELS:
        yield Refusal("LR-COH-24", f"{one.hero} with {one.followers} followers.", "Take none to three.")
    elif one.followers and (row is None or not row.cohort):
        yield Refusal("LR-TEAM-08", f"{one.hero} has no cohort.", "Take no followers.")


@rule("LR-TEAM-09", "LR-HERO-06")
def _switched(one: Member, switches: Switches) -> Iterator[Refusal]:
    """Own heroes and other gear where the game is played with them; skills of named heroes are fixed."""
    if is_own(one) and not switches.custom_heroes:
        reason = f"{one.hero} is a hero of your own."
        yield Refusal("LR-HERO-06", reason, "Play with own heroes, or take a named one.")
    elif not is_own(one) and one.skills and not switches.campaign:
        yield Refusal("LR-TEAM-09", f"{one.hero} has the skills of the book.", "Name no skills.")
    if not is_own(one) and one.is_changed and not (switches.custom_loadouts or switches.campaign):
        reason = f"{one.hero} carries what the book gives."
        yield Refusal("LR-TEAM-09", reason, "Play with changed gear, or name none.")


@rule("LR-TEAM-04")
def advice_on(team: Team, limit: int) -> tuple[Refusal, ...]:
    """A word for whoever stays more than a tenth below the maximum; nothing is said of the opponent."""
    value = value_of_team(team)
    if 100 * value >= (100 - SHORT) * limit:
        return ()
    reason = f"The team costs {value} of {limit}."
    return (Refusal("LR-TEAM-04", reason, "Others may bring much more; add a card or followers."),)


def legal_team(force: object, limit: int, tribe: str, switches: Switches) -> Team:
    """A team that may be fielded; every reason against it is told at once."""
    team = ROSTERS.read(force)
    if why := check_team(team, limit, tribe, switches):
        raise Refused(*why)
    return team


# Cards


def tag_of(name: str) -> str:
    """What is left of a hero's name in ids."""
    row = heroes().get(name)
    return row.tag if row is not None else re.sub("[^A-Za-z0-9]", "", name) or "Hero"


def id_of(name: str, seat: Seat) -> str:
    """The id of a card in a seat: "A-Varro", "A-Varro-cohort"."""
    if name in cohorts():
        return f"{id_of(cohorts()[name].hero, seat)}-cohort"
    return f"{seat}-{tag_of(name)}"


@rule("LR-CARD-01", "LR-COH-02", "LR-MODE-18", "LR-ACC-03")
def cards_of(team: Team, seat: Seat) -> dict[str, Card]:
    """The cards of a legal team with all they have in play, a hero first; ids tell no order or number."""
    made = []
    for one in team.members:
        if one.misses:
            continue  # LR-XP-04
        hero = _card(one.hero, seat, profile_of_member(one))
        hero.own.made = profile_of_member(one) if is_own(one) or one.is_changed or one.skills else None
        hero.own.experience = one.experience
        made.append(hero)
        if (cohort := cohort_of(one)) is not None:
            made.append(card_of(cohort.name, seat, one.followers))
    return {one.id: one for one in made}


def card_of(name: str, seat: Seat, count: int = 1) -> Card:
    """The card of a named hero, or of a cohort with so many models."""
    return _card(name, seat, profile_of(name), count)


@rule("LR-AMMO-01", "LR-AMMO-06", "LR-COH-02", "LR-CARD-02", "LR-CARD-14", "LR-CARD-15")
def _card(name: str, seat: Seat, profile: Profile, count: int = 1) -> Card:
    """A card whose models have their full ammunition each."""
    id, cohort = id_of(name, seat), cohorts().get(name)
    ids = [id] if cohort is None else [f"{id}.{number}" for number in range(1, count + 1)]
    rounds = {one: {arm.weapon: arm.reserve for arm in profile.arms} for one in ids}
    return Card(
        id,
        seat,
        name,
        hero="" if cohort is None else id_of(cohort.hero, seat),
        models={one: Model(one) for one in ids},
        icons=icons_of(profile),
        trade=trade_of(name, profile),
        full=len(ids),
        own=Own(rounds=rounds, items=dict(profile.items)),
    )
