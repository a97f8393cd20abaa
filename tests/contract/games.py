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


def lands_of_ruin(dice: Dice) -> Game[Any]:
    """Two ready-made teams, from the pregame."""
    book = find_book("lands-of-ruin")
    return new_game(book, book.set_up("fight-to-the-death", {}, {}), dice)


def lands_of_ruin_in_the_middle(dice: Dice) -> Game[Any]:
    """Two bands within short range, with orders to fire and hits that wait."""
    book = find_book("lands-of-ruin")
    orders = ["Fire", "Aim"]
    position = {
        "map": "crossroads",
        "cards": {
            "A-Varro": {"at": [12.0, 21.0], "orders": orders},
            "A-Dorian": {"at": [16.0, 19.0], "orders": ["Fire"], "own": {"unspent": 10}},
            "A-Kaeso": {"at": [14.0, 16.5], "own": {"hits": [{"kind": "shot", "power": 2}], "unspent": 20}},
            "B-Thanatos": {"at": [17.0, 27.0], "own": {"orders": orders, "suppression": 20}},
            "B-Androphage": {"at": [11.0, 27.0], "down": True, "own": {"effects": [{"name": "Unconscious"}]}},
            "B-Gorehound": {
                "at": [13.0, 22.0],
                "own": {"orders": ["Close Combat"], "hits": [{"kind": "close", "power": 1}]},
            },
        },
        "rotters": {"R1": {"at": [30.0, 22.0]}, "R2": {"at": [19.0, 21.0], "kind": "Rager"}},
    }
    return new_game(book, book.read_position(position), dice)


def lands_of_ruin_with_the_hidden(dice: Dice) -> Game[Any]:
    """Two bands with an infiltrator each, one of them detected, and one shot ordered from hiding."""
    book = find_book("lands-of-ruin")
    cards = {
        "A-Varro": {"at": [12.0, 21.0], "orders": ["Fire"]},
        "A-Lysandra": {"at": [16.0, 19.0], "hidden": True, "orders": ["Fire", "Aim"]},
        "B-Thanatos": {"at": [17.0, 27.0], "own": {"orders": ["Fire"]}},
        "B-Strix": {"at": [13.0, 23.0], "hidden": True, "detected": True, "own": {"orders": ["Reveal"]}},
    }
    return new_game(book, book.read_position({"map": "crossroads", "cards": cards}), dice)


def lands_of_ruin_on_a_real_table(dice: Dice) -> Game[Any]:
    """The program knows sections only and asks for range, cover and attackers."""
    book = find_book("lands-of-ruin")
    return new_game(book, book.set_up("two-player-tutorial", {}, {"table": "physical"}), dice)


def heroic_endeavors(dice: Dice) -> Game[Any]:
    """The first room of the crypt, from the first turn."""
    book = find_book("heroic-endeavors")
    return new_game(book, book.set_up("ember-hall", {}, {}), dice)


def heroic_endeavors_in_the_middle(dice: Dice) -> Game[Any]:
    """A fight at close quarters and over a chasm, with a door, a step and somebody who lies there."""
    book = find_book("heroic-endeavors")
    position = {
        "map": ["########", "#...p..#", "#..sp..#", "#...+..#", "#..r#..#", "########"],
        "heights": ["00000000", "00000000", "01100000", "00000000", "00000000", "00000000"],
        "doors": [{"id": "D1", "at": [4, 2], "type": "normal", "state": "closed", "rule": "HE-DOOR-04"}],
        "models": {
            "H1": {"at": [2, 2], "melee": ["longsword"], "shield": "normal", "fate": 1, "facing": "E"},
            "H2": {"at": [1, 1], "ranged": ["crossbow"], "traits": {"DEX": 2}, "fate": 1},
            "C1": {"at": [1, 4], "melee": ["longsword"], "dp": 0, "condition": {"clock": 3}},
            "O1": {"at": [3, 2], "melee": ["dagger"], "facing": "W"},
            "O2": {"at": [6, 3], "ranged": ["shortbow"], "behaviour": "shooter", "facing": "W"},
            "O3": {"at": [3, 1], "melee": ["longsword"], "shield": "large", "facing": "N"},
        },
        "order": [["H1"], ["O1", "O3"], ["O2"], ["H2"]],
    }
    return new_game(book, book.read_position(position), dice)


def heroic_endeavors_by_three(dice: Dice) -> Game[Any]:
    """Three players share the party of the whole crypt."""
    book = find_book("heroic-endeavors")
    return new_game(book, book.set_up("ember-crypt", dict.fromkeys("ABC", ""), {}), dice)


def heroic_endeavors_full_of_powers(dice: Dice) -> Game[Any]:
    """Casters with every power, entities, wings and packs, and the mindless without a controller."""
    book = find_book("heroic-endeavors")
    powers = [
        "Arcane Assault", "Arcane Barrier", "Arcane Blast", "Arcane Concealment", "Arcane Conveyance",
        "Arcane Entity", "Arcane Teleportation", "Spirit Strike",
    ]  # fmt: skip
    loose = {"is_entity": True, "is_loose": True, "atk": 2}
    position = {
        "map": [
            "##########", "#........#", "#..r..c..#", "#........#", "#..#..p..#", "#........#", "##########",
        ],
        "ceiling": "open",
        "turns": 8,
        "models": {
            "H1": {
                "at": [2, 1], "traits": {"ARC": 4, "PER": 2, "DP": 6}, "powers": powers,
                "melee": ["force staff"],
            },
            "H2": {
                "at": [4, 1], "skills": ["Flight", "Leap", "Medic", "Dodge/Evade"], "gear": ["jump pack"],
                "traits": {"DP": 5},
            },
            "C1": {"at": [5, 1], "skills": ["Blind Devotion", "Climbing"], "traits": {"MOT": 2, "DP": 4}},
            "O1": {
                "at": [3, 5], "facing": "S", "traits": {"ARC": 2, "DP": 5}, "powers": powers,
                "behaviour": "caster",
            },
            "O2": {"at": [5, 5], "facing": "S", "skills": ["Mindless", "Horrific"], "controller": "O3"},
            "O3": {"at": [8, 5], "dp": 0, "condition": {"clock": 5}},
            "O4": {
                "at": [7, 3], "facing": "W", "ranged": ["shortbow"], "skills": ["Stealth"],
                "behaviour": "shooter",
            },
            "E9": {
                "at": [8, 1], "role": "opponent", "side": "nobody", "living": False, "bond": loose,
                "behaviour": "loose entity", "group": "",
            },
        },
        "order": [["H1"], ["O1"], ["E9"], ["O2"], ["H2"], ["O4"], ["C1"]],
    }  # fmt: skip
    return new_game(book, book.read_position(position), dice)


def heroic_endeavors_with_a_game_master(dice: Dice) -> Game[Any]:
    """The whole crypt by two, with a person in the Game Master's chair."""
    book = find_book("heroic-endeavors")
    seats = dict.fromkeys("ABC", "")
    return new_game(book, book.set_up("ember-crypt", seats, {"game_master": "human"}), dice)


GAMES = {
    "companies-and-captains": companies_and_captains,
    "companies-and-captains in the middle": companies_and_captains_in_the_middle,
    "forgotten-ruin": forgotten_ruin,
    "forgotten-ruin in the middle": forgotten_ruin_in_the_middle,
    "forgotten-ruin by three": forgotten_ruin_by_three,
    "forgotten-ruin full of magic": forgotten_ruin_full_of_magic,
    "heroic-endeavors": heroic_endeavors,
    "heroic-endeavors in the middle": heroic_endeavors_in_the_middle,
    "heroic-endeavors by three": heroic_endeavors_by_three,
    "heroic-endeavors full of powers": heroic_endeavors_full_of_powers,
    "heroic-endeavors with a game master": heroic_endeavors_with_a_game_master,
    "lands-of-ruin": lands_of_ruin,
    "lands-of-ruin in the middle": lands_of_ruin_in_the_middle,
    "lands-of-ruin with the hidden": lands_of_ruin_with_the_hidden,
    "lands-of-ruin on a real table": lands_of_ruin_on_a_real_table,
}
