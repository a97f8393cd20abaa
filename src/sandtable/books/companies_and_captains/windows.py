"""The moments of this book at which special rules may be used, and what is known at each of them."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Modifier, Needed, Play, Windows, rule
from sandtable.kernel.decision import Thrown

ORDER_GIVEN = "order given"
"""An order is declared and the dice are not rolled yet: automatic passes. Moment: `ActivationTest`."""
ACTIVATION_FAILED = "activation failed"
"""An activation test, or a Reckless check, has failed: rerolls. Moment: `ActivationTest`."""
ORDER_CARRIED_OUT = "order carried out"
"""An order has been carried out after its test: what a good roll allows besides. Moment: `ActivationTest`."""
RECKLESS_CHECK_DUE = "Reckless check due"
"""A Group is about to take its Reckless check: Calming. Moment: `RecklessCheck`."""
ATTACK_DECLARED = "attack declared"
"""An Attack was activated and the attackers are not placed yet: reactions. Moment: `AttackDeclared`."""
TO_HIT_ROLLED = "dice to hit rolled"
"""Window A of a to-hit roll: the roller's own rerolls. Moment: `ToHit`."""
HITS_SCORED = "hits scored"
"""Window B of a to-hit roll, after Cover: rerolls that the target forces. Moment: `ToHit`."""
RESILIENCE_ROLLED = "Resilience rolled"
"""The 2d6 of a Resilience test lie on the table: forced rerolls, then Embolden. Moment: `ResilienceTest`."""
RALLY_FAILED = "rally failed"
"""A Group has failed to rally and nothing has followed yet: Wicked. Moment: `ResilienceTest`."""


class Moment(msgspec.Struct, eq=False):
    """What is known at a moment; special rules read it and change it."""

    group: Group

    @property
    def facts(self) -> dict[str, Any]:
        """What programs that are asked something at this moment are told."""
        return {"group": self.group.id}

    @property
    def about(self) -> tuple[str, ...]:
        """Whom a question at this moment is about."""
        return (self.group.id,)


class ActivationTest(Moment, eq=False):
    """A Group tries to carry out an order."""

    order: str
    """The name of the order: "Move", "Attack", "Cast" ..."""
    need: Needed
    target: Group | None = None
    passed_by: str = ""
    """The rule by which it passes without a roll, set in the window."""
    faces: tuple[int, ...] = ()
    rerolled: bool = False
    """An optional reroll has been used (CC-GEN-07: at most one)."""

    @property
    def thrown(self) -> Thrown | None:
        """The dice so far."""
        return Thrown(self.faces) if self.faces else None

    @property
    def passed(self) -> bool:
        """Whether the order is carried out."""
        return bool(self.passed_by) or sum(self.faces) >= self.need.number

    @property
    def facts(self) -> dict[str, Any]:
        """The order, its number and the dice so far."""
        known = {"group": self.group.id, "order": self.order, "need": self.need.number, "faces": self.faces}
        return known if self.target is None else {**known, "target": self.target.id}


class RecklessCheck(Moment, eq=False):
    """A Reckless Group is about to check; a special rule may let it off."""

    ignored: bool = False


class AttackDeclared(Moment, eq=False):
    """A Group has been Attacked and may react before the attackers are placed; `group` is the target."""

    attacker: Group
    reacted: str = ""
    """The reaction that was tried (CC-PTR-14: only one)."""
    counts_as_attacking: bool = False
    """A Defiant test succeeded: the target uses its attacking number."""
    attack_is_over: bool = False
    """The reaction ended the Attack before contact."""

    @property
    def facts(self) -> dict[str, Any]:
        """Who is Attacked by whom."""
        return {"group": self.group.id, "attacker": self.attacker.id}


class ToHit(Moment, eq=False):
    """One roll to hit; `group` rolls, `target` may be hit."""

    target: Group
    need: Needed
    dice: int
    how: str
    """ "shooting", "elusive shots", "projectile", "blast" or "melee"."""
    in_cover: bool = False
    """The target has Cover against this roll."""
    is_attacking: bool = False
    """The roller attacks, or counts as attacking."""
    because: tuple[str, ...] = ()
    """The rules behind the number of dice, the order and the Cover, cited with the roll."""
    faces: list[int] = []
    rerolled: set[int] = set()
    """The places of dice that were rerolled in the present window, or in all with single windows."""

    @property
    def thrown(self) -> Thrown | None:
        """The dice so far, each of which hits or not."""
        return Thrown(tuple(self.faces), self.need.number) if self.faces else None

    @property
    def in_melee(self) -> bool:
        """Whether this is a roll of melee."""
        return self.how == "melee"

    def hits(self) -> list[int]:
        """The places of the dice that hit."""
        return [place for place, face in enumerate(self.faces) if face >= self.need.number]

    def misses(self) -> list[int]:
        """The places of the dice that miss."""
        return [place for place, face in enumerate(self.faces) if face < self.need.number]

    @property
    def facts(self) -> dict[str, Any]:
        """Who rolls at whom, what is needed, the faces, and which dice have been rolled again already."""
        again = {"rerolled": [place + 1 for place in sorted(self.rerolled)]} if self.rerolled else {}
        return {
            "group": self.group.id,
            "target": self.target.id,
            "how": self.how,
            "need": self.need.number,
            "faces": list(self.faces),
            **again,
        }


class ResilienceTest(Moment, eq=False):
    """A Group Tests Resilience."""

    reason: str
    """ "R lost", "rally", "company" or "opening"."""
    need: Needed
    modifiers: tuple[Modifier, ...]
    attacked_by: Group | None = None
    """The Group whose Attack cost the R, where it was an Attack."""
    faces: list[int] = []
    forced: bool = False
    """The forced reroll has been made (CC-GEN-07: one at most)."""
    rerolled: bool = False
    """The optional reroll has been made."""
    passed_by: str = ""
    """The rule by which it passes without, or in spite of, the dice."""

    @property
    def feared(self) -> Group | None:
        """The Group whose Attack cost the R, if it is Terrifying."""
        attacker = self.attacked_by
        return attacker if attacker is not None and attacker.has("Terrifying") else None

    @property
    def thrown(self) -> Thrown | None:
        """The dice so far."""
        return Thrown(tuple(self.faces)) if self.faces else None

    @property
    def result(self) -> int:
        """The dice with every modifier."""
        return sum(self.faces) + sum(one.value for one in self.modifiers)

    @property
    def passed(self) -> bool:
        """Whether the test is passed."""
        return bool(self.passed_by) or self.result >= self.need.number

    @property
    def facts(self) -> dict[str, Any]:
        """The dice, the modifiers, the result and what is needed."""
        return {
            "group": self.group.id,
            "reason": self.reason,
            "faces": list(self.faces),
            "modifiers": [str(one) for one in self.modifiers],
            "result": self.result,
            "need": self.need.number,
        }


@rule("CC-GEN-14")
def seats_in_order(play: Play[Battle], _now: Moment) -> tuple[str, ...]:
    """Companies of the side that is not active come first, then the active side; each in seat order."""
    state = play.state
    return state.sides[1 - state.active] + state.sides[state.active]


WINDOWS = Windows(seats_in_order)
