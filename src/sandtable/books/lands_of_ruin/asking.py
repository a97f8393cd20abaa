"""Which of several things a player means; where there is one, nobody is asked."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.lands_of_ruin.naming import called
from sandtable.books.lands_of_ruin.state import Battle, Seat
from sandtable.kernel import Candidate, ChooseOne, Play


async def which(
    play: Play[Battle],
    seat: Seat,
    topic: str,
    prompt: str,
    cited: str,
    ids: Sequence[str],
    *,
    about: tuple[str, ...] = (),
    is_secret: bool = True,
) -> str:
    """One of several cards, objects or kinds of items, by its id."""
    if len(ids) == 1:
        return ids[0]
    listed = [Candidate(one, called(play.state, one), rules=(cited,), about=(one,)) for one in ids]
    asked = ChooseOne(seat, topic, prompt, (cited,), listed, about=about)
    chosen: str = await play.ask(asked.secretly() if is_secret else asked)
    return chosen
