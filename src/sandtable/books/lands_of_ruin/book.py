"""Lands of Ruin: two bands with their consoles, orders given in secret, hits that wait, and the Rotters."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sandtable.binding.figures.plots import KEYS
from sandtable.binding.registry import read_all_of
from sandtable.books.lands_of_ruin import offers, outcomes, secrets
from sandtable.books.lands_of_ruin.adviser.adviser import ADVISER, Adviser
from sandtable.books.lands_of_ruin.chapters import (
    aftermath,
    command,
    ending,
    environment,
    hiding,
    pregame,
    turns,
)
from sandtable.books.lands_of_ruin.hints import hint_for
from sandtable.books.lands_of_ruin.naming import called
from sandtable.books.lands_of_ruin.positions import ShortForm, read_position, write_position
from sandtable.books.lands_of_ruin.showing import showing_of
from sandtable.books.lands_of_ruin.state import Battle
from sandtable.books.lands_of_ruin.tables.places import scenarios
from sandtable.books.lands_of_ruin.teams import presenting
from sandtable.books.lands_of_ruin.teams.preparing import USUAL, prepare
from sandtable.books.lands_of_ruin.teams.roster import ROSTERS, Team
from sandtable.books.lands_of_ruin.teams.veterans import next_band
from sandtable.books.lands_of_ruin.words import roll_in_words, sentence_of
from sandtable.kernel import Play, refuse, rule
from sandtable.kernel.book import Book, register
from sandtable.kernel.offers import Cover

read_all_of(__package__)

STEPS: dict[str, Callable[[Play[Battle]], Coroutine[Any, Any, None]]] = {
    "start": pregame.agree,  # LR-MAP-04
    "deal": pregame.start,  # LR-PRE-05
    "place Rotters": pregame.place_rotters,
    "infiltrators": hiding.hide_infiltrators,  # LR-PRE-07
    "preparations": pregame.prepare_scenario,  # LR-PRE-01
    "who begins": pregame.who_begins,
    "turn": turns.start_turn,  # LR-TURN-03
    "entry": turns.choose_entry,
    "action": turns.act,
    "sync": turns.sync,
    "damage": command.settle_damage,  # LR-CMD-01
    "morale": command.settle_morale,
    "orders": command.give_orders,
    **environment.STEPS,  # LR-ENV-02
    "end of turn": turns.end_turn,
    "end": ending.close,  # LR-END-04
    "objectives": ending.mark_objectives,
    "finish": ending.finish,
    "aftermath": aftermath.settle,  # LR-XP-01
    "aftermath: choices": aftermath.choose,
}
"""Every step of the game, by the name that the state remembers."""


class LandsOfRuin(Book[Battle]):
    """The rulebook as the kernel plays it."""

    id = "lands-of-ruin"
    title = "Lands of Ruin"
    prefix = "LR"
    state_type = Battle
    cover = Cover("#5b3a6e", "skull", "12px", "Secret orders among the dead", "2 sides · about an hour")
    headings = frozenset({"round began", "turn began", "Command phase began", "Environment phase began"})
    activations = frozenset({"attack declared", "model moved"})
    answer_words = KEYS
    rolls_for_nobody = True  # LR-MODE-04: all but the dice of attacks

    set_up = staticmethod(prepare)
    check_force = staticmethod(offers.check_force)
    offers = staticmethod(offers.offers)
    hint = staticmethod(hint_for)
    hide = staticmethod(secrets.hide)
    hide_header = staticmethod(presenting.header_for)
    imagine = staticmethod(secrets.imagine)
    showing = staticmethod(showing_of)
    sentence = staticmethod(sentence_of)
    called = staticmethod(called)
    roll_in_words = staticmethod(roll_in_words)
    places = staticmethod(outcomes.places_of)
    places_told = staticmethod(outcomes.places_told)
    harm = staticmethod(outcomes.harm_of)
    result = staticmethod(ending.result_of)
    write_position = staticmethod(write_position)

    @rule("LR-APP-20", "LR-MODE-06")
    def step(self, play: Play[Battle]) -> Coroutine[Any, Any, None]:
        """Play the step that comes next: what the console works out by itself is never asked for."""
        return STEPS[play.state.step](play)

    def seats(self, state: Battle) -> tuple[str, ...]:
        """Whoever plays."""
        return state.players

    def apart(self, state: Battle, seat: str) -> Battle:
        """What was measured on the ground is remembered with it."""
        state.ground = state.ground.apart(seat)
        return state

    def read_position(self, position: Mapping[str, Any]) -> Battle:
        """A situation that goes on with a step that there is."""
        state = read_position(position)
        if state.step not in STEPS and not state.closed:
            raise refuse("LR-TURN-03", "position: there is no such step.", f"Steps: {', '.join(STEPS)}.")
        return state

    @property
    def adviser(self) -> Adviser:
        """The automatic player."""
        return ADVISER

    @rule("LR-XP-01")
    def force_after(self, force: Any, state: Battle, seat: str) -> str | None:
        """The band with what it has learned, lost and found; outside campaigns nothing follows."""
        if not state.switches.campaign or not state.closed:
            return None
        return ROSTERS.write_text(next_band(ROSTERS.read(force or USUAL[seat]), state.sides[seat].aftermath))

    @rule("LR-XP-06")
    def chronicle(self, state: Battle) -> Mapping[str, Any] | None:
        """Tribes, scenario, winner and renown of a game in Online mode."""
        if state.switches.game_mode != "online" or not state.closed:
            return None
        sides = [
            {"people": side.tribe, "won": seat in state.winners, "renown": side.renown}
            for seat, side in state.sides.items()
            if side.role
        ]
        return {"scenario": scenarios()[state.scenario.id].title, "sides": sides}

    def roster_forms(self) -> tuple[type[Team]]:
        """What a team holds."""
        return (Team,)

    def position_forms(self) -> tuple[type[ShortForm], type[Battle]]:
        """The short form, and the state itself."""
        return (ShortForm, Battle)


BOOK = LandsOfRuin()
register(BOOK.id, lambda: BOOK)
