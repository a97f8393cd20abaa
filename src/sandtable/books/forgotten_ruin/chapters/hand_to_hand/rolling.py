"""Rolling: leaders and weapons are chosen, dice are rolled, and the modifiers are added."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.armory import MELEE_WEAPON, UNARMED, enemy_weapon, melee_weapons
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.principles.conventions import beyond, inches, pick_at_random
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import combat_skill
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_DICE,
    COMBAT_ROLL,
    LENT_WEAPONS,
    NATURAL_WEAPON,
    WHY_NOT_WIELD,
)
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, FigureId, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import ROUND_STARTED, WINDOWS, Moment
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play

HIGHER_GROUND = 1
"""What higher ground adds (FR-HTH-07)."""
HIGHER_BY = 0.5
"""How much higher the base must stand (FR-HTH-07)."""
DEFENDED = 1
"""What a defended obstacle adds (FR-HTH-08)."""
AGAINST_STUNNED = 1
"""What an enemy adds against a Stunned soldier (FR-HTH-09)."""
WITHOUT_WEAPON = -1
"""What a soldier without a melee weapon suffers (FR-HTH-10)."""


# Leaders


@rule("FR-HTH-23")
async def choose_leader(play: Play[Battle], combat: Combat) -> None:
    """The player picks who leads the soldiers; enemies lead with their best, random among equals."""
    state = play.state
    figures = [state.figure(id) for id in combat.others]
    if len(figures) == 1:
        return
    if all(one.side == "squad" for one in figures):
        # FR-LOOT-71: a monster that serves the squad fights among its soldiers.
        combat.leader = await _picked_leader(play, combat, figures)
    else:
        best = min(rank_of(one) for one in figures)
        first = [one for one in figures if rank_of(one) == best]
        combat.leader = (await pick_at_random(play, first, "leader", "FR-HTH-23")).id
    play.tell("leader", "FR-HTH-23", "FR-HTH-22", figure=combat.leader, against=combat.lone)


@rule("FR-HTH-23")
def rank_of(figure: Soldier | Enemy) -> int:
    """Who leads first: monster, villain, champion, anybody else."""
    if not isinstance(figure, Enemy):
        return 3
    if figure.kind in ("monster", "villain"):
        return 0 if figure.is_monster else 1
    return 2 if figure.is_champion else 3


async def _picked_leader(play: Play[Battle], combat: Combat, own: list[Soldier | Enemy]) -> FigureId:
    state = play.state
    opponent = state.figure(combat.lone)
    seat = next((one.seat for one in own if isinstance(one, Soldier)), state.lead)

    def candidates() -> list[Candidate]:
        return [
            Candidate(
                one.id,
                name_of(state, one),
                rules=("FR-HTH-23",),
                facts=_chances(state, combat, one, opponent),
                about=(one.id,),
            )
            for one in own
        ]

    prompt = f"Who leads the fight against {name_of(state, opponent)}?"
    chosen: FigureId = await play.ask(
        ChooseOne(
            seat,
            "choose combat leader",
            prompt,
            ("FR-HTH-23",),
            candidates,
            combat.facts,
            about=combat.about,
        )
    )
    return chosen


def _chances(state: Battle, combat: Combat, one: Soldier | Enemy, other: Soldier | Enemy) -> dict[str, float]:
    # The odds roll by this module.
    from sandtable.books.forgotten_ruin.chapters.hand_to_hand.odds import combat_odds

    return combat_odds(state, one, other)


# Weapons


def wieldable(state: Battle, soldier: Soldier) -> list[Weapon]:
    """What a soldier can fight hand-to-hand with."""
    lent = [one for each in LENT_WEAPONS.all(state, soldier) for one in each]
    carried = [*melee_weapons(soldier), *NATURAL_WEAPON.all(state, soldier), *lent]
    return [one for one in carried if WHY_NOT_WIELD.first(state, soldier, one) is None]


@rule("FR-HTH-21")
def weapon_choices(state: Battle, soldier: Soldier) -> list[Weapon]:
    """The weapons for this combat: one ordinary weapon for the whole round, magical ones as they please."""
    weapons = wieldable(state, soldier)
    ordinary = [one for one in weapons if not one.magical]
    if soldier.readied and any(one.name == soldier.readied for one in ordinary):
        ordinary = [one for one in ordinary if one.name == soldier.readied][:1]
    return [*ordinary, *(one for one in weapons if one.magical)]


@rule("FR-HTH-10", "FR-HTH-11", "FR-HIT-06", "FR-ARM-08")
def without_weapon(state: Battle, soldier: Soldier) -> Weapon:
    """A soldier without a melee weapon fights with the pistol, at +0, or with bare hands."""
    pistols = [
        one
        for one in soldier.weapons
        if "close_quarters" in one.traits and WHY_NOT_WIELD.first(state, soldier, one) is None
    ]
    return pistols[0] if pistols else UNARMED


@rule("FR-HTH-05", "FR-HTH-21", "FR-ARM-33", "FR-ARM-26")
async def choose_weapons(play: Play[Battle], combat: Combat) -> None:
    """Everybody in the combat has a weapon; the player picks for soldiers who have several."""
    state = play.state
    for id in combat.figures:
        figure = state.figure(id)
        if isinstance(figure, Enemy):
            combat.weapons[id] = enemy_weapon(state, figure, "hand-to-hand")
            continue
        choices = weapon_choices(state, figure)
        if not choices:
            combat.weapons[id] = without_weapon(state, figure)
            continue
        chosen = choices[0]
        if len(choices) > 1:
            chosen = await _picked_weapon(play, combat, figure, choices)
        combat.weapons[id] = chosen
        if not chosen.magical and figure.readied != chosen.name:
            figure.readied = chosen.name
            large = "large" in chosen.traits
            bought = ("FR-POST-46",) if chosen.name == MELEE_WEAPON else ()
            rules = ("FR-HTH-21", "FR-ARM-27" if large else "FR-ARM-26", "FR-ARM-34", *bought)
            play.tell("weapon readied", *rules, figure=id, weapon=chosen.name)


async def _picked_weapon(
    play: Play[Battle], combat: Combat, soldier: Soldier, choices: list[Weapon]
) -> Weapon:
    def candidates() -> list[Candidate]:
        found: dict[str, Candidate] = {}
        for one in choices:
            key = one.name if one.name not in found else f"{one.name} ({len(found) + 1})"
            found[key] = Candidate(key, key, one, rules=("FR-HTH-21",), facts={"damage": one.damage})
        return list(found.values())

    prompt = f"What does {soldier.name} fight with?"
    chosen: Weapon = await play.ask(
        ChooseOne(
            soldier.seat,
            "choose combat weapon",
            prompt,
            ("FR-HTH-21",),
            candidates,
            {**combat.facts, "figure": soldier.id},
            about=(soldier.id,),
        )
    )
    return chosen


def _somebody_is_readied(play: Play[Battle], seat: str, now: Moment) -> bool:
    return any(one.readied for one in play.state.soldiers.values())


@WINDOWS.consequence(ROUND_STARTED, "readied weapons", "FR-HTH-21", _somebody_is_readied)
async def put_weapons_away(play: Play[Battle], seat: str, now: Moment) -> None:
    """The choice of a weapon holds for one round."""
    for one in play.state.soldiers.values():
        one.readied = ""


# Dice


@rule("FR-HTH-06", "FR-HTH-22")
async def roll_combat(play: Play[Battle], combat: Combat) -> None:
    """Everybody rolls; the others use their single best die with the values of their leader."""
    state = play.state
    for id in (combat.lone, combat.leader):
        opponent = state.figure(combat.opponent_of(id))
        combat.modifiers[id] = modifiers_of(state, state.figure(id), opponent, combat)
    figures = [state.figure(id) for id in combat.figures]
    for figure in figures:
        if isinstance(figure, Enemy):
            await _enemy_rolls(play, combat, figure)
    for figure in figures:
        if isinstance(figure, Soldier):
            await _soldier_rolls(play, combat, figure)


@rule("FR-HTH-06")
def modifiers_of(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> list[Modifier]:
    """Combat Skill and everything that applies, all cumulative."""
    return [*combat_skill(state, figure), *COMBAT_ROLL.all(state, figure, opponent, combat)]


def _cited(combat: Combat, id: FigureId, dice: list[Modifier]) -> tuple[str, ...]:
    multiple = ("FR-HTH-22",) if combat.is_multiple else ()
    added = tuple(one.rule for one in combat.modifiers.get(id, ()))
    return ("FR-HTH-06", *multiple, *added, *(one.rule for one in dice), *combat.rules)


@rule("FR-TAC-10", "FR-TRF-38", "FR-TRF-30")
def dice_of(more: list[Modifier]) -> int:
    """How many dice a figure rolls: two by any rule that says two, however many say so."""
    return 1 + max((one.value for one in more), default=0)


async def _enemy_rolls(play: Play[Battle], combat: Combat, enemy: Enemy) -> None:
    state = play.state
    more = COMBAT_DICE.all(state, enemy, combat)
    sword = ("FR-ARM-33",) if combat.weapons[enemy.id].name == "sword" else ()
    faces = await play.roll(
        dice_of(more),
        For("combat", enemy.id),
        *_cited(combat, enemy.id, more),
        *sword,
        seat=state.enemy_dice if enemy.side != "squad" else state.lead,
        figure=enemy.id,
        modifiers=[str(one) for one in combat.modifiers.get(enemy.id, ())],
    )
    combat.dice[enemy.id] = list(faces)
    combat.bonus[enemy.id] = [0] * len(faces)


async def _soldier_rolls(play: Play[Battle], combat: Combat, soldier: Soldier) -> None:
    state = play.state
    more = COMBAT_DICE.all(state, soldier, combat)
    opponent = combat.opponent_of(soldier.id)
    dice = await roll_own(
        play,
        soldier,
        "hand-to-hand",
        dice_of(more),
        For("combat", soldier.id),
        *_cited(combat, soldier.id, more),
        added=combat.modifiers.get(combat.head_of(soldier.id), ()),
        need=combat.total_of(opponent) + 1,
        target=state.figure(opponent),
    )
    combat.dice[soldier.id] = list(dice.faces)
    combat.bonus[soldier.id] = list(dice.bonus)


# Modifiers


@COMBAT_ROLL.source("FR-HTH-07")
def higher_ground(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """A combatant whose base stands at least half an inch higher adds 1."""
    if beyond(inches(state, HIGHER_BY), figure.elevation - opponent.elevation):
        return None
    return Modifier(HIGHER_GROUND, "higher ground", "FR-HTH-07")


@COMBAT_ROLL.source("FR-HTH-08")
def defended_obstacle(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """The side that did not move into contact adds 1 behind a wall."""
    if not combat.across or any(one in combat.movers for one in combat.side_of(figure.id)):
        return None
    if terrain_of(state.ground).form[combat.across] != "barrier":
        return None
    return Modifier(DEFENDED, "defended obstacle", "FR-HTH-08")


@COMBAT_ROLL.source("FR-HTH-09")
def against_stunned(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """An enemy fighting a Stunned soldier adds 1, whatever the number of markers."""
    if isinstance(figure, Enemy) and isinstance(opponent, Soldier) and opponent.is_stunned:
        return Modifier(AGAINST_STUNNED, "against a Stunned soldier", "FR-HTH-09")
    return None


@COMBAT_ROLL.source("FR-HTH-10", "FR-HTH-11")
def unarmed(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """A soldier without a melee weapon or pistol has -1; enemies never suffer this."""
    weapon = combat.weapons.get(figure.id)
    if not isinstance(figure, Soldier) or weapon is None:
        return None
    if weapon == UNARMED:
        return Modifier(WITHOUT_WEAPON, "no melee weapon", "FR-HTH-10")
    return Modifier(0, "pistol", "FR-HTH-11") if "close_quarters" in weapon.traits else None
