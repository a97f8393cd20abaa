"""The contract of a game: answers, undo, choices made together, typed dice, changed dice, rulings, copies."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.contract.tools import moment
from sandtable.kernel.dice import Dice, Rolled, Scripted, Seeded, Source, Typed, UnnamedDice
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.journal import Answered
from sandtable.kernel.machine import KEPT_CHECKPOINTS
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refused
from tests.kernel.sk.book import SK, STEPS
from tests.kernel.sk.scenes import ford, scene
from tests.kernel.sk.state import Lane
from tests.playing import answer, asked, kinds, play_on

SEATS = ["A", "B", "M"]


def ruling_by_chance(game: Game[Lane], chance: random.Random) -> bool:
    """Some ruling of the Game Master; whether it was accepted."""
    name = chance.choice(["place", "set life", "show", "judge", "end", "reopen", "dance"])
    facts = {
        "fighter": chance.choice(["a1", "b2", "z9"]),
        "space": chance.randrange(-1, 13),
        "life": chance.randrange(4),
    }
    try:
        game.rule("M", name, facts)
    except Refused:
        return False
    return True


def wild_step(game: Game[Lane], chance: random.Random, *, other_dice: bool = True) -> None:
    """Something that can happen at a table: mostly an answer, sometimes a ruling or other dice."""
    what = chance.random()
    if what < 0.12:
        ruling_by_chance(game, chance)
    elif what < 0.18 and other_dice:
        sources: list[Source] = [Typed(), Seeded(chance.random().hex())]
        game.change_dice(chance.choice(["A", "B"]), chance.choice(sources))
    elif game.decision is not None:
        play_on(game, chance, 1)


# ---- undo ---------------------------------------------------------------------


@given(st.integers(0, 100_000))
@settings(max_examples=40)
def test_whatever_was_played_going_back_by_consent_gives_the_very_game_of_that_moment(seed: int):
    chance = random.Random(seed)
    game = ford(seed, master=True, turns=3)
    past: dict[int, Any] = {}
    for _ in range(45):
        if game.decision is not None:
            past[game.number] = moment(game)
        wild_step(game, chance, other_dice=False)
        if chance.random() < 0.1 and game.number:
            go_back(game, chance, past)
    while game.number:
        go_back(game, chance, past)


def go_back(game: Game[Lane], chance: random.Random, past: dict[int, Any]) -> None:
    """Go back to some question with everybody's consent."""
    target, seat, journal = chance.randrange(game.number), chance.choice(["A", "B"]), game.journal
    game.undo(seat, to=target, consent=[one for one in SEATS if one != seat])
    assert game.number == target
    assert game.journal == journal[: len(game.journal)]
    assert moment(game) == past[target]


@given(st.integers(0, 100_000), st.integers(1, 40))
@settings(max_examples=40)
def test_going_back_and_answering_alike_on_the_same_dice_leads_to_the_same_game(seed: int, most: int):
    game = ford(seed)
    given_answers = play_on(game, random.Random(seed), most)
    faces = [entry for entry in game.journal if isinstance(entry, Rolled)]
    end = moment(game)
    target = random.Random(seed + 1).randrange(len(given_answers))
    game.undo("A", to=target, consent=["B"])
    used = sum(isinstance(entry, Rolled) for entry in game.journal)
    game.dice = Dice(Given(faces[used:]))
    for one in given_answers[target:]:
        answer(game, one)
    assert moment(game).fingerprint == end.fingerprint
    assert moment(game).question == end.question


class Given:
    """Rolls that are known beforehand."""

    name = "seeded"

    def __init__(self, rolls: list[Rolled]) -> None:
        self.rolls = list(rolls)

    def roll(self, wanted: Any) -> Rolled:
        """The next one."""
        return self.rolls.pop(0)


def test_an_own_answer_is_taken_back_while_nothing_became_known():
    game = scene(("traps",), {"a1": 0, "b1": 6})
    answer(game, 3)
    game.undo("A")
    assert game.waiting_for == ("A",)
    answer(game, 4)
    assert game.state.traps == {"A": 4}
    assert [note.facts["taken back"][0]["answer"] for note in game.notes] == [3]


def test_after_another_seat_has_answered_consent_is_needed():
    game = scene(("traps", "talk"), {"a1": 0, "b1": 6})
    answer(game, 3, 4)
    with pytest.raises(Refused, match="consent of B"):
        game.undo("A")
    assert game.notes == []
    game.undo("A", consent=["B"])
    assert game.number == 0


def test_dice_on_the_table_are_not_taken_back():
    game = scene(("traps", "reaction"), {"a1": 0}, {"reaction of A": [3]}, seats=("A",))
    assert game.seats == ("A",)
    answer(game, 3)
    game.undo("A")
    assert game.number == 0, "whoever plays alone may go back anywhere"
    two = scene(("traps", "reaction"), {"a1": 0, "b1": 5}, Seeded(1))
    answer(two, 3, 4)
    with pytest.raises(Refused, match="consent of A"):
        two.undo("B")


def test_typed_dice_are_dice_on_the_table_too():
    game = scene(("reaction",), {"a1": 0, "b1": 5}, Dice(Typed(), machine=Seeded(0)))
    answer(game, [4])
    with pytest.raises(Refused, match="consent of B"):
        game.undo("A")
    game.undo("A", consent=["B"])
    answer(game, [5])
    assert game.events()[-1].facts["faces"] == (5,)


def test_a_roll_that_nobody_may_notice_does_not_forbid_an_undo():
    def at_talk(place: int, dice: dict[str, list[int]]) -> Game[Lane]:
        game = scene(("traps", "detection", "talk"), {"a1": 0, "b1": {"at": place, "hidden": True}}, dice)
        answer(game, 3, 4)
        return game

    for game in (at_talk(2, {"a1 looks for b1": [2, 2]}), at_talk(9, {})):
        game.undo("B")
        assert game.waiting_for == ("B",)


def test_nobody_takes_back_what_was_never_said():
    game = scene(("traps",), {"a1": 0, "b1": 6})
    undos: list[dict[str, Any]] = [
        {"seat": "A"},
        {"seat": "A", "to": 0},
        {"seat": "A", "to": -1},
        {"seat": "Z", "to": 5},
    ]
    for undo in undos:
        with pytest.raises(Refused, match="no such answer"):
            game.undo(**undo)


def test_the_game_master_may_go_back_anywhere():
    game = ford(3, master=True)
    play_on(game, random.Random(1))
    assert game.decision is None
    game.undo("M", to=0)
    assert game.number == 0
    assert asked(game).rule == "SK-SEC-04"


# ---- answers ---------------------------------------------------------------------


def test_late_and_double_answers_are_refused_by_the_number_of_the_question():
    game = scene(("traps", "orders"), {"a1": 0, "b1": 6})
    number = game.number_for("A")
    game.answer(3, seat="A", number=number)
    with pytest.raises(Refused, match="Question 0 to A is not open"):
        game.answer(3, seat="A", number=number)
    with pytest.raises(Refused, match="A is not asked"):
        game.answer(3, seat="A", number=game.number_for("A"))
    game.answer(5, seat="B", number=0)


def test_an_answer_is_kept_as_it_was_given():
    game = scene(("orders", "paths"), {"a1": 0, "b1": 6})
    answer(game, "walk", "charge")
    path = [1, 2]
    game.answer(path, seat="A")
    path.append(3)
    assert game.journal[-1] == Answered("A", [1, 2])


def test_an_answer_on_which_the_rules_stumble_changes_nothing():
    game = scene(("orders", "paths"), {"a1": 0, "b1": 6}, {})
    answer(game, "walk", "watch", [1])
    before, journal = moment(game), game.journal
    with pytest.raises(UnnamedDice):
        answer(game, "sentry")
    assert moment(game) == before
    assert game.journal == journal
    answer(game, "nothing")


def test_a_roll_that_was_not_used_after_all_is_rolled_again(monkeypatch: pytest.MonkeyPatch):
    game, twin = (scene(("traps", "reaction", "orders"), {"a1": 0, "b1": 6}, Seeded(5)) for _ in range(2))

    async def stumble(*_: Any) -> None:
        raise ZeroDivisionError

    answer(game, 1)
    monkeypatch.setattr("tests.kernel.sk.moving.give_dice_out", stumble)
    with pytest.raises(ZeroDivisionError):
        answer(game, 2)
    monkeypatch.undo()
    answer(game, 2)
    answer(twin, 1, 2)
    assert game.journal == twin.journal


def test_nobody_answers_when_the_game_is_over():
    game = ford(1)
    play_on(game, random.Random(1))
    assert game.waiting_for == ()
    with pytest.raises(Refused, match="over"):
        game.answer("walk")


def test_rules_that_go_round_in_a_circle_are_stopped():
    class Endless(SK):
        def result(self, state: Lane) -> None:
            return None

    with pytest.raises(AssertionError, match="without a question or a die"):
        new_game(Endless(), Lane({}, steps=("due",)), Seeded(1))


# ---- choices made together ------------------------------------------------------------------------------


@given(st.permutations(["A", "B", "M"]), st.lists(st.text("xyz", max_size=3), min_size=3, max_size=3))
@settings(max_examples=30)
def test_it_does_not_matter_who_answers_first(order: list[str], words: list[str]):
    said = dict(zip(("A", "B", "M"), words, strict=True))
    game = scene(("talk",), {"a1": 0}, seats=("A", "B", "M"))
    for place, seat in enumerate(order):
        assert set(game.waiting_for) == set(order[place:])
        told = game.answer(said[seat], seat=seat)
        if place < 2:
            assert told == []
    spoken = {seat: word for seat, word in said.items() if word}
    assert game.state.talk == [f"{seat}: {word}" for seat, word in spoken.items()]


@given(st.integers(0, 2), st.integers(0, 100))
@settings(max_examples=20)
def test_a_copy_made_while_some_have_answered_waits_for_the_others(count: int, seed: int):
    game = scene(("talk",), {"a1": 0}, seats=("A", "B", "M"))
    order = random.Random(seed).sample(["A", "B", "M"], count)
    for seat in order:
        game.answer("hush", seat=seat)
    clone = game.clone()
    assert clone.waiting_for == game.waiting_for
    for seat in game.waiting_for:
        clone.answer("hush", seat=seat)
        game.answer("hush", seat=seat)
    assert clone.state.talk == game.state.talk


# ---- dice ---------------------------------------------------------------------


@given(st.integers(0, 100_000))
@settings(max_examples=30)
def test_typed_dice_lead_to_the_same_game_as_the_same_dice_from_the_machine(seed: int):
    machine, chance = ford(seed), random.Random(seed)
    given_answers = play_on(machine, chance)
    seen = [one for one in machine.journal if isinstance(one, Rolled)]
    hidden = [one for one in seen if "looks for" in one.why]
    shown = [one for one in seen if "looks for" not in one.why]
    typed = new_game(SK(), SK().set_up("ford", {}, {"last_turn": 2}), Dice(Typed(), machine=Given(hidden)))
    waiting = list(given_answers)
    while typed.decision is not None:
        if typed.decision.kind == "typed dice":
            answer(typed, list(shown.pop(0).faces))
        else:
            answer(typed, waiting.pop(0))
    assert typed.fingerprint() == machine.fingerprint()
    assert waiting == shown == []


@given(st.integers(0, 100_000))
@settings(max_examples=30)
def test_a_wild_game_copied_at_any_moment_is_the_same_game(seed: int):
    chance = random.Random(seed)
    game = ford(seed, master=True)
    for _ in range(30):
        wild_step(game, chance)
        copy = game.clone()
        assert copy.fingerprint() == game.fingerprint()
        assert copy.waiting_for == game.waiting_for


def test_a_copy_stands_at_the_roll_that_is_being_typed_and_then_rolls_by_itself():
    game = scene(("reaction",), {"a1": 0, "b1": 5}, Dice(Typed(), machine=Seeded(0)))
    for copy in (game.clone(3), game.imagine("A", random.Random(1), 3)):
        assert asked(copy).kind == "typed dice"
        answer(copy, [4])
        answer(copy, {"die 1": "a1"})
        assert asked(copy).kind == "allocate", "B's die is not asked for"


def test_a_seat_that_changes_its_dice_in_the_middle_of_a_roll_rolls_with_the_new_ones():
    game = scene(("reaction",), {"a1": 0, "b1": 5}, Dice(Typed(), machine=Seeded(0)))
    assert asked(game).kind == "typed dice"
    game.change_dice("A", Scripted({"reaction of A": [6]}))
    assert asked(game).kind == "allocate"
    assert game.events()[-1].facts["faces"] == (6,)
    assert [note.facts for note in game.notes] == [{"source": "scripted"}]
    answer(game, {"die 1": "a1"})
    assert asked(game).kind == "typed dice", "B still types"


def test_a_seat_may_begin_to_type_in_the_middle_of_the_game():
    game = scene(("reaction",), {"a1": 0, "b1": 5}, {"reaction of A": [6]})
    game.change_dice("B", Typed())
    answer(game, {"die 1": "a1"})
    assert game.waiting_for == ("B",)
    for wrong in ([0], [7], [1, 2], 3, "3", [1.0], [True], None):
        with pytest.raises(Refused, match="Type 1 number from 1 to 6"):
            answer(game, wrong)
    answer(game, [2])
    assert game.events()[-1].facts["source"] == "typed"


def test_nobody_changes_the_dice_of_a_seat_that_is_not_there():
    with pytest.raises(Refused, match='no seat "Z"'):
        ford(1).change_dice("Z", Typed())


def test_a_roll_that_belongs_to_nobody_is_typed_by_the_first_who_may_see_it():
    class Weather(SK):
        def steps(self) -> Any:
            async def weather(play: Play[Lane]) -> None:
                await play.roll(1, "weather", "SK-LAN-02")
                await play.roll(1, "omen", "SK-LAN-02", to=("B",))

            return {**STEPS, "weather": weather}

    game = new_game(Weather(), Lane({}, steps=("weather",), last_turn=1), Dice(Typed(), machine=Seeded(1)))
    assert game.waiting_for == ("A",)
    answer(game, [3])
    assert game.waiting_for == ("B",)
    assert asked(game).secret
    answer(game, [4])
    assert kinds(game.events(seat="A")) == ["dice rolled", "turn over"]


# ---- rulings ---------------------------------------------------------------------


@given(st.integers(0, 100_000))
@settings(max_examples=30)
def test_rulings_are_recorded_replayed_and_undone(seed: int):
    chance = random.Random(seed)
    game = ford(seed, master=True)
    for _ in range(chance.randrange(25)):
        wild_step(game, chance)
    before = moment(game), game.journal
    if not ruling_by_chance(game, chance):
        assert (moment(game), game.journal) == before
        return
    after = moment(game)
    again = game.branch(
        Dice(Typed()) if game.decision and game.decision.kind == "typed dice" else Dice(Seeded(0))
    )
    assert again.fingerprint() == game.fingerprint()
    game.undo("M")
    assert moment(game) == before[0]
    assert game.journal == before[1]
    assert after.fingerprint is not None


# ---- copies ---------------------------------------------------------------------


def test_a_clone_goes_its_own_way():
    game = ford(4)
    play_on(game, random.Random(1), 12)
    before = moment(game)
    one, other = game.clone(1), game.clone(2)
    play_on(one, random.Random(2))
    play_on(other, random.Random(2))
    assert moment(game) == before
    assert one.journal != other.journal


def test_a_clone_keeps_its_past_when_the_original_goes_back():
    game = ford(4)
    play_on(game, random.Random(1), 30)
    clone = game.clone(1)
    told = clone.events(all_seats=True)
    game.undo("A", to=0, consent=["B"])
    play_on(game, random.Random(9), 30)
    assert clone.events(all_seats=True) == told


def test_a_clone_that_nobody_holds_is_gone_at_once():
    game = ford(4)
    play_on(game, random.Random(1), 12)
    gc.disable()
    try:
        gone = weakref.ref(game.clone(1))
        assert gone() is None
    finally:
        gc.enable()


def test_few_checkpoints_are_kept_and_every_question_can_still_be_reached():
    game = ford(4, turns=40)
    play_on(game, random.Random(1), 1500)
    assert len(game._checkpoints) <= 2 * KEPT_CHECKPOINTS + 1
    assert game.first_checkpoint.entries == 0
    for target in (1, game.number // 2, game.number - 1):
        copy = game.at(game._place_of(target) or 0)
        assert copy.decision is not None


def test_a_belief_agrees_with_all_that_the_seat_has_seen():
    for seed in range(15):
        game = ford(seed)
        play_on(game, random.Random(seed), 5 + seed)
        for seat in ("A", "B"):
            world = game.imagine(seat, random.Random(seed), seed)
            assert world.waiting_for == game.waiting_for
            assert world.view(seat) == game.view(seat)
            assert world.events(seat=seat) == game.events(seat=seat)


def test_a_belief_does_not_repeat_unseen_dice():
    faces = set()
    for seed in range(30):
        world = unseen_roll().imagine("A", random.Random(seed), seed)
        faces |= {entry.faces for entry in world.journal if isinstance(entry, Rolled)}
    assert len(faces) == 6


def unseen_roll() -> Game[Lane]:
    """A step that rolls unseen and then asks."""

    class Omen(SK):
        def steps(self) -> Any:
            async def omen(play: Play[Lane]) -> None:
                await play.roll(1, "omen", "SK-LAN-02", to=())
                await STEPS["talk"](play)

            return {**STEPS, "omen": omen}

    return new_game(Omen(), Lane({}, steps=("omen",), last_turn=1), Seeded(1))
