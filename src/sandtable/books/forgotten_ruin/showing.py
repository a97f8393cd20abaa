"""The mission as screens show it: cards, badges, markers, Objectives, Aggression and resources."""

from __future__ import annotations

from sandtable.binding.tables import Row
from sandtable.binding.words import plural
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.mission_standing import SIDES, cards, fact, gauges, notes, standings
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS
from sandtable.books.forgotten_ruin.modifiers import combat_skill, reactions, speed, toughness, wits
from sandtable.books.forgotten_ruin.naming import mob_called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Seat, Soldier, Weapon
from sandtable.books.forgotten_ruin.state import Marker as MarkerOnTable
from sandtable.table.showing import Badge, Clock, Fact, Marker, Showing, Unit

PHASES = ("reaction roll", "quick", "enemy", "slow", "aggression", "end")
"""The course of a round (FR-RND-01)."""
DOWN = Badge("Knocked Down", "FR-CON-06", worse=True)
UNARMED, BEARS_ARMS, IS_THERE = "figure", "swords", "mark"
"""The drawings of whom and what no other stands for."""


class Glyphs(Row, frozen=True):
    """The drawings that stand for units and markers, and how terrain is drawn."""

    soldiers: dict[str, str]
    arms: dict[str, tuple[str, str]]
    training: dict[str, str]
    types: dict[str, str]
    lone: dict[str, str]
    markers: dict[str, str]
    terrain: dict[str, str]


glyphs = read_data.later("glyphs.yaml", Glyphs)
"""The drawings, read once."""


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
        title=cards().titles[state.mission.kind],
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
    carried = [weapon.name for weapon in one.weapons]
    arms, glyph = next((told for name, told in glyphs().arms.items() if name in carried), ("", UNARMED))
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
        die=one.die if _has_its_die(state, one) else None,
        arms=arms,
        spares=one.luck,
        on_table=one.on_table,
        place=_place(one, has_begun=state.round > 0),
        glyph=glyphs().soldiers.get(one.position, glyph),
        mood="worse" if one.on_table and one.is_stunned else "",
        badges=_badges_of_soldier(state, one),
        card=_card_of_soldier(state, one),
        traits=_traits_of_soldier(one),
    )


def _place(one: Figure, *, has_begun: bool = False) -> str:
    if one.on_table:
        return ""
    if one.where == "waiting":
        return "off the table" if has_begun else "to be deployed"
    return cards().places.get(one.where, one.where)


def _has_its_die(state: Battle, one: Soldier) -> bool:
    """Whether a Reaction die lies by the soldier, in the phases that go by it (FR-RND-07, FR-RND-08)."""
    return one.on_table and state.phase in PHASES[1:4]


def _badges_of_soldier(state: Battle, one: Soldier) -> tuple[Badge, ...]:
    if not one.on_table:
        return ()
    found = []
    if one.knocked_down:
        found.append(DOWN)
    if one.stun:
        found.append(Badge(f"Stunned {one.stun}" if one.stun > 1 else "Stunned", "FR-CON-02", worse=True))
    if one.holding:
        found.append(Badge("holding", "FR-RND-14"))
    if one.die is not None and _has_its_die(state, one):
        is_quick = one.die <= reactions(state, one)
        found.append(Badge("quick", "FR-RND-07") if is_quick else Badge("slow", "FR-RND-08"))
    if one.riding:
        found.append(Badge(f"rides {one.riding}", "FR-TRF-13"))
    found += [Badge(f"carries {thing.split()[0]}", "FR-OBJ-11") for thing in one.carrying]
    found += [Badge(effect.name, effect.rule) for effect in one.effects]
    return tuple(found)


def _card_of_soldier(state: Battle, one: Soldier) -> tuple[Fact, ...]:
    return (
        fact("Reactions", reactions(state, one)),
        fact("Speed", f'{speed(state, one):g}"'),
        fact("Combat", f"{combat_skill(state, one):+d}"),
        fact("Toughness", toughness(state, one)),
        fact("Wits", f"{wits(state, one):+d}"),
        *([fact("Luck", one.luck)] if one.luck else []),
    )


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
    reach = "/".join(f'{one:g}"' for one in dict.fromkeys((weapon.range_moving, weapon.range_stationary)))
    shots = "explosive" if weapon.is_explosive else f"{weapon.shots} {plural(weapon.shots, 'Shot')}"
    told = f"{reach}, {shots}, damage {weapon.damage:+d}"
    return Fact(weapon.name, told, " ".join(weapon.traits), ("FR-ARM-01",))


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
        traits=(
            Fact(mob.training, "", "training", ("FR-ENE-42",)),
            *(Fact(trait, "") for trait in dict.fromkeys(trait for one in members for trait in one.traits)),
        ),
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
    return (
        fact("Speed of an enemy", f'{speed(state, one):g}"'),
        fact("Combat of an enemy", f"{combat_skill(state, one):+d}"),
        fact("Toughness", toughness(state, one)),
        fact("Resistance", f"{one.profile.resistance:+d}"),
        *([] if one.profile.save is None else [fact("Save", f"{one.profile.save}+")]),
        *([fact("Points", f"{one.monster_points} of {one.starting_points}")] if one.starting_points else []),
    )


def _lone(state: Battle, one: Enemy) -> Unit:
    badges = [Badge("asleep", "FR-SPM-21", worse=True)] if one.is_asleep else []
    badges += [*([DOWN] if one.knocked_down else []), *(Badge(it.name, it.rule) for it in one.effects)]
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
        place=_place(one),
        glyph=glyphs().lone.get(one.kind, BEARS_ARMS),
        badges=tuple(badges) if one.on_table else (),
        card=_card_of_enemy(state, one),
        traits=tuple(Fact(trait, "") for trait in (*one.traits, *((one.ability,) if one.ability else ()))),
    )


def _markers(state: Battle) -> tuple[Marker, ...]:
    looks, found = glyphs().markers, []
    to_do = {id: one for id, one in state.objectives.items() if one.state == "open"}
    for one in state.markers.values():
        if not one.gone:
            glyph, is_target = looks.get(one.kind, IS_THERE), one.objective in to_do
            found.append(Marker(one.id, one.kind, one.at, word=_word_of(one), glyph=glyph, target=is_target))
    for objective in to_do.values():
        for feature in TASKS[objective.type].waiting_features(objective):
            piece = state.ground.piece(feature)
            word = cards().tasks.get(objective.type, objective.type).format(piece.kind)
            id = f"{objective.id} {feature}"
            found.append(Marker(id, "objective", piece.centre, word=word, target=True))
    return tuple(found)


def _word_of(marker: MarkerOnTable) -> str:
    """What is to be said of a marker besides what it is."""
    if marker.kind == "investigation":
        return f"Investigation, search at {marker.number} of 4" if marker.checked else ""
    return cards().markers.get(marker.kind, marker.kind)
