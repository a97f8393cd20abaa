"""Attacks of characters: who is a target, who gets which slot, and at which point of its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.books.lands_of_ruin.chapters.attacking.modes import Attack, Reach, private
from sandtable.books.lands_of_ruin.chapters.roll_to_hit import chance_of, needed
from sandtable.books.lands_of_ruin.naming import called
from sandtable.books.lands_of_ruin.secrets import hide
from sandtable.books.lands_of_ruin.state import Battle, Model
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.surface.sight import Glimpse
from sandtable.books.lands_of_ruin.tables.charts import Cover
from sandtable.kernel import (
    Allocate,
    Candidate,
    ChooseOne,
    Play,
    Refusal,
    rule,
)
from sandtable.kernel.decision import Dye
from sandtable.table import Point

NOBODY, STANDS = "nobody", "where it stands"
SEEN_BY = {"shot": ("LR-LOS-01", "LR-FIRE-08"), "close": ("LR-CC-03", "LR-CC-07", "LR-MOV-15")}
"""What governs who may be a target."""
COLOURS: tuple[Dye, ...] = ("plum", "red", "green", "blue", "black", "grey")
"""LR-APP-23"""


class Slot(NamedTuple):
    """One die of an attack: the model that rolls it, and its target (LR-COH-05)."""

    model: str
    target: str


@rule("LR-FIRE-03", "LR-FIRE-04", "LR-WPN-02", "LR-MODE-18", "LR-COH-05")
async def choose_targets(
    play: Play[Battle], attack: Attack, reach: Reach, cited: str
) -> tuple[Attack, list[Slot]]:
    """The first target freely, then who gets the other slots; each may be shot at on its way."""
    who = {one.id: reach(attack.arm, one) for one in attack.models}
    first = await _choose_first(play, attack, who, cited)
    attack = await _choose_point(play, attack, who, first)
    slots = [Slot(_first_of(attack, who, first).id, first), *await _share(play, attack, who, first)]
    for target in dict.fromkeys(one.target for one in slots):
        if target != first:
            shooters = {one.model: (target,) for one in slots if one.target == target}
            attack = await _choose_point(play, attack, {**dict.fromkeys(who, ()), **shooters}, target)
    return attack, slots


async def _choose_first(
    play: Play[Battle], attack: Attack, who: Mapping[str, Sequence[str]], cited: str
) -> str:
    """Whoever is in reach of a model, with the number that the attacker may know."""
    state, card = play.state, attack.card
    targets = list(dict.fromkeys(target for found in who.values() for target in found))

    def candidates() -> list[Candidate]:
        seen = hide(state, card.seat)
        return [_candidate(seen, attack, _first_of(attack, who, one), one, cited) for one in targets]

    prompt = f"At whom? {attack.arm.weapon}, {attack.mode.mode}"
    facts = {"card": card.id, "mode": attack.mode.mode}
    rules = (cited, *SEEN_BY[attack.kind], "LR-MODE-18")
    asked = ChooseOne(card.seat, "choose target", prompt, rules, candidates, facts, about=(card.id,))
    first: str = await play.ask(private(card, asked))
    return first


@rule("LR-FIRE-03", "LR-FIRE-05", "LR-WPN-02", "LR-APP-23")
async def _share(
    play: Play[Battle], attack: Attack, who: Mapping[str, Sequence[str]], first: str
) -> list[Slot]:
    """Who gets the other slots: whoever is near enough to the first, each model's by whom it can reach."""
    state, card, count = play.state, attack.card, attack.mode.targets
    where, at = surface(state), attack.aims.get(first)
    leads = _first_of(attack, who, first).id
    models = [leads, *(one for one in who if one != leads)]
    dyes, things = _dyed(count * len(models))
    if not things:
        return []
    targets = list(dict.fromkeys(target for found in who.values() for target in found))
    near = [one for one in targets if one == first or not where.why_apart(state, first, one, at)]
    near.sort(key=lambda one: one != first)
    is_alike = all(set(near) <= set(found) for found in who.values())
    named = {one: called(state, one) for one in near}
    holders = {**named, NOBODY: "nobody"} if is_alike else {NOBODY: "nobody", **named}

    def model_of(thing: str) -> str:
        return models[(int(thing.rpartition(" ")[2]) - 1) // count]

    def why_not(given: dict[str, str]) -> Refusal | None:
        wrong = [(model_of(one), to) for one, to in given.items() if to != NOBODY]
        wrong = [(model, to) for model, to in wrong if to not in who[model]]
        return _out_of_reach(state, *wrong[0]) if wrong else None

    asked = Allocate(
        card.seat, "share slots", f"Plum is on {called(state, first)}. Who gets the others?",
        ("LR-FIRE-03", "LR-FIRE-05", "LR-WPN-02", "LR-APP-23"), things, holders, check=why_not, dyes=dyes,
        facts={"card": card.id, "target": first}, about=(card.id,),
    )  # fmt: skip
    private(card, asked)
    apart = asked.explained(lambda _, one: where.why_apart(state, first, one, at) if one in targets else None)
    given = await play.ask(apart)
    return [Slot(model_of(one), to) for one, to in given.items() if to != NOBODY]


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
