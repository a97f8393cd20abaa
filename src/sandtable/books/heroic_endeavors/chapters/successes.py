"""What successes buy: each effect once, the costs added, damage of n points for n + 1."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from sandtable.binding.registry import Registry
from sandtable.books.heroic_endeavors.chapters.actions import lose_an_action
from sandtable.books.heroic_endeavors.chapters.arms import can_be_disarmed, drop
from sandtable.books.heroic_endeavors.chapters.damage import inflict
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import CHEAPER, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.charts import EffectRow, charts
from sandtable.kernel import Candidate, ChooseOne, ChooseSeveral, Play, Refusal, rule, total_of

Happens = Callable[[Play[Adventure], Model, Model], Awaitable[None]]
"""An effect: who won, and who suffers it."""
EFFECTS: Registry[Happens] = Registry(
    "an effect of successes", ("lose an action", "disarm", "force back", "force back and follow")
)
"""In the order in which they happen; damage comes last."""


@rule("HE-MEL-08", "HE-MEL-11", "HE-RNG-07", "HE-RNG-08")
async def spend(play: Play[Adventure], attack: Attack, winner: Model, loser: Model, margin: int) -> None:
    """The winner chooses what its successes do to the loser, and it happens; what is left over is lost."""
    state = play.state
    rows = [one for one in charts().effects if one.melee or (attack.kind == "ranged" and one.ranged)]
    if attack.kind == "ranged":
        rows = [one for one in rows if one.ranged]
    priced = [(one, price_of(state, winner, one)) for one in rows]
    offered = [*(_effect(one, price) for one, price in priced if price <= margin), *_damage(margin)]
    rules = ("HE-MEL-08",) if attack.kind == "melee" else ("HE-RNG-07",)
    facts = {"margin": margin, "kind of attack": attack.kind, "loser": loser.id, "dp": loser.dp}
    prompt = f"What do {margin} successes of {name_of(state, winner)} do to {name_of(state, loser)}?"
    asked = ChooseSeveral(
        winner.seat, "spend successes", prompt, rules, lambda: offered,
        check=partial(why_not_together, state, margin), facts=facts, about=(winner.id, loser.id),
    )  # fmt: skip
    chosen: list[tuple[str, int]] = await CHAIR.ask(play, asked)
    bought = dict(chosen)
    cheaper = [one.rule for name in bought for one in CHEAPER.all(state, winner, name)]
    play.tell(
        "successes spent", *rules, *cheaper, model=winner.id, target=loser.id, margin=margin,
        bought=[name for name, _ in chosen],
    )  # fmt: skip
    for name in EFFECTS:
        if name in bought:
            await EFFECTS[name](play, winner, loser)
    for name, number in chosen:
        if name not in EFFECTS:
            await inflict(play, loser, number - 1, winner.id, attack)


def price_of(state: Adventure, winner: Model, row: EffectRow) -> int:
    """How many successes an effect costs the one who buys it."""
    return row.cost + total_of(CHEAPER.all(state, winner, row.effect))


def _effect(row: EffectRow, price: int) -> Candidate:
    return Candidate(row.effect, f"{row.effect} ({price})", (row.effect, price), (row.rule,))


def _damage(margin: int) -> list[Candidate]:
    """One purchase for each number of points (HE-MEL-11)."""
    return [
        Candidate(f"{n} DP", f"{n} DP ({n + 1})", (f"{n} DP", n + 1), ("HE-MEL-11",))
        for n in range(1, margin)
    ]


@rule("HE-MEL-08")
def why_not_together(state: Adventure, margin: int, chosen: Sequence[tuple[str, int]]) -> Refusal | None:
    """The costs are added; damage is one purchase, and the two ways to force back exclude each other."""
    cost = sum(number for _, number in chosen)
    if cost > margin:
        return Refusal("HE-MEL-08", f"That costs {cost} of {margin} successes.", "Leave something out.")
    names = [name for name, _ in chosen]
    if sum(name not in EFFECTS for name in names) > 1:
        return Refusal("HE-MEL-08", "Damage is bought once.", "Choose one number of points.")
    if any(one.excludes in names for one in charts().effects if one.effect in names):
        return Refusal("HE-MEL-08", "It is forced back once.", "Choose one of the two.")
    return None


@EFFECTS.entry("lose an action")
@rule("HE-ACT-19")
async def _lose_an_action(play: Play[Adventure], winner: Model, loser: Model) -> None:
    lose_an_action(play, loser)


@EFFECTS.entry("disarm")
@rule("HE-MEL-12")
async def _disarm(play: Play[Adventure], winner: Model, loser: Model) -> None:
    """One weapon in use, chosen by the winner, falls to the floor."""
    held = can_be_disarmed(loser)
    if not held:
        return
    weapon = held[0]
    if len(held) > 1:
        arms = [Candidate(one, f"the {one}", one) for one in held]
        prompt = f"Which weapon does {name_of(play.state, loser)} lose?"
        asked = ChooseOne(winner.seat, "disarm", prompt, ("HE-MEL-12",), arms, about=(winner.id, loser.id))
        weapon = await CHAIR.ask(play, asked)
    drop(play, loser, weapon, "HE-MEL-12")
