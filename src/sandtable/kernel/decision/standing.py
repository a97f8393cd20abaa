"""Standing orders: what a seat has said once for all questions of a kind, and what answers itself.

They act where a person's seat is served and nowhere else: a game itself asks everything, and players of all
kinds see every question. A book gives its orders as data. An order reads what a question and its options are
(topic, facts, answers, groups), never their words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.kernel.decision.choices import Allocate, ChooseOne, ChooseSeveral, YesNo
from sandtable.kernel.decision.filling import FillIn
from sandtable.kernel.decision.measured import ListedPlanner, Move, Place, TargetArea
from sandtable.kernel.decision.question import PASS, Answer, Decision, Option
from sandtable.kernel.decision.saying import Number, TypedDice, Words
from sandtable.kernel.decision.together import Together
from sandtable.kernel.refusal import refuse

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

NOT_THIS_ROUND = "not this round"
"""The setting that every order takes: nothing is offered until the round is over."""
ONLY_ANSWER = "only answer"
"""The order by which a question with one legal answer answers itself."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Setting(_Part, frozen=True):
    """One way in which an order may be set."""

    key: str
    words: str
    """What it means, as it stands after the order's title."""
    takes: tuple[str, ...] = ()
    """The bearings whose offers are taken."""
    leaves: tuple[str, ...] = ()
    """The bearings whose offers are let go by; those of all others are asked about."""
    below: float | None = None
    """Only what is less likely than this is let go by."""
    keeps: int | None = None
    """Only what would be one of the last so many is let go by."""
    is_last: bool = False
    """Whether its offers are taken only where everything else that is offered is let go by."""


class Bearing(_Part, frozen=True):
    """Which offers of which questions an order speaks of."""

    name: str
    topic: str
    facts: dict[str, Any] = {}
    """What the question's facts say, as far as it matters."""
    answers: tuple[str, ...] = ()
    """The offers; with no groups and no facts either all that there are."""
    groups: tuple[str, ...] = ()
    offer_facts: dict[str, Any] = {}
    """What an offer's own facts say."""

    def offers(self, question: Decision) -> list[Option]:
        """The offers of a question that are meant; none where it is another question."""
        if question.topic != self.topic or not _has(question.facts, self.facts):
            return []
        return [one for one in _options_of(question) if not _lets_go_by(one) and self._means(one)]

    def _means(self, one: Option) -> bool:
        if not _has(one.facts, self.offer_facts):
            return False
        return one.answer in self.answers or one.group in self.groups or not (self.answers or self.groups)


class StandingOrder(_Part, frozen=True):
    """Something that may be ordered once: what it is about, and how it may be set, the first as a rule."""

    key: str
    title: str
    words: str
    settings: tuple[Setting, ...]
    bearings: tuple[Bearing, ...] = ()
    for_a_round: bool = True
    """Whether its offers can be let go by for a round; not where something has to be answered."""

    def setting(self, key: str) -> Setting:
        """The setting of this name; what is left for a round is let go by altogether."""
        if key == NOT_THIS_ROUND:
            return Setting(NOT_THIS_ROUND, NOT_THIS_ROUND, leaves=tuple(one.name for one in self.bearings))
        return next((one for one in self.settings if one.key == key), self.settings[0])

    def taken(self, question: Decision, setting: Setting) -> Iterator[Option]:
        """The offers that it takes."""
        for one in self.bearings:
            if one.name in setting.takes:
                yield from one.offers(question)

    def left(self, question: Decision, setting: Setting) -> list[Option]:
        """The offers that it lets go by."""
        known = [one for one in self.bearings if one.name in setting.leaves]
        return [offer for one in known for offer in one.offers(question) if _is_left(offer, setting)]


class Standing(_Part, frozen=True):
    """What a book offers to be ordered once, and what it keeps for the player."""

    orders: tuple[StandingOrder, ...] = ()
    never: tuple[str, ...] = ()
    """Topics of questions that nothing but a player's own word answers."""


ALL_BOOKS = (
    StandingOrder(
        ONLY_ANSWER,
        "Questions with one answer",
        "A question to which the rules leave one answer.",
        (Setting("by itself", "answer themselves"), Setting("ask", "are asked all the same")),
        for_a_round=False,
    ),
)
"""What may be ordered in every book."""


def offered(standing: Standing) -> tuple[StandingOrder, ...]:
    """Everything that may be ordered in a book."""
    return (*ALL_BOOKS, *standing.orders)


class StandingOrders(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat has ordered; whatever it has not spoken of is set as a rule."""

    settings: dict[str, str] = {}
    hushed: dict[str, int] = {}
    """The orders whose offers are not made in a round, with its number."""

    def ordered(self, standing: Standing, order: str, setting: str, round: int) -> StandingOrders:
        """The same with one order set; what cannot be ordered is refused."""
        known = {one.key: one for one in offered(standing)}
        if order not in known:
            remedy = f"There are: {', '.join(known)}."
            raise refuse("", f'There is no standing order "{order[:60]}".', remedy)
        hushed = {key: number for key, number in self.hushed.items() if key != order}
        if setting == NOT_THIS_ROUND and known[order].for_a_round:
            return StandingOrders(self.settings, {**hushed, order: round})
        keys = [one.key for one in known[order].settings]
        if setting not in keys:
            reason = f'{known[order].title} cannot be set to "{setting[:60]}".'
            raise refuse("", reason, f"It can be set to: {', '.join(keys)}.")
        return StandingOrders({**self.settings, order: setting}, hushed)

    def in_force(self, standing: Standing, round: int) -> dict[str, str]:
        """How every order is set in a round."""
        return {
            one.key: NOT_THIS_ROUND
            if self.hushed.get(one.key) == round
            else one.setting(self.settings.get(one.key, "")).key
            for one in offered(standing)
        }


class Given(msgspec.Struct, frozen=True):
    """An answer that nobody had to give, and what has given it."""

    answer: Answer
    by: str


def by_itself(game: Game[Any], seat: str, orders: StandingOrders) -> Given | None:
    """The answer that a seat's orders give to what it is asked; None where the seat has to say it itself."""
    question, standing = game.decision_for(seat), game.book.standing
    if question is None or isinstance(game.decision, Together) or not may_give(question, standing):
        return None
    force = orders.in_force(standing, game.book.round_of(game.state))
    return answer_by_itself(question, standing.orders, force)


def may_give(question: Decision, standing: Standing) -> bool:
    """Whether anything but the player's own word may answer: never a secret, real dice, words, or what the
    book keeps for the player. Undo and consent are no questions, so no order gives them. A question with a
    hint is put too: somebody is being shown it for the first time."""
    if question.secret or question.hint is not None or isinstance(question, TypedDice | Words):
        return False
    return question.topic not in standing.never


def answer_by_itself(
    question: Decision, orders: Sequence[StandingOrder], force: Mapping[str, str]
) -> Given | None:
    """The answer that orders, as they are set, give to a question; None where it has to be asked."""
    if force.get(ONLY_ANSWER) == ALL_BOOKS[0].settings[0].key and (only := only_answer(question)) is not None:
        return Given(only[0], ONLY_ANSWER)
    set_as = [(one, one.setting(force.get(one.key, ""))) for one in orders if bears_on(one, question)]
    left = _left_by(question, set_as)
    for order, setting in set_as:
        for offer in order.taken(question, setting):
            if not setting.is_last or _is_all_that_is_left(question, {**left, str(offer.answer): order.key}):
                return Given(offer.answer, order.key)
    if left and (passing := proposed(question)) and _is_all_that_is_left(question, left):
        return Given(passing.answer, next(iter(left.values())))
    return None


def bears_on(order: StandingOrder, question: Decision) -> bool:
    """Whether an order speaks of questions of this kind; quick, since every question is looked at."""
    return any(one.topic == question.topic for one in order.bearings)


def orders_on(question: Decision, standing: Standing) -> tuple[str, ...]:
    """The keys of the orders that speak of something that a question offers."""
    if not may_give(question, standing):
        return ()
    return tuple(
        order.key for order in standing.orders if any(one.offers(question) for one in order.bearings)
    )


def _left_by(question: Decision, set_as: list[tuple[StandingOrder, Setting]]) -> dict[str, str]:
    """The answers that orders let go by, and which of them does."""
    return {str(one.answer): order.key for order, how in set_as for one in order.left(question, how)}


def _is_all_that_is_left(question: Decision, left: Mapping[str, str]) -> bool:
    """Whether a question offers nothing beside these answers and letting them go by."""
    return all(_lets_go_by(one) or str(one.answer) in left for one in _options_of(question))


def proposed(question: Decision) -> Option | None:
    """What a nod answers: nothing is used, whoever acts is done, things go where the book puts them."""
    if isinstance(question, Allocate):
        return next(iter(question.options()), None)
    options = question.options() if isinstance(question, ChooseOne | FillIn) else []
    return next((one for one in options if _lets_go_by(one)), None)


def _lets_go_by(one: Option) -> bool:
    """Whether an answer lets all others go by: nothing is used, or whoever acts is done."""
    return one.deed == PASS or "who" in one.points_at


def could_give(question: Decision, standing: Standing, answer: Answer, by: str) -> bool:
    """Whether `by` can have given this answer; for who proves a record."""
    if not may_give(question, standing):
        return False
    if by == ONLY_ANSWER:
        return only_answer(question) == (answer,)
    order = next((one for one in standing.orders if one.key == by), None)
    if order is None or not bears_on(order, question):
        return False
    if any(offer.answer == answer for one in order.settings for offer in order.taken(question, one)):
        return True
    passing = [one.answer for one in _options_of(question) if _lets_go_by(one)]
    return answer in passing and any(one.offers(question) for one in order.bearings)


def only_answer(question: Decision) -> tuple[Answer] | None:
    """The one legal answer to a question, as the only thing of a tuple; None where there may be others."""
    match question:
        case YesNo():
            return None
        case ChooseOne():
            options = question.options()
            return (options[0].answer,) if len(options) == 1 else None
        case ChooseSeveral():
            keys = [one.answer for one in question.options()]
            fixed = keys if question.least == len(keys) else [] if question.most == 0 else None
            return (fixed,) if fixed is not None and question.legal(fixed) is None else None
        case Number():
            return (question.least,) if question.least == question.most else None
        case Allocate():
            given = question.only_way
            return None if given is None or question.legal(given) is not None else (given,)
        case FillIn() if not question.fields:
            return ({},)
        case Move() | Place() | TargetArea() if isinstance(question.planner, ListedPlanner):
            options = question.options()
            return (options[0].answer,) if len(options) == 1 else None
    return None


def _options_of(question: Decision) -> list[Option]:
    """What a question offers; of several things to be chosen together the proposal, of places nothing."""
    if isinstance(question, ChooseSeveral):
        proposed = [*question.proposal()]
        return [Option(proposed, question.in_words(proposed))] if proposed else []
    return question.options() if isinstance(question, ChooseOne | Allocate) else []


def _is_left(offer: Option, setting: Setting) -> bool:
    """Whether an offer is let go by that a setting lets go by under a condition."""
    if setting.below is not None and (offer.chance is None or offer.chance >= setting.below):
        return False
    return setting.keeps is None or offer.facts.get("left", setting.keeps + 1) <= setting.keeps


def _has(facts: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(facts.get(name) == value for name, value in wanted.items())
