"""The battle as screens show it: cards, badges, markers, points as they stand, own ambitions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from sandtable.books.companies_and_captains.chapters.ambitions import (
    CANNOT_BE_MENDED,
    REVEALED_VP,
    ambition_points,
    is_fulfilled,
    key_of,
)
from sandtable.books.companies_and_captains.chapters.captains import trait_named
from sandtable.books.companies_and_captains.chapters.conventions import at_scale
from sandtable.books.companies_and_captains.chapters.resilience import is_bloodied, toughness
from sandtable.books.companies_and_captains.printed_tables import (
    Profile,
    ambitions,
    columns,
    drawings,
    optional_traits,
    profile_traits,
    spells,
)
from sandtable.books.companies_and_captains.profiles import BANE, COLUMNS, FOE, BoughtTrait, column
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS, Scored
from sandtable.books.companies_and_captains.state import Battle, Company, Group, Seat, Side
from sandtable.table.showing import Badge, Clock, Fact, Marker, Showing, Standing, Unit

STEPS_OF_A_TURN = ("start of turn", "rally", "reckless", "activate", "end of turn")
"""The course of a turn (CC-TRN-01)."""
BAD_SPELLS = ("Confuse", "Entangle")
"""Lasting spells that nobody wants on an own Group (CC-SPL-14, CC-SPL-15)."""
MOST_CARDS = 4096
"""How many cards are remembered."""


def showing_of(state: Battle, seat: Seat | None) -> Showing:
    """The table as the seat sees it; the state holds no longer what the seat may not know."""
    return _showing(state, seat, tuple([_unit(state, group) for group in state.groups.values()]))


def showing_after(state: Battle, seat: Seat | None, before: Battle, shown: Showing) -> Showing:
    """The table as the seat sees it; a Group that is as it was before looks as it was shown then."""
    if _surroundings(state) != _surroundings(before):
        return showing_of(state, seat)
    was, looked = before.groups, {unit.id: unit for unit in shown.units}
    units = [
        # The T of a formed Group is worked out by more than the Group itself.
        looked[id] if not group.formed and id in looked and was[id] == group else _unit(state, group)
        for id, group in state.groups.items()
    ]
    return _showing(state, seat, tuple(units))


def _surroundings(state: Battle) -> tuple[object, ...]:
    """All that a unit shows and that is not the Group's own."""
    companies = [(one.side, one.captain, one.captain_trait) for one in state.companies.values()]
    return state.active, state.roles, state.tokens, companies


def _showing(state: Battle, seat: Seat | None, units: tuple[Unit, ...]) -> Showing:
    known = SCENARIOS.get(state.scenario)
    return Showing(
        ground=state.ground,
        units=units,
        markers=_markers(state),
        clock=_clock(state),
        sides=_standings(state),
        title=known.title if known is not None else "Companies and Captains",
        notes=notes_for(state, seat),
        looks=drawings().terrain,
    )


def _clock(state: Battle) -> Clock:
    if not state.turn:
        return Clock(state.round, step=state.step)
    steps = STEPS_OF_A_TURN if state.step in STEPS_OF_A_TURN else ()
    return Clock(state.round, state.turn, state.active, state.step, state.last_turn, steps)


def _unit(state: Battle, group: Group) -> Unit:
    company = state.companies[group.company]
    return Unit(
        id=group.id,
        name=group.name,
        kind=group.profile.name,
        side=company.side,
        seat=group.company,
        models=group.models,
        radius=group.radius,
        leader=0 if company.captain == group.id else None,
        strength=group.r,
        full_strength=group.profile.r,
        acted=group.done and group.on_table and company.side == state.active,
        on_table=group.on_table,
        place="" if group.on_table else group.where,
        glyph=drawings().profiles[group.profile.name],
        mood="broken" if group.shaken and group.on_table else "",
        badges=_badges(state, group),
        card=_card(state, group),
        traits=_traits(company, group, state.switches.distance_scale),
    )


def _badges(state: Battle, group: Group) -> tuple[Badge, ...]:
    """The states of a Group that matter now, the worst first."""
    if not group.on_table:
        return ()
    found = []
    if group.shaken:
        found.append(Badge("Shaken", "CC-SHK-01", worse=True))
    if is_bloodied(group):
        found.append(Badge("Bloodied", "CC-RES-03", worse=True))
    for one in group.spells:
        word = {"Confuse": "Confused", "Entangle": "Entangled"}.get(one.spell, one.spell)
        found.append(Badge(word, spells()[one.spell].rule, worse=one.spell in BAD_SPELLS))
    if group.melee:
        names = " and ".join(state.groups[one].name for one in group.melee)
        found.append(Badge(f"in melee with {names}", "CC-GEO-16"))
    if group.formed:
        found.append(Badge("formed", "CC-PTR-01"))
    if group.asset:
        found.append(Badge(f"carries {state.tokens[group.asset].title}", "CC-RAI-08"))
    found += [Badge(name) for name, one in state.roles.items() if one == group.id]
    return tuple(found)


def _card(state: Battle, group: Group) -> tuple[Fact, ...]:
    tough = str(toughness(state, group)) if group.formed else ""
    models = f"{len(group.models)} of {group.fielded}" if group.on_table else str(group.fielded)
    return _facts(group.profile, tough, models, group.cost, state.switches.distance_scale)


# A card is shown after every answer to everybody, and hardly ever another one than before.
@lru_cache(MOST_CARDS)
def _facts(profile: Profile, tough: str, models: str, cost: int, scale: float) -> tuple[Fact, ...]:
    """The values of a card, in inches that count; the T of a formed Group is not its profile's."""
    facts = []
    for name in COLUMNS:
        told, values = columns()[name], column(profile, name, scale).split(" / ")
        value, rules = "/".join(values), [told["rule"]]
        if scale != 1.0 and '"' in value:
            rules.append("CC-GEN-13")
        if name == "T" and tough:
            value, rules, values = tough, [told["rule"], "CC-PTR-02"], [tough]
        says = told["without" if "-" in values else "says"].format(*values)
        facts.append(Fact(name, value, told["meaning"], tuple(rules), says))
    facts.append(Fact("models", models, "models standing", ("CC-CON-08", "CC-RES-08")))
    facts.append(Fact("points", str(cost), "what it costs", ("CC-CON-07",)))
    return tuple(facts)


def _traits(company: Company, group: Group, scale: float) -> tuple[Fact, ...]:
    captain = _captain(company.captain_trait) if company.captain == group.id else ()
    own = _own_traits(group.traits, group.known_spells, group.foes, group.banes, group.keywords)
    return captain + own if scale == 1.0 else tuple([_at_scale(one, scale) for one in captain + own])


def _at_scale(fact: Fact, scale: float) -> Fact:
    """A trait whose words name inches of the book, with the factor that the players agreed."""
    meaning = at_scale(scale, fact.meaning)
    rules = fact.rules if meaning == fact.meaning else (*fact.rules, "CC-GEN-13")
    return Fact(fact.label, fact.value, meaning, rules)


@cache
def _captain(trait_name: str) -> tuple[Fact, ...]:
    """What a Captain brings."""
    if not trait_name:
        return (Fact("Captain", "", "friends within 12 inches add 1 to Resilience tests", ("CC-CAP-04",)),)
    trait = trait_named(trait_name)
    return (Fact("Captain", trait.name, trait.effect, (trait.rule,)),)


@lru_cache(MOST_CARDS)
def _own_traits(
    traits: tuple[str, ...],
    known_spells: tuple[str, ...],
    foes: tuple[str, ...],
    banes: tuple[str, ...],
    keywords: tuple[str, ...],
) -> tuple[Fact, ...]:
    found = []
    for name in traits:
        effect, rule = _effect_of(name)
        if name == "Apprentice" and known_spells:
            effect = f"may Cast {', '.join(known_spells)}"
        found.append(Fact(name, "", effect, (rule,)))
    named = [BoughtTrait(FOE, kind) for kind in foes] + [BoughtTrait(BANE, kind) for kind in banes]
    found += [Fact(str(one), "", one.row.effect, (one.rule,)) for one in named]
    if keywords:
        found.append(Fact("keywords", ", ".join(keywords), "", ("CC-PRO-12",)))
    return tuple(found)


@cache
def _effect_of(trait: str) -> tuple[str, str]:
    bought = optional_traits()
    row = profile_traits().get(trait) or bought.get(trait) or bought[FOE if trait.endswith("-Foe") else BANE]
    return row.effect, row.rule


def _markers(state: Battle) -> tuple[Marker, ...]:
    """The tokens that lie on the table; what somebody carries is a badge of the carrier."""
    return tuple(
        Marker(
            token.id,
            token.kind,
            token.at,
            token.size,
            f"claimed by the {token.owner}" if token.owner else "",
            drawings().markers.get(token.kind, "mark"),
            target=True,
        )
        for token in state.tokens.values()
        if not token.gone and not token.holder
    )


def _standings(state: Battle) -> tuple[Standing, ...]:
    """Both sides, with what they would score if the game ended now."""
    scored = tuple(SCENARIOS[state.scenario].victory_points(state)) if state.turn else ()
    return tuple(_standing(state, side, scored) for side in (0, 1))


def _standing(state: Battle, side: Side, scored: Sequence[Scored]) -> Standing:
    seats = state.sides[side]
    name = " and ".join(state.companies[seat].name for seat in seats)
    role = state.role(side) if state.attacker >= 0 else ""
    if state.turn == 0:
        return Standing(side, name, seats, role)
    lines = _lines(state, side, scored)
    return Standing(side, name, seats, role, sum(vp for vp, _ in lines), tuple(fact for _, fact in lines))


def _lines(state: Battle, side: Side, scored: Sequence[Scored]) -> list[tuple[int, Fact]]:
    """What the side would score if the game ended now, as far as everybody may know it."""
    found = [
        (one.vp, Fact(one.reason, f"{one.vp} VP", "", (one.rule,)))
        for one in scored
        if one.side == side and one.vp
    ]
    for seat in state.sides[side]:
        chosen = state.companies[seat].ambitions or ()
        if not state.closed and not any(one.revealed for one in chosen):
            continue
        for one, points in zip(chosen, ambition_points(state, seat), strict=True):
            if one.revealed or state.closed:
                found.append((points.vp, Fact(points.reason, f"{points.vp} VP", "", (points.rule,))))
    return found


def notes_for(state: Battle, seat: Seat | None) -> tuple[Fact, ...]:
    """The viewer's own ambitions and how they stand."""
    if seat is None or seat not in state.companies or state.closed:
        return ()
    found = []
    for one in state.companies[seat].ambitions or ():
        row = ambitions()[one.name]
        failing = "has failed" if row.rule in CANNOT_BE_MENDED else "not yet fulfilled"
        holds = "holds so far" if is_fulfilled(state, seat, one.name) else failing
        meaning = f"{row.condition} ({row.vp + one.revealed * REVEALED_VP} VP)"
        found.append(Fact(key_of(one), holds, meaning, (row.rule, "CC-AMB-15")))
    return tuple(found)
