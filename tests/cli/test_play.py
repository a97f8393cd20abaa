"""`sandtable play` with scripted input: whole games, every command, secrets, dice, and polite ends."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.books.companies_and_captains.chapters import activation
from sandtable.cli.play import keeping
from sandtable.kernel.journal import Answered
from sandtable.players import registry
from sandtable.players.player import Reply
from sandtable.players.uniform import Uniform
from tests.cli.conftest import Told

POSITION = Path(__file__).parent / "river.position.yaml"


def first_battle(*lines: str, options: tuple[str, ...] = (), seed: int = 3) -> Told:
    """The first battle with these lines typed; the input then ends."""
    typed = "".join(f"{line}\n" for line in lines)
    return Told("play", "--plain", "--seed", str(seed), *options, typed=typed)


def play(*lines: str, options: tuple[str, ...] = (), seed: int = 26) -> Told:
    """A game from a position that does not depend on how automatic players think."""
    return first_battle(*lines, options=("--position", str(POSITION), *options), seed=seed)


@pytest.fixture(scope="module")
def by_advice() -> str:
    """A whole first battle in which the player takes all advice and the other does anything."""
    return first_battle(*["auto"] * 400, options=("--players", "B=uniform"), seed=5).out


def test_the_first_battle_asks_the_first_real_question_at_once():
    told = first_battle()
    assert told.code == 0
    before, _, after = told.out.partition("A: Which Group acts next?")
    assert "You lead the River Watch" in before
    assert before.count("\nA: ") == 0
    assert "1 A1 Shieldbearers  Heavy Foot, 12 of 12  [CC-ACT-01]" in after


def test_a_whole_game_is_played_to_its_end(by_advice: str):
    assert re.search(
        r"The game is over: (the last turn is over|round 20 is over|the \w+ has no Group left)", by_advice
    )
    assert re.search(r"(River Watch|Hill Raiders) won|A draw", by_advice)
    assert "Points: " in by_advice
    assert "broke a rule" not in by_advice


def test_the_same_seed_and_the_same_lines_play_the_same_game(by_advice: str):
    assert first_battle(*["auto"] * 400, options=("--players", "B=uniform"), seed=5).out == by_advice


def test_a_game_answered_by_number_or_enter_alone_ends_too():
    told = first_battle(*["1", ""] * 1000, options=("--players", "B=uniform"), seed=2)
    assert told.code == 0
    assert "The game is over" in told.out


def test_a_game_without_people_plays_by_itself():
    told = first_battle(options=("--players", "A=uniform,B=uniform"))
    assert told.code == 0
    assert "The game is over" in told.out
    assert "> " not in told.out


def test_orders_are_shown_with_number_percentage_rule_and_what_is_barred_with_its_reason():
    out = play("A1").out
    assert "1 Move   5+, 83 %  [CC-MOV-01]" in out
    assert re.search(
        r"Attack Axes \(B1\): no\. No model of Shieldbearers can reach Axes\. \(CC-MEL-02\) Choose", out
    )


def test_a_barred_answer_is_refused_with_its_reason_and_changes_nothing():
    out = play("A1", "attack B1", "move").out
    assert out.count("No model of Shieldbearers can reach Axes. (CC-MEL-02)") == 2
    assert "A1 Shieldbearers got the order to Move." in out


@pytest.mark.parametrize("typed", ["1", "proposal 1", "to 27,11.5", "forward 6", "north 6", "towards B1 6"])
def test_a_move_is_typed_as_number_name_place_or_direction(typed: str):
    out = play("A1; move", typed).out
    assert "A1 Shieldbearers moved to 27 east, 12 north." in out


def test_single_models_are_moved_by_number_and_a_broken_group_is_refused():
    out = play("A1; move", "models 1: 40,20", "models 99: 1,1", "models one: 1,1").out
    assert "(CC-MOV-01)" in out
    assert "There is no model 99. Models are numbered 1 to 12." in out
    assert 'Write it like "models 1: 3,4 2: 5,6.5".' in out


def test_several_answers_in_one_line_follow_each_other():
    out = play("A1; move; forward 6; A2; move; hold").out
    assert out.count("\n> ") == 6
    assert "A2 Bowmen got the order to Move." in out


def test_what_was_typed_ahead_is_forgotten_when_something_is_wrong():
    out = play("A1; dance; move; hold").out
    assert '"dance" is none of the answers.' in out
    assert "got the order to Move" not in out


def test_why_shows_the_rules_of_an_answer_and_what_is_against_a_barred_one():
    out = play("A1", "why 1", "why 2", "why", "why 77", "why x").out
    assert "CC-MOV-01  Models move one by one" in out
    assert "No: Shieldbearers is not in melee. (CC-RET-01)" in out
    assert "CC-ACT-05" in out
    assert "There is no answer 77." in out
    assert '"x" is no number.' in out


def test_barred_lists_what_is_not_allowed():
    out = play("barred", "A1", "barred").out
    assert "Nothing is barred." in out
    assert out.count("Attack Axes (B1): no.") == 2


def test_odds_tell_what_may_follow_and_how_likely():
    out = play("A1", "odds 1", "odds nothing").out
    assert re.search(r"exactly; .*:\n +83 % .* the turn goes on\n +17 % .* the turn is over\n", out)
    assert '"nothing" is none of the answers.' in out


def test_a_hint_gives_advice_with_reasons_and_rules():
    out = play("A1", "hint", "move", "hint").out
    assert re.search(r"> hint\nMove: .+\[CC-BOT-", out)
    assert re.search(r"(> hint\n|  or )to [0-9.]+,[0-9.]+: ", out)


def test_undo_takes_back_even_dice_when_only_the_program_could_mind():
    out = play("A1", "move", "undo", "undo", "undo").out
    assert out.count("Taken back.") == 2
    assert "A has answered nothing that could be taken back." in out


def test_an_automatic_player_knows_nothing_of_what_was_taken_back(monkeypatch: pytest.MonkeyPatch):
    asked: list[Noting] = []

    class Noting(Uniform):
        """Notes which player is asked; every game has its own."""

        def reply(self, view: Any, decision: Any) -> Reply:
            asked.append(self)
            return super().reply(view, decision)

    monkeypatch.setattr(registry, "_registered", {"noting": lambda seed, detail: Noting(seed)})
    out = play("end turn", "undo", "end turn", options=("--players", "A=human,B=noting")).out
    assert "Taken back." in out
    first, last = asked[0], asked[-1]
    assert first is not last
    before, after = asked.count(first), asked.count(last)
    assert asked == [first] * before + [last] * after


def test_two_people_must_agree_before_dice_are_taken_back():
    options = ("--players", "A=human,B=human")
    refused = play("1", "move", "undo", "n", options=options).out
    assert re.search(r"[AB]: may [AB] take back the last answer\? \(y/n\) n", refused)
    assert "It can be taken back with the consent of" in refused
    assert "Taken back." in play("1", "move", "undo", "y", options=options).out


def test_a_game_is_saved_loaded_and_gone_on_with(tmp_path: Path):
    save = tmp_path / "game.save"
    told = play("A1; move; hold", f"save {save}")
    assert f"Saved in {save}." in told.out
    again = Told("play", "--plain", "--load", str(save), typed="log 1\n")
    assert "A1 Shieldbearers moved to" in again.out
    assert "1 A2 Bowmen" in again.out
    inside = play("A2", f"load {save}", "log 1")
    assert "A1 Shieldbearers moved to" in inside.out


def test_a_game_that_was_left_goes_on_with_resume(own_data_folder: Path):
    left = play("A1; move; hold", "quit")
    assert "The game is kept in" in left.out
    assert len(list(own_data_folder.rglob("*.save"))) == 1
    again = Told("play", "--plain", "--resume", typed="log 1\n")
    assert "A1 Shieldbearers moved to" in again.out
    assert len(list(own_data_folder.rglob("*.save"))) == 1


def test_nobody_else_on_the_machine_reads_the_games_that_keep_themselves(own_data_folder: Path):
    own_data_folder.mkdir(parents=True, exist_ok=True)
    own_data_folder.chmod(0o755)
    play("A1; move; hold", "quit")
    (save,) = own_data_folder.rglob("*.save")
    modes = [stat.S_IMODE(one.stat().st_mode) for one in (own_data_folder, save.parent, save)]
    assert [oct(one) for one in modes] == ["0o700", "0o700", "0o600"]


def test_only_so_many_games_keep_themselves_and_each_has_a_name_of_its_own(own_data_folder: Path):
    game = sandtable.new("companies-and-captains", position=str(POSITION), seed=1)
    keepers: list[keeping.Keeper] = []
    for number in range(keeping.KEPT + 2):
        keepers.append(keeping.Keeper.for_new_game(f"Battle {number // 2}"))
        keepers[-1].keep(game)
        os.utime(keepers[-1].path, (number, number))
    assert len({keeper.path for keeper in keepers}) == keeping.KEPT + 2
    kept = keeping.kept_games()
    assert kept == [keeper.path for keeper in reversed(keepers[2:])]
    assert keeping.latest_kept() == keepers[-1].path


def test_a_game_that_is_over_is_shown_over_by_resume():
    first_battle(options=("--players", "A=uniform,B=uniform"))
    told = Told("play", "--plain", "--resume")
    assert told.code == 0
    assert "The game is over" in told.out


def test_a_loaded_game_does_not_write_over_the_one_that_was_left(own_data_folder: Path, tmp_path: Path):
    save = tmp_path / "game.save"
    play(f"save {save}")
    play("A1; move; hold", f"load {save}", "A2")
    kept = [sandtable.load(path) for path in own_data_folder.rglob("*.save")]
    assert len(kept) == 3
    assert sorted(len(game.journal) > 2 for game in kept) == [False, False, True]


def test_there_is_nothing_to_resume_at_first():
    told = Told("play", "--resume")
    assert told.code == 2
    assert told.err == "There is no game to go on with. Start one with sandtable play.\n"


def test_the_end_of_the_input_names_the_save_and_is_no_error():
    told = play("A1")
    assert told.code == 0
    assert re.search(r"The game is kept in .+\.save\.\nGo on with: sandtable play --resume\n$", told.out)


def test_map_card_log_rules_secrets_and_help_answer():
    lines = ("?", "map", "card B2", "card", "card Z9", "log 3", "rules cover", "rules CC-TER-06", "rules")
    out = play(*lines, "secrets", "rules xyzzy", "/card A1").out
    assert "odds N" in out
    assert out.count("Pitched Battle   round 1") == 2
    assert "x B2 Javelins  Light Missile, 12 of 12" in out
    assert 'There is no unit "Z9".' in out
    assert "CC-TER-05  Near an obstacle is Cover" in out
    assert "CC-TER-06  Cover: hits are rerolled\n  When a Group" in out
    assert "CC-ACT-10" in out
    assert 'No rule holds "xyzzy".' in out
    assert "o A1 Shieldbearers  Heavy Foot, 12 of 12" in out


def test_the_log_is_told_from_its_end():
    out = play("A1; move; hold", "log 2", "log many").out
    assert re.search(r"\.\.\. \d+ sentences before these\n- A1 Shieldbearers obeyed\.", out)
    assert '"many" is no number.' in out


def test_who_leaves_is_proposed_and_taken_by_enter():
    lines = ("orders losing models ask", *["1", ""] * 60)
    out = first_battle(*lines, options=("--players", "B=greedy"), seed=2).out
    assert re.search(r"Which models of \w+ leave\?", out)
    assert "or just Enter for what the program would choose: " in out


def test_a_position_is_written_and_begins_a_game(tmp_path: Path):
    path = tmp_path / "here.position.yaml"
    play("A1; move; hold", f"position {path}")
    told = Told("play", "--plain", "--position", str(path), "--seed", "1", typed="")
    assert told.code == 0
    assert "1 A2 Bowmen" in told.out


def test_typed_dice_are_asked_for_and_checked():
    out = play("A1; move", "3 9", "x", "1 2 3", "34", options=("--dice", "A=typed")).out
    assert "A: Roll 2 dice for Shieldbearers to Move, needs 5+ and type what they show." in out
    assert "9 is no face of a D6." in out
    assert '"x" is no roll. Type 2 numbers from 1 to 6.' in out
    assert "needed 5+ to Move, rolled 3 + 4 = 7." in out


def test_with_typed_dice_the_program_still_rolls_for_the_setup_it_makes():
    out = first_battle(options=("--dice", "typed")).out
    assert "and type what" not in out
    assert "Which Group acts next?" in out


def test_sealed_dice_are_published_before_the_first_roll(tmp_path: Path):
    save = tmp_path / "sealed.save"
    first_battle(f"save {save}", options=("--dice", "sealed"))
    assert set(sandtable.load(save).header["sealed"]) == {"commitment", "salts"}


SET_UP = ("--set-up", "--option", "terrain_mode=open", "--company", "A=automata", "--company", "B=iron-hold")


def test_setup_is_made_by_hand_or_handed_over_with_quick():
    out = first_battle("quick", options=SET_UP).out
    assert "took its place at" in out
    assert "round 1" in out
    begun = first_battle("quick", "quick", options=SET_UP).out
    assert "The battle has begun." in begun


def test_a_curtain_hides_what_one_of_two_people_chooses_in_secret():
    deploy = ["1"] * 80
    out = first_battle(*deploy, options=(*SET_UP, "--players", "A=human,B=human")).out
    first, _, rest = out.partition("The next question is for A (Automata) alone.")
    assert "Which ambitions do you have?" not in first
    between, _, after = rest.partition("The next question is for B (Iron Hold) alone.")
    assert "A: Which ambitions do you have?" in between
    assert "A: Which ambitions do you have?" not in after
    assert "We Will Not Break: holds so far" not in after.split("B: Which ambitions")[0]


def test_secrets_of_one_of_two_people_are_shown_behind_a_curtain():
    out = play("secrets", "", "", options=("--players", "A=human,B=human")).out
    before, _, after = out.partition("The next question is for A (River Watch) alone.\n")
    assert "Give Better Than We Get" not in before
    assert "Give Better Than We Get: not yet fulfilled" in after
    assert "Do Not Waver" not in out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--scenario", "nowhere"), "There is no scenario 'nowhere'. (CC-SET-04)"),
        (("--players", "A=wizard"), 'There is no player "wizard".'),
        (("--players", "Z=human"), 'There is no seat "Z".'),
        (("--players", "greedy"), '"greedy" names no seat.'),
        (("--dice", "loaded"), 'There are no dice "loaded".'),
        (("--dice", "Z=typed"), 'There is no seat "Z".'),
        (("--company", "A"), '"A" is no force.'),
        (("--company", "A=nobody"), '"nobody" is no file and no ready force. Ready are bearfolk-war-party, '),
        (("--option", "wings=on"), "There is no switch"),
        (("--load", "nothing.save"), "nothing.save: it cannot be read"),
        (("--position", "nothing.yaml"), "nothing.yaml: it cannot be read"),
        (("--book", "nothing"), 'There is no book "nothing".'),
    ],
)
def test_bad_options_end_with_two_and_a_sentence(options: tuple[str, ...], sentence: str):
    told = Told("play", "--plain", *options)
    assert told.code == 2
    assert told.err.startswith(sentence)


def test_a_company_comes_from_a_file(tmp_path: Path):
    file = tmp_path / "blue.txt"
    file.write_text("The Blue\nGuard: Heavy Foot; Captain\nRiders: Heavy Cavalry\n")
    told = first_battle("quick", options=("--company", f"A={file}", "--scenario", "broken-field", "--set-up"))
    assert "The Blue" in told.out


@pytest.mark.parametrize(
    "line", ["save", "save /nowhere/at/all.save", "load", "load nothing.save", "record", "position"]
)
def test_a_file_that_cannot_be_used_is_refused_and_the_game_goes_on(line: str):
    out = play(line, "A1").out
    assert "What shall Shieldbearers do?" in out
    assert re.search(r"No file is named|There is no folder|cannot be read", out)


def test_a_failure_of_the_program_is_a_sentence_and_the_game_goes_on(
    own_data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(activation, "why_not_activate", lambda state, group: None)
    monkeypatch.setattr(activation, "choose_order", fail)
    told = play("A1", "log 1")
    assert told.code == 0
    assert "The program failed (ZeroDivisionError: by nought)." in told.out
    assert "Nothing has changed; another answer may do." in told.out
    assert "Which Group acts next?" in told.out
    assert "ZeroDivisionError" in (own_data_folder / "trouble.txt").read_text()


def test_a_command_that_fails_says_so_in_a_sentence(own_data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("sandtable.cli.play.command.start", fail)
    told = Told("play", "--plain")
    assert told.code == 70
    assert told.err.startswith("The program failed (ZeroDivisionError: by nought).")
    assert (own_data_folder / "trouble.txt").exists()


# ---- trouble with the disk -------------------------------------------------------------------------------


def full(*_: object) -> None:
    """What writing to a full disk comes to."""
    raise OSError(28, "No space left on device")


def test_a_game_that_cannot_be_kept_says_so_once_and_goes_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.fsync", full)
    told = play("A1", "undo", "A1", "hold")
    assert told.code == 0
    assert told.out.count("This game cannot keep itself") == 1
    assert "No space left on device" in told.out
    assert "The game is kept in" not in told.out


def test_a_file_that_cannot_be_written_is_refused_and_the_game_goes_on(tmp_path: Path):
    (tmp_path / "folder").mkdir()
    told = play(f"save {tmp_path}/folder", f"record {tmp_path}/folder", f"position {tmp_path}/folder", "A1")
    assert told.code == 0
    assert told.out.count("it cannot be written") == 3
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(".")]


def test_an_answer_is_kept_before_the_automatic_player_thinks(monkeypatch: pytest.MonkeyPatch):
    def killed(*_: object) -> None:
        raise SystemExit(9)

    monkeypatch.setattr("sandtable.cli.play.session.Session._let_automatic_player_answer", killed)
    told = play("end turn")
    assert told.code == 9
    kept = sandtable.load(keeping.latest_kept())
    assert [one.answer for one in kept.journal if isinstance(one, Answered) and one.seat == "A"] == [
        "end turn"
    ]


def test_a_guided_exercise_tells_a_newcomer_what_a_question_is_about_before_it_is_put():
    book = ("--book", "forgotten-ruin", "--scenario", "exercise-1")
    out = Told("play", "--plain", "--seed", "1", *book, typed="1\n").out
    hint, _, question = out.partition("A: Which fire team takes part?")
    assert "Hint: A fire team is four soldiers" in hint
    assert "[FR-EXR-07]" in hint
    assert "Hint: Take what is proposed" in question
    never = Told("play", "--plain", "--seed", "1", *book, "--option", "hints=never", typed="1\n").out
    assert "Hint: " not in never


def test_a_player_on_a_real_table_sets_right_what_the_program_believes_of_it():
    mine = ("--book", "forgotten-ruin", "--scenario", "exercise-1", "--option", "on_my_table=true")
    typed = "1\n1\nok\ncorrect S3 at 12,1\ncorrect S3 sideways\ncorrect\n"
    out = Told("play", "--plain", "--seed", "1", *mine, typed=typed).out
    assert "Put Ames at 12.0 in from the west edge and 1.0 in from the south edge." in out
    assert '"S3 sideways" is not understood. Say it like S1 at 10.5,6' in out
    told = out.rpartition("> correct\n")[2]
    assert "stands at " in told
    assert "\nSay it like S1 at 10.5,6; " in told
    assert "is not understood" not in told
    assert "may not give rulings" in play("correct S3 at 11,4").out


def test_whoever_rolls_on_the_real_table_does_so_once_the_program_has_set_up():
    mine = ("--book", "forgotten-ruin", "--scenario", "exercise-1", "--quick", "--dice", "typed")
    out = Told("play", "--plain", "--seed", "1", *mine, typed="ok\n1\nfire\n1\n6\n").out
    assert "- Where the terrain lies: " in out
    assert "Roll one die for Ames to hit, 6 or more, and type what it shows." in out
    assert "Ames to hit, needs 6+: 6 (hardly visible (FR-LOS-04))." in out
    assert "for damage to Orc " in out


def test_a_single_figure_goes_to_a_place_that_is_typed_and_leaves_by_an_edge():
    book = ("--book", "forgotten-ruin", "--scenario", "exercise-1")
    typed = "1\n1\nok\nS3\nmove\nto 12,1.5\nend activation\nS4\nmove\nleave south\n"
    out = Told("play", "--plain", "--seed", "1", *book, typed=typed).out
    assert "Ames moves 1.5″." in out
    assert 'Or type "to 24,18", "forward 4", "towards M1 4"' in out
    assert "Boyd leaves over the south edge." in out.rpartition("> leave south")[2]
    assert "is gone: left." in out


def test_a_whole_intention_is_typed_in_one_line():
    told = first_battle("could A2 to 36,27", "go bowmen to 36,27", "go A9 to 1,1", "go A1 at C7")
    assert re.search(r"Bowmen, Move, [0-9.]+″ of 8″", told.out)
    assert told.out.count("Bowmen, Move, ") == 2
    assert '"a9" begins with nobody on the table.' in told.out
    assert 'There is no "c7" on the table.' in told.out
    assert "Where does Bowmen Move?" not in told.out


def test_an_intention_that_cannot_be_done_is_told_and_changes_nothing():
    told = first_battle("go A2 to 900,900", "go A2 at B1", "undo")
    assert "has answered nothing that could be taken back" in told.out


def test_standing_orders_are_listed_set_and_refused():
    told = first_battle(
        "orders", "orders losing models ask", "orders luck never", "orders only answer perhaps"
    )
    assert "losing models: as proposed" in told.out
    assert "losing models: ask" in told.out
    assert 'There is no standing order "luck never".' in told.out
    assert 'Questions with one answer cannot be set to "perhaps".' in told.out


def test_what_answers_itself_is_told():
    told = first_battle(*["1", ""] * 60, options=("--players", "B=greedy"), seed=2)
    assert re.search(r"Which models of \w+ leave\? .*\(by itself: Losing models\)", told.out)
