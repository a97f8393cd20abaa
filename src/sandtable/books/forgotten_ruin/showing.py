"""The mission as screens show it: cards, badges, markers, Objectives, Aggression and resources."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.mission_standing import SIDES, gauges, notes, standings
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS
from sandtable.books.forgotten_ruin.modifiers import combat_skill, reactions, speed, toughness, wits
from sandtable.books.forgotten_ruin.naming import mob_called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Seat, Soldier, Weapon
from sandtable.table.showing import Badge, Clock, Fact, Marker, Showing, Unit

PHASES = ("reaction roll", "quick", "enemy", "slow", "aggression", "end")
"""The course of a round (FR-RND-01)."""
TITLES = {
    "regular": "Mission",
    "special": "Special Mission",
    "artifact": "Artifact battle",
    "final": "The Final Battle",
    "exercise 1": "Field exercise 1: Basic Combat",
    "exercise 2": "Field exercise 2: Infantry Tactics",
    "exercise 3": "Field exercise 3: Patrol in Force",
}
WORDS_OF_MARKERS = {
    "dig site": "something to dig up",
    "trap": "trap",
    "treasure": "treasure",
    "chest": "the treasure chest",
    "plant": "a fallen plant",
}

LEADS, BEARS_ARMS, IS_THERE = "flag", "swords", "mark"
"""The drawings of whom and what no other stands for."""


class Glyphs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawings that stand for units and markers, and how terrain is drawn."""

    soldiers: dict[str, str]
    training: dict[str, str]
    types: dict[str, str]
    lone: dict[str, str]
    markers: dict[str, str]
    terrain: dict[str, str]


@cache
def glyphs() -> Glyphs:
    """The drawings, read once."""
    return read_data("glyphs.yaml", Glyphs)


def showing_of(state: Battle, seat: Seat | None) -> Showing:
    """The table as everybody sees it: nothing on it is secret."""
    return Showing(
        ground=state.ground,
        units=(
            *(_soldier(state, one) for one in state.soldiers.values()),
            *(_mob(state, one) for one in state.mobs.values()),
            *(_lone(state, one) for one in state.enemies.values() if not one.mob),
        ),
        markers=_markers(state),
        clock=_clock(state),
        sides=standings(state),
        title=TITLES[state.mission.kind],
        notes=notes(state),
        gauges=gauges(state),
        looks=glyphs().terrain,
        unit="cm" if state.switches.units == "metric" else "in",
    )


def _clock(state: Battle) -> Clock:
    if not state.round:
        return Clock(0, step=state.step)
    side = {"quick": 0, "slow": 0, "enemy": 1}.get(state.phase)
    last = bool(state.sudden_death) and state.round >= state.sudden_death
    return Clock(state.round, state.round, side, state.phase or state.step, last, PHASES)


def _soldier(state: Battle, one: Soldier) -> Unit:
    return Unit(
        id=one.id,
        name=name_of(state, one),
        kind=one.position,
        side=SIDES[one.side],
        seat=one.seat,
        models=(one.at,) if one.on_table else (),
        radius=one.radius,
        strength=0 if one.where == "casualty" else 1,
        full_strength=1,
        acted=one.acted and one.on_table,
        on_table=one.on_table,
        place="" if one.on_table else _place(one, has_begun=state.round > 0),
        glyph=glyphs().soldiers.get(one.position, LEADS),
        mood="worse" if one.on_table and one.is_stunned else "",
        badges=_badges_of_soldier(state, one),
        card=_card_of_soldier(state, one),
        traits=_traits_of_soldier(one),
    )


def _place(one: Figure, *, has_begun: bool = False) -> str:
    words = {
        "waiting": "off the table" if has_begun else "to be deployed",
        "left": "left the table",
        "aloft": "in the sky",
        "behind": "stayed behind",
    }
    return words.get(one.where, one.where)


def _badges_of_soldier(state: Battle, one: Soldier) -> tuple[Badge, ...]:
    if not one.on_table:
        return ()
    found = []
    if one.knocked_down:
        found.append(Badge("Knocked Down", "FR-CON-06", worse=True))
    if one.stun:
        found.append(Badge(f"Stunned {one.stun}" if one.stun > 1 else "Stunned", "FR-CON-02", worse=True))
    if one.holding:
        found.append(Badge("holding", "FR-RND-14"))
    if one.die is not None and state.phase in PHASES[1:4]:
        quick = one.die <= reactions(state, one)
        found.append(
            Badge(f"{'quick' if quick else 'slow'} {one.die}", "FR-RND-07" if quick else "FR-RND-08")
        )
    if one.riding:
        found.append(Badge(f"rides {one.riding}", "FR-TRF-13"))
    found += [Badge(f"carries {thing.split()[0]}", "FR-OBJ-11") for thing in one.carrying]
    found += [Badge(effect.name, effect.rule) for effect in one.effects]
    return tuple(found)


def _card_of_soldier(state: Battle, one: Soldier) -> tuple[Fact, ...]:
    facts = [
        Fact(
            "Reactions", str(reactions(state, one)), "a die up to this acts before the enemy", ("FR-SQD-16",)
        ),
        Fact("Speed", f'{speed(state, one):g}"', "inches of one Move", ("FR-MOV-01",)),
        Fact(
            "Combat", f"{combat_skill(state, one):+d}", "added to dice to hit and in combat", ("FR-SQD-16",)
        ),
        Fact("Toughness", str(toughness(state, one)), "what a damage score must reach", ("FR-HIT-03",)),
        Fact("Wits", f"{wits(state, one):+d}", "added to dice that are not combat", ("FR-SQD-16",)),
    ]
    if one.luck:
        facts.append(Fact("Luck", str(one.luck), "cancels becoming a casualty", ("FR-LCK-01",)))
    return tuple(facts)


def _traits_of_soldier(one: Soldier) -> tuple[Fact, ...]:
    found = [_weapon(weapon) for weapon in one.weapons]
    if one.armour is not None:
        found.append(Fact(one.armour.name, "", "armour", ("FR-LOOT-28",)))
    found += [
        Fact(item.name, "" if item.uses is None else f"{item.uses} left", item.kind) for item in one.items
    ]
    found += [Fact(spell, "", "spell", ("FR-SPL-01",)) for spell in one.spells]
    found += [
        Fact(trait, "", "trait: once a round it changes one die by 1", ("FR-SQD-27",)) for trait in one.traits
    ]
    if one.knack:
        found.append(Fact(one.knack, "", "knack", ("FR-SQD-22",)))
    if one.transformation:
        found.append(Fact(one.transformation, ", ".join(one.upgrades), "Transformation", ("FR-TRF-07",)))
    if one.is_main_character:
        found.append(Fact("main character", "", "", ("FR-SQD-36",)))
    return tuple(found)


def _weapon(weapon: Weapon) -> Fact:
    if weapon.is_melee:
        return Fact(weapon.name, f"damage {weapon.damage:+d}", "hand-to-hand", ("FR-ARM-01",))
    reach = f'{weapon.range_moving:g}"'
    if weapon.range_stationary != weapon.range_moving:
        reach = f'{weapon.range_moving:g}"/{weapon.range_stationary:g}"'
    shots = "explosive" if weapon.is_explosive else f"{weapon.shots} Shot{'s' if weapon.shots != 1 else ''}"
    return Fact(
        weapon.name, f"{reach}, {shots}, damage {weapon.damage:+d}", " ".join(weapon.traits), ("FR-ARM-01",)
    )


def _mob(state: Battle, mob: Mob) -> Unit:
    members = state.members(mob.id)
    raised = [one for one in state.enemies.values() if one.mob == mob.id]
    sample = members[0] if members else (raised[0] if raised else None)
    leader = next((place for place, one in enumerate(members) if one.is_champion), None)
    return Unit(
        id=mob.id,
        name=mob_called(state, mob),
        kind=f"{mob.type} {mob.training}",
        side=SIDES["enemy"],
        seat=state.enemy_seat,
        models=tuple(one.at for one in members),
        radius=sample.radius if sample is not None else 0.5,
        leader=leader,
        figures=tuple(one.id for one in members),
        names=tuple(name_of(state, one) for one in members),
        tags=tuple(one.id.removeprefix(f"{mob.id}.") for one in members),
        strength=len(members),
        full_strength=len(raised),
        acted=mob.acted and bool(members),
        on_table=bool(members),
        place="" if members else "gone",
        glyph=glyphs().training.get(mob.training) or glyphs().types.get(mob.type, BEARS_ARMS),
        badges=_badges_of_mob(mob, members),
        card=_card_of_enemy(state, sample) if sample is not None else (),
        traits=tuple(_abilities(state, mob, members)),
    )


def _badges_of_mob(mob: Mob, members: list[Enemy]) -> tuple[Badge, ...]:
    if not members:
        return ()
    found = []
    if not mob.aware:
        found.append(Badge(f"Unaware {mob.tally}" if mob.tally else "Unaware", "FR-CON-11", worse=True))
    champions = sum(one.is_champion for one in members)
    if champions:
        found.append(Badge("champion" if champions == 1 else f"{champions} champions", "FR-ENE-33"))
    if any(one.is_sorcerer for one in members):
        found.append(Badge("sorcerer", "FR-ENE-37"))
    down = sum(one.knocked_down for one in members)
    if down:
        found.append(Badge(f"{down} Knocked Down", "FR-CON-06", worse=True))
    found += [Badge(effect.name, effect.rule) for effect in mob.effects]
    return tuple(found)


def _card_of_enemy(state: Battle, one: Enemy) -> tuple[Fact, ...]:
    facts = [
        Fact("Speed", f'{speed(state, one):g}"', "inches of one Move", ("FR-ENE-06",)),
        Fact("Combat", f"{combat_skill(state, one):+d}", "added in combat, never to archery", ("FR-ENE-06",)),
        Fact("Toughness", str(toughness(state, one)), "what a damage score must reach", ("FR-HIT-03",)),
        Fact("Resistance", f"{one.profile.resistance:+d}", "added when resisting spells", ("FR-SPL-10",)),
    ]
    if one.profile.save is not None:
        facts.append(Fact("Save", f"{one.profile.save}+", "a D6 that cancels a Hit", ("FR-SAV-01",)))
    if one.starting_points:
        facts.append(
            Fact("Points", f"{one.monster_points} of {one.starting_points}", "Hits it takes", ("FR-BIG-08",))
        )
    return tuple(facts)


def _abilities(state: Battle, mob: Mob, members: list[Enemy]) -> list[Fact]:
    found = [Fact(mob.training, "", "training", ("FR-ENE-42",))]
    traits = dict.fromkeys(trait for one in members for trait in one.traits)
    return found + [Fact(trait, "") for trait in traits]


def _lone(state: Battle, one: Enemy) -> Unit:
    badges = []
    if one.on_table:
        if one.is_asleep:
            badges.append(Badge("asleep", "FR-SPM-21", worse=True))
        if one.knocked_down:
            badges.append(Badge("Knocked Down", "FR-CON-06", worse=True))
        badges += [Badge(effect.name, effect.rule) for effect in one.effects]
    return Unit(
        id=one.id,
        name=name_of(state, one),
        kind=one.type if one.kind in one.type.lower() else f"{one.type} {one.kind}",
        side=SIDES[one.side],
        seat=state.enemy_seat if one.side == "enemy" else "",
        models=(one.at,) if one.on_table else (),
        radius=one.radius,
        leader=0 if one.kind == "villain" else None,
        strength=one.monster_points or int(one.on_table),
        full_strength=one.starting_points or 1,
        acted=one.acted and one.on_table,
        on_table=one.on_table,
        place="" if one.on_table else _place(one),
        glyph=glyphs().lone.get(one.kind, BEARS_ARMS),
        badges=tuple(badges),
        card=_card_of_enemy(state, one),
        traits=tuple(Fact(trait, "") for trait in (*one.traits, *((one.ability,) if one.ability else ()))),
    )


def _markers(state: Battle) -> tuple[Marker, ...]:
    found = [
        Marker(
            one.id,
            one.kind,
            one.at,
            (1.0, 1.0),
            _word_of(one.kind, one.number, one.checked),
            glyphs().markers.get(one.kind, IS_THERE),
        )
        for one in state.markers.values()
        if not one.gone
    ]
    for objective in state.objectives.values():
        if objective.state != "open":
            continue
        for feature in TASKS[objective.type].waiting_features(objective):
            at = state.ground.piece(feature).centre
            found.append(Marker(f"{objective.id} {feature}", "objective", at, (1.0, 1.0), objective.type))
    return tuple(found)


def _word_of(kind: str, number: int, checked: bool) -> str:
    """What is to be said of a marker besides what it is."""
    if kind == "investigation":
        return f"Investigation, search at {number} of 4" if checked else ""
    return WORDS_OF_MARKERS.get(kind, kind)
