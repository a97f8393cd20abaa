"""What the terrain type of a region adds to a battle, and its magic."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import beyond, gap, inches, pick_at_random
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.modifiers import (
    SAVES,
    SPEED,
    WHY_NOT_DASH,
)
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, ENEMY_CASTS, WINDOWS, Casting, Moment
from sandtable.kernel import For, Modifier, Play, Refusal, rule

HEAVY_IN_THE_DESERT = ("squad automatic weapon", "anti-tank weapon", "grenade launcher")
"""FR-MIS-30."""
JUNGLE_DISTANCE, JUNGLE_SAVE = 8.0, 6
"""FR-MIS-32."""
MOUNTAIN_SAVE = 6
"""FR-MIS-33."""
ALL_AWARE = ("artifact", "final")
"""The battles in which every mob is Aware, whatever the region says (FR-FIN-05, FR-FIN-20)."""


@rule("FR-MIS-27", "FR-MIS-34", "FR-MIS-02", "FR-EXR-11")
def is_in_region(state: Battle, region: str) -> bool:
    """Whether the battle is fought in such a region and its terrain rules are used, as never in exercises."""
    mission = state.mission
    is_used = state.switches.region_terrain_rules and not mission.kind.startswith("exercise")
    return mission.region == region and is_used


@rule("FR-MIS-27", "FR-MIS-34")
def rules_of_region(state: Battle) -> tuple[str, ...]:
    """The rule of the region's terrain, where these rules are used at all."""
    own = mission_tables().terrain_rules.get(state.mission.region, "")
    return ("FR-MIS-27", own) if own and state.switches.region_terrain_rules else ("FR-MIS-27",)


@WINDOWS.consequence(
    BATTLE_STARTED,
    "the region",
    "FR-MIS-27",
    lambda play, seat, now: not play.state.mission.kind.startswith("exercise"),
)
async def tell_region(play: Play[Battle], seat: str, now: Moment) -> None:
    """What the region adds to the battle is told before it begins."""
    state, mission = play.state, play.state.mission
    used = state.switches.region_terrain_rules
    play.tell("region", *rules_of_region(state), region=mission.region, magic=mission.magic, used=used)


@WHY_NOT_DASH.source("FR-MIS-30")
def desert(state: Battle, figure: Figure) -> Refusal | None:
    """Nobody Dashes through sand with a heavy weapon."""
    if not is_in_region(state, "Desert") or not isinstance(figure, Soldier):
        return None
    is_laden = any(one.name in HEAVY_IN_THE_DESERT for one in figure.weapons)
    is_slow = is_laden and "Cold-blooded" not in figure.upgrades
    return barred("heavy weapon in the desert", name=figure.name) if is_slow else None


@SAVES.source("FR-MIS-32")
def jungle(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Leaves hide a figure attacked from more than 8 inches away."""
    if not is_in_region(state, "Jungle") or not hit.attacker:
        return None
    attacker = state.figure(hit.attacker)
    # Spells are cast from where an image of the caster stands, too (FR-SPL-38).
    images = [one for one in state.soldiers_on_table() if hit.how == "spell" and one.copy_of == attacker.id]
    is_hidden = beyond(min(gap(one, target) for one in (attacker, *images)), inches(state, JUNGLE_DISTANCE))
    return Modifier(JUNGLE_SAVE, "Jungle", "FR-MIS-32") if is_hidden else None


@SAVES.source("FR-MIS-33")
def mountains(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Rocks help a figure that has Cover from a ranged attack."""
    if not is_in_region(state, "Mountains") or hit.how not in ("shooting", "archery") or not hit.attacker:
        return None
    cover = in_cover(state, state.figure(hit.attacker), target)
    return None if cover is None else Modifier(MOUNTAIN_SAVE, "Mountains", "FR-MIS-33")


@rule("FR-MIS-35")
def loot_of_ruins(play: Play[Battle]) -> None:
    """One or more Investigations completed among ruins give the squad one Loot roll more."""
    state = play.state
    if is_in_region(state, "Ruins") and state.investigations:
        state.stock.loot_rolls += 1
        play.tell("Loot roll gained", "FR-MIS-35", region=state.mission.region)


@SPEED.source("FR-MIS-36")
def swamps(state: Battle, figure: Figure) -> Modifier | None:
    """Everybody who starts a move on the ground is slowed, unless winged or at home there."""
    if not is_in_region(state, "Swamps") or figure.elevation > 0:
        return None
    if isinstance(figure, Soldier) and figure.transformation in ("The Skyborne", "The Scaled"):
        return None
    # Spiders and bugs Skitter over the mire (FR-ENE-19).
    if isinstance(figure, Enemy) and ("Flight" in figure.traits or "Skitter" in figure.traits):
        return None
    return Modifier(-1, "Swamps", "FR-MIS-36")


@WINDOWS.consequence(
    ENEMY_CASTS, "low magic", "FR-MIS-42", lambda play, seat, now: play.state.mission.magic == "low"
)
async def low_magic_of_enemies(play: Play[Battle], seat: str, now: Casting) -> None:
    """In a low-magic region a 1 spoils the spell."""
    (face,) = await play.roll(1, For("low magic", now.figure.id), "FR-MIS-42", figure=now.figure.id)
    now.is_spoiled = face == 1


@rule("FR-MIS-29", "FR-FIN-05", "FR-FIN-20")
async def city(play: Play[Battle]) -> None:
    """In a city every initial mob begins Unaware, wolves excepted; in the finale all are Aware."""
    state = play.state
    if not is_in_region(state, "City") or state.mission.kind in ALL_AWARE:
        return
    for mob in may_be_unaware(state):
        make_unaware(play, mob, "FR-MIS-29")


@rule("FR-ENE-18", "FR-ENE-49")
def may_be_unaware(state: Battle) -> list[Mob]:
    """Aware mobs on the table that are no wolves; one that has joined another is none any more."""
    return [
        one for one in state.mobs.values() if one.aware and one.type != "Wolves" and state.members(one.id)
    ]


async def make_one_unaware(play: Play[Battle], *rules: str) -> None:
    """One random mob that would begin Aware begins Unaware; wolves never do (FR-ENE-18)."""
    if pool := may_be_unaware(play.state):
        make_unaware(play, await pick_at_random(play, pool, "mob", *rules, "FR-ENE-18"), *rules)


def make_unaware(play: Play[Battle], mob: Mob, *rules: str) -> None:
    """A mob begins Unaware."""
    mob.aware = False
    play.tell("mob unaware", *rules, mob=mob.id)
