"""The book as others see it: teams, set-up, secrets, words and the table on the screen."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.chapters.morale import leaders
from sandtable.books.lands_of_ruin.chapters.movement import allowance
from sandtable.books.lands_of_ruin.chapters.roll_to_hit import needed
from sandtable.books.lands_of_ruin.chapters.suppression import suppress
from sandtable.books.lands_of_ruin.chapters.threat import threat_level
from sandtable.books.lands_of_ruin.modifiers import Shot
from sandtable.books.lands_of_ruin.offers import check_force, offers
from sandtable.books.lands_of_ruin.state import AreaMarker, Battle, Effect, Wound
from sandtable.books.lands_of_ruin.surface import VIRTUAL
from sandtable.books.lands_of_ruin.surface.placing import RotterPlanner
from sandtable.books.lands_of_ruin.teams.roster import ROSTERS, ready_teams
from sandtable.books.lands_of_ruin.teams.teams import value_of_team
from sandtable.books.lands_of_ruin.words import sentences
from sandtable.kernel import Play, Refused
from sandtable.kernel.event import EventLog
from sandtable.kernel.testing import covers

ROOT = Path(BOOK.read_position.__code__.co_filename).parent


@covers("LR-TEAM-12", "LR-TEAM-03", "LR-TEAM-06")
@pytest.mark.parametrize("id", ready_teams())
def test_a_ready_team_is_worth_what_the_book_says_and_is_legal(id: str):
    team = ROSTERS.read(id)
    assert value_of_team(team) == ready_teams()[id].value
    assert check_force(id, {}).legal
    assert ROSTERS.read(ROSTERS.write_text(team)) == team


@covers("LR-TEAM-01", "LR-TEAM-05", "LR-TEAM-06", "LR-TEAM-07", "LR-TEAM-08", "LR-COH-24")
@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("Dorian", "LR-TEAM-05"),
        ("Dorian\nThanatos", "LR-TEAM-06"),
        ("Thanatos; 4 followers", "LR-COH-24"),
        ("Gorehound; 2 followers\nThanatos", "LR-TEAM-08"),
        ("Dorian\nDorian; 1 follower", "LR-TEAM-07"),
        ("Lysandra\nDorian\nCenturion Brakka\nOptio Tiber", "LR-TEAM-03"),
        ("Dorian\nNobody", "LR-TEAM-01"),
    ],
)
def test_a_team_that_is_not_legal_is_refused_by_its_rule(lines: str, rule: str):
    verdict = check_force(f"Name\n{lines}", {})
    assert not verdict.legal
    assert rule in [one.rule for one in verdict.reasons]


@covers("LR-MODE-01", "LR-LOBBY-09", "LR-MAP-03", "LR-MODE-16", "LR-SCN-04")
def test_what_is_not_offered_is_refused():
    for begin in (
        {"scenario": "nowhere"},
        {"options": {"map": "moon"}},
        {"options": {"game_mode": "easy"}},
        {"seats": {"A": "reclaimer-starter", "B": "balean-starter", "C": "balean-starter"}},
        {"scenario": "two-player-tutorial", "seats": {"A": "balean-starter", "B": "balean-starter"}},
    ):
        with pytest.raises(Refused):
            sandtable.new("lands-of-ruin", **begin)


@covers("LR-PRE-05", "LR-PRE-03", "LR-PRE-06", "LR-ROT-20", "LR-TURN-02", "LR-TURN-06", "LR-TURN-07")
def test_a_game_begins_with_rotters_and_bands_that_enter():
    game = sandtable.new("lands-of-ruin", seed=3)
    chance = Random(3)
    placed = 0
    while game.decision is not None and game.decision.topic != "choose entry":
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        assert part.topic in ("place Rotter", "hide infiltrators")
        placed += part.topic == "place Rotter"
        game.answer(part.sample(chance), seat=seat)
    state = game.state
    assert 8 <= placed + sum(state.sleepers) <= 14
    assert len(state.rotters) == placed
    assert game.view("A")["sleepers"] == game.view(None)["sleepers"] == (0,) * 9
    seat = game.waiting_for[0]
    edge = 0.0 if state.sides[seat].edge == "south" else 48.0
    game.answer({"at": [16.0, edge]}, seat=seat)
    hero = next(iter(state.team(seat)))
    game.answer(f"{hero.id} move", seat=seat)
    inward = 5.0 if edge == 0.0 else 43.0
    game.answer({"models": [[16.0, inward]]}, seat=seat)
    card = game.state.cards[hero.id]
    assert (card.where, card.model.moved) == ("table", pytest.approx(5.0, abs=0.03))


@covers("LR-APP-11", "LR-HID-03", "LR-MODE-06", "LR-MOR-14", "LR-DET-07")
def test_the_enemy_sees_a_card_without_what_only_its_owner_knows():
    own = {"orders": ["Fire"], "suppression": 30, "hits": [{"kind": "shot", "power": 2}]}
    state = BOOK.read_position(
        {
            "cards": {
                "A-Varro": {"at": [10, 10], "own": own},
                "A-Lysandra": {"at": [12, 10], "hidden": True},
                "B-Thanatos": {"at": [20, 20]},
            }
        }
    )
    seen = BOOK.hide(state, "B")
    assert set(seen.cards) == {"A-Varro", "B-Thanatos"}
    assert (seen.cards["A-Varro"].own.orders, seen.cards["A-Varro"].own.suppression) == ((), 0)
    assert set(BOOK.hide(state, "A").cards) == {"A-Varro", "A-Lysandra", "B-Thanatos"}
    state.cards["A-Lysandra"].detected = True
    assert "A-Lysandra" in BOOK.hide(state, "B").cards
    assert not BOOK.hide(state, "A").cards["A-Lysandra"].detected


def test_every_kind_of_event_has_a_sentence_and_no_sentence_is_idle():
    told = set()
    for path in ROOT.rglob("*.py"):
        told |= set(re.findall(r'play\.tell\(\s*"([^"]+)"', path.read_text(encoding="utf-8")))
    more = {"slot hit", "slot missed"}  # one of them, in one line
    assert told | more == set(sentences())


def test_the_lobby_is_offered_a_first_battle_that_can_be_played():
    first = offers().first
    assert first is not None
    game = sandtable.new("lands-of-ruin", scenario=first.scenario, seats=first.seats, options=first.options)
    assert game.state.switches.is_basic
    assert game.state.scenario.rounds == 6


@covers(
    "LR-APP-02", "LR-APP-03", "LR-APP-06", "LR-APP-14", "LR-APP-15", "LR-CARD-01", "LR-CARD-06", "LR-CARD-07",
    "LR-CARD-09", "LR-CARD-10", "LR-CARD-11", "LR-CARD-12", "LR-CARD-13", "LR-CARD-16", "LR-OCON-17",
)  # fmt: skip
def test_the_screen_shows_the_cards_of_both_and_the_secrets_of_one():
    own = {
        "suppression": 30,
        "unspent": 20,
        "hits": [{"kind": "shot", "power": 2}],
        "effects": [{"name": "In Cover"}],
        "wounds": [{"kind": "wound", "offence": -1, "defence": -2}],
    }
    fallen = {"at": [20, 20], "down": True, "own": {"effects": [{"name": "Dead"}]}}
    state = BOOK.read_position({"cards": {"A-Varro": {"at": [10, 10], "own": own}, "B-Thanatos": fallen}})
    shown = BOOK.showing(BOOK.hide(state, "A"), "A")
    varro, thanatos = shown.units
    assert [one.word for one in varro.badges] == ["leads", "In Cover", "1 hits wait", "suppressed 30 %"]
    facts = {one.label: one.value for one in varro.card}
    assert (facts["Wounds"], facts["Suppression"]) == ("-1/-2", "30 %")
    assert (thanatos.card, [one.word for one in thanatos.badges]) == ((), ["down"])
    theirs = BOOK.showing(BOOK.hide(state, "B"), "B").units
    assert (theirs[0].card, theirs[0].badges) == ((), ())
    assert [one.word for one in theirs[1].badges] == ["down", "Dead"]
    assert (shown.clock.round, shown.clock.step, shown.clock.rounds) == (2, "action", 10)
    assert {one.label: one.value for one in shown.notes}["Morale"] == "25 of 25"
    assert not varro.acted
    assert shown.surface.size() == "48 in wide and 48 in deep"


@covers("LR-PRE-02", "LR-PRE-11", "LR-TURN-01", "LR-SCN-06", "LR-SCN-09")
def test_the_role_with_the_higher_priority_begins_and_rotters_keep_off_characters():
    game = sandtable.new("lands-of-ruin", scenario="two-player-tutorial", seed=5)
    chance = Random(5)
    while game.decision is not None and game.decision.topic == "place Rotter":
        game.answer(game.decision.sample(chance), seat=game.waiting_for[0])
    assert (game.state.scenario.threat, game.state.scenario.danger) == (5, 20)
    assert game.state.sides[game.state.first].role == "Reclaimers"
    assert game.decision is not None
    assert game.decision.topic == "choose entry"
    state = BOOK.read_position({"cards": {"A-Varro": {"at": [5, 5]}, "B-Thanatos": {"at": [40, 40]}}})
    why = RotterPlanner(state, 1).why_not((8.9, 5.0))
    assert why is not None
    assert why.rule == "LR-PRE-11"
    assert RotterPlanner(state, 1).why_not((9.1, 5.0)) is None


@covers("LR-CMD-05", "LR-OCON-25")
def test_an_order_says_what_would_be_left():
    position = {
        "phase": "command",
        "step": "orders",
        "cards": {"A-Kaeso": {"at": [5, 5]}, "B-Thanatos": {"at": [9, 9]}},
    }
    game = sandtable.new("lands-of-ruin", position=position)
    assert game.decision is not None
    means = {one.answer: one.means for one in game.decision.options()}
    assert means["A-Kaeso Fire"].startswith("Leaves 10 points, 10″ to walk. focus fire: 12+ / 12+ / 14+.")
    assert means["A-Kaeso Use Cover"] == "Leaves 15 points, 15″ to walk."


@covers("LR-SYNC-07")
def test_the_way_of_the_latest_action_phase_is_kept_until_the_next():
    game = sandtable.new(
        "lands-of-ruin",
        position={
            "terrain": [],
            "cards": {"A-Kaeso": {"at": [10, 10], "own": {"unspent": 20}}, "B-Thanatos": {"at": [40, 40]}},
        },
    )
    for answer in ("A-Kaeso move", {"models": [[14, 10]]}, "A-Kaeso move", {"models": [[14, 16]]}):
        game.answer(answer, seat="A")
    assert game.state.cards["A-Kaeso"].model.path == ((10.0, 10.0), (14.0, 10.0), (14.0, 16.0))


@covers("LR-THR-01")
def test_the_threat_level_of_the_example():
    state = BOOK.read_position({"cards": {}, "noise": 1290})
    state.scenario.threat = 6
    assert threat_level(state) == 12
    state.noise = 1_000_000
    assert threat_level(state) == 20


@covers("LR-COH-23", "LR-MOR-07")
def test_cohorts_never_lead():
    state = BOOK.read_position(
        {"cards": {"A-Varro": {"at": [5, 5]}, "A-Dorian": {"at": [8, 8], "hero": "A-Varro"}}}
    )
    assert [one.id for one in leaders(state, "A")] == ["A-Varro"]


@covers("LR-SUP-01", "LR-EQP-06", "LR-DMG-08", "LR-EFF-19")
def test_amounts_that_have_no_floor_or_no_more_than_100():
    state = BOOK.read_position(
        {"cards": {"B-Androphage": {"at": [5, 5], "own": {"unspent": 20, "suppression": 80}}}}
    )
    card = state.cards["B-Androphage"]
    play: Play[Battle] = Play(BOOK, state, [], EventLog(), 0)
    suppress(play, card, 55)
    assert card.own.suppression == 100
    card.own.suppression = 0
    assert allowance(state, card) == 19  # by the load
    card.own.wounds = (Wound("wound", -9, -9), Wound("bleeding", -9, -9))
    card.own.effects = (Effect("Carrying"),)
    shot = Shot("close", target=card)
    assert sum(one.value for one in needed(state, shot).modifiers if one.rule == "LR-EFF-04") == -18
    assert [one.value for one in needed(state, shot).modifiers if one.rule == "LR-EFF-19"] == [-4]


@covers("LR-GREN-09", "LR-GREN-19")
def test_everybody_within_the_radius_is_exposed():
    cards = {"A-Varro": {"at": [10, 10]}, "B-Thanatos": {"at": [13.4, 10]}, "A-Dorian": {"at": [14, 10]}}
    state = BOOK.read_position({"cards": cards, "rotters": {"R1": {"at": [10, 11]}}})
    marker = AreaMarker("M1", "Frag Grenade", (10.0, 10.0), radius=3.0)
    found = asyncio.run(VIRTUAL.exposed(Play(BOOK, state, [], EventLog(), 0), marker))
    assert [one.card for one in found] == ["A-Varro", "B-Thanatos"]
