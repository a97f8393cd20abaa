"""Rerolls of dice to hit: which dice are free to be rolled again, and the question which of them are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.books.companies_and_captains.chapters.rolling_to_hit import reroll
from sandtable.books.companies_and_captains.state import Battle, Seat
from sandtable.books.companies_and_captains.windows import ToHit
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseSeveral
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal


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
    return Refusal(
        because, f"Die {place + 1}, a {now.faces[place]}, {does}.", f"{name} is for dice that {other}."
    )
