"""Attacks of characters: targets, slots, dice, and what hits bring; shared by firing and close combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sandtable.binding.words import joined
from sandtable.books.lands_of_ruin.chapters.ammo import bullets, reserve, spend, why_no_ammo
from sandtable.books.lands_of_ruin.chapters.cohorts.losses import lose_model
from sandtable.books.lands_of_ruin.chapters.morale import hearten
from sandtable.books.lands_of_ruin.chapters.roll_to_hit import SIDES, chance_of, is_critical, needed
from sandtable.books.lands_of_ruin.chapters.suppression import suppress
from sandtable.books.lands_of_ruin.chapters.threat import make_noise
from sandtable.books.lands_of_ruin.modifiers import SUPPRESSES, Aimed, Shot
from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.secrets import hide
from sandtable.books.lands_of_ruin.state import Battle, Card, Hit, Model
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.surface.sight import Aims, Glimpse
from sandtable.books.lands_of_ruin.tables.arms import IMPROVISED, Arm, AttackKind, Mode, accessories
from sandtable.books.lands_of_ruin.tables.charts import Band, Cover, charts
from sandtable.books.lands_of_ruin.windows import HIT_SCORED, WINDOWS, Struck
from sandtable.kernel import (
    Allocate,
    Candidate,
    ChooseOne,
    Decision,
    For,
    Needed,
    Number,
    Play,
    Refusal,
    YesNo,
    rule,
)
from sandtable.kernel.decision import Brings, Dye
from sandtable.kernel.dice import each
from sandtable.table import Point

D = TypeVar("D", bound=Decision)
MISS, HIT, CRITICAL = "miss", "hit", "critical"
NOBODY, STANDS = "nobody", "where it stands"
SEEN_BY = {"shot": ("LR-LOS-01", "LR-FIRE-08"), "close": ("LR-CC-03", "LR-CC-07", "LR-MOV-15")}
DECLARED = {
    "shot": ("LR-FIRE-01", "LR-RNGE-02"),
    "close": ("LR-CC-01", "LR-CC-04", "LR-CC-06", "LR-COV-08"),
}
"""What governs who may be a target, and the attack as a whole."""
COLOURS: tuple[Dye, ...] = ("plum", "red", "green", "blue", "black", "grey")
"""LR-APP-23"""


Reach = Callable[[Arm, Model], Sequence[str]]
"""Whom a model can attack with a weapon."""


class Slot(NamedTuple):
    """One die of an attack: the model that rolls it, and its target (LR-COH-05)."""

    model: str
    target: str


class Attack(NamedTuple):
    """An attack with one weapon in one mode, by one model or several of a cohort."""

    kind: AttackKind
    card: Card
    models: tuple[Model, ...]
    arm: Arm
    mode: Mode
    aimed: bool
    aims: Aims
    """At which points of their ways targets are shot at."""

    def shot(self, state: Battle, target: str, band: Band, seen: Glimpse) -> Shot:
        """One slot of it on a target."""
        found = state.find(target)
        rotter = state.rotters.get(target)
        return Shot(
            self.kind,
            self.card,
            self.arm,
            self.mode,
            self.aimed,
            found[0] if found else None,
            rotter,
            band,
            seen.cover,
            seen.on_the_way,
        )


@rule("LR-FIRE-02", "LR-CC-05", "LR-EQP-07", "LR-WPN-10")
def arms_for(card: Card, kind: AttackKind) -> list[Arm]:
    """The weapons that a card can use for a kind of attack; an Improvised Weapon is always at hand."""
    profile = card.profile
    found = [one for one in profile.arms if one.row.close == (kind == "close") and profile.has(one.row.needs)]
    return [*found, Arm(IMPROVISED)] if kind == "close" else found


@rule("LR-HID-06")
def private(card: Card, asked: D) -> D:
    """Of a hidden attacker nothing is told before the dice."""
    return asked.secretly() if card.hidden else asked


@rule("LR-COH-05", "LR-AMMO-06", "LR-FIRE-06")
def able(state: Battle, card: Card, arm: Arm, mode: Mode, reach: Reach) -> list[Model]:
    """The models that have the rounds for a mode and somebody to attack."""
    needs = bullets(state, card, arm, mode)
    return [one for one in card.models.values() if reserve(card, one, arm) >= needs and reach(arm, one)]


def why_not_with(state: Battle, card: Card, arm: Arm, mode: Mode, reach: Reach, cited: str) -> Refusal | None:
    """What bars a mode: no rounds, or nobody whom somebody with rounds could attack."""
    why = why_no_ammo(state, card, arm, mode)
    return why or (None if able(state, card, arm, mode, reach) else why_no_target(card, cited))


def why_nothing_to_attack_with(
    state: Battle, card: Card, kind: AttackKind, reach: Reach, cited: str
) -> Refusal | None:
    """What bars the last of all modes; None where one is left."""
    modes = [(arm, mode) for arm in arms_for(card, kind) for mode in arm.row.modes]
    found = [why_not_with(state, card, arm, mode, reach, cited) for arm, mode in modes]
    return found[-1] if all(found) else None


@rule("LR-FIRE-02", "LR-ACT-05", "LR-COH-05")
async def choose_mode(
    play: Play[Battle], card: Card, kind: AttackKind, cited: str, reach: Reach, why_nobody: str
) -> Attack:
    """One weapon in one mode for the whole attack, and how many models of a cohort take part."""
    state, aimed = play.state, kind == "shot" and "Aim" in card.orders
    listed = [
        Candidate(
            _named(one),
            f"{one.arm.weapon}, {one.mode.mode}",
            one,
            (cited,),
            check=partial(why_not_with, state, card, one.arm, one.mode, reach, why_nobody),
            facts={
                "targets": one.mode.targets,
                "noise": noise_of(one.arm, one.mode),
                "power": one.mode.p_li,
                "ammo": bullets(state, card, one.arm, one.mode),
            },
            group=one.arm.weapon,
            short=one.mode.mode,
            brings=_brings(state, one),
        )
        for one in _attacks(card, kind, aimed)
    ]
    prompt, rules = f"With what does {name_of(card)} attack?", (cited, "LR-ACT-05", "LR-EQP-07")
    chosen: Attack = await play.ask(
        private(card, ChooseOne(card.seat, "choose mode", prompt, rules, listed, about=(card.id,)))
    )
    models = able(state, card, chosen.arm, chosen.mode, reach)
    if len(models) > 1:
        prompt = f"How many of {name_of(card)} attack?"
        asked = Number(card.seat, "how many attack", prompt, ("LR-COH-05",), 1, len(models), about=(card.id,))
        models = models[: await play.ask(asked)]
    return chosen._replace(models=tuple(models))


def _attacks(card: Card, kind: AttackKind, aimed: bool) -> list[Attack]:
    """Every weapon in every mode, by nobody yet."""
    arms = arms_for(card, kind)
    return [Attack(kind, card, (), arm, mode, aimed, {}) for arm in arms for mode in arm.row.modes]


@rule("LR-OCON-21", "LR-OCON-25")
def modes_in_words(state: Battle, card: Card, kind: AttackKind, *, aimed: bool = False) -> list[str]:
    """Every weapon and mode with the numbers that it needs at each range, against nobody in particular."""
    return [
        f"{_named(one)}: {' / '.join(f'{two.number}+' for two in _numbers(state, one))}"
        for one in _attacks(card, kind, aimed)
    ]


def _named(attack: Attack) -> str:
    """Its weapon is named where there are several."""
    several = len(arms_for(attack.card, attack.kind)) > 1
    return f"{attack.arm.weapon}, {attack.mode.mode}" if several else attack.mode.mode


def _numbers(state: Battle, attack: Attack) -> list[Needed]:
    """Short, mid and long; close combat has one."""
    bands = [one.band for one in charts().bands] if attack.kind == "shot" else [charts().bands[0].band]
    return [needed(state, attack.shot(state, "", band, Glimpse("none"))) for band in bands]


@rule("LR-OCON-21", "LR-APP-22")
def _brings(state: Battle, attack: Attack) -> tuple[Brings, ...]:
    """What a mode needs at each range, aim counted, its dice, its power and its noise."""
    numbers = _numbers(state, attack)
    words = ("near", "middle", "far") if len(numbers) > 1 else ("in contact",)
    found = [
        Brings(f"{one.number}+", word, "LR-HITR-02", chance_of(one))
        for word, one in zip(words, numbers, strict=True)
    ]
    mode = attack.mode
    found += [Brings(str(mode.targets), "dice", "LR-FIRE-03"), Brings(str(mode.p_li), "power", "LR-MODE-14")]
    return (*found, Brings(str(noise_of(attack.arm, mode)), "noise", "LR-THR-03"))


@rule("LR-ACC-02", "LR-WPN-05")
def noise_of(arm: Arm, mode: Mode) -> int:
    """A silencer halves it."""
    return mode.noise // 2 if any(accessories()[one].halves_noise for one in arm.accessories) else mode.noise


@rule("LR-FIRE-03", "LR-FIRE-04", "LR-FIRE-05", "LR-WPN-02", "LR-MODE-18", "LR-COH-05")
async def choose_targets(
    play: Play[Battle], attack: Attack, reach: Reach, cited: str
) -> tuple[Attack, list[Slot]]:
    """The first target freely, then who gets the other slots; numbers are those the attacker may know."""
    state, seat, card = play.state, attack.card.seat, attack.card
    who = {one.id: reach(attack.arm, one) for one in attack.models}
    targets = list(dict.fromkeys(target for found in who.values() for target in found))

    def candidates() -> list[Candidate]:
        seen = hide(state, seat)
        return [_candidate(seen, attack, _first_of(attack, who, one), one, cited) for one in targets]

    prompt = f"At whom? {attack.arm.weapon}, {attack.mode.mode}"
    facts = {"card": card.id, "mode": attack.mode.mode}
    rules = (cited, *SEEN_BY[attack.kind], "LR-MODE-18")
    first: str = await play.ask(
        private(card, ChooseOne(seat, "choose target", prompt, rules, candidates, facts, about=(card.id,)))
    )
    attack = await _choose_point(play, attack, who, first)
    leads = _first_of(attack, who, first).id
    models = [leads, *(one for one in who if one != leads)]
    count = attack.mode.targets
    dyes, things = _dyed(count * len(models))
    if not things:
        return attack, [Slot(leads, first)]
    at = attack.aims.get(first)
    near = [one for one in targets if one == first or not surface(state).why_apart(state, first, one, at)]
    near.sort(key=lambda one: one != first)
    is_alike = all(set(near) <= set(found) for found in who.values())
    named = {one: called(state, one) for one in near}
    holders = {**named, NOBODY: "nobody"} if is_alike else {NOBODY: "nobody", **named}
    prompt = f"Plum is on {called(state, first)}. Who gets the others?"
    facts = {"card": card.id, "target": first}

    def model_of(thing: str) -> str:
        return models[(int(thing.rpartition(" ")[2]) - 1) // count]

    def why_not(given: dict[str, str]) -> Refusal | None:
        wrong = [(model_of(one), to) for one, to in given.items() if to != NOBODY]
        wrong = [(model, to) for model, to in wrong if to not in who[model]]
        return _out_of_reach(state, *wrong[0]) if wrong else None

    asked = Allocate(
        seat, "share slots", prompt, ("LR-FIRE-03", "LR-FIRE-05", "LR-WPN-02", "LR-APP-23"), things,
        holders, check=why_not, dyes=dyes, facts=facts, about=(card.id,),
    )  # fmt: skip
    private(card, asked)
    given = await play.ask(
        asked.explained(
            lambda _, one: surface(state).why_apart(state, first, one, at) if one in targets else None
        )
    )
    slots = [Slot(leads, first), *(Slot(model_of(one), to) for one, to in given.items() if to != NOBODY)]
    for target in dict.fromkeys(one.target for one in slots):
        if target != first:
            shooters = {one.model: (target,) for one in slots if one.target == target}
            attack = await _choose_point(play, attack, {**dict.fromkeys(who, ()), **shooters}, target)
    return attack, slots


@rule("LR-APP-23", "LR-OCON-23")
def _dyed(count: int) -> tuple[dict[str, Dye], dict[str, str]]:
    """The colour of each slot but the first, and what it is called where there are more than colours."""
    dyes = {f"slot {number}": COLOURS[(number - 1) % len(COLOURS)] for number in range(2, count + 1)}
    numbered = enumerate(dyes.items(), 1)
    return dyes, {slot: dye if n < len(COLOURS) else f"{dye} {n + 1}" for n, (slot, dye) in numbered}


def _first_of(attack: Attack, who: Mapping[str, Sequence[str]], target: str) -> Model:
    return next(one for one in attack.models if target in who[one.id])


def _out_of_reach(state: Battle, model: str, target: str) -> Refusal:
    reason = f"{called(state, model)} cannot attack {called(state, target)} from there."
    return Refusal("LR-COH-05", reason, "Give its slots to somebody else.")


@rule("LR-LOS-03", "LR-LOS-05", "LR-MODE-02", "LR-COH-05")
async def _choose_point(
    play: Play[Battle], attack: Attack, who: dict[str, Sequence[str]], target: str
) -> Attack:
    """A target may be shot at where it stands or at a point of its way, the same for all its slots."""
    state, where, card = play.state, surface(play.state), attack.card
    shooters = [one for one in attack.models if target in who[one.id]]
    points = [] if attack.kind == "close" else _seen_by_all(state, shooters, target)
    stands = all(where.why_not_shoot(state, one, target) is None for one in shooters)
    if attack.kind == "shot" and not points and not stands:  # the first of them alone sees it
        for one in shooters[1:]:
            who[one.id] = [other for other in who[one.id] if other != target]
        shooters, points = shooters[:1], _seen_by_all(state, shooters[:1], target)
        stands = where.why_not_shoot(state, shooters[0], target) is None
    if not points:
        return attack
    seen, model = hide(state, card.seat), shooters[0]
    listed = []
    if stands:
        label = "where it stands now"
        listed.append(_candidate(seen, attack, model, target, "LR-LOS-03", key=STANDS, label=label))
    for at in points:
        key = f"{at[0]:.2f},{at[1]:.2f}"
        listed.append(_candidate(seen, attack, model, target, "LR-LOS-03", at, key, f"on its way at {key}"))
    prompt = f"At which point of its way is {called(state, target)} shot at?"
    asked = ChooseOne(card.seat, "choose point", prompt, ("LR-LOS-03",), listed, about=(card.id, target))
    at = await play.ask(private(card, asked))
    return attack if at == STANDS else attack._replace(aims={**attack.aims, target: at})


def _seen_by_all(state: Battle, shooters: Sequence[Model], target: str) -> list[Point]:
    """The points of a target's way that all of some models might shoot at."""
    found = [[*surface(state).ways(state, one, target)] for one in shooters]
    return [at for at in found[0] if all(at in other for other in found)]


def _candidate(
    seen: Battle,
    attack: Attack,
    model: Model,
    target: str,
    cited: str,
    at: Point | None = None,
    key: str = "",
    label: str = "",
) -> Candidate:
    """A target with the number that the attacker's own console shows for it, there or at a point."""
    where = surface(seen)
    band = where.likely_band(seen, model, target, at)
    cover: Cover = "none" if attack.kind == "close" else where.likely_cover(seen, model, target, at)
    number = needed(seen, attack.shot(seen, target, band, Glimpse(cover, at is not None)))
    return Candidate(
        key or target,
        label or called(seen, target),
        at if key else target,
        rules=(cited,),
        places=(at,) if at is not None else (),
        facts={"band": band, "cover": cover, "modifiers": [str(one) for one in number.modifiers]},
        about=(target,),
        need=number.number,
        chance=chance_of(number),
    )


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
        await _apply(play, attack, slot.target, cards.get(slot.target), result, rolled)


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
            play.tell("Rotter killed", "LR-HITR-09", "LR-ROT-02", **told)
        elif not is_hit:
            play.tell("slot missed", "LR-HITR-03", **told)
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


def why_no_target(card: Card, cited: str) -> Refusal:
    """Nobody can be attacked from here."""
    return Refusal(cited, f"{name_of(card)} has nobody to attack from there.", "Move first, or skip it.")
