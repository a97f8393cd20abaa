"""What the console shows of a question: purses and what comes of them, modes side by side."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.tables.charts import actions
from sandtable.kernel import Refused
from sandtable.kernel.decision import Purse
from sandtable.kernel.decision.forms import Choosing, Filling, Handing
from sandtable.kernel.game import Game
from sandtable.kernel.records.record import record_for, record_of, record_text
from sandtable.kernel.testing import covers
from sandtable.players.asking import ask
from sandtable.players.registry import make_player
from sandtable.server.files.puzzles import Puzzles
from sandtable.server.routes.bodies import NewGame


def _purse(game: Game[Any]) -> Purse:
    assert game.decision is not None
    form = game.decision.form()
    assert isinstance(form, Choosing)
    (purse,) = form.purses
    return purse


@covers("LR-CMD-04", "LR-CMD-05", "LR-CMD-06", "LR-OCON-25", "LR-OCON-26")
def test_orders_are_paid_for_from_a_purse_of_twenty_points():
    position = {
        "phase": "command",
        "step": "orders",
        "cards": {"A-Kaeso": {"at": [5, 5]}, "B-Thanatos": {"at": [9, 9]}},
    }
    game = sandtable.new("lands-of-ruin", position=position)
    purse = _purse(game)
    assert (purse.of, purse.limit, purse.spent) == ("A-Kaeso", 20, ())
    places = [actions()[one].position for one in purse.deeds]
    assert places == sorted(places)
    assert {"First Aid", "Put Out Fire", "Use Cover", "Fire", "Aim", "Close Combat", "Get Up"} <= {
        *purse.deeds
    }
    assert [one.figure for one in purse.brings] == ["20″", "+4"]
    game.answer("A-Kaeso Fire")
    purse = _purse(game)
    assert [(one.deed, one.cost, one.back) for one in purse.spent] == [("Fire", 10, "A-Kaeso back Fire")]
    assert [one.figure for one in purse.brings] == ["10″", "+2"]
    assert game.decision is not None
    costs = {one.answer: one.cost for one in (*game.decision.options(), *game.decision.barred())}
    assert costs["A-Kaeso Aim"] == 10
    assert costs["end the phase"] is None
    game.answer("A-Kaeso back Fire")
    assert _purse(game).spent == ()


@covers("LR-OCON-21", "LR-APP-22")
def test_modes_are_compared_by_what_they_need_at_each_range():
    position = {
        "phase": "action",
        "cards": {"A-Varro": {"at": [5, 5], "orders": ["Fire", "Aim"]}, "B-Thanatos": {"at": [9, 9]}},
    }
    game = sandtable.new("lands-of-ruin", position={**position, "step": "action"})
    game.answer("A-Varro Fire")
    assert game.decision is not None
    focus = next(one for one in game.decision.options() if one.answer == "focus fire")
    assert [(one.figure, one.label) for one in focus.brings] == [
        ("3+", "near"), ("3+", "middle"), ("5+", "far"), ("1", "dice"), ("2", "power"), ("100", "noise"),
    ]  # fmt: skip
    assert focus.brings[2].chance == 0.8


def _on_a_real_table(step: str, **more: Any) -> Game[Any]:
    cards = {
        "A-Kaeso": {"at": [24, 24]},
        "A-Varro": {"where": "waiting"},
        "A-Lysandra": {"where": "table", "hidden": True, "own": {"effects": [{"name": "Hidden"}]}},
        "B-Thanatos": {"at": [24, 40]},
    }
    position = {"switches": {"table": "physical"}, "step": step, "cards": cards, **more}
    return sandtable.new("lands-of-ruin", position=position)


def _form(game: Game[Any], seat: str) -> Filling:
    asked = game.decision_for(seat)
    assert asked is not None
    form = asked.form()
    assert isinstance(form, Filling)
    return form


@covers("LR-SYNC-01", "LR-SYNC-02", "LR-SYNC-05", "LR-SYNC-06", "LR-TURN-07")
def test_one_page_asks_where_everybody_is_and_who_stood_still_is_there_already():
    game = _on_a_real_table("sync", phase="sync")
    blanks = {one.key: (one.usual, one.words[-1].answer) for one in _form(game, "A").blanks}
    assert blanks == {"A-Kaeso": ("5", "off the table"), "A-Varro": ("0", "0")}
    with pytest.raises(Refused, match="LR-SYNC-02"):
        game.answer({"A-Kaeso": "0"})
    game.answer({"A-Varro": "5"})
    assert game.state.cards["A-Kaeso"].model.section == 5
    assert (game.state.cards["A-Varro"].where, game.state.cards["A-Varro"].model.section) == ("table", 5)


@covers("LR-ENV-04", "LR-ENV-05", "LR-ENV-01", "LR-OCON-28", "LR-OCON-12", "LR-ROT-14")
def test_both_enter_in_secret_who_is_touched_and_the_dice_wait_for_both():
    rotters = {"R1": {"section": 4}, "R2": {"section": 4, "kind": "Rager", "arrived": 3}}
    more = {
        "phase": "environment",
        "turn": 3,
        "rotters": rotters,
        "surroundings": {"target": 4, "victim": "A-Kaeso"},
    }
    game = _on_a_real_table("environment: entries", **more)
    assert set(game.waiting_for) == {"A", "B"}
    form = _form(game, "A")
    assert [(one.key, one.column) for one in form.blanks] == [("A-Kaeso Shambler", "Shamblers")]
    assert [one.title for one in form.steps] == ["Move every Rotter", "New ones wait"]
    assert "All others go to Medicus Kaeso." in form.steps[0].text
    before = len(game.events(0, "B"))
    game.answer({"A-Kaeso Shambler": 2}, seat="A")
    assert (len(game.events(0, "B")), game.waiting_for) == (before, ("B",))
    game.answer({}, seat="B")
    told = [one for one in game.events(0, "B") if one.kind == "Rotter attack entered"]
    assert [one.facts["card"] for one in told] == ["A-Kaeso", "A-Kaeso"]


@covers("LR-APP-23", "LR-OCON-23", "LR-FIRE-03")
def test_slots_have_the_colours_of_dice_in_their_order():
    cards = {
        "A-Varro": {"at": [24, 10], "orders": ["Fire"]},
        "B-Thanatos": {"at": [24, 20]},
        "B-Androphage": {"at": [26, 20]},
    }
    game = sandtable.new(
        "lands-of-ruin", position={"phase": "action", "step": "action", "terrain": [], "cards": cards}
    )
    for answer in ("A-Varro Fire", "suppressing fire", "B-Thanatos"):
        game.answer(answer)
    assert game.decision is not None
    form = game.decision.form()
    assert isinstance(form, Handing)
    assert list(form.dyes.values()) == ["red", "green", "blue", "black"]
    assert list(form.things.values()) == ["red", "green", "blue", "black"]
    assert "Plum is on Thanatos" in game.decision.prompt


@covers("LR-APP-19", "LR-OCON-11", "LR-APP-03")
@pytest.mark.parametrize(
    ("phase", "task"),
    [
        ("action", "Orders are carried out, and everybody moves."),
        ("command", "Hits are settled, then orders are given in secret."),
    ],
)
def test_the_phase_and_its_task_are_named_alike_for_both(phase: str, task: str):
    game = _on_a_real_table("orders" if phase == "command" else "action", phase=phase)
    assert {game.showing(seat).clock.task for seat in "AB"} == {task}


@covers("LR-APP-05")
def test_the_end_of_the_phase_says_what_would_be_lost():
    game = _on_a_real_table("action", phase="action")
    warned = {}
    for orders in ((), ("Fire", "Aim"), ("Fire", "Use Cover")):
        game.state.cards["A-Kaeso"].orders = orders
        assert game.decision is not None
        game.decision.look_again()
        warned[orders] = next(one.warns for one in game.decision.options() if one.answer == "end the phase")
    assert list(warned.values()) == [
        "", "1 order is not carried out and will be lost.", "2 orders are not carried out and will be lost.",
    ]  # fmt: skip


@covers("LR-MAP-01", "LR-APP-14", "LR-OCON-20")
def test_the_map_names_its_sections_and_lights_the_one_to_which_rotters_are_drawn():
    more: dict[str, Any] = {"surroundings": {"target": 4, "victim": "A-Kaeso"}}
    shown = {
        phase: _on_a_real_table(step, phase=phase, **more).showing("B").regions
        for phase, step in (("environment", "environment: entries"), ("command", "orders"))
    }
    assert [len(one) for one in shown.values()] == [9, 9]
    assert [one.name.split()[0] for one in shown["environment"] if one.lit] == ["4"]
    assert not any(one.lit for one in shown["command"])
    assert all(len(one.outline) >= 3 and one.name for one in shown["command"])


def _facts(game: Game[Any], seat: str | None) -> dict[str, tuple[str, str]]:
    return {one.label: (one.value, one.meaning) for one in game.showing(seat).notes}


@covers("LR-APP-10", "LR-APP-11")
def test_the_enemies_that_one_sees_are_those_on_the_table_or_announced_and_nobody_counts_the_others():
    cards = {
        "A-Kaeso": {"at": [5, 5]},
        "A-Lysandra": {"at": [20, 20], "hidden": True, "own": {"effects": [{"name": "Hidden"}]}},
        "B-Thanatos": {"at": [40, 40]},
        "B-Strix": {"where": "waiting"},
        "B-Hecate": {"where": "waiting"},
    }
    game = sandtable.new("lands-of-ruin", position={"cards": cards})
    stack = {seat: {one.id for one in game.showing(seat).units} for seat in ("A", "B")}
    assert stack["A"] == {"A-Kaeso", "A-Lysandra", "B-Thanatos", "B-Hecate"}  # Strix infiltrates
    assert stack["B"] == {"A-Kaeso", "B-Thanatos", "B-Strix", "B-Hecate"}
    assert len(game.view("B")["cards"]) == 4


@covers("LR-OCON-29", "LR-MOR-14", "LR-OCON-31")
def test_the_morale_page_is_its_players_alone_and_the_roles_are_there_for_both():
    events = [{"what": "hit", "points": -2}, {"what": "slot hit", "points": 3}]
    position = {
        "cards": {"A-Varro": {"at": [5, 5]}, "A-Kaeso": {"at": [8, 5]}, "B-Thanatos": {"at": [40, 40]}},
        "sides": {"A": {"morale": {"pool": 19, "events": events, "last_good": 1, "last_bad": -4}}},
    }
    game = sandtable.new("lands-of-ruin", position=position)
    page = _facts(game, "A")
    assert page["Morale"] == ("19 of 25", "normal")
    assert page["This turn"] == ("+1", "good +3, bad -2")
    assert page["Last turn"] == ("-3", "good +1, bad -4")
    assert page["Leader"] == ("Legate Varro", "leadership 6")
    assert _facts(game, "B")["Morale"] == ("25 of 25", "normal")
    watched = _facts(game, None)
    assert set(watched) == {"Player"}
    assert watched["Player"][0]


def _pages(game: Game[Any], seat: str | None) -> dict[str, dict[str, tuple[str, str]]]:
    return {
        page.title: {one.label: (one.value, one.meaning) for one in page.lines}
        for page in game.showing(seat).pages
    }


@covers("LR-OCON-29", "LR-MOR-11", "LR-MOR-14")
def test_the_morale_page_tells_every_event_and_what_the_turn_would_cost():
    hit = {"what": "hit", "about": "B-Thanatos"}
    events = [{**hit, "points": -4}, {"what": "slot hit", "points": 1}, {**hit, "points": -5}]
    position = {
        "cards": {"A-Varro": {"at": [5, 5]}, "B-Thanatos": {"at": [40, 40]}},
        "sides": {"A": {"morale": {"events": events}}},
    }
    game = sandtable.new("lands-of-ruin", position=position)
    page = _pages(game, "A")["Morale"]
    assert page["Was hit"] == ("-9", "Thanatos, 2 times")
    assert page["Own hits"] == ("+1", "")
    # Eight short, of which the leadership of 6 makes good six.
    assert page["If the turn ended now"][0] == "-2"
    assert "Was hit" not in _pages(game, "B")["Morale"]
    assert set(_pages(game, None)) == {"Surroundings"}


@covers("LR-EFF-11", "LR-DMG-02", "LR-DMG-15")
def test_the_damage_page_tells_its_player_alone_who_of_the_fallen_lives_and_what_waits():
    suffered = [{"by": "A-Lysandra", "renown": 0.2, "is_out": False, "result": "pinned", "round": 1}]
    effects = [{"name": "Pinned", "turns": 1}, {"name": "Bleeding"}]
    hits = [{"kind": "shot", "power": 3, "by": "A-Varro"}]
    fallen = {"effects": effects, "hits": hits, "suffered": suffered}
    cards = {
        "A-Varro": {"at": [5, 5]},
        "A-Lysandra": {"at": [20, 20], "hidden": True, "own": {"effects": [{"name": "Hidden"}]}},
        "B-Thanatos": {"at": [40, 40], "down": True, "own": fallen},
    }
    game = sandtable.new("lands-of-ruin", position={"cards": cards})
    told = "hits that wait: 1; Bleeding; pinned by somebody unseen in round 1"
    assert _pages(game, "B")["Damage"] == {"Thanatos": ("pinned", told)}
    assert set(_pages(game, "A")["Damage"]) == {"Legate Varro", "Lysandra"}
    assert "Damage" not in _pages(game, None)


@covers("LR-OCON-33", "LR-REP-07", "LR-END-07", "LR-END-11")
def test_the_final_screen_tells_all_that_one_had_to_guess_and_how_everybody_fired():
    rolled = {"round": 2, "target": "Thanatos", "weapon": "AK-47", "kind": "shot", "band": "near"}
    attacks = [
        {**rolled, "result": result, "cover": "light", "of_opportunity": result == "miss"}
        for result in ("hit", "miss", "miss")
    ]
    attacks.append({**attacks[0], "kind": "close", "cover": "none", "band": "contact"})
    suffered = [
        {"by": "A-Varro", "renown": 0.9, "is_out": True, "result": "unconscious", "round": 3},
    ]
    lying = {"down": True, "at": [40, 40]}
    cards = {
        "A-Varro": {"at": [5, 5], "own": {"attacks": attacks}},
        "B-Thanatos": {**lying, "own": {"effects": [{"name": "Unconscious"}], "suffered": suffered}},
        "B-Strix": {"at": [20, 20], "hidden": True, "own": {"effects": [{"name": "Hidden"}]}},
    }
    position = {"cards": cards, "sleepers": [0, 2, 0, 0, 0, 0, 0, 0, 0], "rotters": {"R1": {"at": [30, 9]}}}
    running = sandtable.new("lands-of-ruin", position=position)
    assert {*_pages(running, "A")} == {"Morale", "Damage", "Surroundings"}
    game = sandtable.new("lands-of-ruin", position={**position, "step": "end"})
    assert game.decision is None
    for seat in ("A", "B", None):
        pages = _pages(game, seat)
        (theirs,) = (one for title, one in pages.items() if title.endswith("(B), as they really are"))
        assert theirs["Thanatos"] == ("unconscious", "unconscious by Legate Varro in round 3")
        assert theirs["Strix"] == ("hidden", "")
        (fired,) = (one for title, one in pages.items() if title.startswith("Attacks of") and "(A)" in title)
        assert fired["All of them"][0] == "2 of 4 hit (50 %), 1 of 1 in close combat"
        assert fired["Legate Varro"][1].split("; ")[:2] == [
            "round 2: hit on Thanatos, AK-47, near, light cover",
            "round 2: miss on Thanatos, AK-47, near, light cover, of opportunity",
        ]
        unknown = pages["What nobody could know"]
        assert unknown["Strix"] == ("hidden", "never noticed")
        assert [value for label, value in unknown.items() if label.startswith("Section 2")] == [
            ("2", "sleepers never woke")
        ]
        assert unknown["Rotters on the table"][0] == "1"


@covers("LR-REP-07", "LR-REP-08", "LR-MODE-06")
def test_every_slot_is_remembered_and_until_the_end_its_list_is_its_players_alone():
    cards = {"A-Varro": {"at": [5, 5], "orders": ["Fire"]}, "B-Thanatos": {"at": [9, 9]}}
    game = sandtable.new("lands-of-ruin", position={"phase": "action", "step": "action", "cards": cards})
    for answer in ("A-Varro Fire", "focus fire"):
        game.answer(answer)
    while game.decision is not None and not game.state.cards["A-Varro"].own.attacks:
        game.answer(game.decision.options()[0].answer)
    (one,) = game.state.cards["A-Varro"].own.attacks
    assert (one.round, one.target, one.kind) == (2, "Thanatos", "shot")
    told = [event for event in game.events() if event.kind in ("slot hit", "slot missed")]
    assert [event.kind == "slot missed" for event in told] == [one.result == "miss"]
    assert game.view("B")["cards"]["A-Varro"]["own"] == {"known": False}


@covers("LR-TUT-06", "LR-SCN-18")
def test_the_guided_first_game_is_the_tutorial_for_two_with_all_that_is_taught():
    first = BOOK.offers().first
    assert first is not None
    game = sandtable.new("lands-of-ruin", scenario=first.scenario, seats=first.seats, options=first.options)
    state = game.state
    assert (state.scenario.id, state.map) == ("two-player-tutorial", "crossroads")
    assert (state.switches.game_mode, state.switches.tutorial) == ("basic", "full")
    assert {*first.seats.values()} == {"reclaimer-starter", "balean-starter"}


@covers("LR-TUT-08")
def test_three_practice_pieces_can_be_played_by_one_alone():
    found = [one for one in Puzzles().cards() if one.book == "lands-of-ruin"]
    assert [one.title.partition(":")[0] for one in found] == ["Ranged attack", "Close combat", "Rotters"]
    for one in found:
        plan = Puzzles().game_of(NewGame(book="lands-of-ruin", puzzle=one.id))
        game = sandtable.new("lands-of-ruin", position=plan.position)
        assert game.waiting_for == ("A",)
        assert game.state.is_solo


@covers("LR-REP-05")
def test_a_report_before_the_end_holds_what_its_exporter_may_know():
    game = sandtable.new("lands-of-ruin", seed=3, options={"tutorial": "off"})
    players = {seat: make_player("greedy", seat) for seat in game.seats}
    while game.decision is not None and game.state.round < 4:
        seat = game.waiting_for[0]
        game.answer(ask(players[seat], game, seat).answer, seat=seat)
    whole, own = record_text(record_of(game)), record_text(record_for(game, "B"))
    assert '"kind":"order given"' in whole
    orders = [one for one in own.splitlines() if '"kind":"order given"' in one]
    assert orders
    assert not any("A-" in one for one in orders)
    secret = ("hit resolved", "morale calculated", "points granted", "ammo spent")
    assert not any(
        f'"kind":"{kind}"' in line and '"card":"A-' in line for line in own.splitlines() for kind in secret
    )
