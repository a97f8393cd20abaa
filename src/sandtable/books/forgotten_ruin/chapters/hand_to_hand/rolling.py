"""Rolling: leaders and weapons are chosen, dice are rolled, and the modifiers are added."""

from __future__ import annotations

from sandtable.binding.choosing import choose
from sandtable.books.forgotten_ruin.chapters.armory import MELEE_WEAPON, UNARMED, enemy_weapon, melee_weapons
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat, combat_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import beyond, inches, pick_at_random
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import combat_skill
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_DICE,
    COMBAT_ROLL,
    LENT_WEAPONS,
    NATURAL_WEAPON,
    WHY_CHANGES_WEAPONS,
    WHY_NOT_WIELD,
)
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, FigureId, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import ROUND_STARTED, WINDOWS, Moment
from sandtable.kernel import Candidate, ChooseOne, For, Modifier, Play, rule, total_of
from sandtable.kernel.arithmetic import power, total

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
        lone = state.figure(combat.lone)
        chosen = await choose(
            play,
            next((one.seat for one in figures if isinstance(one, Soldier)), state.lead),
            "choose combat leader",
            f"Who leads the fight against {name_of(state, lone)}?",
            ("FR-HTH-23",),
            figures,
            lambda one: name_of(state, one),
            known_of=lambda one: combat_odds(state, one, lone),
            about=combat.about,
            facts=combat.facts,
        )
        combat.leader = chosen.id
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
    is_bound = bool(soldier.readied) and WHY_CHANGES_WEAPONS.first(state, soldier) is None
    if is_bound and any(one.name == soldier.readied for one in ordinary):
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
        chosen = combat.weapons[id] = _first_weapon(state, figure)
        choices = weapon_choices(state, figure) if isinstance(figure, Soldier) else []
        if isinstance(figure, Enemy) or not choices:
            continue
        if len(choices) > 1:
            chosen = await _picked_weapon(play, combat, figure, choices)
        combat.weapons[id] = chosen
        if not chosen.magical and figure.readied != chosen.name:
            figure.readied = chosen.name
            large = "large" in chosen.traits
            bought = ("FR-POST-46",) if chosen.name == MELEE_WEAPON else ()
            rules = ("FR-HTH-21", "FR-ARM-27" if large else "FR-ARM-26", "FR-ARM-34", *bought)
            play.tell("weapon readied", *rules, figure=id, weapon=chosen.name)


def _first_weapon(state: Battle, figure: Soldier | Enemy) -> Weapon:
    """What a figure fights with unless somebody chooses something else."""
    if isinstance(figure, Enemy):
        return enemy_weapon(state, figure, "hand-to-hand")
    choices = weapon_choices(state, figure)
    return choices[0] if choices else without_weapon(state, figure)


async def _picked_weapon(
    play: Play[Battle], combat: Combat, soldier: Soldier, choices: list[Weapon]
) -> Weapon:
    def candidates() -> list[Candidate]:
        found: dict[str, Candidate] = {}
        for one in choices:
            key = one.name if one.name not in found else f"{one.name} ({len(found) + 1})"
            found[key] = Candidate(key, key, one, rules=("FR-HTH-21",), facts={"damage": one.damage})
        return list(found.values())

    prompt, rules = f"What does {soldier.name} fight with?", ("FR-HTH-21",)
    facts, about = {**combat.facts, "figure": soldier.id}, (soldier.id,)
    chosen: Weapon = await play.ask(
        ChooseOne(soldier.seat, "choose combat weapon", prompt, rules, candidates, facts, about=about)
    )
    return chosen


def _readied(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    return [one for one in play.state.soldiers.values() if one.readied]


@WINDOWS.consequence(ROUND_STARTED, "readied weapons", "FR-HTH-21", _readied)
async def put_weapons_away(play: Play[Battle], seat: str, now: Moment, readied: list[Soldier]) -> None:
    """The choice of a weapon holds for one round."""
    for one in readied:
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
        seat=state.dice_of(enemy),
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
    if beyond(inches(state, 0.5), figure.elevation - opponent.elevation):
        return None
    return Modifier(1, "higher ground", "FR-HTH-07")


@COMBAT_ROLL.source("FR-HTH-08")
def defended_obstacle(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """The side that did not move into contact adds 1 behind a wall."""
    if not combat.across or any(one in combat.movers for one in combat.side_of(figure.id)):
        return None
    if terrain_of(state.ground).form[combat.across] != "barrier":
        return None
    return Modifier(1, "defended obstacle", "FR-HTH-08")


@COMBAT_ROLL.source("FR-HTH-09")
def against_stunned(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """An enemy fighting a Stunned soldier adds 1, whatever the number of markers."""
    if isinstance(figure, Enemy) and isinstance(opponent, Soldier) and opponent.is_stunned:
        return Modifier(1, "against a Stunned soldier", "FR-HTH-09")
    return None


@COMBAT_ROLL.source("FR-HTH-10", "FR-HTH-11")
def unarmed(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """A soldier without a melee weapon or pistol has -1; enemies never suffer this."""
    weapon = combat.weapons.get(figure.id)
    if not isinstance(figure, Soldier) or weapon is None:
        return None
    if weapon == UNARMED:
        return Modifier(-1, "no melee weapon", "FR-HTH-10")
    return Modifier(0, "pistol", "FR-HTH-11") if "close_quarters" in weapon.traits else None


# Odds, for a player who has to choose


def combat_odds(state: Battle, one: Soldier | Enemy, *others: Soldier | Enemy) -> dict[str, float]:
    """How likely a figure is to win, draw or lose against others whose first one leads."""
    combat = combat_of(state, one, *others)
    for id in combat.figures:
        combat.weapons[id] = _first_weapon(state, state.figure(id))
    mine = _totals(state, combat, (combat.lone,))
    theirs = _totals(state, combat, combat.others)
    win = total(p * q for own, p in mine.items() for other, q in theirs.items() if own > other)
    draw = total(p * theirs.get(own, 0.0) for own, p in mine.items())
    return {"win": round(win, 3), "draw": round(draw, 3), "lose": round(1.0 - win - draw, 3)}


def _totals(state: Battle, combat: Combat, side: tuple[FigureId, ...]) -> dict[int, float]:
    """How likely each total of a side is: the best of all its dice, with the values of its leader."""
    head = state.figure(side[0])
    added = total_of(modifiers_of(state, head, state.figure(combat.opponent_of(head.id)), combat))
    dice = sum(dice_of(COMBAT_DICE.all(state, state.figure(id), combat)) for id in side)
    odds: dict[int, float] = {}
    for face in range(1, 7):
        reached = max(0, face + added)
        odds[reached] = odds.get(reached, 0.0) + (power(face / 6, dice) - power((face - 1) / 6, dice))
    return odds
