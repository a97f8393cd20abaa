"""Marrow Deck and Lantern Wharf: data as the catalogue has it, events, and how they end."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.books.heroic_endeavors.adventures.adventure import adventure_of
from sandtable.books.heroic_endeavors.adventures.events import nearest_free
from sandtable.books.heroic_endeavors.adventures.lantern_wharf import flees
from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.chapters.melee.attacking import melee_dice
from sandtable.books.heroic_endeavors.chapters.traits import defence, defence_value
from sandtable.books.heroic_endeavors.game_master.fog import begin
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.tasks import tasks
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.testing import covers
from sandtable.players import make_player, play_out
from tests.books.heroic_endeavors.scenes import NEXT, asked, begun, one, scene, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
DECK, WHARF, CRYPT = "marrow-deck", "lantern-wharf", "ember-crypt"
PEOPLE = {DECK: ("HE-ADV-22", "HE-ADV-23"), WHARF: ("HE-ADV-32", "HE-ADV-33")}


def fresh(id: str) -> Adventure:
    """An adventure before its first turn."""
    return BOOK.set_up(id, {}, {})


def rows_of(rule: str) -> list[dict[str, Any]]:
    """The table of a rule, its ids without the number of the adventure."""
    return [{**row, "id": row["id"].partition("-")[2]} for row in RULES.rule(rule).table]


def at_step(state: Adventure, step: str, round: int, seed: int = 1) -> Game[Adventure]:
    """The game from a step of a turn."""
    state.step, state.round, state.active, state.order = step, round, "", ()
    begin(state)
    return new_game(BOOK, state, Dice(Seeded(seed)))


@covers("HE-ADV-22", "HE-ADV-23", "HE-ADV-32", "HE-ADV-33", "HE-TRT-10", "HE-TRT-15")
@pytest.mark.parametrize("id", PEOPLE)
def test_everybody_has_the_derived_values_of_the_catalogue(id: str):
    state = fresh(id)
    for rule in PEOPLE[id]:
        for row in rows_of(rule):
            model = state.models[row["id"]]
            assert (model.name, [*(model.at or ())], model.role, model.dp, model.facing) == (
                row["name"], row["pos"], row["role"], row["DP"], row["facing"],
            )  # fmt: skip
            assert model.size == row["base"]
            assert (model.group, model.behaviour) == (row.get("group", ""), row.get("behaviour", ""))
            assert [*model.skills] == (row.get("skills") or [])
            assert defence_value(state, model) == row["DEF"]
            assert total_of(defence(state, model, rear=True)) == row["DEF_rear"]
            for arm in row.get("melee", ()):
                if arm["weapon"] in melee_weapons():
                    assert total_of(melee_dice(state, model, melee_weapons()[arm["weapon"]])) == arm["MEL"]


@covers("HE-ADV-11", "HE-ADV-21", "HE-ADV-31", "HE-GEO-10", "HE-ADV-10", "HE-ADV-20", "HE-ADV-30")
@pytest.mark.parametrize(("id", "rule"), [(CRYPT, "HE-ADV-11"), (DECK, "HE-ADV-21"), (WHARF, "HE-ADV-31")])
def test_the_maps_are_those_of_the_catalogue(id: str, rule: str):
    (table,) = RULES.rule(rule).table
    board = fresh(id).board
    assert [*board.rows] == table["rows"]
    assert (board.width, board.depth) == (len(table["rows"][0]), len(table["rows"]))
    if "heights" in table:
        assert ["".join(map(str, row)) for row in board.heights] == table["heights"]


@covers("HE-ADV-14", "HE-ADV-24", "HE-ADV-34", "HE-DOOR-07")
@pytest.mark.parametrize(("id", "rule"), [(CRYPT, "HE-ADV-14"), (DECK, "HE-ADV-24"), (WHARF, "HE-ADV-34")])
def test_the_doors_are_those_of_the_catalogue(id: str, rule: str):
    doors = fresh(id).doors
    assert len(doors) == len(rows_of(rule))
    for row in rows_of(rule):
        door, lock = doors[row["id"]], row["lock"] or {}
        assert ([*door.at], door.type, door.state, door.dp) == (
            row["pos"],
            row["type"],
            row["state"],
            row["dp"],
        )
        assert (door.lock, door.difficulty) == (lock.get("kind", ""), lock.get("difficulty", 0))
        assert (door.key, door.hacking) == (lock.get("key") or "", lock.get("hacking", False))


@covers("HE-ADV-15", "HE-ADV-25", "HE-ADV-35", "HE-TRAP-01")
@pytest.mark.parametrize(("id", "rule"), [(CRYPT, "HE-ADV-15"), (DECK, "HE-ADV-25"), (WHARF, "HE-ADV-35")])
def test_the_traps_are_those_of_the_catalogue(id: str, rule: str):
    traps = fresh(id).traps
    assert len(traps) == len(rows_of(rule))
    for row in rows_of(rule):
        trap = traps[row["id"]]
        assert [[*at] for at in trap.triggers] == row["triggers"]
        assert (trap.kind, trap.difficulty, trap.lethality) == (
            row["kind"],
            row["difficulty"],
            row["lethality"],
        )
        assert trap.wakes == ("warehouse" if "also" in row else "")


@covers("HE-ADV-27", "HE-ADV-37", "HE-AGM-02", "HE-AGM-03")
@pytest.mark.parametrize(("id", "rule"), [(DECK, "HE-ADV-27"), (WHARF, "HE-ADV-37")])
def test_the_groups_are_those_of_the_catalogue(id: str, rule: str):
    groups = fresh(id).groups
    for row in RULES.rule(rule).table:
        if "group" in row:
            group = groups[row["group"]]
            assert (group.awareness, group.alertness) == (row["start"], row["alertness"])
            assert all(
                door.partition("-")[2] in group.doors
                for door in row["trigger"].split()
                if door[:1] == "A" and "-D" in door
            )
            assert group.hears == ("noise" in row["trigger"] or "door" not in row["trigger"])


@covers("HE-ADV-27", "HE-AGM-20")
def test_two_skitterers_come_at_the_start_of_the_turns_that_are_named_and_no_more_than_ten():
    state = fresh(DECK)
    game = at_step(state, "start of turn", 3)
    came = [model for model in game.state.models.values() if model.id[:1] == "R"]
    assert [(model.name, model.at) for model in came] == [("Skitterer", (12, 15)), ("Skitterer", (22, 1))]
    assert game.state.groups["brood"].awareness == "alerted"
    assert {"R1", "R2"} <= {id for unit in game.state.ranks for id in unit}
    assert not [event for event in game.events(seat="A") if event.kind == "reinforcement came"]
    full = fresh(DECK)
    full.came = 9
    assert at_step(full, "start of turn", 7).state.came == 10
    assert nearest_free(game.state, (12, 15)) != (12, 15)


@covers("HE-ADV-27", "HE-AGM-03")
def test_the_nest_wakes_at_the_start_of_turn_eight():
    assert at_step(fresh(DECK), "start of turn", 6).state.groups["nest"].awareness == "unaware"
    assert at_step(fresh(DECK), "start of turn", 7).state.groups["nest"].awareness == "alerted"


@covers("HE-ADV-26", "HE-ADV-27", "HE-SKL-16")
def test_only_a_hacker_sets_the_overload_and_then_ten_turns_are_left():
    state = fresh(DECK)
    hacker, leader = state.models["H4"], state.models["H1"]
    hacker.at, leader.at = (18, 1), (20, 1)
    state.active, state.step, state.order = "H4", "act", (("H1",),)
    begin(state)
    game = begun(state, {"check H4": [6, 1, 1], "spot H4": [1, 1]})
    game.answer("use F1")
    assert asked(game) == "spend fate"
    game.answer("keep")
    assert game.state.countdown == 11
    assert told(game, "overload set")[0].facts["turns"] == 10
    other = fresh(DECK)
    other.models["H1"].at, other.active, other.step, other.order = (20, 1), "H1", "act", (("H2",),)
    begin(other)
    lay = begun(other)
    assert lay.decision is not None
    why = next(each.refusal for each in lay.decision.barred() if each.answer == "use F1")
    assert why is not None
    assert why.rule == "HE-SKL-16"


@covers("HE-ADV-26", "HE-ADV-27", "HE-DOOR-06")
@pytest.mark.parametrize(("faces", "left"), [([6, 6, 1, 1], 6), ([6, 1, 1, 1], 0)])
def test_a_console_that_is_destroyed_sets_an_overload_of_six_turns(faces: list[int], left: int):
    state = fresh(DECK)
    trooper = state.models["H1"]
    trooper.at, trooper.facing, trooper.fate = (20, 1), "W", 0
    trooper.arms.in_use = ("knife",)
    for id in ("O12", "O13", "O14"):
        state.models[id].where, state.models[id].at = "killed", None
    state.active, state.step, state.order = "H1", "act", (("H2",),)
    begin(state)
    dice = {"attack H1": faces, "re-roll H1": [1], "defence F1": [1, 1, 1], "spot H1": [1, 1]}
    game = begun(state, dice)
    game.answer("break down F1 with knife")
    while asked(game) != "choose act":
        game.answer("keep")
    assert (
        len(next(one for one in told(game, "dice rolled") if one.facts.get("of") == "F1").facts["faces"]) == 3
    )
    assert [one.facts["left"] for one in told(game, "object damaged")] == ([0] if left else [1])
    assert [one.facts["turns"] for one in told(game, "overload set")] == ([6] if left else [])
    assert game.state.features["F1"].used == bool(left)


@covers("HE-ADV-27", "HE-ADV-28")
def test_when_the_countdown_ends_everybody_on_the_map_dies():
    state = fresh(DECK)
    state.features["F1"].used, state.countdown = True, 1
    for id in ("H1", "H2", "H3"):
        state.models[id].where, state.models[id].at = "left", None
    game = at_step(state, "end of turn", 12)
    assert not list(game.state.on_board())
    assert game.result is not None
    assert (game.state.outcome, game.state.closed_by) == ("success", "HE-ADV-28")


@covers("HE-ADV-28", "HE-ADV-03")
@pytest.mark.parametrize(
    ("left", "log", "is_set", "outcome"),
    [(3, True, True, "triumph"), (2, True, True, "success"), (4, False, True, "success"),
     (4, True, False, "defeat"), (0, True, True, "defeat")],
)  # fmt: skip
def test_the_levels_of_marrow_deck(left: int, log: bool, is_set: bool, outcome: str):
    state = fresh(DECK)
    state.features["F1"].used = is_set
    state.out = ("flight log",) if log else ()
    for number, id in enumerate(("H1", "H2", "H3", "H4")):
        state.models[id].where = "left" if number < left else "killed"
        state.models[id].at = None
    found = adventure_of(state).outcome(state, time_is_up=False)
    assert found is not None
    assert found[0] == outcome
    assert adventure_of(fresh(DECK)).outcome(fresh(DECK), time_is_up=False) is None
    late = adventure_of(state).outcome(fresh(DECK), time_is_up=True)
    assert late is not None
    assert late[0] == "defeat"


@covers("HE-ADV-33", "HE-ADV-36", "HE-AGM-27")
def test_the_hostage_is_freed_and_then_run_by_the_players_but_does_not_fight():
    state = fresh(WHARF)
    assert not any("N1" in unit for unit in at_step(state, "initiative", 1).state.ranks)
    state = fresh(WHARF)
    state.models["H1"].at, state.active, state.step, state.order = (20, 12), "H1", "act", (("N1",), ("H2",))
    for id in list(state.models):
        if id[:1] == "O":
            state.models[id].where, state.models[id].at = "killed", None
    begin(state)
    game = begun(state)
    game.answer("use F1")
    clerk = one(game, "N1")
    assert (clerk.role, clerk.side, clerk.seat) == ("cohort", "party", "A")
    game.answer("end")
    assert game.decision is not None
    assert game.decision.about == ("N1",)
    assert {
        each.refusal.rule for each in game.decision.barred() if each.deed in ("aim", "focus") and each.refusal
    } == {"HE-ADV-33"}


@covers("HE-ADV-37")
@pytest.mark.parametrize(
    ("first", "round", "flees_now"), [(0, 9, False), (1, 2, False), (1, 3, True), (5, 6, True)]
)
def test_the_boss_flees_by_turn_six_or_two_turns_after_the_first_alarm(
    first: int, round: int, flees_now: bool
):
    state = fresh(WHARF)
    state.first_alert, state.round = first, round
    assert flees(state) == flees_now


@covers("HE-ADV-37")
def test_half_of_the_warehouse_down_makes_him_flee_at_once_and_wakes_the_office():
    state = fresh(WHARF)
    for id in ("O5", "O6", "O7"):
        state.models[id].dp = 0
    game = at_step(state, "start of turn", 1)
    assert game.state.flight == 2
    assert game.state.groups["office"].awareness == "alerted"


@covers("HE-ADV-36", "HE-ADV-37", "HE-AGM-27")
def test_the_boss_runs_for_the_car_and_is_away():
    state = fresh(WHARF)
    boss = state.models["O11"]
    boss.at, state.flight, state.groups["office"].awareness = (21, 8), 3, "alerted"
    for id in list(state.models):
        if id[:1] == "O" and id != "O11":
            state.models[id].where, state.models[id].at = "killed", None
    state.step, state.order, state.round = "activate", (("O11",), ("H1",)), 3
    begin(state)
    running = new_game(BOOK, state, Dice(Seeded(1)))
    assert told(running, "model moved")[0].facts["model"] == "O11"
    assert not running.state.escaped
    state.models["O11"].at, state.step, state.order, state.active = (
        (21, 4),
        "activate",
        (("O11",), ("H1",)),
        "",
    )
    state.models["O11"].turn.actions = 2
    begin(state)
    away = new_game(BOOK, state, Dice(Seeded(1)))
    assert away.state.escaped == ("O11",)
    assert told(away, "model escaped")[0].facts["feature"] == "F3"


@covers("HE-ADV-38", "HE-ADV-03")
@pytest.mark.parametrize(
    ("clerk", "ledger", "boss", "outcome"),
    [("left", True, 0, "triumph"), ("left", True, 4, "success"), ("left", False, 0, "success"),
     ("killed", True, 0, "defeat")],
)  # fmt: skip
def test_the_levels_of_lantern_wharf(clerk: Any, ledger: bool, boss: int, outcome: str):
    state = fresh(WHARF)
    state.models["N1"].where, state.models["N1"].at = clerk, None
    state.models["O11"].dp, state.out = boss, ("ledger",) if ledger else ()
    found = adventure_of(state).outcome(state, time_is_up=False)
    assert found is not None
    assert found[0] == outcome
    open_still = fresh(WHARF)
    assert adventure_of(open_still).outcome(open_still, time_is_up=False) is None


@covers("HE-ADV-38", "HE-AGM-21")
def test_somebody_who_is_down_is_dragged_at_half_speed_and_out_by_the_exit():
    models = {
        "H1": {"at": [2, 0]},
        "H2": {"at": [3, 0], "dp": 0, "condition": {"clock": 5}},
        "H3": {"at": [9, 9]},
    }
    game = scene(models, {**NEXT, "initiative H3": [1, 1]}, exits=[[0, 0], [1, 0]], order=[["H3"]])
    game.answer("drag H2")
    game.answer({"models": [[1.5, 0.5]], "facing": "W"})
    assert (one(game, "H1").at, one(game, "H2").at) == ((1, 0), (2, 0))
    game.answer("drag out H2")
    assert {one(game, id).where for id in ("H1", "H2")} == {"left"}


@covers("HE-AGM-21", "HE-ADV-26")
def test_things_are_handed_over_kits_heal_and_first_aid_stops_the_clock():
    models = {
        "H1": {"at": [2, 2], "carried": ["medical kit", "key"], "traits": {"PER": 3}},
        "H2": {"at": [3, 2], "dp": 1, "traits": {"DP": 3}},
        "H3": {"at": [2, 3], "dp": 0, "condition": {"clock": 4}},
    }
    game = scene(models, {**NEXT, "check H1": [6, 3, 1]}, order=[["H2"]])
    game.answer("hand over H2 with key")
    assert one(game, "H2").carried == ("key",)
    game.answer("medical kit H2")
    assert (one(game, "H2").dp, one(game, "H1").carried) == (2, ())
    aid = scene(models, {**NEXT, "check H1": [6, 3, 1]}, order=[["H2"]])
    aid.answer("first aid H3")
    assert (one(aid, "H3").condition.clock, one(aid, "H3").dp) == (0, 0)


@covers("HE-AGM-21", "HE-CHK-02")
def test_the_tasks_are_those_of_the_catalogue():
    known = tasks()
    for row in RULES.rule("HE-AGM-21").table:
        if row["task"] in known and row["difficulty"] != "trap":
            task = known[row["task"]]
            check = "" if row["check"] == "none" else row["check"]
            assert (task.actions, task.check, task.difficulty) == (
                row["actions"],
                check,
                row["difficulty"] or 0,
            )
    assert len(known) == len(RULES.rule("HE-AGM-21").table) - 2  # searching and dragging are deeds


@covers("HE-ADV-19", "HE-ADV-29", "HE-ADV-39", "HE-AGM-23")
def test_what_the_automatic_game_master_does_instead_of_deciding():
    deck = fresh(DECK)
    assert all(deck.models[id].handless for id in ("O1", "O4", "O5", "O11"))  # HE-ADV-29: no keys, no handles
    assert not deck.back_doors  # the brood has no exit
    wharf = fresh(WHARF)
    assert wharf.models["N1"] not in wharf.foes_of(wharf.models["O5"])  # HE-ADV-39: never threatened
    crypt = fresh(CRYPT)
    assert crypt.models["O18"].stays == (9, 12, 15, 17)
    assert crypt.back_doors == ((15, 17),)
    assert wharf.back_doors == tuple((25, y) for y in range(16))


@covers("HE-ADV-01", "HE-ADV-02", "HE-ADV-03")
@pytest.mark.parametrize(("id", "kind"), [(DECK, "greedy"), (WHARF, "uniform")])
def test_each_is_played_to_its_end(id: str, kind: str):
    game = sandtable.new("heroic-endeavors", scenario=id, seed=1)
    play_out(game, {"A": make_player(kind, 1)})
    assert game.result is not None
    assert game.result.why.partition(":")[0] in ("triumph", "success", "defeat")

    assert game.decision is None
