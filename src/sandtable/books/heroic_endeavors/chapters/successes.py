"""What successes buy: each effect once, the costs added, damage of n points for n + 1."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from sandtable.binding.registry import Registry
from sandtable.books.heroic_endeavors.chapters.actions import lose_an_action
from sandtable.books.heroic_endeavors.chapters.arms import can_be_disarmed, drop
from sandtable.books.heroic_endeavors.chapters.damage import inflict
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import CHEAPER, NO_DAMAGE, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.charts import EffectRow, charts
from sandtable.books.heroic_endeavors.tables.weapons import Melee
from sandtable.kernel import Candidate, ChooseOne, ChooseSeveral, Play, Refusal, rule, total_of

Happens = Callable[[Play[Adventure], Model, Model], Awaitable[None]]
"""An effect: who won, and who suffers it."""
EFFECTS: Registry[Happens] = Registry(
    "an effect of successes", ("lose an action", "disarm", "force back", "force back and follow")
)
"""In the order in which they happen; damage comes last."""


class Purchase(NamedTuple):
    """Something bought with successes."""

    name: str
    cost: int
    harm: Harm | None = None


class Harm:
    """What one purchase of a number of points does: damage, or what a weapon can do instead of it."""

    cause: ClassVar[str]
    """The rule that it is bought by."""

    def is_offered(self, state: Adventure, attack: Attack, winner: Model, loser: Model) -> bool:
        """Whether the winner can do this to the loser."""
        raise NotImplementedError

    def named(self, points: int) -> str:
        """The answer that names it."""
        raise NotImplementedError

    def label(self, points: int) -> str:
        """It as a button says it."""
        return self.named(points)

    async def happens(
        self, play: Play[Adventure], attack: Attack, winner: Model, loser: Model, points: int
    ) -> None:
        """It comes about."""
        raise NotImplementedError

    def weapon_of(self, attack: Attack, winner: Model) -> Melee | None:
        """With what the winner fought: that of the attack, or what the target defended itself with."""
        return attack.melee if winner.id == attack.attacker.id else attack.defending


HARMS: Registry[type[Harm]] = Registry("a kind of harm", ("damage",))


@HARMS.entry("damage")
class Damage(Harm):
    """Points of damage."""

    cause = "HE-MEL-11"

    def is_offered(self, state: Adventure, attack: Attack, winner: Model, loser: Model) -> bool:
        """Unless something forbids it to this weapon."""
        return NO_DAMAGE.first(state, attack, winner) is None

    def named(self, points: int) -> str:
        """The answer that names it."""
        return f"{points} DP"

    @rule("HE-MEL-11")
    async def happens(
        self, play: Play[Adventure], attack: Attack, winner: Model, loser: Model, points: int
    ) -> None:
        """The points are lost."""
        await inflict(play, loser, points, winner.id, attack)


@rule("HE-MEL-08", "HE-MEL-11", "HE-RNG-07", "HE-RNG-08")
async def spend(play: Play[Adventure], attack: Attack, winner: Model, loser: Model, margin: int) -> None:
    """The winner chooses what its successes do to the loser, and it happens; what is left over is lost."""
    state = play.state
    rows = [one for one in charts().effects if one.melee or (attack.kind == "ranged" and one.ranged)]
    if attack.kind == "ranged":
        rows = [one for one in rows if one.ranged]
    priced = [(one, price_of(state, winner, one)) for one in rows]
    offered = [_effect(one, price) for one, price in priced if price <= margin]
    offered += _harms(state, attack, winner, loser, margin)
    rules = ("HE-MEL-08",) if attack.kind == "melee" else ("HE-RNG-07",)
    facts = {"margin": margin, "kind of attack": attack.kind, "loser": loser.id, "dp": loser.dp}
    prompt = f"What do {margin} successes of {name_of(state, winner)} do to {name_of(state, loser)}?"
    asked = ChooseSeveral(
        winner.seat, "spend successes", prompt, rules, lambda: offered,
        check=partial(why_not_together, state, margin), facts=facts, about=(winner.id, loser.id),
    )  # fmt: skip
    chosen: list[Purchase] = await CHAIR.ask(play, asked)
    bought = [one.name for one in chosen]
    cheaper = [one.rule for name in bought for one in CHEAPER.all(state, winner, name)]
    play.tell(
        "successes spent", *rules, *cheaper, model=winner.id, target=loser.id, margin=margin, bought=bought
    )  # fmt: skip
    for name in EFFECTS:
        if name in bought:
            await EFFECTS[name](play, winner, loser)
    for one in chosen:
        if one.harm is not None:
            await one.harm.happens(play, attack, winner, loser, one.cost - 1)


def price_of(state: Adventure, winner: Model, row: EffectRow) -> int:
    """How many successes an effect costs the one who buys it."""
    return row.cost + total_of(CHEAPER.all(state, winner, row.effect))


def _effect(row: EffectRow, price: int) -> Candidate:
    return Candidate(row.effect, f"{row.effect} ({price})", Purchase(row.effect, price), (row.rule,))


def _harms(state: Adventure, attack: Attack, winner: Model, loser: Model, margin: int) -> list[Candidate]:
    """One purchase for each number of points of each kind of harm (HE-MEL-11)."""
    kinds = [one() for one in HARMS.values()]
    return [
        Candidate(
            one.named(n), f"{one.label(n)} ({n + 1})", Purchase(one.named(n), n + 1, one), (one.cause,)
        )
        for one in kinds
        if one.is_offered(state, attack, winner, loser)
        for n in range(1, margin)
    ]  # fmt: skip


@rule("HE-MEL-08")
def why_not_together(state: Adventure, margin: int, chosen: Sequence[Purchase]) -> Refusal | None:
    """The costs are added; damage is one purchase, and the two ways to force back exclude each other."""
    cost = sum(one.cost for one in chosen)
    if cost > margin:
        return Refusal("HE-MEL-08", f"That costs {cost} of {margin} successes.", "Leave something out.")
    names = [one.name for one in chosen]
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
    await drop(play, loser, weapon, "HE-MEL-12")
