"""The game machine: decisions, dice, events, refusals, records; it knows no book, no table and no network.

The words that chapters are written in are imported from here; the rest from the modules.
"""

from sandtable.kernel.advice import Advice
from sandtable.kernel.check import Modifier, Needed, total_of
from sandtable.kernel.citation import NotWritten, rule
from sandtable.kernel.decision import (
    PASS,
    Allocate,
    Answer,
    Candidate,
    Chance,
    ChooseOne,
    ChooseSeveral,
    Decision,
    Field,
    FillIn,
    Hint,
    Measuring,
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
from sandtable.kernel.dice import Dice, For
from sandtable.kernel.event import Event, Harm
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.state import State, copy_state
from sandtable.kernel.window import Moment, Windows

__all__ = [
    "PASS",
    "Advice",
    "Allocate",
    "Answer",
    "Candidate",
    "Chance",
    "ChooseOne",
    "ChooseSeveral",
    "Decision",
    "Dice",
    "Event",
    "Field",
    "FillIn",
    "For",
    "Harm",
    "Hint",
    "Measuring",
    "Modifier",
    "Moment",
    "Move",
    "Needed",
    "NotWritten",
    "Number",
    "Option",
    "Place",
    "Planner",
    "Play",
    "Refusal",
    "Refused",
    "State",
    "TargetArea",
    "Together",
    "Windows",
    "Words",
    "YesNo",
    "copy_state",
    "refuse",
    "rule",
    "total_of",
]
