"""Law 10: a question and its options say as data what they are about."""

from __future__ import annotations

import pytest

from sandtable.kernel.contract import Meaning, watch
from sandtable.kernel.contract.meaning import faults_of
from sandtable.kernel.decision import Candidate, ChooseOne, ChooseSeveral, Decision
from sandtable.kernel.game import new_game
from sandtable.table.showing import Marker, Showing, Unit
from sandtable.table.terrain import Ground
from tests.last_stand import LastStand, Stand

TABLE = Showing(
    Ground(12, 12),
    (
        Unit("S1", "Ann", "soldier", 0, "A", models=((1, 1),)),
        Unit("M1", "Orcs", "mob", 1, "", models=((5, 5), (6, 5)), figures=("M1.1", "M1.2")),
    ),
    (Marker("chest1", "chest", (9, 9)),),
)


def asked(
    *candidates: Candidate, topic: str = "fire", about: tuple[str, ...] = ("S1",), **facts: object
) -> Decision:
    return ChooseOne("A", topic, "At whom?", ("LS-1",), lambda: candidates, facts, about=about)


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        (asked(Candidate("hide", "Hide"), topic=""), "has no topic"),
        (asked(Candidate("hide", "Hide"), about=("S9",)), "is about 'S9', which is not on the table"),
        (asked(Candidate("x", "X", about=("M1.7",))), "offers 'x', about 'M1.7', which is not on the table"),
        (asked(Candidate("M1", "the Orcs")), "offers 'M1', which names 'M1' and is not about it"),
        (asked(Candidate("fire M1.2", "fire")), "offers 'fire M1.2', which names 'M1.2' and is not about it"),
        (
            asked(Candidate("x", "X", facts={"targets": ["M1.1"]})),
            "offers 'x', which names 'M1.1' and is not about it",
        ),
        (
            ChooseSeveral("A", "fire", "At whom?", ("LS-1",), lambda: [Candidate("M1", "the Orcs")]),
            "offers 'M1', which names 'M1' and is not about it",
        ),
    ],
)
def test_what_is_said_in_words_alone_is_found(question: Decision, fault: str):
    assert list(faults_of(question, TABLE)) == [fault]


def test_what_is_said_as_data_is_fine():
    question = asked(
        Candidate("fire M1.2", "fire", about=("M1.2",), facts={"from": "S1"}),
        Candidate("open chest1", "open", about=("chest1",)),
        Candidate("end", "end"),
        soldier="S1",
    )
    assert list(faults_of(question, TABLE)) == []


def test_a_book_with_a_table_keeps_the_law():
    watch(lambda dice: new_game(LastStand(), Stand(), dice), 1, 80, Meaning())
