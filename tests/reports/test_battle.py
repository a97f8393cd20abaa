"""The report of a duel of which every figure is known."""

from __future__ import annotations

import pytest

from sandtable.kernel.refusal import Refused
from sandtable.reports.battle import Report, report_of
from sandtable.reports.fates import Loss
from sandtable.reports.text import text_of
from tests.reports.duel import ORDERS, duel, duel_record


@pytest.fixture(scope="module")
def report() -> Report:
    """The duel told afterwards."""
    return report_of(duel_record())


def test_it_says_what_was_played_and_who_won(report: Report):
    assert (report.title, report.book_title, report.rounds, report.answers) == ("The Duel", "Duel", 3, 7)
    assert report.summary == "Army won 9 to 6. Night has fallen."
    assert [(side.name, side.points, side.won) for side in report.sides] == [
        ("Army", 9, True),
        ("Band", 6, False),
    ]
    assert report.sides[0].rows[0].label == "strength that is left"
    assert report.sides[0].rows[0].rules == ("DU-END",)


def test_the_course_follows_the_judge_and_ends_with_the_result(report: Report):
    assert [one.place for one in report.course] == [1, 2, 3, 4, 5, 6, 7]
    # 12 against 12; then A is 3 behind, 1 behind, and at last 3 ahead.
    assert [one.chance for one in report.course] == pytest.approx(
        [0.5, 0.5, 0.375, 0.4583, 0.4583, 0.625, 1.0], abs=1e-4
    )
    assert [one.at for one in report.course] == sorted(one.at for one in report.course)
    assert report.course[0].at == 1


def test_the_greatest_swings_are_the_turning_points(report: Report):
    points = report.turning_points
    assert [(one.number, one.round, one.place) for one in points] == [(1, 1, 3), (2, 2, 4), (3, 3, 6)]
    assert [one.change for one in points] == pytest.approx([-0.125, 0.0833, 0.1667], abs=1e-4)
    assert points[0].words == "Bows B1 hit Bows A2 3 times, costing 3."
    assert points[1].words == "Axes hit Bows B1 2 times, costing 2. Bows B1 was shaken."
    assert points[2].words == "Axes hit Bows B1 4 times, costing 4. Bows B1 was routed."
    assert points[2].rules == ("DU-HIT", "DU-LOS", "DU-ROU")
    assert points[2].lines[0].words == "Axes rolled (6, 6, 6, 6)."


def test_counting_points_at_the_end_is_no_turning_point():
    told = report_of(
        duel_record(("A", "strike A1 B1", "march B1"), {"to hit (A1)": (6, 6, 1, 1), "test B1": (6, 6)}, 2)
    )
    assert told.course[-1].chance == 1.0
    assert [one.place for one in told.turning_points] == [2]


def test_every_unit_has_its_fate(report: Report):
    fates = {one.unit: one for one in report.fates}
    assert [one.name for one in report.fates] == ["Axes", "Bows A2", "Bows B1", "Fish & <Chips>"]
    assert fates["A2"].losses == (Loss(1, 2, 3, 3, "B1"),)
    assert fates["B1"].losses == (Loss(2, 3, 4, 2, "A1"), Loss(3, 5, 6, 4, "A1", "routed"))
    assert (fates["B1"].left, fates["B1"].place) == (0, "routed")
    assert (fates["A1"].left, fates["A1"].place, fates["A1"].losses) == (6, "", ())


def test_who_walks_off_by_itself_was_driven_off_by_nobody():
    told = report_of(duel_record(("A", "leave A1", "march B1"), {}, 2))
    fate = next(one for one in told.fates if one.unit == "A1")
    assert fate.losses == (Loss(1, 1, 2, 0, "", "left"),)
    assert (fate.left, fate.place) == (6, "left")
    assert told.deeds == ()


def test_the_best_deeds_are_told(report: Report):
    assert [(one.name, one.words) for one in report.deeds] == [
        ("Axes", "drove Bows B1 off the table and took 6 strength in all."),
        ("Fish & <Chips>", "took the chest in round 2."),
        ("Bows B1", "took 3 strength from the enemy."),
    ]


def test_there_is_a_map_before_the_first_turn_and_after_each(report: Report):
    titles = ["Deployed", *(f"Round {number}, {name}" for number in (1, 2, 3) for name in ("Army", "Band"))]
    assert [one.title for one in report.maps] == titles
    assert [len(one.marks) for one in report.maps] == [4, 4, 4, 4, 4, 3, 3]
    axes = report.maps[1].marks[0]
    assert (axes.at, axes.came) == ((9.5, 4.0), (6.5, 4.0))
    assert report.maps[2].marks[0].came is None
    assert report.maps[3].marks[2].word == "shaken"
    assert "Axes 6 of 6 in the south" in report.maps[0].words
    assert [one.key for one in report.maps].count(True) == 4
    assert report.maps[0].key
    assert report.maps[-1].key
    assert [len(one.markers) for one in report.maps] == [1, 1, 1, 1, 0, 0, 0]


def test_luck_is_read_from_the_rules_and_their_modifiers(report: Report):
    mine, theirs = report.luck
    # 8 dice on 4+, and a test on 6+ with its modifier, which was passed.
    assert (mine.hits.tried, mine.hits.rolled, mine.hits.expected) == (8, 6, 4.0)
    assert (mine.tests.tried, mine.tests.rolled) == (1, 1)
    assert mine.tests.expected == pytest.approx(26 / 36)
    assert (theirs.hits.rolled, theirs.tests.rolled) == (3, 0)


def test_a_draw_and_a_game_that_was_given_up_are_told_as_such():
    drawn = report_of(duel_record(("A", "march A1", "march B1"), {}, 2))
    assert drawn.summary == "A draw 12 to 12. Night has fallen."
    assert drawn.course[-1].chance == 0.5
    given_up = report_of(duel_record(ORDERS[:3]))
    assert given_up.summary == "The battle was not played to its end."
    assert given_up.result is None


def test_a_game_without_dice_or_turns_has_a_report_too():
    told = report_of(duel_record(()))
    assert (told.course, told.turning_points, told.maps, told.deeds) == ((), (), (), ())
    assert "none that needed a number" in text_of(told)


def test_a_record_that_does_not_tell_everything_is_refused():
    from sandtable.kernel.records.record import record_for

    with pytest.raises(Refused, match="does not tell everything"):
        report_of(record_for(duel(), "A"))


def test_a_book_without_a_table_is_refused():
    import sandtable
    import tests.kernel.sk.book  # noqa: F401 - makes SK known
    from sandtable.kernel.records.record import record_of

    with pytest.raises(Refused, match="shows no table"):
        report_of(record_of(sandtable.new("sk", seed=1)))


def test_typed_dice_are_counted_like_any_others():
    from sandtable.kernel.dice import Typed
    from sandtable.kernel.game import new_game
    from sandtable.kernel.records.record import record_of
    from tests.reports.duel import Duel

    book = Duel()
    game = new_game(book, book.set_up(None, {}, {"last": 2}), Typed(), {"seats": {"A": "", "B": ""}})
    for answer in ("A", "strike A1 B1", [6, 6, 1, 1], [6, 6], "march B2"):
        game.answer(answer)
    told = report_of(record_of(game))
    assert [(one.hits.rolled, one.tests.rolled) for one in told.luck] == [(2, 0), (0, 1)]


def test_the_report_as_text(report: Report):
    told = text_of(report)
    assert "Army won 9 to 6. Night has fallen." in told
    assert "3. Round 3, +17 %. Axes hit Bows B1 4 times" in told
    assert "[DU-HIT DU-LOS DU-ROU]" in " ".join(told.split())
    assert max(map(len, told.splitlines())) <= 100
