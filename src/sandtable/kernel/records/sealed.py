"""Proof of a record: that its dice are those that were sealed, and that all it says follows by the rules."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import msgspec

from sandtable.kernel.book import find_book
from sandtable.kernel.dice import SHORTEST_SECRET, Sealed, Typed, commitment_to
from sandtable.kernel.journal import DICE_CHANGED, UNDONE
from sandtable.kernel.records.dice_told import (
    COMMON,
    AgreedDice,
    all_rolls,
    from_elsewhere,
    typed_dice,
    wrong_faces,
    wrong_places,
)
from sandtable.kernel.records.record import NoteLine, Record, plain_state
from sandtable.kernel.records.replay import (
    PlayedAgain,
    first_state,
    has_own_hashes,
    made_with_others,
    renewed_first,
    why_not_run,
)
from sandtable.kernel.records.rerun import Rerun
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.records.taken_back import TakenBack, all_taken_back, wrongly_taken_back
from sandtable.kernel.refusal import Refused

NOT_SEALED = "The game had no sealed dice."


class Verdict(msgspec.Struct, frozen=True):
    """What became of putting a record to the proof."""

    proven: bool
    """Whether every sealed die is what was sealed and the rules lead to all that the record says."""
    faults: tuple[str, ...]
    """Everything that is wrong, in order."""
    dice: int
    """How many sealed dice were looked at."""
    unchecked: tuple[str, ...] = ()
    """What should have been looked at and could not be, and why."""
    typed: int = 0
    """How many dice players rolled on the real table; nobody can look at those."""
    commitment: str = ""
    salts: dict[str, str] = {}
    undone: tuple[str, ...] = ()
    """Everything that was taken back, each answer and each roll."""
    beyond: tuple[str, ...] = ()
    """What the record says, or leaves open, and no record can prove."""


def new_secret() -> str:
    """A secret for sealed dice, whose commitment is published before anybody adds a salt."""
    return secrets.token_hex(SHORTEST_SECRET)


def salt_naming(commitment: str, words: str) -> str:
    """A salt that can only have been given by somebody who knew the commitment."""
    return f"{commitment} {words}"


def verify(record: Record) -> Verdict:
    """Prove or disprove all that the record of a finished game says."""
    if record.header.seen_by != "":
        return Verdict(False, (), 0, ("The record does not tell every roll.",))
    return _Proof(record).verdict()


class _Proof:
    """A record being put to the proof."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.header = record.header
        self.faults: list[str] = []
        self.unchecked: list[str] = []
        self.beyond: list[str] = []
        self.undone: list[TakenBack] = []
        self.changes: list[tuple[int, str, _Change]] = []
        """The changes of dice: line, seat and particulars."""
        self.dice = 0

    def verdict(self) -> Verdict:
        """Look at everything."""
        header = self.header
        try:
            self.undone = all_taken_back(self.record)
        except Refused as refused:
            self.faults.append(refused.reason)
        self.unchecked += [
            f"Line {one.line}: it does not say who agreed to take this back, or what it led to."
            for one in self.undone
            if not one.is_told_whole
        ]
        self._look_at_dice()
        self._look_at_salts()
        self._look_at_notes()
        self._run_rules()
        typed = typed_dice(self.record)
        self.beyond += _cannot_be_known(typed, bool(header.commitment))
        proven = not self.faults and not self.unchecked
        told = tuple(words for one in self.undone for words in one.in_words())
        return Verdict(
            proven,
            tuple(self.faults),
            self.dice,
            tuple(self.unchecked),
            typed,
            header.commitment,
            header.salts,
            told,
            tuple(self.beyond),
        )

    # ---- dice ------------------------------------------------------------------------------------------

    def _look_at_dice(self) -> None:
        header = self.header
        told = list(all_rolls(self.record, self.undone))
        if not header.commitment:
            self.unchecked.append(NOT_SEALED)
            if header.secret or header.salts:
                self.faults.append("It has a secret or salts, and no commitment to them.")
            return
        if not header.secret:
            self.unchecked.append("The secret has not been revealed; the game is not over.")
            return
        if commitment_to(header.secret) != header.commitment:
            self.faults.append("The secret is not the one to which the game was committed.")
        if len(header.secret) < SHORTEST_SECRET:
            self.faults.append("The secret is too short to be one.")
            return
        self.unchecked += from_elsewhere(told)
        rolls = [one for one in told if one.source == Sealed.name]
        self.faults += wrong_faces(Sealed(header.secret, header.salts), rolls)
        self.faults += wrong_places(rolls)
        self.dice = sum(len(one.faces) for one in rolls)
        if not self.dice:
            self.unchecked.append("No sealed die was rolled; nothing shows that the salts are right.")

    def _look_at_salts(self) -> None:
        header = self.header
        if not header.commitment:
            return
        for seat, salt in header.salts.items():
            if not salt.startswith(header.commitment):
                self.beyond.append(f"Nothing shows that the salt of {seat} was given after the commitment.")
        if not header.salts:
            self.beyond.append("Nobody gave a salt: whoever held the secret could have chosen the dice.")

    # ---- notes -----------------------------------------------------------------------------------------

    def _look_at_notes(self) -> None:
        for number, line in enumerate(self.record.lines, 2):
            if isinstance(line, NoteLine) and line.kind == DICE_CHANGED:
                self._look_at_change(number, line)
            elif isinstance(line, NoteLine) and line.kind != UNDONE:
                self.beyond.append(
                    f'Line {number}: "{line.kind}" of {line.seat or "nobody"} is a note that no rule knows.'
                )

    def _look_at_change(self, number: int, line: NoteLine) -> None:
        """In a game with sealed dice all others agree before somebody types."""
        try:
            change = msgspec.convert(line.facts, _Change, strict=True)
        except msgspec.ValidationError as wrong:
            self.faults.append(f"Line {number}: a change of dice that cannot be read ({wrong}).")
            return
        self.changes.append((number, line.seat, change))
        agreed = "" if change.agreed is None else f", agreed by {', '.join(change.agreed) or 'nobody'}"
        whose = line.seat or "no seat"
        self.beyond.append(
            f"Line {number}: the dice of {whose} were changed to {change.source} ones{agreed}."
        )
        needs_consent = change.source == Typed.name and bool(self.header.commitment)
        if needs_consent and change.agreed is None:
            self.unchecked.append(f"Line {number}: nothing says that the others agreed to typed dice.")
        elif not needs_consent and change.agreed is not None:
            self.faults.append(f"Line {number}: nobody has to agree to this.")

    # ---- rules -----------------------------------------------------------------------------------------

    def _run_rules(self) -> None:
        if why := why_not_run(self.record):
            self.unchecked.append(f"The rules were not run again. {why}")
            return
        others = made_with_others(self.record)
        if not self.header.made_with:
            self.beyond.append("It does not say with which rules it was made.")
        wrong = [*self._wrong_by_rules()]
        if wrong and others:
            self.unchecked += [others, *wrong]
        elif others:
            self.beyond.append(f"{others} Yet these rules lead to the same.")
        self.faults += [] if others else wrong

    def _wrong_by_rules(self) -> Iterator[str]:
        """Whatever the rules do not lead to."""
        again = PlayedAgain(self.record)
        if difference := again.difference():
            yield difference.in_words
        else:
            assert again.rerun is not None
            if not self.header.earlier:
                yield from self._wrong_sources(again.rerun)
            yield from self._wrongly_agreed(again.rerun.game.seats)
        if self.undone and (wrong := self._wrongly_taken_back()):
            yield wrong
        if self.header.earlier:
            self.unchecked.append(
                f"It begins with {self.header.earlier} facts of a time before its first state; "
                "nothing shows that they happened."
            )
        else:
            yield from self._wrong_setup()

    def _wrongly_taken_back(self) -> str:
        try:
            state = first_state(self.record)
        except Refused:
            return ""
        rerun = Rerun(find_book(self.header.book), state, ())
        undone = self.undone
        if not has_own_hashes(self.record):
            undone = [one.without_hash() for one in undone]
        return wrongly_taken_back(rerun, undone, self.record.journal())

    def _wrong_setup(self) -> Iterator[str]:
        """Scenario, forces and options of the header lead to the first state."""
        header = self.header
        book = find_book(header.book)
        try:
            with nonsense_refused("header"):
                made = plain_state(book.set_up(header.scenario, header.seats, header.options))
            why = "" if made == renewed_first(self.record) else "the rules set up another first state"
        except Refused as refused:
            why = refused.reason
        if not why:
            return
        if header.scenario is None and not header.seats and not header.options:
            self.beyond.append("The game began from a position, which somebody chose.")
        else:
            yield f"With the scenario, the forces and the options of the first line: {why.rstrip('.')}."

    def _wrong_sources(self, rerun: Rerun) -> Iterator[str]:
        """Everybody rolled with the dice that the first line and the notes say."""
        agreed = AgreedDice(self.record)
        yield from (
            f'The first line names dice of "{name}", and nobody sits there.'
            for name in self.header.dice
            if name not in (COMMON, *rerun.game.seats)
        )
        used: set[str] = set()
        for wanted, source, place in zip(rerun.wanted, rerun.sources, rerun.places, strict=True):
            used |= {COMMON, wanted.seat or COMMON} if wanted.seat not in self.header.dice else {wanted.seat}
            if not agreed.may_be(wanted, place, source):
                said = agreed.of(wanted.seat, place)
                yield f'For "{wanted.why}" dice from "{source}" were rolled where "{said}" dice were agreed.'
        unused = [name for name in self.header.dice if name not in used]
        if unused:
            self.beyond.append(f"Nothing was rolled with the dice of: {', '.join(unused)}.")

    def _wrongly_agreed(self, seats: tuple[str, ...]) -> Iterator[str]:
        """The player who changed dice sits at the table, and so do all who agreed."""
        for number, seat, change in self.changes:
            if seat and seat not in seats:
                yield f'Line {number}: there is no seat "{seat}".'
            if change.agreed is None:
                continue
            if change.agreed != sorted({*change.agreed} & {*seats}) or not {*seats} <= {seat, *change.agreed}:
                yield f"Line {number}: not all others agreed to it."


class _Change(msgspec.Struct, forbid_unknown_fields=True):
    """The facts of a change of dice."""

    source: str
    agreed: list[str] | None = None


def _cannot_be_known(typed: int, is_sealed: bool) -> Iterator[str]:
    """What no record can show."""
    if typed:
        yield f"{typed} dice were rolled on a real table and typed; nobody can look at those."
    yield "Who sat in the seats and gave the answers; that the game was played only once."
    yield "That nothing else was taken back before any dice were rolled."
    if is_sealed:
        yield "That the commitment was known before the salts: compare it with the one that you were shown."
