"""Words of a book that are said at other moments: what they are, and the rule that says when."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sandtable.kernel.decision import Decision
from sandtable.kernel.refusal import Refusal
from sandtable.kernel.window import Windows


class Vocabulary(NamedTuple):
    """The words for one kind of thing: spells, ambitions, tactics."""

    what: str
    """What each of them is: "a spell"."""
    rules: Callable[[], Mapping[str, str]]
    """Each word with the rule that says what it does, or when it is said."""
    when: str
    """When such a word is said, in one sentence."""


def why_out_of_place(vocabularies: Sequence[Vocabulary], question: Decision, word: str) -> Refusal | None:
    """A word that means something at another moment is refused by the rule of that moment."""
    for one in vocabularies:
        # Of the moment that is there already its rule has nothing to say but the question itself.
        if (rule := one.rules().get(word)) is not None and rule != question.rule:
            return Refusal(rule, f"{word} is {one.what}, which is not asked for now.", one.when)
    return None


def why_not_used(windows: Windows, question: Decision, word: str) -> Refusal | None:
    """A special rule that the asked seat cannot use at this moment, or that belongs to another."""
    moments, now = windows.moments_of(word), question.facts.get("window")
    if not moments:
        return None
    if now in moments:
        reaction = moments[now]
        return Refusal(reaction.rule, f"{word} cannot be used now.", reaction.means_in_general)
    when = " or ".join(moments)
    reaction = next(iter(moments.values()))
    if reaction.rule == question.rule:
        # Whoever uses it is asked for the particulars.
        return Refusal(reaction.rule, f"{word} is being used already.", "Say how.")
    return Refusal(reaction.rule, f"{word} is not used at this moment.", f"It may be offered at: {when}.")
