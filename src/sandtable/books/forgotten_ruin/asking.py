"""Which of several figures, mobs or features: asked by the names that players use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sandtable.binding.choosing import Identified, choose_if_several, choose_several
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel import Play, Refusal

T = TypeVar("T", bound=Identified)


async def which(
    play: Play[Battle], seat: str, topic: str, prompt: str, able: Sequence[T], *rules: str, by: str = ""
) -> T:
    """The only one that there is, or else the one that a seat names, for somebody who acts or for nobody."""
    label, about = _names(play.state), (by,) if by else ()
    return await choose_if_several(play, seat, topic, prompt, rules, able, label, about=about)


async def which_several(
    play: Play[Battle],
    seat: str,
    topic: str,
    prompt: str,
    able: Sequence[T],
    *rules: str,
    by: str,
    least: int = 0,
    most: int | None = None,
    check: Callable[[list[T]], Refusal | None] | None = None,
) -> list[T]:
    """Several that a seat names for somebody who acts."""
    return await choose_several(
        play,
        seat,
        topic,
        prompt,
        rules,
        able,
        _names(play.state),
        about=(by,),
        least=least,
        most=most,
        check=check,
    )


def _names(state: Battle) -> Callable[[Identified], str]:
    return lambda one: called(state, one.id)
