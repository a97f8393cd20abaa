"""Magical armours."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.inflicting import hit_of
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import are_within
from sandtable.books.forgotten_ruin.chapters.shooting.archery import roll_hits_again
from sandtable.books.forgotten_ruin.loot.loot_tables import rule_of_item, wears
from sandtable.books.forgotten_ruin.modifiers import (
    FROM_A_FRIEND,
    MAGICAL_ARMOUR,
    SAVE_CHANGES,
    SAVES,
    SPEED,
    TOUGHNESS,
)
from sandtable.books.forgotten_ruin.state import Battle, Figure, Soldier
from sandtable.books.forgotten_ruin.transformations.riding import pair_of
from sandtable.books.forgotten_ruin.transformations.transformation_tables import toughness_of_body
from sandtable.books.forgotten_ruin.windows import COMBAT_HITS, COMBAT_ROLLED, VOLLEY_ROLLED, WINDOWS, Volley
from sandtable.kernel import Modifier, Play

USUAL, STURDY, ALLIED = 5, 4, 6
"""Saving throws of magical armours (FR-LOOT-29, FR-LOOT-37, FR-LOOT-30)."""
ALLIANCE = 6.0
"""How far an Armor of Alliance reaches (FR-LOOT-30)."""
LAST_HURRY = 6
"""The last round in which an Armor of Hurry helps (FR-LOOT-33)."""
MOST_TOUGHNESS = 6
"""FR-LOOT-35."""
MAGIC = "magical armour"
PLAIN = {
    "armor": Modifier(6, "armor", "FR-POST-49"),
    "heavy armor": Modifier(5, "heavy armor", "FR-POST-50"),
    "fitted armor": Modifier(5, "fitted armor", "FR-CAM-29"),
}
"""Ordinary armour that a campaign may issue, with what it saves."""
SLOWED = -1
"""How much slower heavy armour makes its wearer (FR-POST-50)."""


def plain_armour(figure: Figure) -> Modifier | None:
    """The ordinary armour that a soldier wears, however it is written."""
    worn = figure.armour if isinstance(figure, Soldier) else None
    return None if worn is None else PLAIN.get(worn.name.lower())


@SPEED.source("FR-POST-50", rank=-1)
def heavy(state: Battle, figure: Figure) -> Modifier | None:
    """An inch slower."""
    worn = plain_armour(figure)
    return Modifier(SLOWED, "heavy armor", "FR-POST-50") if worn is PLAIN["heavy armor"] else None


@SAVES.source("FR-LOOT-29", "FR-LOOT-33", "FR-LOOT-37", "FR-LOOT-28", "FR-POST-49", "FR-POST-50", "FR-CAM-29")
def own_armour(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """What the armour that a soldier wears saves."""
    if not isinstance(target, Soldier) or target.armour is None:
        return None
    name, plain = target.armour.name, plain_armour(target)
    if plain is not None:
        return plain
    number = STURDY if name == "Armor of Sturdiness" else USUAL
    if name == "Armor of Hurry":
        number = state.round
    if number > LAST_HURRY:
        return None
    return Modifier(number, MAGIC, rule_of_item(name), MAGICAL_ARMOUR)


@SAVE_CHANGES.source("FR-LOOT-28")
def one_armour(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """No other armour helps beside the ordinary one that is worn."""
    return None if plain_armour(target) is None else Modifier(0, "the one armor worn", "FR-LOOT-28")


@SAVES.source("FR-LOOT-30")
def alliance(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Friends within 6 inches of the wearer have a saving throw, a summoned monster too (FR-LOOT-71)."""
    if target.side != "squad":
        return None
    friends = [one for one in state.soldiers_on_table() if wears(one, "Alliance") and not one.is_frozen]
    if any(one is not target and are_within(state, one, target, ALLIANCE) for one in friends):
        return Modifier(ALLIED, "Armor of Alliance", "FR-LOOT-30", FROM_A_FRIEND)
    return None


@TOUGHNESS.source("FR-LOOT-35")
def resilience(state: Battle, figure: Figure) -> Modifier | None:
    """Tougher by one, up to 6."""
    if not wears(figure, "Resilience"):
        return None
    changed = figure.profile.toughness + toughness_of_body(figure)
    return Modifier(1, "Armor of Resilience", "FR-LOOT-35") if changed < MOST_TOUGHNESS else None


def _is_deflected(play: Play[Battle], seat: str, now: Volley) -> bool:
    # Of centaur and rider it has not been drawn yet which of them is struck (FR-TRF-13).
    return wears(now.target, "Deflection") and bool(now.hits) and pair_of(play.state, now.target) is None


@WINDOWS.consequence(VOLLEY_ROLLED, "Deflection", "FR-LOOT-32", _is_deflected)
async def deflection(play: Play[Battle], seat: str, now: Volley) -> None:
    """Every archery hit must be rolled again."""
    await roll_hits_again(play, now, "deflected", "FR-LOOT-32")


def _dazzled(play: Play[Battle], seat: str, now: Combat) -> list[tuple[str, str]]:
    wearers = [id for id in now.figures if wears(play.state.figure(id), "Brightness")]
    return [(id, foe) for id in wearers if now.natural_of(foe := now.opponent_of(id)) == 1]


@WINDOWS.consequence(COMBAT_ROLLED, "Brightness", "FR-LOOT-31", _dazzled)
async def brightness(play: Play[Battle], seat: str, now: Combat, dazzled: list[tuple[str, str]]) -> None:
    """An opponent whose die shows 1 has lost."""
    id, foe = dazzled[0]
    now.forced = id
    play.tell("dazzled", "FR-LOOT-31", figure=id, target=foe)


@WINDOWS.consequence(COMBAT_HITS, "Brightness burns", "FR-LOOT-31", _dazzled)
async def brightness_burns(
    play: Play[Battle], seat: str, now: Combat, dazzled: list[tuple[str, str]]
) -> None:
    """And takes one Hit more."""
    for id, foe in dazzled:
        now.hits[foe] = [*now.hits.get(foe, []), hit_of(play.state, now, id, 0, "FR-LOOT-31")]


def _retaliates(play: Play[Battle], seat: str, now: Combat) -> list[str]:
    return [id for id, hits in now.hits.items() if hits and wears(play.state.figure(id), "Retaliation")]


@WINDOWS.consequence(COMBAT_HITS, "Retaliation", "FR-LOOT-36", _retaliates)
async def retaliation(play: Play[Battle], seat: str, now: Combat, wearers: list[str]) -> None:
    """An opponent who strikes the wearer takes the same Hit in return, at the same time."""
    for id in wearers:
        for hit in list(now.hits[id]):
            if not hit.attacker or "retaliation" in hit.traits:
                continue
            back = Hit(damage=hit.damage, how="hand-to-hand", rules=("FR-LOOT-36",), attacker=id, unit=id)
            back.blow_of, back.weapon = hit.attacker, hit.weapon
            back.traits = (*hit.traits, "retaliation")
            now.hits[hit.attacker] = [*now.hits.get(hit.attacker, []), back]
            play.tell("retaliation", "FR-LOOT-36", figure=id, target=hit.attacker)
