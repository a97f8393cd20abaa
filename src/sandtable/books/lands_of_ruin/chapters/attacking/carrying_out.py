"""Attacks of characters: the dice of every slot, and what hits bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.binding.words import joined
from sandtable.books.lands_of_ruin.chapters.ammo import spend
from sandtable.books.lands_of_ruin.chapters.attacking.modes import Attack, noise_of
from sandtable.books.lands_of_ruin.chapters.attacking.targets import Slot
from sandtable.books.lands_of_ruin.chapters.cohorts.losses import lose_model
from sandtable.books.lands_of_ruin.chapters.morale import hearten
from sandtable.books.lands_of_ruin.chapters.roll_to_hit import SIDES, is_critical, needed
from sandtable.books.lands_of_ruin.chapters.suppression import suppress
from sandtable.books.lands_of_ruin.chapters.threat import make_noise
from sandtable.books.lands_of_ruin.modifiers import SUPPRESSES, Aimed
from sandtable.books.lands_of_ruin.naming import called
from sandtable.books.lands_of_ruin.state import Attacked, Battle, Card, Hit
from sandtable.books.lands_of_ruin.surface.sight import Glimpse
from sandtable.books.lands_of_ruin.tables.charts import Band
from sandtable.books.lands_of_ruin.windows import HIT_SCORED, MACHINE_HIT, WINDOWS, MachineHit, Struck
from sandtable.kernel import (
    Allocate,
    For,
    Needed,
    Play,
    Refusal,
    YesNo,
    rule,
)
from sandtable.kernel.dice import each

MISS, HIT, CRITICAL = "miss", "hit", "critical"
DECLARED = {
    "shot": ("LR-FIRE-01", "LR-RNGE-02"),
    "close": ("LR-CC-01", "LR-CC-04", "LR-CC-06", "LR-COV-08"),
}
"""What governs the attack as a whole."""


@rule("LR-HITR-01", "LR-HITR-08", "LR-THR-03", "LR-MODE-05", "LR-LOS-08", "LR-COH-05", "LR-COH-07")
async def carry_out(
    play: Play[Battle], attack: Attack, slots: Sequence[Slot], band: Band, covers: Mapping[Aimed, Glimpse]
) -> None:
    """Every slot is rolled with the modifiers as declared; then all of it is applied, slot by slot."""
    state, card = play.state, attack.card
    numbers = {one: needed(state, attack.shot(state, one.target, band, covers[one])) for one in slots}
    targets = list(dict.fromkeys(one.target for one in slots))
    cited = (*DECLARED[attack.kind], attack.arm.row.rule, "LR-WPN-01", *("LR-HITR-08",) * (len(slots) > 1))
    play.tell(
        "attack declared", *cited, reveals=True, card=card.id, targets=targets, slots=len(slots),
        weapon=attack.arm.weapon, mode=attack.mode.mode, band=band if attack.kind == "shot" else "contact",
        on_the_way=list(dict.fromkeys(one.target for one in slots if covers[one].on_the_way)) or None,
    )  # fmt: skip
    for model in attack.models:
        spend(play, card, model, attack.arm, attack.mode)
    make_noise(play, card, noise_of(attack.arm, attack.mode) * len(attack.models))
    cards = {one: found[0] for one in targets if (found := state.find(one)) is not None}
    if state.switches.dice == "physical":
        results = await _entered(play, attack, slots, numbers)
    else:
        results = [await _rolled(play, attack, one.target, numbers[one]) for one in slots]
    rolled: dict[str, int] = {}
    for slot, result in zip(slots, results, strict=True):
        _remember(state, attack, slot.target, result, band, covers[slot])
        await _apply(play, attack, slot.target, cards.get(slot.target), result, rolled)


@rule("LR-REP-07", "LR-REP-08")
def _remember(state: Battle, attack: Attack, target: str, result: str, band: Band, seen: Glimpse) -> None:
    """Every slot is kept for the lists and sums of the end, in which both may read it."""
    found, own = state.find(target), attack.card.own
    whom = called(state, found[0].id if found else target).rstrip("0123456789R ")
    one = Attacked(
        state.round, whom, attack.arm.weapon, attack.kind, result,
        band if attack.kind == "shot" else "contact", seen.cover, seen.on_the_way,
    )  # fmt: skip
    own.attacks = (*own.attacks, one)


async def _rolled(play: Play[Battle], attack: Attack, target: str, number: Needed) -> str:
    found = play.state.find(target)
    whom = found[0].id if found else target
    what = For("attack", attack.card.id)
    (face,) = await play.roll(
        1, what, "LR-HITR-01", "LR-HITR-04", "LR-HITR-05", seat=attack.card.seat, sides=SIDES, need=number,
        reading=each(number.number, SIDES), target=whom,
    )  # fmt: skip
    return CRITICAL if is_critical(play.state, face, number) else HIT if face >= number.number else MISS


@rule("LR-MODE-04", "LR-HITR-07", "LR-MODE-12")
async def _entered(
    play: Play[Battle], attack: Attack, slots: Sequence[Slot], numbers: Mapping[Slot, Needed]
) -> list[str]:
    """With real dice the attacker enters what each slot came to, until the other player agrees."""
    state, seat = play.state, attack.card.seat
    things, of = {}, {}
    for count, one in enumerate(slots, 1):
        of[f"slot {count}"] = one
        things[f"slot {count}"] = f"{called(state, one.target)}, needs {numbers[one].number}"

    def why_not(slot: str, result: str) -> Refusal | None:
        if result != CRITICAL or is_critical(state, SIDES, numbers[of[slot]]):
            return None
        reason = f"A 20 on {called(state, of[slot].target)} is no critical hit."
        return Refusal("LR-HITR-06", reason, "Enter a hit.")

    results = dict.fromkeys((MISS, HIT, CRITICAL))
    while True:
        asked = Allocate(
            seat, "enter results", "What did the dice show?", ("LR-HITR-07",), things,
            {one: one for one in results}, about=(attack.card.id,),
            check=lambda given: next((why for one in given.items() if (why := why_not(*one))), None),
        )  # fmt: skip
        given = await play.ask(asked)
        play.tell("results entered", "LR-HITR-07", seat=seat, results=[given[one] for one in things])
        prompt = f"The dice showed: {joined([given[one] for one in things])}. Is that right?"
        if state.is_solo or await play.ask(
            YesNo(state.other(seat), "agree to results", prompt, ("LR-HITR-07",))
        ):
            return [given[one] for one in things]


@rule("LR-SUP-02", "LR-SUP-03", "LR-SUP-08", "LR-HITR-09", "LR-CC-08", "LR-ROT-02", "LR-SUP-10")
async def _apply(
    play: Play[Battle], attack: Attack, target: str, card: Card | None, result: str, rolled: dict[str, int]
) -> None:
    """One slot: suppression for being attacked, which no Rotter knows, and what a hit brings."""
    state, mode, seat = play.state, attack.mode, attack.card.seat
    is_hit, critical = result != MISS, result == CRITICAL
    hearten(play, seat, "slot rolled", target)
    if is_hit:
        hearten(play, seat, "slot hit", target)
    told: dict[str, Any] = {"card": attack.card.id, "target": card.id if card else target}
    if card is None:
        if is_hit and state.rotters.pop(target, None) is not None:
            state.sides[seat].tally["Rotters"] = state.sides[seat].tally.get("Rotters", 0) + 1
            attack.card.did("Rotters")
            play.tell("Rotter killed", "LR-HITR-09", "LR-ROT-02", **told)
        elif not is_hit:
            play.tell("slot missed", "LR-HITR-03", **told)
        elif (machine := state.machines.get(target)) is not None:
            await WINDOWS.open(play, MACHINE_HIT, MachineHit(seat, machine, mode, critical=critical))
        return
    hearten(play, card.seat, "targeted", attack.card.id)
    once = state.switches.suppression_once_per_target and card.id in rolled
    percent = (0 if once else mode.supp_target) + (_suppression_of_a_hit(state, attack) if is_hit else 0)
    rolled.setdefault(card.id, 0)
    why = "LR-CC-08" if attack.kind == "close" else "LR-SUP-02"
    cited = ("LR-HITR-03", why, "LR-SUP-03", "LR-SUP-08", *("LR-HITR-06",) * critical)
    play.tell("slot hit" if is_hit else "slot missed", *cited, **told, suppression=percent, critical=critical)
    suppress(play, card, percent)
    if is_hit:
        hearten(play, card.seat, "hit", attack.card.id)
        hit = Hit("shot" if attack.kind == "shot" else "close", mode.p_li, attack.card.id, critical)
        await strike(play, card, hit, rolled)


@rule("LR-SUP-02", "LR-WPN-01")
def _suppression_of_a_hit(state: Battle, attack: Attack) -> int:
    return attack.mode.supp_hit + sum(SUPPRESSES.all(state, attack.card, attack.arm))


@rule("LR-DMG-01", "LR-DMG-02", "LR-MODE-14", "LR-DMG-12", "LR-WPN-03", "LR-COH-06", "LR-COH-07")
async def strike(play: Play[Battle], card: Card, hit: Hit, attack: dict[str, int]) -> None:
    """A hit takes a model off a cohort at once; on a hero it waits, unless somebody else takes it."""
    now = Struck(card, hit, attack)
    if not card.is_cohort:
        await WINDOWS.open(play, HIT_SCORED, now)
    taker = play.state.cards[now.taken_by or card.id]
    if not taker.is_cohort or (play.state.switches.cohort_losses == "delayed" and taker.models):
        taker.own.hits = (*taker.own.hits, hit)
        cited = ("LR-DMG-01", "LR-DMG-02", "LR-DMG-12")
        play.tell("hit waits", *cited, to=(taker.seat,), card=taker.id, count=len(taker.own.hits))
    else:
        await lose_model(play, taker)
