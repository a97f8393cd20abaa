"""Rolling to hit: the dice of shots and melees, who rerolls them, and the hits that remain."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.books.companies_and_captains.chapters.resilience import r_lost_to
from sandtable.books.companies_and_captains.printed_tables import optional_traits
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.books.companies_and_captains.windows import HITS_SCORED, TO_HIT_ROLLED, WINDOWS, ToHit
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For, Reading, each, hits
from sandtable.kernel.play import Play


@rule("CC-GEN-07", "CC-GEN-06", "CC-GEN-12")
async def roll_to_hit(play: Play[Battle], now: ToHit) -> int:
    """Roll; the roller uses its own rerolls, then Cover and the target force theirs; the hits that remain."""
    rolled = await play.roll(
        now.dice,
        For("to hit", now.group.id, f"to hit ({now.group.id})"),
        *dict.fromkeys((*_rules_of(now), *now.because)),
        seat=now.group.company,
        reading=partial(_what_matters, play, now, range(now.dice), now.in_cover),
        need=now.need,
        group=now.group.id,
        target=now.target.id,
        how=now.how,
    )
    now.faces = list(rolled)
    await WINDOWS.open(play, TO_HIT_ROLLED, now)
    if play.state.switches.reroll_windows == "two":
        now.rerolled = set()
    if now.in_cover:
        await reroll(play, now, [place for place in now.hits() if place not in now.rerolled], "CC-TER-06")
    await WINDOWS.open(play, HITS_SCORED, now)
    return hits_of(play, now)


async def reroll(play: Play[Battle], now: ToHit, places: list[int], because: str, *more: str) -> None:
    """Roll the dice at these places again; the new face replaces the old one even if it is worse."""
    if not places:
        return
    fresh = await play.roll(
        len(places),
        For("reroll to hit", now.group.id, f"reroll to hit ({now.group.id})"),
        because,
        "CC-GEN-07",
        *more,
        seat=now.group.company,
        reading=partial(_what_matters, play, now, places, now.in_cover and because != "CC-TER-06"),
        need=now.need,
        group=now.group.id,
        target=now.target.id,
        was=[now.faces[place] for place in places],
    )
    for place, face in zip(places, fresh, strict=True):
        now.faces[place] = face
        now.rerolled.add(place)


@rule("CC-GEN-06", "CC-OTR-22")
def hits_of(play: Play[Battle], now: ToHit) -> int:
    """Each die that reaches the number is a hit; a 6 of a Vicious Group is two."""
    scored = now.hits()
    further = _vicious_hits([now.faces[place] for place in scored]) if now.group.has("Vicious") else 0
    rules = ("CC-OTR-22",) if further else ()
    play.tell(
        "hits scored",
        "CC-GEN-06",
        *rules,
        group=now.group.id,
        target=now.target.id,
        hits=len(scored) + further,
        how=now.how,
    )
    return len(scored) + further


def _vicious_hits(faces: list[int]) -> int:
    """The hits that a Vicious Group scores besides one for each die that hits."""
    numbers = optional_traits()["Vicious"].numbers
    return (numbers["hits"] - 1) * faces.count(numbers["face"])


def _rules_of(now: ToHit) -> tuple[str, ...]:
    if now.in_melee:
        return ("CC-MEL-06", "CC-MEL-07")
    # Spells and blasts have numbers of their own, whatever the MI number of the Group is.
    return ("CC-SHO-04", now.need.rule)


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
