"""The battle as screens show it: cards, badges, Rotters, sections, the clock and the score."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.ammo import bullets, reserve
from sandtable.books.lands_of_ruin.chapters.morale import leaders
from sandtable.books.lands_of_ruin.chapters.movement import allowance
from sandtable.books.lands_of_ruin.chapters.threat import noise_in, threat_level
from sandtable.books.lands_of_ruin.followers import cohort_of, leader_of, type_of
from sandtable.books.lands_of_ruin.naming import called, seat_called, section_called
from sandtable.books.lands_of_ruin.orders import points_left
from sandtable.books.lands_of_ruin.pages import morale_facts, pages_of
from sandtable.books.lands_of_ruin.scenarios.scenario import scenario_of
from sandtable.books.lands_of_ruin.state import AreaMarker, Battle, Card, Machine, Rotter, Seat
from sandtable.books.lands_of_ruin.state.battle import PHASES
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.tables.arms import Arm
from sandtable.books.lands_of_ruin.tables.charts import area_items, effects
from sandtable.books.lands_of_ruin.tables.people import Against
from sandtable.books.lands_of_ruin.tables.places import map_of, scenarios
from sandtable.kernel import rule, total_of
from sandtable.table.showing import Badge, Clock, Fact, Gauge, Marker, Region, Showing, Standing, Unit

POOL = 25
"""LR-MOR-10"""
ROTTERS = 2
"""The side of the Rotters, in which nobody sits."""
GLYPHS = {
    "rifle": "crosshair",
    "lmg": "crosshair",
    "sniper_rifle": "crosshair",
    "edged": "swords",
    "blunt": "swords",
}
LOOKS = {
    "building": "building", "container": "building", "high_wall": "wall", "wreck": "crags",
    "barricade": "wall", "low_wall": "wall", "fence": "wall", "rubble": "rubble", "scrub": "scrub",
    "water": "water",
}  # fmt: skip
PLACES = {"waiting": "not on the table yet", "left": "has left"}
LOW = 2
"""LR-CARD-17: for so few more attacks a reserve is low."""
TASKS = {
    "pregame": "Both players set up.",
    "action": "Orders are carried out, and everybody moves.",
    "sync": "The console learns where everybody stands.",
    "command": "Hits are settled, then orders are given in secret.",
    "environment": "The ruins and the Rotters act.",
}
"""LR-APP-19: the same for both, whatever is done."""
DOWN = Badge("down", "LR-EFF-11", worse=True)


@rule("LR-APP-14", "LR-APP-15", "LR-CARD-01")
def showing_of(state: Battle, seat: Seat | None) -> Showing:
    """The table as a state tells it, from which is taken away already what the viewer may not know."""
    return Showing(
        ground=state.ground,
        units=(
            *(_unit(state, one) for one in state.cards.values()),
            *(_of_the_ruins(state, one, "skull") for one in state.rotters.values()),
            *(_of_the_ruins(state, one, "engine") for one in state.machines.values()),
        ),
        markers=(*_markers(state), *_to_place(state, seat)),
        clock=_clock(state),
        sides=_sides(state),
        title=f"{scenarios()[state.scenario.id].title}, {map_of(state.map).title}",
        notes=_notes(state, seat),
        gauges=_gauges(state, seat),
        pages=pages_of(state, seat),
        looks=LOOKS,
        regions=_regions(state),
    )


@rule("LR-APP-03", "LR-APP-06", "LR-APP-19", "LR-OCON-11")
def _clock(state: Battle) -> Clock:
    if not state.round:
        return Clock(step=state.phase, task=TASKS.get(state.phase, ""))
    side = state.seats.index(state.active)
    last = state.round >= state.scenario.rounds
    task = TASKS.get(state.phase, "")
    return Clock(state.round, state.turn, side, state.phase, last, PHASES, state.scenario.rounds, task)


@rule("LR-MAP-01", "LR-APP-14", "LR-OCON-20")
def _regions(state: Battle) -> tuple[Region, ...]:
    """Every section with its name; the one to which Rotters are drawn stands out in the Environment phase."""
    target = state.surroundings.target if state.phase == "environment" else 0
    return tuple(
        Region(f"{one.number} {one.name}", one.polygon, one.centre, one.number == target)
        for one in map_of(state.map).sections
    )


def _sides(state: Battle) -> tuple[Standing, ...]:
    # A side in which nobody sits would have won every draw; two players leave none to the Rotters.
    return tuple(
        Standing(number, seat_called(state, seat), (seat,), side.role, side.points)
        for number, (seat, side) in enumerate(state.sides.items())
        if side.role
    )


@rule("LR-APP-11", "LR-CARD-02", "LR-CARD-04", "LR-CARD-14", "LR-CARD-15", "LR-CARD-16")
def _unit(state: Battle, card: Card) -> Unit:
    places = tuple(one.at for one in card.models.values() if one.at is not None and card.where == "table")
    first, tribe = next(iter(card.icons), "blunt"), state.sides[card.seat].tribe
    return Unit(
        id=card.id,
        name=called(state, card.id),
        kind=f"{card.trade} of the {tribe}" if card.trade else tribe,
        side=state.seats.index(card.seat),
        seat=card.seat,
        models=places,
        radius=RADIUS,
        figures=tuple(card.models) if card.is_cohort else (),
        strength=0 if card.down else len(card.models),
        full_strength=card.full,
        acted=state.phase == "action" and card.seat == state.active and _is_done(card),
        arms=", ".join(card.icons).replace("_", " ") or "bare hands",
        on_table=bool(places),
        place="" if places else _place(state, card),
        glyph=GLYPHS.get(first, "flag"),
        mood="broken" if card.down else "worse" if card.own.suppression >= 50 else "",
        badges=_badges(state, card),
        card=_card(state, card) if card.own.known else (),
        traits=_gear(state, card) if card.own.known else (),
    )  # fmt: skip


@rule("LR-COH-09")
def _place(state: Battle, card: Card) -> str:
    """Where somebody is who stands nowhere on the sheet."""
    if not card.models:
        return "lost"
    return PLACES.get(card.where) or section_called(state, card.model.section)


@rule("LR-OCON-17")
def _is_done(card: Card) -> bool:
    """It has no order left and has moved."""
    return not card.orders and all(one.moved > 0.0 for one in card.models.values())


@rule("LR-CARD-10", "LR-CARD-11", "LR-CARD-12", "LR-CARD-13", "LR-APP-12", "LR-APP-13", "LR-APP-16")
def _badges(state: Battle, card: Card) -> tuple[Badge, ...]:
    found = [DOWN] if card.down else []
    found += [Badge("hidden", "LR-HID-03")] if card.hidden else []
    star = star_of(state, card)
    found += [star] if star is not None else []
    found += [Badge(one, "LR-CMD-07") for one in card.orders]
    found += [Badge(f"{count} x {kind}", "LR-APP-13", worse=True) for kind, count in card.entered.items()]
    if card.own.known:
        own = card.own
        by_hand = state.switches.table == "physical" and card.seat == state.active
        walks = by_hand and state.phase == "action" and card.where != "left" and not card.down
        found += [Badge(f"{allowance(state, card)}″ to walk", "LR-MOV-01")] if walks else []
        found += [Badge(f"orders: {one}", "LR-CMD-07") for one in own.orders]
        found += [
            Badge(one.name, effects()[one.name].rule, worse=effects()[one.name].down) for one in own.effects
        ]
        found += [Badge(f"{len(own.hits)} hits wait", "LR-DMG-02", worse=True)] if own.hits else []
        found += (
            [Badge(f"suppressed {own.suppression} %", "LR-SUP-01", worse=True)] if own.suppression else []
        )
    return tuple(found)


@rule("LR-CARD-05", "LR-MOR-07", "LR-MOR-08")
def star_of(state: Battle, card: Card) -> Badge | None:
    """Gold for who leads, silver for the second in command; its own player sees it."""
    ranks = {one.id: place for place, one in enumerate(leaders(state, card.seat)[:2])}
    words = ("leads", "second in command")
    return Badge(words[ranks[card.id]], "LR-CARD-05") if card.own.known and card.id in ranks else None


@rule("LR-CARD-06", "LR-CARD-07", "LR-CARD-08", "LR-CARD-09", "LR-CARD-15", "LR-COH-14")
def _card(state: Battle, card: Card) -> tuple[Fact, ...]:
    own, profile, leader = card.own, card.profile, leader_of(state, card) or card
    offence, defence = sum(one.offence for one in own.wounds), sum(one.defence for one in own.wounds)
    points, cohort = max(0, points_left(state, leader)), cohort_of(state, card)
    inches = allowance(state, card, points if state.phase == "command" else None)
    hurt = ", ".join(dict.fromkeys(one.location for one in own.wounds if one.location))
    percent = f"{profile.factor:g} percent of movement"
    found = [
        Fact("Points left", str(points), "without orders", ("LR-AP-01",)),
        Fact("Inches", str(inches), "of movement", ("LR-MOV-01",)),
        Fact("Wounds", f"{offence}/{defence}", "to attack and defence", ("LR-EFF-04",)),
        Fact("Hurt at", hurt, "", ("LR-CARD-08",)),
        Fact("Suppression", f"{own.suppression} %", "", ("LR-SUP-01",)),
        Fact("Load", f"{profile.weight:g} kg", percent, ("LR-EQP-02",)),
        Fact("Armour", _armour_of(card), "shots, close combat, claws, explosions", ("LR-DEF-02",)),
        Fact("Camouflage", str(profile.camouflage), "", ("LR-DET-04",)),
    ]
    if cohort is not None:
        left = f"{len(cohort.models)} of {cohort.full}"
        found.append(Fact("Followers", left, "are left", ("LR-CARD-15",)))
    unsaid: tuple[str, ...] = ("Wounds",) if card.is_cohort else ()
    unsaid += ("Points left", "Inches") if type_of(card) == "slave" else ()
    return tuple(one for one in found if one.value and one.label not in unsaid)


def _armour_of(card: Card) -> str:
    kinds: tuple[Against, ...] = ("ranged", "close", "rotter", "explosive")
    return " / ".join(str(card.profile.armour(one)) for one in kinds)


@rule("LR-CARD-17", "LR-CARD-03", "LR-AMMO-04")
def _arm(state: Battle, card: Card, arm: Arm) -> Fact:
    """Rounds, for how many more attacks they are enough, what skills add, and what each mode has."""
    modes = "; ".join(f"{one.mode} {one.short:+d}/{one.mid:+d}/{one.long:+d}" for one in arm.row.modes)
    skill = total_of(card.profile.attack_bonuses(arm.row))
    with_skill = f"{skill:+d} by skill; {modes}" if skill else modes
    if not arm.row.clip:
        return Fact(arm.weapon, "", with_skill, ("LR-WPN-01",))
    left = [reserve(card, one, arm) for one in card.models.values()]
    least = min(bullets(state, card, arm, one) for one in arm.row.modes)
    more = max(left, default=0) // least
    mark = "empty" if not more else "low" if more <= LOW else ""
    rounds = " / ".join(map(str, left)) or "0"
    value = f"{rounds} rounds, {mark}" if mark else f"{rounds} rounds"
    return Fact(arm.weapon, value, with_skill, ("LR-CARD-17",))


def _gear(state: Battle, card: Card) -> tuple[Fact, ...]:
    profile = card.profile
    found = [_arm(state, card, arm) for arm in profile.arms]
    found += [Fact(one, "", "worn", ("LR-DEF-03",)) for one in profile.worn]
    found += [Fact(one, str(count), "left", ("LR-CONS-01",)) for one, count in card.own.items.items()]
    return (
        *found,
        *(Fact(one, "" if n == 1 else f"x{n}", "skill", ("LR-SKL-01",)) for one, n in profile.skills.items()),
    )


def _of_the_ruins(state: Battle, one: Rotter | Machine, glyph: str) -> Unit:
    """A Rotter or a machine, which no player leads."""
    return Unit(
        id=one.id,
        name=called(state, one.id),
        kind=one.kind,
        side=ROTTERS,
        seat="",
        models=(one.at,) if one.at is not None else (),
        radius=RADIUS,
        strength=1,
        full_strength=1,
        on_table=one.at is not None,
        place="" if one.at is not None else section_called(state, one.section),
        glyph=glyph,
    )


@rule("LR-GREN-14")
def _area_in_words(area: AreaMarker) -> str:
    """What it is, how wide, and how many phases it has left."""
    left = len(area_items()[area.item].radius) - area.age
    return f"{area.item}{f', radius {area.radius:g}' if area.radius else ''}, {left} phases left"


@rule("LR-ROT-07", "LR-MAP-01", "LR-GREN-14", "LR-GREN-22")
def _markers(state: Battle) -> tuple[Marker, ...]:
    found = []
    for one in map_of(state.map).sections:
        noise = noise_in(state, one.number)
        is_target = state.surroundings.target == one.number and state.phase == "environment"
        if noise or is_target:
            word = f"{one.number} {one.name}{f', noise {noise}' if noise else ''}"
            found.append(Marker(f"section-{one.number}", "section", one.centre, word=word, target=is_target))
    for area in state.areas.values():
        if area.at is not None:
            wide = max(1.0, 2 * area.radius)
            found.append(Marker(area.id, "area", area.at, (wide, wide), _area_in_words(area), "fire"))
        elif area.item == "Artillery Strike":
            middle = map_of(state.map).sections[area.section - 1].centre
            found.append(Marker(area.id, "area", middle, word=_area_in_words(area), glyph="fire"))
    for device in state.devices.values():
        if device.at is not None:
            found.append(Marker(device.id, "device", device.at, word=device.kind, glyph="mark"))
    return tuple(found)


@rule("LR-PRE-03", "LR-PRE-04")
def _to_place(state: Battle, seat: Seat | None) -> tuple[Marker, ...]:
    """How many Rotters the viewer places in each section, and below in brackets how many the other does."""
    found = []
    for one in map_of(state.map).sections:
        own, other = (
            sum(shares[one.number - 1] for who, shares in state.to_place.items() if (who == seat) is is_own)
            for is_own in (True, False)
        )
        if own or other:
            found.append(Marker(f"to-place-{one.number}", "section", one.centre, word=f"{own} ({other})"))
    return tuple(found)


@rule("LR-APP-02")
def _gauges(state: Battle, seat: Seat | None) -> tuple[Gauge, ...]:
    """The threat for all; the heart of a team for its player alone."""
    means = "Every 200 points of weapon noise add one; the higher, the more Rotters come."
    threat = Gauge("Threat", threat_level(state), 20, means, ("LR-THR-01",))
    side = state.sides.get(seat or "")
    if side is None or not side.morale.known or state.switches.is_basic:
        return (threat,)
    means = f"The team is {side.morale.state}. At 0 it has panicked. Only you see this."
    return (Gauge("Morale", max(0, side.morale.pool), POOL, means, ("LR-MOR-10", "LR-MOR-14")), threat)


@rule("LR-APP-02", "LR-MOR-14", "LR-OCON-29", "LR-OCON-31")
def _notes(state: Battle, seat: Seat | None) -> tuple[Fact, ...]:
    """What each role is there for; and to its own player alone how the heart of a team stands."""
    kind, cited = scenario_of(state), ("LR-SCN-03", scenarios()[state.scenario.id].rule)
    roles = [
        Fact(role.role, role.objective, f"{seat_called(state, one)}, {role.points} points", cited)
        for one in state.players
        for role in (kind.role(state, one),)
    ]
    side = state.sides.get(seat or "")
    if side is None or not side.morale.known or state.switches.is_basic:
        return tuple(roles)
    return (*morale_facts(state, side.seat), *roles)
