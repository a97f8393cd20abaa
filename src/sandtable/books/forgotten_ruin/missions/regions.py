"""What the terrain type of a region adds to a battle, and its magic."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import beyond, gap, inches, pick_at_random
from sandtable.books.forgotten_ruin.modifiers import (
    SAVES,
    SPEED,
    WHY_NOT_DASH,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, ENEMY_CASTS, WINDOWS, Casting, Moment
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal

HEAVY_IN_THE_DESERT = ("squad automatic weapon", "anti-tank weapon", "grenade launcher")
"""FR-MIS-30."""
JUNGLE_DISTANCE, JUNGLE_SAVE = 8.0, 6
"""FR-MIS-32."""
INVESTIGATED = "investigations completed"
"""The note that counts completed Investigations (FR-INV-07)."""
MOUNTAIN_SAVE = 6
"""FR-MIS-33."""
ALL_AWARE = ("artifact", "final")
"""The battles in which every mob is Aware, whatever the region says (FR-FIN-05, FR-FIN-20)."""

TERRAIN_RULES = {
    "Arctic": "FR-MIS-28",
    "City": "FR-MIS-29",
    "Desert": "FR-MIS-30",
    "Forest": "FR-MIS-31",
    "Jungle": "FR-MIS-32",
    "Mountains": "FR-MIS-33",
    "Plains": "FR-MIS-34",
    "Ruins": "FR-MIS-35",
    "Swamps": "FR-MIS-36",
    "Underground": "FR-MIS-37",
    "Wasteland": "FR-MIS-38",
}
"""What each region adds."""


@rule("FR-MIS-27", "FR-MIS-34", "FR-MIS-02", "FR-EXR-11")
def is_in_region(state: Battle, region: str) -> bool:
    """Whether the battle is fought in such a region and its terrain rules are used, as never in exercises."""
    mission = state.mission
    is_used = state.switches.region_terrain_rules and not mission.kind.startswith("exercise")
    return mission.region == region and is_used


@rule("FR-MIS-27", "FR-MIS-34")
def rules_of_region(state: Battle) -> tuple[str, ...]:
    """The rule of the region's terrain, where these rules are used at all."""
    own = TERRAIN_RULES.get(state.mission.region, "")
    return ("FR-MIS-27", own) if own and state.switches.region_terrain_rules else ("FR-MIS-27",)


@WINDOWS.consequence(
    BATTLE_STARTED,
    "the region",
    "FR-MIS-27",
    lambda play, seat, now: not play.state.mission.kind.startswith("exercise"),
)
async def tell_region(play: Play[Battle], seat: str, now: Moment) -> None:
    """What the region adds to the battle is told before it begins."""
    state = play.state
    play.tell(
        "region",
        *rules_of_region(state),
        region=state.mission.region,
        magic=state.mission.magic,
        used=state.switches.region_terrain_rules,
    )


@WHY_NOT_DASH.source("FR-MIS-30")
def desert(state: Battle, figure: Figure) -> Refusal | None:
    """Nobody Dashes through sand with a heavy weapon."""
    if not is_in_region(state, "Desert") or not isinstance(figure, Soldier):
        return None
    if "Cold-blooded" in figure.upgrades:
        return None
    if any(one.name in HEAVY_IN_THE_DESERT for one in figure.weapons):
        return Refusal(
            "FR-MIS-30", f"{figure.name} carries a heavy weapon in the desert.", "Move without a Dash."
        )
    return None


@SAVES.source("FR-MIS-32")
def jungle(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Leaves hide whoever is attacked from more than 8 inches away."""
    if not is_in_region(state, "Jungle") or not hit.attacker:
        return None
    attacker = state.figure(hit.attacker)
    # Spells are cast from where an image of the caster stands, too (FR-SPL-38).
    images = [one for one in state.soldiers_on_table() if hit.how == "spell" and one.copy_of == attacker.id]
    near = min(gap(one, target) for one in (attacker, *images))
    if beyond(near, inches(state, JUNGLE_DISTANCE)):
        return Modifier(JUNGLE_SAVE, "Jungle", "FR-MIS-32")
    return None


@SAVES.source("FR-MIS-33")
def mountains(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Rocks help whoever has Cover from a ranged attack."""
    if not is_in_region(state, "Mountains") or hit.how not in ("shooting", "archery") or not hit.attacker:
        return None
    attacker = state.figure(hit.attacker)
    if in_cover(state, attacker, target) is not None:
        return Modifier(MOUNTAIN_SAVE, "Mountains", "FR-MIS-33")
    return None


@rule("FR-MIS-35")
def loot_of_ruins(play: Play[Battle]) -> None:
    """Whoever has completed an Investigation among ruins has one Loot roll more, however many it were."""
    state = play.state
    if is_in_region(state, "Ruins") and state.notes.get(INVESTIGATED):
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
        mob.aware = False
        play.tell("mob unaware", "FR-MIS-29", mob=mob.id)


@rule("FR-ENE-18", "FR-ENE-49")
def may_be_unaware(state: Battle) -> list[Mob]:
    """Aware mobs on the table that are no wolves; one that has joined another is none any more."""
    return [
        one for one in state.mobs.values() if one.aware and one.type != "Wolves" and state.members(one.id)
    ]


async def make_one_unaware(play: Play[Battle], *rules: str) -> None:
    """One random mob that would begin Aware begins Unaware; wolves never do (FR-ENE-18)."""
    state = play.state
    pool = may_be_unaware(state)
    if pool:
        chosen = await pick_at_random(play, pool, "mob", *rules, "FR-ENE-18")
        chosen.aware = False
        play.tell("mob unaware", *rules, mob=chosen.id)
