"""Questions to seats: the kinds are few and closed; each lists its answers late and checks exactly."""

from sandtable.kernel.decision.choices import Allocate, ChooseOne, ChooseSeveral, YesNo
from sandtable.kernel.decision.filling import Field, FillIn
from sandtable.kernel.decision.forms import Brings, Dye, Form, Measuring, Purse, Spent, Step, Thrown
from sandtable.kernel.decision.measured import ListedPlanner, Move, Place, Planner, TargetArea
from sandtable.kernel.decision.question import (
    PASS,
    Answer,
    Candidate,
    Chance,
    Decision,
    Hint,
    Option,
    plain,
    shown,
)
from sandtable.kernel.decision.saying import Number, TypedDice, Words
from sandtable.kernel.decision.together import Together

__all__ = [
    "PASS",
    "Allocate",
    "Answer",
    "Brings",
    "Candidate",
    "Chance",
    "ChooseOne",
    "ChooseSeveral",
    "Decision",
    "Dye",
    "Field",
    "FillIn",
    "Form",
    "Hint",
    "ListedPlanner",
    "Measuring",
    "Move",
    "Number",
    "Option",
    "Place",
    "Planner",
    "Purse",
    "Spent",
    "Step",
    "TargetArea",
    "Thrown",
    "Together",
    "TypedDice",
    "Words",
    "YesNo",
    "plain",
    "shown",
]
