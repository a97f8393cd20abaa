"""What programs, players and books of others may stand on; docs/reference/api.md says what is promised."""

from sandtable import Game, Refused, from_bytes, known_books, load, new
from sandtable.kernel.advice import Advice, Adviser
from sandtable.kernel.book import Book, Result
from sandtable.kernel.cases.position import read_position_file, write_position_file
from sandtable.kernel.check import Modifier, Needed
from sandtable.kernel.citation import NotWritten, rule
from sandtable.kernel.contract import Broken, check_book
from sandtable.kernel.decision import (
    Allocate,
    Candidate,
    ChooseOne,
    ChooseSeveral,
    Decision,
    Field,
    FillIn,
    Move,
    Number,
    Option,
    Place,
    Planner,
    TargetArea,
    Together,
    Words,
    YesNo,
)
from sandtable.kernel.dice import Dice, For, Sealed, Seeded, Typed
from sandtable.kernel.event import Event
from sandtable.kernel.offers import Cover, ForceOffer, Offers, ScenarioOffer, Suggestion, SwitchOffer
from sandtable.kernel.play import Play
from sandtable.kernel.records.record import Record, read_record, record_of, write_record
from sandtable.kernel.records.replay import Difference, first_difference
from sandtable.kernel.records.sealed import Verdict, verify
from sandtable.kernel.refusal import Refusal, refuse
from sandtable.kernel.state import State, copy_state
from sandtable.kernel.testing import covers
from sandtable.kernel.window import Windows
from sandtable.lab.match import Job, Outcome, Score, paired_jobs, play_jobs, score_of
from sandtable.lab.odds import Odds, odds_of
from sandtable.players import Player, Reply, View, ask, make_player, play_out, register_player
from sandtable.table.showing import Badge, Clock, Fact, Marker, Showing, Standing, Unit
from sandtable.table.terrain import Ground, Piece

__all__ = [
    "Advice",
    "Adviser",
    "Allocate",
    "Badge",
    "Book",
    "Broken",
    "Candidate",
    "ChooseOne",
    "ChooseSeveral",
    "Clock",
    "Cover",
    "Decision",
    "Dice",
    "Difference",
    "Event",
    "Fact",
    "Field",
    "FillIn",
    "For",
    "ForceOffer",
    "Game",
    "Ground",
    "Job",
    "Marker",
    "Modifier",
    "Move",
    "Needed",
    "NotWritten",
    "Number",
    "Odds",
    "Offers",
    "Option",
    "Outcome",
    "Piece",
    "Place",
    "Planner",
    "Play",
    "Player",
    "Record",
    "Refusal",
    "Refused",
    "Reply",
    "Result",
    "ScenarioOffer",
    "Score",
    "Sealed",
    "Seeded",
    "Showing",
    "Standing",
    "State",
    "Suggestion",
    "SwitchOffer",
    "TargetArea",
    "Together",
    "Typed",
    "Unit",
    "Verdict",
    "View",
    "Windows",
    "Words",
    "YesNo",
    "ask",
    "check_book",
    "copy_state",
    "covers",
    "first_difference",
    "from_bytes",
    "known_books",
    "load",
    "make_player",
    "new",
    "odds_of",
    "paired_jobs",
    "play_jobs",
    "play_out",
    "read_position_file",
    "read_record",
    "record_of",
    "refuse",
    "register_player",
    "rule",
    "score_of",
    "verify",
    "write_position_file",
    "write_record",
]

GAMES = (
    "new", "load", "from_bytes", "known_books", "Game", "Event", "Result", "Refused", "Refusal", "Dice",
    "Seeded", "Sealed", "Typed",
)  # fmt: skip
"""To begin a game, play it and keep it."""

PLAYERS = (
    "Player", "View", "Reply", "Decision", "Option", "make_player", "register_player", "ask", "play_out",
)  # fmt: skip
"""To write a player and let it play."""

BOOKS = (
    "Book", "State", "Play", "For", "Candidate", "ChooseOne", "ChooseSeveral", "YesNo", "Number",
    "Words", "Allocate", "FillIn", "Field", "Place", "Move", "TargetArea", "Planner", "Together",
    "Windows", "Needed", "Modifier", "Advice", "Adviser", "Offers", "Cover", "ScenarioOffer", "ForceOffer",
    "SwitchOffer", "Suggestion", "rule", "refuse", "copy_state", "NotWritten",
)  # fmt: skip
"""To write a book: its state, its questions, what it offers and advises."""

TABLES = (
    "Showing", "Unit", "Marker", "Clock", "Standing", "Badge", "Fact", "Ground", "Piece",
)  # fmt: skip
"""To show what lies on the table."""

TESTS = ("check_book", "Broken", "covers")
"""To test a book."""

FILES = (
    "Record", "record_of", "read_record", "write_record", "first_difference", "Difference", "verify",
    "Verdict", "read_position_file", "write_position_file",
)  # fmt: skip
"""To read and write records and positions, and to put records to the proof."""

FIGURES = (
    "Odds", "odds_of", "Job", "Outcome", "Score", "paired_jobs", "play_jobs", "score_of",
)  # fmt: skip
"""To work out chances and to let players play many games."""

PARTS = {
    "Games": GAMES,
    "Players": PLAYERS,
    "Books": BOOKS,
    "Tables": TABLES,
    "Tests": TESTS,
    "Files": FILES,
    "Figures": FIGURES,
}
"""Everything in here, by what it is for."""
