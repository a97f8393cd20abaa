"""Rolling to hit: the dice of shots and melees, which of them are rolled again, and the hits that remain."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sandtable.books.companies_and_captains.chapters.deeds import roll_for
from sandtable.books.companies_and_captains.chapters.resilience import r_lost_to
from sandtable.books.companies_and_captains.printed_tables import optional_traits
from sandtable.books.companies_and_captains.state import Battle, Group, Seat
from sandtable.books.companies_and_captains.windows import HITS_SCORED, TO_HIT_ROLLED, WINDOWS, ToHit
from sandtable.kernel import Candidate, ChooseSeveral, For, Play, Refusal, rule
from sandtable.kernel.dice import Reading, each, hits


@rule("CC-GEN-07", "CC-GEN-06", "CC-GEN-12")
async def roll_to_hit(play: Play[Battle], now: ToHit) -> int:
    """Roll; the roller uses its own rerolls, then Cover and the target force theirs; the hits that remain."""
    reading = partial(_what_matters, play, now, range(now.dice), now.in_cover)
    # The number needed names its own rule.
    rules = dict.fromkeys(("CC-MEL-06" if now.in_melee else "CC-SHO-04", *now.because))
    now.faces = await _roll(play, now, now.dice, "to hit", *rules, reading=reading, how=now.how)
    await WINDOWS.open(play, TO_HIT_ROLLED, now)
    if play.state.switches.reroll_windows == "two":
        now.rerolled = set()
    if now.in_cover:
        await reroll(play, now, [place for place in now.hits() if place not in now.rerolled], "CC-TER-06")
    await WINDOWS.open(play, HITS_SCORED, now)
    return hits_of(play, now)


async def _roll(play: Play[Battle], now: ToHit, count: int, what: str, *rules: str, **told: Any) -> list[int]:
    named = For(what, now.group.id, f"{what} ({now.group.id})")
    told = {"need": now.need, "target": now.target.id, **told}
    return list(await roll_for(play, now.group, count, named, *rules, **told))


async def reroll(play: Play[Battle], now: ToHit, places: list[int], because: str, *more: str) -> None:
    """Roll the dice at these places again; the new face replaces the old one even if it is worse."""
    if not places:
        return
    reading = partial(_what_matters, play, now, places, now.in_cover and because != "CC-TER-06")
    rules, was = (because, "CC-GEN-07", *more), [now.faces[place] for place in places]
    fresh = await _roll(play, now, len(places), "reroll to hit", *rules, reading=reading, was=was)
    for place, face in zip(places, fresh, strict=True):
        now.faces[place] = face
        now.rerolled.add(place)


@rule("CC-GEN-06", "CC-OTR-22")
def hits_of(play: Play[Battle], now: ToHit) -> int:
    """Each die that reaches the number is a hit; a 6 of a Vicious Group is two."""
    scored = now.hits()
    further = _vicious_hits([now.faces[place] for place in scored]) if now.group.has("Vicious") else 0
    rules, hits = ("CC-GEN-06", *(("CC-OTR-22",) if further else ())), len(scored) + further
    play.tell("hits scored", *rules, group=now.group.id, target=now.target.id, hits=hits, how=now.how)
    return hits


def _vicious_hits(faces: list[int]) -> int:
    """The hits that a Vicious Group scores besides one for each die that hits."""
    numbers = optional_traits()["Vicious"].numbers
    return (numbers["hits"] - 1) * faces.count(numbers["face"])


def _what_matters(play: Play[Battle], now: ToHit, rolled: Sequence[int], cover_follows: bool) -> Reading:
    """Hits and misses, 6s of a Vicious and 1s of a Well-Armed Group; at last only the R that hits cost."""
    need = now.need.number
    hitting = (need, max(need, 6)) if now.group.has("Vicious") else (need,)
    if cover_follows or _may_be_rolled_again(play, now, rolled):
        return each(*hitting, 2) if now.group.has("Well-Armed") else each(*hitting)
    faces = [face for place, face in enumerate(now.faces) if place not in rolled]
    beside = sum(face >= one for face in faces for one in hitting)
    steps = _steps_of_loss(play.state, now.target, len(hitting) * now.dice)
    return hits(*hitting, steps=[one - beside for one in steps if one > beside])


def _may_be_rolled_again(play: Play[Battle], now: ToHit, rolled: Sequence[int]) -> bool:
    """Whether somebody could reroll dice of this roll, be it good or bad."""
    kept = now.faces
    try:
        for face in (1, 6):
            now.faces = list(kept) or [face] * now.dice
            for place in rolled:
                now.faces[place] = face
            if any(WINDOWS.is_open_to_anybody(play, one, now) for one in (TO_HIT_ROLLED, HITS_SCORED)):
                return True
        return False
    finally:
        now.faces = kept


def _steps_of_loss(state: Battle, target: Group, most: int) -> list[int]:
    """The numbers of hits at which the target loses more R, as far as it has any."""
    lost = [min(target.r, r_lost_to(state, target, one)) for one in range(most + 1)]
    return [one for one in range(1, most + 1) if lost[one] > lost[one - 1]]


@rule("CC-GEN-07")
def untouched(now: ToHit) -> list[int]:
    """The places of the dice that have not been rerolled in this window."""
    return [place for place in range(len(now.faces)) if place not in now.rerolled]


async def choose_dice(
    play: Play[Battle],
    seat: Seat,
    now: ToHit,
    places: Sequence[int],
    name: str,
    because: str,
    *rules: str,
    most: int | None = None,
) -> None:
    """The seat says which of these dice are rolled again, at least one, and they are."""

    def candidates() -> list[Candidate]:
        found = []
        for place, face in enumerate(now.faces):
            one = Candidate(str(place + 1), f"the {face}", place, rules=(because,), about=(now.group.id,))
            if place not in places:
                one.check = partial(_why_not_again, now, place, name, because)
            found.append(one)
        return found

    limit = len(places) if most is None else min(most, len(places))
    facts = {**now.facts, "reroll": name}
    question = ChooseSeveral(
        seat,
        "choose rerolls",
        f"Which dice are rolled again ({name})?",
        (because, "CC-GEN-07", *rules),
        candidates,
        least=1,
        most=limit,
        facts=facts,
        about=(now.group.id, now.target.id),
        thrown=now.thrown,
    )
    chosen: list[int] = await play.ask(question)
    await reroll(play, now, chosen, because, *rules)


@rule("CC-GEN-07")
def _why_not_again(now: ToHit, place: int, name: str, because: str) -> Refusal:
    """A die is rolled again once in a window, and only one that the permission is about."""
    if place in now.rerolled:
        return Refusal("CC-GEN-07", f"Die {place + 1} has been rolled again already.", "Name another die.")
    does, other = ("hits", "miss") if now.faces[place] >= now.need.number else ("misses", "hit")
    reason = f"Die {place + 1}, a {now.faces[place]}, {does}."
    return Refusal(because, reason, f"{name} is for dice that {other}.")
