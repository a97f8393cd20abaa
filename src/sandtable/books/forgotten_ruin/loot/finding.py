"""Finds: what a Loot roll brings, and who gets it."""

from __future__ import annotations

import msgspec

from sandtable.binding.choosing import choose_word, each_of
from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.principles.conventions import distance_to, inches, within
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.loot.items import OIL, enchant
from sandtable.books.forgotten_ruin.loot.loot_tables import LootTables, Named, loot_tables
from sandtable.books.forgotten_ruin.state import Battle, Item, Soldier, Weapon
from sandtable.kernel import Candidate, ChooseOne, Play, rule
from sandtable.table import Point

HAND_OVER = 2.0
"""How near somebody must be to get a find at once (FR-LOOT-05)."""
MISSILE_RANGE = 18.0
"""The range of magical missile weapons (FR-LOOT-11)."""
CHOSEN_ON = ("Unidentified", "Unstable")

Find = Weapon | Item


@rule("FR-LOOT-01")
async def find_loot(play: Play[Battle], soldier: Soldier, *rules: str, at: Point | None = None) -> None:
    """One Loot roll with all its details; each thing found is issued at once or goes to the Stash."""
    row = await roll_on(play, "loot", loot_tables().groups, "FR-LOOT-01", *rules)
    for find in await make(play, row):
        play.tell("loot found", "FR-LOOT-01", row.rule, *rules, figure=soldier.id, item=find.name)
        await issue(play, soldier, find, soldier.at if at is None else at)


async def make(play: Play[Battle], row: Named) -> list[Find]:
    """The things of one group of the Loot table."""
    found = loot_tables()
    if row.name == "Magical weapon":
        return [await make_weapon(play, found)]
    if row.name == "Magical armor":
        armour = await roll_on(play, "armor", found.armours, "FR-LOOT-29")
        return [Item(f"Armor of {armour.name}", "armour")]
    if row.name == "Scroll":
        return [await make_scroll(play, found)]
    if row.name == "Potion":
        return await make_potions(play, found)
    if row.name == "Staff":
        return [await make_staff(play, found)]
    item = await roll_on(play, "various items", found.various, "FR-LOOT-62")
    return [Item(item.name, "item", uses=item.uses)]


@rule("FR-LOOT-08", "FR-LOOT-10", "FR-LOOT-11", "FR-LOOT-12", "FR-LOOT-13", "FR-LOOT-14", "FR-LOOT-21")
async def make_weapon(play: Play[Battle], found: LootTables) -> Weapon:
    """Type, Hit bonus, damage bonus and one ability."""
    faces = await play.roll(4, "magical weapon", "FR-LOOT-08", "FR-LOOT-12", "FR-LOOT-13")
    kind = row_for(found.weapon_types, faces[0]).name
    hit, damage = row_for(found.hit_bonuses, faces[1]), row_for(found.damage_bonuses, faces[2])
    abilities = found.melee_abilities if kind == "melee" else found.missile_abilities
    ability = row_for(abilities, faces[3])
    far = MISSILE_RANGE if kind == "missile" else 0.0
    traits = ["magical"]
    if damage.against_great:
        traits.append(f"great +{damage.against_great}")
    if damage.hits > 1:
        traits.append("hits twice")
    table = "FR-LOOT-14" if kind == "melee" else "FR-LOOT-21"
    play.tell("magical weapon", ability.rule, table, ability=ability.name)
    return Weapon(
        name=f"{kind} weapon of {ability.name}",
        range_moving=far,
        range_stationary=far,
        shots=1 if kind == "missile" else 0,
        traits=tuple(traits),
        hit_bonus=hit.bonus,
        damage_bonus=damage.bonus,
        ability=ability.name,
        magical=True,
    )


@rule("FR-LOOT-38")
async def make_scroll(play: Play[Battle], found: LootTables) -> Item:
    """A scroll with its spells; the same spell twice is two copies."""
    row = await roll_on(play, "scroll", found.scrolls, "FR-LOOT-38")
    names = []
    for _ in range(row.spells):
        names.append((await roll_on(play, "spell", tuple(spells().values()), "FR-LOOT-38", "FR-SPL-18")).name)
    return Item("Scroll", "scroll", spells=tuple(names), note=row.special)


@rule("FR-LOOT-40", "FR-LOOT-53")
async def make_potions(play: Play[Battle], found: LootTables) -> list[Find]:
    """One potion or two; an unstable one gets its type at once."""
    row = await roll_on(play, "potion", found.potions, "FR-LOOT-40")
    kind, note = row.name, ""
    if kind == "Unstable":
        kind, note = await potion_type(play, play.state.lead, "FR-LOOT-53"), "unstable"
    name = kind if kind == "Holy water" else f"Potion of {kind}"
    return [Item(name, "potion", uses=1, note=note) for _ in range(row.count)]


@rule("FR-LOOT-52", "FR-LOOT-53")
async def potion_type(play: Play[Battle], seat: str, *rules: str) -> str:
    """The type of an unidentified or unstable potion; where that is rolled again any may be chosen."""
    row = await roll_on(play, "potion", loot_tables().potions, *rules)
    if row.name not in CHOSEN_ON:
        return row.name
    kinds = {one.name: one.name for one in loot_tables().potions if one.name not in CHOSEN_ON}
    return await choose_word(play, seat, "choose potion", "Which potion is it?", rules, kinds)


@rule("FR-LOOT-54", "FR-LOOT-55")
async def make_staff(play: Play[Battle], found: LootTables) -> Item:
    """A staff; limited uses are rolled at once."""
    row = await roll_on(play, "staff", found.staffs, "FR-LOOT-54")
    if row.dice is None:
        return Item(f"Staff of {row.name}", "staff")
    (face,) = await play.roll(1, "uses of the staff", "FR-LOOT-54")
    return Item(f"Staff of {row.name}", "staff", uses=face + row.dice)


# ---- Who gets it --------------------------------------------------------------------------------


@rule("FR-LOOT-02", "FR-LOOT-03")
def is_consumable(find: Find) -> bool:
    """Scrolls, potions and items with a number of uses belong to the squad."""
    return isinstance(find, Item) and (
        find.kind in ("scroll", "potion") or (find.kind == "item" and find.uses is not None)
    )


@rule("FR-LOOT-04", "FR-LOOT-05", "FR-LOOT-28", "FR-LOOT-55")
async def issue(play: Play[Battle], finder: Soldier, find: Find, at: Point) -> None:
    """Consumables go to the squad; Permanent items to somebody within 2 in of the place, or to the Stash."""
    state = play.state
    if isinstance(find, Item) and is_consumable(find) and not state.switches.specific_carry:
        state.stock.consumables = (*state.stock.consumables, find)
        play.tell("item issued", "FR-LOOT-02", item=find.name, to_whom="the squad")
        return
    near = [
        one
        for one in state.soldiers_on_table()
        if can_take(one) and (one is finder or within(distance_to(one, at), inches(state, HAND_OVER)))
    ]
    chosen = await _who_takes(play, finder, find, [one for one in near if may_have(one, find)])
    if chosen is None:
        kept = find if isinstance(find, Item) else Item(find.name, "weapon", weapon=find)
        state.stock.stash = (*state.stock.stash, kept)
    elif isinstance(find, Item) and is_consumable(find):
        state.stock.consumables = (*state.stock.consumables, msgspec.structs.replace(find, carrier=chosen.id))
    else:
        give(chosen, find)
        if find.name == OIL:
            # What is used up by using it may be used as soon as it is issued (FR-LOOT-05).
            await enchant(play, chosen)
    play.tell("item issued", "FR-LOOT-05", item=find.name, to_whom=chosen.id if chosen else "the Stash")


async def _who_takes(play: Play[Battle], finder: Soldier, find: Find, able: list[Soldier]) -> Soldier | None:
    """The soldier who gets a find, or None where it goes to the Stash."""
    candidates = [
        *each_of(able, lambda one: f"{one.name} takes it", "FR-LOOT-05")(),
        Candidate("stash", "It goes to the Stash", rules=("FR-LOOT-05",)),
    ]
    rules, prompt = ("FR-LOOT-05", "FR-LOOT-04"), f"Who gets the {find.name}?"
    chosen = await play.ask(
        ChooseOne(finder.seat, "give find", prompt, rules, candidates, about=(finder.id,))
    )
    return chosen if isinstance(chosen, Soldier) else None


@rule("FR-LOOT-44", "FR-LOOT-72")
def can_take(soldier: Soldier) -> bool:
    """No image or pet takes a find; a ghost picks nothing up, and nothing is done to the frozen."""
    return not (soldier.copy_of or soldier.position == "pet" or soldier.is_ghost or soldier.is_frozen)


@rule("FR-LOOT-28", "FR-LOOT-55")
def may_have(soldier: Soldier, find: Find) -> bool:
    """At most one armour, which is not changed in a battle, and at most one staff."""
    if isinstance(find, Item) and find.kind == "armour":
        return soldier.armour is None
    if isinstance(find, Item) and find.kind == "staff":
        return not any(one.kind == "staff" for one in soldier.items)
    return True


def give(soldier: Soldier, find: Find) -> None:
    """A soldier carries or wears a find from now on."""
    if isinstance(find, Weapon):
        soldier.weapons = (*soldier.weapons, find)
    elif find.kind == "armour":
        soldier.armour = find
    else:
        soldier.items = (*soldier.items, find)
