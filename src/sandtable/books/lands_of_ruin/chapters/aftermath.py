"""After a battle of a campaign: experience, lasting harm, advances and loot; and renown, in Online mode."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.binding.bands.veterans import LOST, MISSES
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.tables.arms import (
    Accessory,
    Armour,
    accessories,
    armours,
    equipment,
    items,
    weapons,
)
from sandtable.books.lands_of_ruin.tables.charts import campaign
from sandtable.books.lands_of_ruin.tables.people import Skill, skills
from sandtable.books.lands_of_ruin.teams.veterans import PER_ADVANCE
from sandtable.kernel import PASS, Candidate, ChooseOne, For, Play, rule

ENOUGH = "keep the rest"
LOST_UP_TO, MISSES_UP_TO = 4, 10
"""LR-XP-04: of a D20."""
ROTTERS_A_POINT, POINTS_OF_RENOWN = 5, 10
"""LR-XP-02, LR-XP-06"""
RETURNS = "returns"
FATES = {LOST: "is lost for good", MISSES: "misses the next battle", RETURNS: "returns"}
LEVELS = ("Shooting +1", "Close Combat +1", "Defence +1", "Leadership +1")
"""LR-XP-03: what is learned more than once."""


@rule("LR-XP-06")
def count_renown(play: Play[Battle]) -> None:
    """For each damage result on an enemy hero its share of the hero's value, and a tenth of the points."""
    state = play.state
    for seat in state.players:
        side = state.sides[seat]
        side.renown = side.points // POINTS_OF_RENOWN
        for card in state.cards.values():
            if card.seat != seat and not card.is_cohort:
                shares = [one.renown for one in card.own.suffered if state.cards[one.by].seat == seat]
                side.renown += sum(int(share * card.profile.gear_value) for share in shares)
        play.tell("renown earned", "LR-XP-06", seat=seat, renown=side.renown)


@rule("LR-XP-01", "LR-XP-02")
async def settle(play: Play[Battle]) -> None:
    """Everybody's experience and fate are told to both, since everything has been laid open."""
    state = play.state
    for seat in state.players:
        after = state.sides[seat].aftermath
        after.credit = campaign().loot["won" if seat in state.winners else "lost"]
        for card in state.team(seat):
            if not card.is_cohort:
                await _befall(play, card)
                reasons = {why: count for why, count in _experience(state, card) if count}
                gained = sum(campaign().experience[why] * count for why, count in reasons.items())
                after.gained[card.name] = gained
                before = card.own.experience
                advances = (before + gained) // PER_ADVANCE - before // PER_ADVANCE
                after.advances[card.name] = 0 if after.fates.get(card.name) == LOST else advances
                told = {"card": card.id, "points": gained, "reasons": list(reasons)}
                play.tell("experience gained", "LR-XP-01", "LR-XP-02", **told)  # type: ignore[arg-type]
    state.step = "aftermath: choices"


@rule("LR-XP-02")
def _experience(state: Battle, card: Card) -> Iterator[tuple[str, int]]:
    """How often each reason holds; an enemy hero who is put out of action counts once."""
    deeds = card.own.deeds
    foes = (one for one in state.team(state.other(card.seat)) if not one.is_cohort)
    felled = sum(any(one.by == card.id and one.is_out for one in foe.own.suffered) for foe in foes)
    yield "took part", int(card.where != "waiting")
    yield "enemy put unconscious or dead by its hit", felled
    yield "objective achieved by it", deeds.get("objectives", 0)
    yield "5 Rotters killed", deeds.get("Rotters", 0) // ROTTERS_A_POINT
    yield "team won", int(card.seat in state.winners and card.where != "waiting")
    yield "successful First Aid", deeds.get("First Aid", 0)


@rule("LR-XP-04")
async def _befall(play: Play[Battle], card: Card) -> None:
    """Who was dead at the end is lost for good, misses the next battle, or returns."""
    if not card.own.has("Dead"):
        return
    (face,) = await play.roll(1, For("lasting harm", card.id), "LR-XP-04", sides=20)
    fate = LOST if face <= LOST_UP_TO else MISSES if face <= MISSES_UP_TO else RETURNS
    play.state.sides[card.seat].aftermath.fates[card.name] = fate
    play.tell("fate decided", "LR-XP-04", card=card.id, fate=FATES[fate])


async def choose(play: Play[Battle]) -> None:
    """One advance of one hero, or one piece of loot; when all have chosen the game is over."""
    state = play.state
    for seat in state.players:
        after = state.sides[seat].aftermath
        name = next((one for one, count in after.advances.items() if count), None)
        if name is not None:
            await _advance(play, seat, name)
            return
        if not after.has_picked:
            await _pick(play, seat)
            return
    state.step, state.closed = "over", state.decided


@rule("LR-XP-03")
async def _advance(play: Play[Battle], seat: Seat, name: str) -> None:
    """One level, or a new skill that the tree allows."""
    state = play.state
    after = state.sides[seat].aftermath
    card = next(one for one in state.team(seat) if one.name == name)
    had = {**card.profile.skills}
    for one in after.learned.get(name, ()):
        had[one] = had.get(one, 0) + 1
    rows = [one for one in skills().values() if _may_learn(state, seat, had, one)]
    listed = [Candidate(one.name, f"{one.name}, worth {one.cost}", one.name, (one.rule,)) for one in rows]
    prompt = f"What has {name_of(card)} learned?"
    chosen = await play.ask(
        ChooseOne(seat, "choose advance", prompt, ("LR-XP-03",), listed, about=(card.id,))
    )
    after.learned[name] = (*after.learned.get(name, ()), chosen)
    after.advances[name] -= 1
    play.tell("advance made", "LR-XP-03", card=card.id, skill=chosen)


@rule("LR-XP-03", "LR-SKL-05", "LR-SKL-02")
def _may_learn(state: Battle, seat: Seat, had: dict[str, int], row: Skill) -> bool:
    """Those of the book's levels and all that is new, after the skill before it, and of its own tribe."""
    is_open = not row.after or row.after in had
    is_new = row.name not in had or row.name in LEVELS
    return (
        is_open and is_new and had.get(row.name, 0) < row.most and row.tribe in ("", state.sides[seat].tribe)
    )


@rule("LR-XP-05")
async def _pick(play: Play[Battle], seat: Seat) -> None:
    """Equipment for the points of the battle; what is not spent is kept to pay upkeep with."""
    state = play.state
    after = state.sides[seat].aftermath
    listed = [Candidate(ENOUGH, f"keep {after.credit} points", ("", 0), ("LR-XP-05",), deed=PASS)]
    for name, price, cited in _sold(state, seat):
        if price <= after.credit:
            listed.append(Candidate(name, f"{name}, {price} points", (name, price), (cited,)))
    prompt = f"What is found among the spoils? {after.credit} points are left."
    name, price = await play.ask(ChooseOne(seat, "choose loot", prompt, ("LR-XP-05",), listed))
    if not name:
        after.has_picked = True
        return
    after.loot = (*after.loot, name)
    after.credit -= price
    play.tell("loot taken", "LR-XP-05", seat=seat, item=name, points=after.credit)


def _sold(state: Battle, seat: Seat) -> Iterator[tuple[str, int, str]]:
    """All that can be bought, and is not the other tribe's alone."""
    tribe, extras = state.sides[seat].tribe, {one.name for one in equipment().extras}
    for arm in weapons().values():
        if arm.is_sold and arm.tribe in ("", tribe):
            yield arm.name, arm.gear_value, arm.rule
    worn: list[Armour | Accessory] = [*armours().values(), *accessories().values()]
    for row in worn:
        if row.tribe in ("", tribe):
            yield row.name, row.gear_value, row.rule
    for item in items().values():
        if item.use != "Execute Slave" and (state.switches.extras or item.name not in extras):
            yield item.name, item.gear_value, item.rule
