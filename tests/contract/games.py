"""Games on which the laws are checked: for each book a few ways to begin."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.book import find_book
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game, new_game


def companies_and_captains(dice: Dice) -> Game[Any]:
    """Two published Companies on the usual table, from the first step of setup."""
    from sandtable.books.companies_and_captains.rosters.ready import published_companies

    first, second, *_ = published_companies().values()
    book = find_book("companies-and-captains")
    return new_game(book, book.set_up(None, {"A": first, "B": second}, {}), dice)


def companies_and_captains_in_the_middle(dice: Dice) -> Game[Any]:
    """The same Companies in the thick of a fight."""
    book = find_book("companies-and-captains")
    groups: dict[str, Any] = {}
    for seat, y in (("A", 12.0), ("B", 21.0)):
        for number, profile in enumerate(("Heavy Foot", "Heavy Missile", "Heavy Cavalry"), 1):
            groups[f"{seat}{number}"] = {
                "profile": profile,
                "at": [10.0 + 9 * number, y],
                "captain": number == 1,
            }
    return new_game(book, book.read_position(msgspec.to_builtins({"groups": groups})), dice)


def forgotten_ruin(dice: Dice) -> Game[Any]:
    """A ready squad on a mission, from the first step of preparation."""
    book = find_book("forgotten-ruin")
    return new_game(book, book.set_up("mission", {"A": "red-squad"}, {}), dice)


def forgotten_ruin_in_the_middle(dice: Dice) -> Game[Any]:
    """A few soldiers with a mob coming up to them."""
    book = find_book("forgotten-ruin")
    arms = (["assault rifle", "hand grenades"], ["squad automatic weapon"], ["shotgun"])
    position = {
        "soldiers": {
            f"S{number}": {"at": [10.0 + 3 * number, 12.0], "weapons": weapons}
            for number, weapons in enumerate(arms, 1)
        },
        "mobs": {"M1": {"type": "Orcs", "at": [[12.0 + 1.5 * one, 20.0] for one in range(5)]}},
        "mission": {"enemy_type": "Orcs"},
        "objectives": {"O1": {"type": "Hold off the Enemy"}},
        "story_points": 2,
    }
    return new_game(book, book.read_position(position), dice)


def forgotten_ruin_by_three(dice: Dice) -> Game[Any]:
    """Two share a squad, and a third plays the enemy."""
    book = find_book("forgotten-ruin")
    options = {"mode": "coop_split", "enemy_ai": "second_player", "support_points": 3}
    return new_game(book, book.set_up("exercise-2", dict.fromkeys("ABC", "blue-squad"), options), dice)


def forgotten_ruin_full_of_magic(dice: Dice) -> Game[Any]:
    """Casters, Transformations, finds and potions against archers, a sorcerer and a monster."""
    book = find_book("forgotten-ruin")
    soldiers: dict[str, Any] = {
        "S1": {
            "spells": ["Magic Darts", "Flicker", "Toxic Cloud", "Mirror Image"],
            "transformation": "The Arcane",
        },
        "S2": {"transformation": "The Skyborne", "weapons": ["assault rifle", "hand grenades"], "luck": 1},
        "S3": {"items": [{"name": "Staff of Fire Bolt", "kind": "staff", "uses": 3}], "traits": ["Brave"]},
        "S4": {"armour": {"name": "Armor of Hurry", "kind": "armour"}, "weapons": ["shotgun", "sword"]},
    }
    for number, one in enumerate(soldiers.values()):
        one["at"] = [10.0 + 3 * number, 14.0]
    position = {
        "soldiers": soldiers,
        "mobs": {
            "M1": {"type": "Orcs", "at": [[10.0 + 1.5 * one, 21.0] for one in range(4)], "champions": [1]},
            "M2": {
                "type": "Goblins",
                "at": [[20.0 + 1.5 * one, 24.0] for one in range(4)],
                "training": "Archers",
                "sorcerers": [2],
            },
        },
        "monsters": {"B1": {"monster": "Giant spider", "at": [18.0, 28.0]}},
        "terrain": [
            {"kind": "wall", "wall": [[14, 17], [20, 17]], "traits": ["linear"]},
            {"kind": "wood", "area": [22, 14, 27, 19], "traits": ["area", "difficult", "natural"]},
        ],
        "mission": {"enemy_type": "Orcs", "campaign_turn": 8},
        "objectives": {"O1": {"type": "Hold off the Enemy"}},
        "stock": {
            "story_points": 3,
            "consumables": [{"name": "Potion of Strength", "kind": "potion", "uses": 1}],
        },
    }
    return new_game(book, book.read_position(position), dice)


def forgotten_ruin_in_a_crowd(dice: Dice) -> Game[Any]:
    """Three trolls among soldiers and orcs between walls, where everybody is pushed into somebody."""
    book = find_book("forgotten-ruin")
    places = [[9.4, 26.0], [10.9, 25.2], [8.6, 23.4], [12.2, 24.0], [10.4, 22.6]]
    weapons = ["sword", "hand grenades"]
    position = {
        "soldiers": {
            f"S{number}": {"at": at, "toughness": 7, "luck": 1, "weapons": weapons}
            for number, at in enumerate(places, 1)
        },
        "mobs": {"M1": {"type": "Orcs", "at": [[7.2, 24.6], [7.9, 26.0], [12.4, 26.0], [13.4, 25.0]]}},
        "monsters": {
            "B1": {"monster": "Troll", "at": [10.0, 29.0]},
            "B2": {"monster": "Troll", "at": [6.4, 21.0]},
            "B3": {"monster": "Troll", "at": [14.5, 21.5]},
        },
        "terrain": [
            {"kind": "wall", "wall": [[11.6, 27.2], [14.0, 27.6]], "traits": ["linear"]},
            {"kind": "tower", "area": [9.2, 19.0, 11.6, 21.2], "height": 4, "traits": ["block"]},
        ],
    }
    return new_game(book, book.read_position(position), dice)


GAMES = {
    "companies-and-captains": companies_and_captains,
    "companies-and-captains in the middle": companies_and_captains_in_the_middle,
    "forgotten-ruin": forgotten_ruin,
    "forgotten-ruin in the middle": forgotten_ruin_in_the_middle,
    "forgotten-ruin by three": forgotten_ruin_by_three,
    "forgotten-ruin full of magic": forgotten_ruin_full_of_magic,
}
