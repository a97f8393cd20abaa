"""What bars a word that means something in a book, though not at this moment: the rule of its moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from sandtable.binding.tables import Row
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


class FixedWords(Row, frozen=True):
    """Words for one kind of thing that no table holds, as a data file has them."""

    what: str
    words: tuple[str, ...]
    rule: str
    when: str

    def vocabulary(self) -> Vocabulary:
        """The same as any other vocabulary."""
        return Vocabulary(self.what, lambda: dict.fromkeys(self.words, self.rule), self.when)


class Saying(Row, frozen=True):
    """Answers to certain questions, as a data file has them: fixed words, or all that have one pattern."""

    rule: str
    """The rule of the moment at which they are said."""
    when: str
    """When that is, in one sentence."""
    words: tuple[str, ...] = ()
    pattern: str = ""
    """What answers look like that are built from numbers and names."""
    at: tuple[str, ...] = ()
    """The topics of the questions at which they are said; there the rule of the moment bars nothing."""

    def has(self, word: str) -> bool:
        """Whether this is one of the answers."""
        return word in self.words or (bool(self.pattern) and re.fullmatch(self.pattern, word) is not None)


def why_said_elsewhere(sayings: Iterable[Saying], question: Decision, word: str) -> Refusal | None:
    """An answer to another question is refused by the rule of that question."""
    for one in sayings:
        if one.has(word) and question.topic not in one.at:
            return Refusal(one.rule, f"{word} is no answer now.", one.when)
    return None


def why_out_of_place(vocabularies: Iterable[Vocabulary], question: Decision, word: str) -> Refusal | None:
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
        # The player who uses it is asked for the particulars.
        return Refusal(reaction.rule, f"{word} is being used already.", "Say how.")
    return Refusal(reaction.rule, f"{word} is not used at this moment.", f"It may be offered at: {when}.")
