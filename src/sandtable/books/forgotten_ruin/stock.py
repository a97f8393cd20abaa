"""What a campaign hands to a battle and takes back: values of people, weapons, finds and resources."""

from __future__ import annotations

import msgspec

FigureId = str
"""Soldiers "S1" to "S9", "PL", "PS"; mob figures "M1.3"; villains "V1"; monsters "B1"."""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The values of a figure as they are printed, before any modifier."""

    speed: float = 5.0
    combat_skill: int = 0
    toughness: int = 3
    reactions: int = 0
    wits: int = 0
    resistance: int = 0
    save: int | None = None
    monster_points: int = 0


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon that somebody carries."""

    name: str
    """As in the armory: "assault rifle", "sword", "bow" ..."""
    range_moving: float = 0.0
    range_stationary: float = 0.0
    """Both 0 for a weapon that only fights hand-to-hand."""
    shots: int = 0
    radius: float = 0.0
    """The blast of an explosive."""
    damage: int = 0
    traits: tuple[str, ...] = ()
    hit_bonus: int = 0
    damage_bonus: int = 0
    ability: str = ""
    """The special ability of a magical weapon."""
    magical: bool = False
    oiled: bool = False
    """Enchanted Oil lies on it."""
    fired: int = 0
    """How often it was fired in this battle, where that is limited."""

    @property
    def is_melee(self) -> bool:
        """Whether it is made for hand-to-hand combat."""
        return self.range_moving == 0.0 and not self.is_explosive

    @property
    def is_explosive(self) -> bool:
        """Whether it uses the explosion rules."""
        return "explosive" in self.traits


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """A find: scroll, potion, staff, armour or another item."""

    name: str
    """As in its subtable: "Potion of Strength", "Staff of Fire Bolt", "Armor of Hurry" ..."""
    kind: str
    """ "armour", "scroll", "potion", "staff", "item", "artifact" or, in the Stash, "weapon"."""
    uses: int | None = None
    """How often it can still be used; None for always."""
    spells: tuple[str, ...] = ()
    note: str = ""
    carrier: FigureId = ""
    """Who alone may use it, where consumables are carried by named soldiers (FR-LOOT-03)."""
    weapon: Weapon | None = None
    """The magical weapon with all its details, while it lies in the Stash (FR-LOOT-01)."""


class Member(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One soldier of a roster."""

    name: str
    position: str = "soldier"
    team: int = 0
    """Fire team 1 or 2; 0 for leaders outside the teams."""
    weapons: tuple[str, ...] = ()
    """Besides the hand grenades that everybody has."""
    is_personality: bool = False
    is_main_character: bool = False
    traits: tuple[str, ...] = ()
    """Empty where they are still to be rolled."""
    knack: str = ""
    aspect: str = ""
    is_veteran: bool = False
    profile: Profile | None = None
    """What a veteran has become; None for the profile of the position."""
    luck: int | None = None
    """Where it is not what the position and the options give."""
    transformation: str = ""
    upgrades: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


class Deeds(msgspec.Struct, omit_defaults=True):
    """What personal tasks and the campaign ask of a soldier, counted (FR-MIS-71)."""

    kills: int = 0
    kills_hand_to_hand: int = 0
    kills_of_this_attack: int = 0
    most_kills_at_once: int = 0
    first_attack_killed: int = 0
    champions_killed: int = 0
    investigations: int = 0
    at_the_centre: int = 0
    attacks: int = 0
    hits_taken: int = 0
    combats: int = 0
    rounds: int = 0
    rounds_without_attack: int = 0
    has_charged: bool = False
    """Its first attack is a charge whose combat is still to come."""
    has_seen_enemy: bool = False
    """In this round, and so is the next."""
    has_attacked: bool = False


class Rostered(msgspec.Struct, frozen=True):
    """A living villain as the campaign remembers it."""

    name: str
    type: str
    ability: str
    points: int = 2
    """Monster Points; those of a new villain, unless more are told (FR-VIL-06)."""
    training: str = "Warriors"
    is_sorcerer: bool = False


class Stock(msgspec.Struct, omit_defaults=True):
    """The resources of the campaign as far as a battle touches them."""

    story_points: int = 5
    support_points: int = 0
    exposure: int = 0
    kit_points: int = 0
    victory_points: int = 0
    exposure_owed: int = 0
    """Exposure that comes after the mission (FR-AGG-16)."""
    loot_rolls: int = 0
    """Bonus Loot rolls owed after the battle."""
    consumables: tuple[Item, ...] = ()
    """Scrolls, potions and the like that belong to the squad."""
    stash: tuple[Item, ...] = ()
    met_monsters: dict[str, int] = {}
    """Monster types fought in earlier missions, and in how many."""
    enemy_player_battles: int = 0
    """Battles fought against an enemy player (FR-COOP-07)."""
    villains: tuple[Rostered, ...] = ()
    """The roster of living villains (FR-VIL-01)."""
    platoon_leader: Member | None = None
    platoon_sergeant: Member | None = None
    """The two of the platoon who may come to help, without their weapons (FR-SQD-06)."""
    special_conditions: tuple[str, ...] = ()
    """Those of special missions before, which do not come again (FR-SPM-10)."""
    unfinished_tasks: dict[FigureId, str] = {}
    """Personal tasks that soldiers still have from missions before (FR-MIS-72)."""
    bought: tuple[tuple[str, str], ...] = ()
    """What Story Points have bought for the time after the battle: the use, and for whom (FR-STP-07)."""
