"""The checks of the laws: SK keeps them all, and each breach that we can think of is found."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sandtable.binding.mechanisms.turns import Step
from sandtable.kernel import contract
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.contract import Broken, Law, Make
from sandtable.kernel.contract.plainness import faults_of_state
from sandtable.kernel.decision import Candidate, ChooseOne, Decision, Number, Option
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal, refuse
from sandtable.kernel.state import State
from tests.kernel.sk.book import SK, STEPS
from tests.kernel.sk.state import NOWHERE, Lane

ROOT = Path(__file__).parent.parent.parent


def maker(book: Callable[[], SK], **options: Any) -> Make:
    """How to begin a game of some variant of SK."""

    def make(dice: Dice) -> Game[Any]:
        made = book()
        return new_game(made, made.set_up("ford", {}, options), dice)

    return make


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("master", ["", "M"])
def test_sk_keeps_every_law(seed: int, master: str):
    known = Catalogue.load("tests.kernel.sk").rules
    contract.check_book(maker(SK, master=master), seed, known=known)


def test_sk_is_the_same_however_words_are_hashed():
    contract.check_hash_seeds("tests.kernel.processes:plain_game", 3, folder=str(ROOT))


# ---- breaches: each variant of SK has one more step, which breaks a law -----------------------------------


class Variant(SK):
    """SK with one step of its own before all others."""

    extra: ClassVar[Callable[[Any, Play[Lane]], Any]]

    def steps(self) -> Mapping[str, Step]:
        return {**STEPS, "extra": self.run_extra}

    async def run_extra(self, play: Play[Lane]) -> None:
        await type(self).extra(self, play)

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Lane:
        state = super().set_up(scenario, seats, options)
        state.steps = ("extra", *state.steps)
        return state


def variant(step: Callable[[Any, Play[Lane]], Any], **attributes: Any) -> Make:
    """How to begin a game of SK with this step."""
    return maker(type("Spoilt", (Variant,), {"extra": step, **attributes}))


def broken_law(law: Callable[[], Law], make: Make, seeds: int = 8) -> str:
    """The law that is found broken in one of several games."""
    for seed in range(seeds):
        try:
            contract.watch(make, seed, contract.MOST_ANSWERS, law())
        except Broken as broken:
            return broken.law
    return ""


def test_an_innocent_step_breaks_nothing():
    async def tell(book: Variant, play: Play[Lane]) -> None:
        play.tell("sun rose", "SK-LAN-02")

    contract.check_book(variant(tell), 1)


def test_a_place_that_is_told_and_that_the_state_does_not_have_is_found():
    async def tell(book: Variant, play: Play[Lane]) -> None:
        play.tell("beast moved", "SK-LAN-02", to_place=[3.0, 4.0])
        await play.ask(Number("A", "a choice", "How far?", ("SK-LAN-02",), 0, 1))

    def told(book: Variant, event: Event) -> Any:
        return {"beast": frozenset({tuple(event.facts["to_place"])})} if "to_place" in event.facts else {}

    def stands(x: float) -> Any:
        return lambda book, state: {"beast": frozenset({(x, 4.0)})}

    honest = variant(tell, places=stands(3.0), places_told=told)
    assert broken_law(contract.Places, honest) == ""
    assert broken_law(contract.Places, variant(tell, places=stands(3.1), places_told=told)) == "7"


def test_a_step_that_depends_on_something_outside_the_state_is_found():
    class Outside:
        asked = 0

    async def ask(book: Variant, play: Play[Lane]) -> None:
        Outside.asked += 1
        await play.ask(Number("A", "a choice", f"Question {Outside.asked}", ("SK-LAN-02",), 0, 1))

    assert broken_law(contract.Checkpoints, variant(ask)) == "1"
    assert broken_law(contract.Copies, variant(ask)) == "4"
    assert broken_law(contract.Undo, variant(ask)) == "9"


def test_a_rule_that_calls_random_is_found():
    async def gamble(book: Variant, play: Play[Lane]) -> None:
        play.state.beast_life = 1 + int(random.random() * 1000)  # noqa: S311

    assert broken_law(contract.Determinism, variant(gamble)) == "2"


def test_a_rule_with_a_random_function_of_its_own_is_found():
    draw = random.Random(1).random

    async def gamble(book: Variant, play: Play[Lane]) -> None:
        play.state.beast_life = 1 + int(draw() * 1000)

    assert broken_law(contract.Determinism, variant(gamble)) == "2"


@pytest.mark.parametrize("clock", ["time", "monotonic", "perf_counter"])
def test_a_rule_that_looks_at_the_clock_is_found(clock: str):
    async def look(book: Variant, play: Play[Lane]) -> None:
        getattr(time, clock)()

    assert broken_law(contract.Determinism, variant(look)) == "2"


def test_a_set_that_is_gone_through_in_play_is_found():
    with pytest.raises(Broken, match=r"law 2.*hashed"):
        contract.check_hash_seeds("tests.kernel.processes:game_by_sets", 3, folder=str(ROOT))


def test_a_process_that_fails_is_told():
    with pytest.raises(Broken, match="no_such_thing"):
        contract.check_hash_seeds("tests.kernel.processes:no_such_thing", 3, folder=str(ROOT))


class Loose(State):
    """A state that is not as a state should be."""

    odd: Any = None
    more: list[list[int]] = []


noted = [1]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"odd": (1, 2)}, "read again it is not the same"),
        ({"odd": {1, 2}}, "set, which is no plain data"),
        ({"odd": float("nan")}, "nan"),
        ({"odd": len}, "no plain data"),
        ({"odd": object()}, "no plain data"),
        ({"more": [noted, noted]}, "are the same thing"),
        ({"odd": noted, "more": [noted]}, "are the same thing"),
    ],
)
def test_a_state_that_is_no_plain_data_is_found(fields: dict[str, Any], said: str):
    assert said in faults_of_state(Loose(**fields))


def test_a_state_that_is_plain_has_no_faults():
    assert faults_of_state(Loose(odd=[1, {"a": [2]}], more=[[1], [1]])) == ""


def test_a_state_with_a_fault_breaks_the_law():
    async def alias(book: Variant, play: Play[Lane]) -> None:
        fighters = play.state.fighters
        fighters["again"] = fighters["a1"]

    assert broken_law(contract.PlainState, variant(alias)) == "3"


def test_a_rule_that_keeps_an_object_over_a_checkpoint_is_found_by_its_copies():
    async def keep(book: Any, play: Play[Lane]) -> None:
        if play.state.turn == 1:
            book.kept = play.state.fighters["a1"]
        await play.ask(Number("A", "a choice", "Strength?", ("SK-LAN-02",), 0, 1))
        book.kept.life += 1

    assert broken_law(contract.Copies, variant(keep)) == "4"


def test_an_option_that_is_not_accepted_is_found():
    class Boastful(ChooseOne):
        def options(self) -> list[Option]:
            return [*super().options(), Option("fly", "fly")]

    async def ask(book: Variant, play: Play[Lane]) -> None:
        await play.ask(
            Boastful("A", "a choice", "What now?", ("SK-LAN-02",), lambda: [Candidate("walk", "walk")])
        )

    assert broken_law(contract.Answers, variant(ask)) == "5"


def test_a_question_without_an_option_is_found():
    class Mute(Number):
        def options(self) -> list[Option]:
            return []

    async def ask(book: Variant, play: Play[Lane]) -> None:
        await play.ask(Mute("A", "a choice", "What now?", ("SK-LAN-02",), 0, 1))

    assert broken_law(contract.Answers, variant(ask)) == "5"


def test_a_sample_that_is_refused_is_found():
    class Wild(Number):
        def sample(self, chance: Any) -> Any:
            return 99

    async def ask(book: Variant, play: Play[Lane]) -> None:
        await play.ask(Wild("A", "a choice", "What now?", ("SK-LAN-02",), 0, 1))

    assert broken_law(contract.Answers, variant(ask)) == "5"


def asking(read: Callable[[Play[Lane], Any], Any]) -> Make:
    """A step with a question that reads its answers in a way of its own."""

    async def ask(book: Variant, play: Play[Lane]) -> None:
        class Own(Number):
            def read(self, answer: Any) -> Any:
                return read(play, answer)

        await play.ask(Own("A", "a choice", "How many?", ("SK-LAN-02",), 0, 1))

    return variant(ask)


def test_a_refused_answer_that_changes_something_is_found():
    def read(play: Play[Lane], answer: Any) -> Any:
        if answer in (0, 1):
            return answer
        play.state.beast_life += 1
        raise refuse("SK-LAN-02", "No.", "Say 0 or 1.")

    assert broken_law(contract.Answers, asking(read)) == "5"


def test_a_refusal_without_reasons_is_found():
    def read(play: Play[Lane], answer: Any) -> Any:
        if answer in (0, 1):
            return answer
        raise refuse("", "No.")

    assert broken_law(contract.Answers, asking(read)) == "5"


def test_an_answer_that_trips_the_rules_is_found():
    def read(play: Play[Lane], answer: Any) -> Any:
        return {0: 0, 1: 1}[answer]

    assert broken_law(contract.Answers, asking(read)) == "5"


def test_an_answer_that_is_accepted_though_it_is_not_legal_is_found():
    class Lenient(Number):
        def legal(self, answer: Any) -> Any:
            return refuse("SK-LAN-02", "No.", "Never.").refusals[0] if answer == 7 else None

        def read(self, answer: Any) -> Any:
            return answer

    async def ask(book: Variant, play: Play[Lane]) -> None:
        await play.ask(Lenient("A", "a choice", "How many?", ("SK-LAN-02",), 0, 1))

    assert broken_law(contract.Answers, variant(ask)) == "5"


def test_looking_at_options_may_not_change_anything():
    async def ask(book: Variant, play: Play[Lane]) -> None:
        def candidates() -> list[Candidate]:
            play.state.beast_life += 1
            return [Candidate("walk", "walk")]

        await play.ask(ChooseOne("A", "a choice", "What now?", ("SK-LAN-02",), candidates))

    assert broken_law(contract.Answers, variant(ask)) == "5"


@pytest.mark.parametrize(
    ("rules", "to"),
    [((), None), (("",), None), (("SK-XXX-99",), None), (("SK-LAN-02",), ("Z",))],
    ids=["no rule", "an empty rule", "an unknown rule", "an unknown seat"],
)
def test_an_event_without_rules_or_audience_is_found(rules: tuple[str, ...], to: tuple[str, ...] | None):
    async def tell(book: Variant, play: Play[Lane]) -> None:
        play.tell("something happened", *rules, to=to)

    known = Catalogue.load("tests.kernel.sk").rules

    assert broken_law(lambda: contract.Events(known), variant(tell)) == "7"


def test_an_event_that_changes_after_it_was_told_is_found():
    async def tell(book: Variant, play: Play[Lane]) -> None:
        play.state.fate["A"] = 5
        play.tell("fate counted", "SK-LAN-02", fate=play.state.fate)

    assert broken_law(contract.Events, variant(tell)) == "7"


def test_a_die_without_an_event_is_found():
    async def roll(book: Variant, play: Play[Lane]) -> None:
        await play.roll(1, "weather", "SK-LAN-02")
        play.log.cut(len(play.log) - 1)

    assert broken_law(contract.Events, variant(roll)) == "7"


# ---- leaks ------------------------------------------------------------------------------------------


async def _nothing(book: Variant, play: Play[Lane]) -> None:
    return None


def hidden_place(play: Play[Lane]) -> int:
    """What A may not know."""
    return play.state.fighters["b2"].at


def test_a_view_that_leaks_is_found():
    def view(self: SK, state: Lane, seat: str | None) -> dict[str, Any]:
        return {**SK.view(self, state, seat), "secret": state.fighters["b2"].at}

    assert broken_law(contract.Secrecy, variant(_nothing, view=view)) == "8"


def test_a_view_that_hides_too_little_is_found():
    def hide(self: SK, state: Lane, seat: str | None) -> Lane:
        return state

    def twins(self: SK, state: Lane, seat: str, chance: Any) -> tuple[Lane, Lane]:
        return state, SK.imagine(SK.hide(state, seat), seat, chance)

    assert broken_law(contract.Secrecy, variant(_nothing, hide=hide, twins=twins)) == "8"


def test_what_is_hidden_otherwise_beside_what_everybody_knows_is_found():
    def hide_beside(self: SK, public: Lane, state: Lane, seat: str) -> Lane:
        return state

    assert broken_law(contract.Secrecy, variant(_nothing, hide_beside=hide_beside)) == "8"


def test_a_seat_that_sees_more_than_the_parts_named_as_its_own_is_found():
    def own_parts(self: SK, state: Lane, seat: str) -> dict[str, Any]:
        return {}

    assert broken_law(contract.Secrecy, variant(_nothing, own_parts=own_parts)) == "8"


def test_a_seat_whose_own_parts_are_all_named_is_fine():
    def own_parts(self: SK, state: Lane, seat: str) -> dict[str, Any]:
        mine: dict[str, Any] = SK.showing(self, state, seat)
        return mine

    assert broken_law(contract.Secrecy, variant(_nothing, own_parts=own_parts), seeds=3) == ""


def test_words_of_what_everybody_knows_that_differ_from_seat_to_seat_are_found():
    def own_parts(self: SK, state: Lane, seat: str) -> dict[str, Any]:
        mine: dict[str, Any] = SK.showing(self, state, seat)
        return mine

    def sentence(self: SK, event: Event, state: Lane) -> str:
        return f"{event.kind} {state.fighters['b2'].at}"

    async def tell(book: Variant, play: Play[Lane]) -> None:
        await play.ask(Number("A", "a choice", "How many?", ("SK-SEC-01",), 0, 1))
        play.tell("leaves rustled", "SK-SEC-01")

    broken = variant(tell, own_parts=own_parts, sentence=sentence)
    assert broken_law(contract.Secrecy, broken) == "8"


def test_an_event_that_leaks_is_found():
    async def tell(book: Variant, play: Play[Lane]) -> None:
        play.tell("leaves rustled", "SK-SEC-01", near=hidden_place(play))

    assert broken_law(contract.Secrecy, variant(tell)) == "8"


def test_an_event_that_happens_only_where_somebody_is_hidden_is_found():
    async def tell(book: Variant, play: Play[Lane]) -> None:
        if hidden_place(play) > 5:
            play.tell("leaves rustled", "SK-SEC-01")

    assert broken_law(contract.Secrecy, variant(tell)) == "8"


def test_a_roll_for_all_that_depends_on_a_secret_is_found():
    async def roll(book: Variant, play: Play[Lane]) -> None:
        await play.roll(1 + hidden_place(play), "noise", "SK-SEC-01")

    assert broken_law(contract.Secrecy, variant(roll)) == "8"


def test_the_same_roll_unseen_is_fine():
    async def roll(book: Variant, play: Play[Lane]) -> None:
        await play.roll(1 + hidden_place(play), "noise", "SK-SEC-01", to=())

    assert broken_law(contract.Secrecy, variant(roll), seeds=3) == ""


def test_an_option_that_depends_on_a_secret_is_found():
    async def ask(book: Variant, play: Play[Lane]) -> None:
        await play.ask(Number("A", "a choice", "How many?", ("SK-SEC-01",), 0, max(0, hidden_place(play))))

    assert broken_law(contract.Secrecy, variant(ask)) == "8"


def test_an_answer_whose_legality_depends_on_a_secret_is_found():
    async def ask(book: Variant, play: Play[Lane]) -> None:
        class Careful(Number):
            def read(self, answer: Any) -> Any:
                if answer == hidden_place(play):
                    raise refuse("SK-SEC-01", "Somebody is there.", "Go elsewhere.")
                return super().read(answer)

            def options(self) -> list[Option]:
                return [Option(NOWHERE, "nowhere")]

            def sample(self, chance: Any) -> Any:
                while True:
                    number = super().sample(chance)
                    if self.legal(number) is None:
                        return number

        await play.ask(Careful("A", "a choice", "Where?", ("SK-SEC-01",), NOWHERE, 11))

    assert broken_law(contract.Secrecy, variant(ask), seeds=20) == "8"


def test_a_refusal_that_tells_a_secret_is_found():
    def why(play: Play[Lane], _question: Decision, word: str) -> Refusal:
        return Refusal("SK-SEC-01", f"{word} is not at {hidden_place(play)}.", "Name another.")

    async def ask(book: Variant, play: Play[Lane]) -> None:
        question = ChooseOne("A", "a choice", "Which?", ("SK-SEC-01",), lambda: [Candidate("x", "x")])
        await play.ask(question.explained(partial(why, play)))

    assert broken_law(contract.Secrecy, variant(ask)) == "8"


def test_a_book_explains_refusals_by_what_the_asked_seat_may_know():
    def why_barred(self: SK, state: Lane, question: Decision, word: str) -> Refusal | None:
        return Refusal("SK-SEC-01", f"{word} is not at {state.fighters['b2'].at}.", "Name another.")

    async def ask(book: Variant, play: Play[Lane]) -> None:
        await play.ask(ChooseOne("A", "a choice", "Which?", ("SK-SEC-01",), lambda: [Candidate("x", "x")]))

    made = variant(ask, why_barred=why_barred)
    assert broken_law(contract.Secrecy, made, seeds=3) == ""
    question = made(Dice(Seeded(1))).decision_for("A")
    assert question is not None
    assert question.legal("b2") == Refusal("SK-SEC-01", f"b2 is not at {NOWHERE}.", "Name another.")


def test_asking_another_seat_only_where_there_is_a_secret_is_found():
    async def ask(book: Variant, play: Play[Lane]) -> None:
        if hidden_place(play) > 5:
            await play.ask(Number("B", "a choice", "Ambush?", ("SK-SEC-01",), 0, 1).secretly())

    assert broken_law(contract.Secrecy, variant(ask)) == "8"


def test_asking_always_and_in_secret_is_fine():
    async def ask(book: Variant, play: Play[Lane]) -> None:
        await play.ask(
            Number("B", "a choice", "Ambush?", ("SK-SEC-01",), 0, max(0, hidden_place(play))).secretly()
        )

    assert broken_law(contract.Secrecy, variant(ask), seeds=3) == ""


def test_what_the_rules_reveal_openly_is_no_leak():
    async def tell(book: Variant, play: Play[Lane]) -> None:
        play.state.fighters["b2"].hidden = False
        play.tell("fighter detected", "SK-SEC-02", reveals=True, space=hidden_place(play))

    assert broken_law(contract.Secrecy, variant(tell), seeds=3) == ""


# ---- undo -------------------------------------------------------------------------------------------


def test_a_game_that_takes_too_much_back_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Game, "_something_was_revealed_since", lambda self, target: False)
    assert broken_law(contract.Undo, maker(SK)) == "9"


def test_a_game_that_takes_nothing_back_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Game, "_something_was_revealed_since", lambda self, target: True)
    assert broken_law(contract.Undo, maker(SK)) == "9"


def test_a_game_that_takes_back_what_others_built_upon_is_found(monkeypatch: pytest.MonkeyPatch):
    policy = Game.may_undo

    def lenient(self: Game[Any], seat: str, target: int, consent: Any) -> bool:
        return policy(self, seat, target, consent) or target < len(self.journal) - 3

    monkeypatch.setattr(Game, "may_undo", lenient)
    assert broken_law(contract.Undo, maker(SK)) == "9"


def test_an_undo_that_is_not_recorded_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Game, "_note_undo", lambda self, seat, target, agreed: None)
    assert broken_law(contract.Undo, maker(SK)) == "9"
