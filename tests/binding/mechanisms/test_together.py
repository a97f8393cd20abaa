"""What several seats do at once: talk, choose in secret, plot in rounds, move part by part."""

from __future__ import annotations

from sandtable.binding.mechanisms.together import ask_in_rounds, choose_in_secret, run_together, talk
from sandtable.kernel.decision import Number
from sandtable.kernel.play import Play
from tests.binding.mechanisms.stage import Stage, staged
from tests.playing import answer, kinds


def test_talk_goes_on_until_all_are_silent_and_what_was_said_is_kept():
    async def act(play: Play[Stage]) -> None:
        await talk(play, play.state.seats, "TH-1", "spoken", play.state.said, rounds=3, longest=9)

    game = staged(act)
    told = answer(game, "hello", "", "bye", "bye", "", "")
    assert [one.facts["said"] for one in told] == [{"A": "hello"}, {"A": "bye", "B": "bye"}]
    assert game.state.said == ["A: hello", "A: bye", "B: bye"]
    assert game.decision is None


def test_talk_ends_after_its_rounds_though_somebody_has_more_to_say():
    async def act(play: Play[Stage]) -> None:
        await talk(play, play.state.seats, "TH-1", "spoken", play.state.said, rounds=1, longest=9)

    game = staged(act)
    answer(game, "another", "thing")
    assert game.decision is None


def test_a_choice_in_secret_is_known_to_nobody_before_all_have_chosen():
    async def act(play: Play[Stage]) -> None:
        chosen = await choose_in_secret(play, play.state.seats, "TH-1", "order", ("walk", "wait"))
        play.tell("chosen", "TH-1", **chosen)

    game = staged(act)
    assert game.answer("wait", seat="B") == []
    assert game.waiting_for == ("A",)
    (told,) = answer(game, "walk")
    assert told.facts == {"A": "walk", "B": "wait"}


def test_questions_in_rounds_ask_every_seat_once_a_round_and_keep_the_order_of_the_questions():
    async def act(play: Play[Stage]) -> None:
        questions = [Number(seat, "plot", f"{seat}?", ("TH-1",), 0, 9) for seat in ("A", "A", "B", "A")]
        answers = await ask_in_rounds(play, "plot", "Plot.", "TH-1", questions)
        play.tell("plotted", "TH-1", answers=answers)

    game = staged(act)
    rounds, told = [], []
    for number in (1, 5, 2, 3):
        rounds.append(game.waiting_for)
        told = answer(game, number)
    assert rounds == [("A", "B"), ("B",), ("A",), ("A",)]
    assert told[0].facts == {"answers": [1, 2, 5, 3]}


def test_all_move_part_by_part_and_one_that_is_stopped_goes_no_further():
    async def act(play: Play[Stage]) -> None:
        async def go(mover: str, part: int) -> bool:
            play.tell(f"{mover} {part}", "TH-1")
            return (mover, part) != ("a", 2)

        await run_together({"a": [1, 2, 3], "b": [4, 5], "c": [6, 7, 8]}, go)

    game = staged(act)
    assert kinds(game.events()) == ["a 1", "b 4", "c 6", "a 2", "b 5", "c 7", "c 8"]
