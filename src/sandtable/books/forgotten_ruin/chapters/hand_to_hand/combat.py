"""A combat: one figure against one or more opponents, and what is known of it from step to step."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, Outcome
from sandtable.books.forgotten_ruin.state import Battle, Enemy, FigureId, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import Moment
from sandtable.kernel import Modifier, total_of
from sandtable.table import Point

END_OF_PHASE = "end of phase"
RAMPAGE = "rampage"
AT_ONCE = "at once"


class Combat(Moment):
    """One figure alone against others; a combat of two has either of them alone."""

    told = "The dice of a hand-to-hand combat lie there."

    lone: FigureId
    others: tuple[FigureId, ...]
    movers: tuple[FigureId, ...] = ()
    """Whose moves started it."""
    across: str = ""
    """The Linear piece over which it is fought."""
    kind: str = END_OF_PHASE
    """ "end of phase", "rampage" (in a monster's move) or "at once"."""
    rules: tuple[str, ...] = ()
    leader: FigureId = ""
    """Who leads the others."""
    second: FigureId = ""
    """Who deals the second Hit of the others, once that is known."""
    weapons: dict[FigureId, Weapon] = {}
    dice: dict[FigureId, list[int]] = {}
    """The natural faces of everybody's dice."""
    bonus: dict[FigureId, list[int]] = {}
    """What traits have added to each of them."""
    modifiers: dict[FigureId, list[Modifier]] = {}
    """What is added to the die of the lone figure and of the leader."""
    forced: FigureId = ""
    """The figure that wins whatever the totals are, where a special rule says so."""
    hits: dict[FigureId, list[Hit]] = {}
    """The Hits that each figure takes."""
    stood: dict[FigureId, Point] = {}
    """Where everybody stood when the blows fell; a pushed figure goes away from there (FR-HTH-33)."""
    outcomes: dict[FigureId, Outcome] = {}
    backed_up: list[FigureId] = []
    """The figures that had to back up because the opponent was Stuck."""

    def __post_init__(self) -> None:
        self.leader = self.others[0]

    @property
    def figures(self) -> tuple[FigureId, ...]:
        """Everybody in it."""
        return (self.lone, *self.others)

    @property
    def is_multiple(self) -> bool:
        """Whether several fight against one."""
        return len(self.others) > 1

    def head_of(self, id: FigureId) -> FigureId:
        """Who leads the side of a figure."""
        return self.lone if id == self.lone else self.leader

    def opponent_of(self, id: FigureId) -> FigureId:
        """Who leads the other side."""
        return self.leader if id == self.lone else self.lone

    def side_of(self, id: FigureId) -> tuple[FigureId, ...]:
        """Everybody on the side of a figure."""
        return (self.lone,) if id == self.lone else self.others

    def die_of(self, id: FigureId) -> tuple[FigureId, int]:
        """The die that counts for the side of a figure, its single best one: whose, and its place."""
        head = self.head_of(id)
        dice = [(one, place) for one in self.side_of(id) for place in range(len(self.dice.get(one, ())))]

        # Of equal scores the best natural face counts, then a die of the leader, whose blow it is.
        def worth(die: tuple[FigureId, int]) -> tuple[int, int, bool]:
            face = self.dice[die[0]][die[1]]
            return face + self.added_to(*die), face, die[0] == head

        return max(dice, key=worth, default=("", 0))

    def added_to(self, id: FigureId, place: int) -> int:
        """What a trait has added to one die of a figure."""
        bonus = self.bonus.get(id, ())
        return bonus[place] if place < len(bonus) else 0

    def natural_of(self, id: FigureId) -> int:
        """The natural face that counts for the side of a figure; 0 before it has rolled."""
        whose, place = self.die_of(id)
        return self.dice[whose][place] if whose else 0

    def total_of(self, id: FigureId) -> int:
        """The combat total of the side of a figure, never below 0 (FR-PRN-17)."""
        whose, place = self.die_of(id)
        if not whose:
            return 0
        die = self.dice[whose][place] + self.added_to(whose, place)
        return max(0, die + total_of(self.modifiers.get(self.head_of(id), ())))

    @property
    def has_rolled(self) -> bool:
        """Whether both sides have rolled."""
        return bool(self.dice.get(self.lone)) and any(one in self.dice for one in self.others)

    @property
    def winner(self) -> FigureId:
        """The head of the side with the higher total; empty on a draw."""
        if self.forced:
            return self.head_of(self.forced)
        mine, theirs = self.total_of(self.lone), self.total_of(self.leader)
        if mine == theirs:
            return ""
        return self.lone if mine > theirs else self.leader

    def is_halted(self, id: FigureId) -> bool:
        """Whether a Rampaging monster goes no farther: it lost, or had to back up (FR-BIG-05)."""
        return self.winner == self.opponent_of(id) or id in self.backed_up

    @property
    def facts(self) -> dict[str, Any]:
        """Who fights whom, and the totals."""
        known: dict[str, Any] = {"figure": self.lone, "opponents": list(self.others)}
        if self.has_rolled:
            known |= {"total": self.total_of(self.lone), "opposing": self.total_of(self.leader)}
        return known

    @property
    def about(self) -> tuple[str, ...]:
        """Who fights whom."""
        return self.figures


def combat_of(
    state: Battle,
    one: Soldier | Enemy,
    *others: Soldier | Enemy,
    kind: str = END_OF_PHASE,
    rules: tuple[str, ...] = (),
) -> Combat:
    """A combat of these figures, with what the contacts tell; the first one starts it unless a phase ends."""
    ids = {each.id for each in others}
    met = [
        each
        for each in state.contacts
        if (each.mover == one.id and each.other in ids) or (each.other == one.id and each.mover in ids)
    ]
    seats = [each.seat for each in (one, *others) if isinstance(each, Soldier)]
    across = next((each.across for each in met if each.across), "")
    return Combat(
        seats[0] if seats else state.lead,
        one.id,
        tuple(each.id for each in others),
        movers=tuple(dict.fromkeys(each.mover for each in met)) if kind == END_OF_PHASE else (one.id,),
        across=across,
        kind=kind,
        rules=rules,
    )
