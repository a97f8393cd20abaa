"""Questions with a list of answers: one of them, several, yes or no, or one for each thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.kernel.decision.forms import Choosing, Dye, Handing, Purse, Taking, Thrown
from sandtable.kernel.decision.question import (
    PASS,
    Answer,
    Candidate,
    Chance,
    Decision,
    Option,
    pick,
    shown,
)
from sandtable.kernel.refusal import Refusal, Refused, refuse


class ChooseOne(Decision):
    """Choose one of several things."""

    kind = "choose one"
    __slots__ = ("_drawn", "_likely", "_listed", "_made", "_purses", "_recalled", "_thrown")

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        candidates: Callable[[], Sequence[Candidate]] | Sequence[Candidate],
        facts: dict[str, Any] | None = None,
        *,
        recalled: Callable[[Any], Any] | None = None,
        likely: Callable[[], Sequence[Candidate | Callable[[], Candidate]]] | None = None,
        about: tuple[str, ...] = (),
        thrown: Thrown | None = None,
        purses: Callable[[], tuple[Purse, ...]] | None = None,
    ) -> None:
        super().__init__(seat, topic, prompt, rules, facts, about)
        self._made = candidates if callable(candidates) else lambda: candidates
        """Lists the candidates: where that takes its time a book gives a function, mostly in vain."""
        self._likely = likely
        """Lists the candidates, or what makes them, without some that are barred for certain; for drawing."""
        self._listed: Sequence[Candidate] | None = None
        self._drawn: Candidate | None = None
        """The candidate that was drawn last; mostly it is given as the answer."""
        self._recalled = recalled
        """What an answer meant that was accepted before, without a list; None where only the list knows."""
        self._thrown = thrown
        """The dice that lie there while it is asked."""
        self._purses = purses
        """Tells who has how much to pay with, where the candidates are paid for."""

    def candidates(self) -> Sequence[Candidate]:
        """The candidates, listed when somebody asks for the first time."""
        if self._listed is None:
            self._listed = self._made()
        return self._listed

    def look_again(self) -> None:
        """List the candidates anew."""
        super().look_again()
        self._listed = self._drawn = None

    def form(self) -> Choosing:
        """The dice that lie there, and the purses from which is paid."""
        return Choosing(self._thrown, self._purses() if self._purses else ())

    def in_words(self, answer: Answer) -> str:
        """The label of the candidate."""
        return next((one.label for one in self.candidates() if one.key == answer), "")

    def has_heard_of(self, answer: Answer) -> bool:
        """Whether an answer is among the candidates, or something is known that bars it."""
        return any(one.key == answer for one in self.candidates()) or self.why_barred(answer) is not None

    def options(self) -> list[Option]:
        """Every candidate with nothing against it."""
        return [one.option() for one in self.candidates() if one.refusal() is None]

    def barred(self) -> list[Option]:
        """Every candidate with something against it, and what."""
        return [one.option(why) for one in self.candidates() if (why := one.refusal()) is not None]

    def sample(self, chance: Chance) -> Answer:
        """One of the options, each as likely as the other."""
        # Never from what happens to be listed already: the same chance draws the same answer.
        left, draw = [*(self._likely or self.candidates)()], chance.random
        while left:
            place = int(draw() * len(left))
            drawn = left[place]
            one = drawn if isinstance(drawn, Candidate) else drawn()
            if one.check is None or one.refusal() is None:
                self._drawn = one
                return one.key
            last = left.pop()
            if last is not drawn:
                left[place] = last
        raise AssertionError(f"no option at all: {self.prompt} ({self.rule})")

    def read(self, answer: Answer) -> Any:
        """The value of the chosen candidate."""
        drawn = self._drawn
        if drawn is not None and drawn.key == answer:
            return drawn.meaning()
        candidates = self.candidates()
        for one in candidates:
            if one.key == answer:
                why = one.refusal()
                if why is not None:
                    raise Refused(why)
                return one.meaning()
        if (why := self.why_barred(answer)) is not None:
            raise Refused(why)
        known = ", ".join(one.key for one in candidates[:20])
        raise refuse(self.rule, f"{shown(answer)} is not one of the choices.", f"Choose one of: {known}.")

    def recall(self, answer: Answer) -> Any:
        """The value of a candidate that was chosen before; nothing was against it then."""
        if self._recalled is not None and (value := self._recalled(answer)) is not None:
            return value
        for one in self.candidates():
            if one.key == answer:
                return one.meaning()
        return self.read(answer)


class YesNo(ChooseOne):
    """Do it or not."""

    kind = "yes or no"
    __slots__ = ()

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] = (),
    ) -> None:
        super().__init__(seat, topic, prompt, rules, _YES_NO, facts, about=about)

    def in_words(self, answer: Answer) -> str:
        """Yes or no."""
        return "yes" if answer is True else "no"

    def has_heard_of(self, answer: Answer) -> bool:
        """Yes and no, and nothing else."""
        return isinstance(answer, bool)

    def options(self) -> list[Option]:
        """Yes and no."""
        return [Option(True, "yes"), Option(False, "no", deed=PASS)]

    def sample(self, chance: Chance) -> Answer:
        """Yes or no."""
        return chance.random() < 0.5

    def recall(self, answer: Answer) -> bool:
        """The truth of it."""
        return self.read(answer)

    def read(self, answer: Answer) -> bool:
        """The truth of it."""
        if not isinstance(answer, bool):
            raise refuse(self.rule, f"{shown(answer)} is neither yes nor no.", "Answer true or false.")
        return answer


def _YES_NO() -> Sequence[Candidate]:  # noqa: N802 - a constant in the shape of a function
    return ()


class ChooseSeveral(Decision):
    """Choose any number of things between two limits."""

    kind = "choose several"
    __slots__ = ("_check", "_made", "_thrown", "least", "most")

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        candidates: Callable[[], Sequence[Candidate]],
        *,
        least: int = 0,
        most: int | None = None,
        check: Callable[[list[Any]], Refusal | None] | None = None,
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] = (),
        thrown: Thrown | None = None,
    ) -> None:
        super().__init__(seat, topic, prompt, rules, facts, about)
        self._made = candidates
        self._check = check
        self._thrown = thrown
        self.least = least
        self.most = most

    def in_words(self, answer: Answer) -> str:
        """The labels of the chosen."""
        return ", ".join(one.label for one in self._made() if one.key in answer) or "none"

    def has_heard_of(self, answer: Answer) -> bool:
        """Whether everything that is named is among the candidates, or something is known that bars it."""
        if not isinstance(answer, list | tuple):
            return False
        keys = {one.key for one in self._made()}
        return all(one in keys or self.why_barred(one) is not None for one in answer if isinstance(one, str))

    def options(self) -> list[Option]:
        """The things that may be among the chosen."""
        return [one.option() for one in self._made() if one.refusal() is None]

    def barred(self) -> list[Option]:
        """The things that may not, and why."""
        return [one.option(why) for one in self._made() if (why := one.refusal()) is not None]

    def sample(self, chance: Chance) -> Answer:
        """A legal selection at random; the fewest allowed where none is found in a few tries."""
        values = {one.key: one.meaning() for one in self._made() if one.refusal() is None}
        keys = list(values)
        most = len(keys) if self.most is None else min(self.most, len(keys))
        for attempt in range(8):
            size = self.least + pick(chance, most - self.least + 1) if attempt < 7 else self.least
            pool, chosen = list(keys), []
            for _ in range(size):
                chosen.append(pool.pop(pick(chance, len(pool))))
            answer = [key for key in keys if key in chosen]
            # Nothing but the check of the whole can be wrong with what was drawn here.
            meant = [values[key] for key in answer]
            if self._check is None or self._check(meant) is None:
                self._remember(answer, meant)
                return answer
        raise AssertionError(f"no legal selection found: {self.prompt} ({self.rule})")

    def read(self, answer: Answer) -> list[Any]:
        """The values of the chosen, in the order of the candidates."""
        if not isinstance(answer, list | tuple) or not all(isinstance(key, str) for key in answer):
            raise refuse(
                self.rule, f"{shown(answer)} is not a list of choices.", "Answer with a list of names."
            )
        candidates = {one.key: one for one in self._made()}
        if len(set(answer)) != len(answer):
            raise refuse(self.rule, "The same choice is named twice.", "Name each choice once.")
        for key in answer:
            if key not in candidates:
                if (why := self.why_barred(key)) is not None:
                    raise Refused(why)
                known = ", ".join(list(candidates)[:20])
                raise refuse(self.rule, f"{shown(key)} is not one of the choices.", f"Choose among: {known}.")
            if (why := candidates[key].refusal()) is not None:
                raise Refused(why)
        most = len(candidates) if self.most is None else self.most
        if not self.least <= len(answer) <= most:
            wanted = f"{most}" if self.least == most else f"{self.least} to {most}"
            raise refuse(self.rule, f"{len(answer)} chosen.", f"Choose {wanted}.")
        values = [one.meaning() for key, one in candidates.items() if key in answer]
        if self._check is not None and (why := self._check(values)) is not None:
            raise Refused(why)
        return values

    def form(self) -> Taking:
        """The limits, and what the program would take."""
        return Taking(self.least, self.most, self.proposal(), self._thrown)

    def proposal(self) -> tuple[str, ...]:
        """What the program would take; nothing where it has no opinion."""
        return ()


class Allocate(Decision):
    """Give each of several things to somebody: dice to soldiers, successes to effects."""

    kind = "allocate"
    __slots__ = ("_check", "_dyes", "_faces", "_holders", "_notes", "_room", "_things")

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        things: Mapping[str, str],
        holders: Mapping[str, str],
        *,
        room: Mapping[str, int] | None = None,
        check: Callable[[dict[str, str]], Refusal | None] | None = None,
        faces: Mapping[str, int] | None = None,
        notes: Mapping[str, str] | None = None,
        dyes: Mapping[str, Dye] | None = None,
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] = (),
    ) -> None:
        super().__init__(seat, topic, prompt, rules, facts, about)
        self._things = things
        self._holders = holders
        self._room = room or {}
        """How many things a holder may have at most; one that is not named may have any number."""
        self._check = check
        self._faces = faces or {}
        """What the things show that are dice."""
        self._notes = notes or {}
        """A word about a holder."""
        self._dyes = dyes or {}
        """The colours of things that are told apart by them."""

    @property
    def only_way(self) -> dict[str, str] | None:
        """The one way to give everything away where there is one holder, or nothing to give."""
        if len(self._holders) > 1 and self._things:
            return None
        return {thing: holder for holder in self._holders for thing in self._things}

    def options(self) -> list[Option]:
        """One way to give everything away: each to the first holder that may have it."""
        found = self._first_legal()
        return [] if found is None else [Option(found, "in order")]

    def _first_legal(self) -> dict[str, str] | None:
        """The first legal allocation, thing by thing, going back where a choice leads nowhere."""
        return self._first_legal_with(list(self._things), {})

    def _first_legal_with(self, things: list[str], given: dict[str, str]) -> dict[str, str] | None:
        if len(given) == len(things):
            return given if self.legal(given) is None else None
        for holder in self._with_room(given):
            found = self._first_legal_with(things, {**given, things[len(given)]: holder})
            if found is not None:
                return found
        return None

    def sample(self, chance: Chance) -> Answer:
        """A legal allocation at random."""
        for _ in range(50):
            answer: dict[str, str] = {}
            for thing in self._things:
                holders = self._with_room(answer)
                if holders:
                    answer[thing] = holders[pick(chance, len(holders))]
            if self.legal(answer) is None:
                return answer
        found = self._first_legal()
        assert found is not None, f"no legal allocation: {self.prompt} ({self.rule})"
        return found

    def _with_room(self, given: dict[str, str]) -> list[str]:
        """The holders who may have one more thing."""
        if not self._room:
            return list(self._holders)
        held = list(given.values())
        return [one for one in self._holders if one not in self._room or held.count(one) < self._room[one]]

    def read(self, answer: Answer) -> dict[str, str]:
        """Thing to holder."""
        if not isinstance(answer, dict) or set(answer) != set(self._things):
            raise refuse(
                self.rule,
                f"{shown(answer)} does not give away every thing once.",
                f"Give: {', '.join(self._things)}.",
            )
        for thing, holder in answer.items():
            if not isinstance(holder, str) or holder not in self._holders:
                if (why := self.why_barred(holder)) is not None:
                    raise Refused(why)
                raise refuse(
                    self.rule,
                    f"{thing} goes to {shown(holder)}, who is nobody.",
                    f"Holders: {', '.join(self._holders)}.",
                )
        given = {thing: answer[thing] for thing in self._things}
        for holder, most in self._room.items():
            if (held := list(given.values()).count(holder)) > most:
                raise refuse(
                    self.rule, f"{holder} is given {held} things.", f"At most {most} may go to {holder}."
                )
        if self._check is not None and (why := self._check(given)) is not None:
            raise Refused(why)
        return given

    def in_words(self, answer: Answer) -> str:
        """Which thing goes to whom."""
        named = ((self._things.get(thing, thing), self._holders.get(to, to)) for thing, to in answer.items())
        return ", ".join(f"{thing} to {holder}" for thing, holder in named)

    def form(self) -> Handing:
        """Things and holders."""
        return Handing(
            dict(self._things),
            dict(self._holders),
            dict(self._room),
            faces=dict(self._faces),
            dyes=dict(self._dyes),
            notes=dict(self._notes),
        )
