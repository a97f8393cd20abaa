"""Two consoles at one game of Lands of Ruin: whole games to their end, and what screens say on the way."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

import pytest

from sandtable.kernel.testing import covers
from tests.browser.console import Console, Consoles, play
from tests.browser.hands import opened, sat_down, try_now
from tests.browser.house import Server

MOST_ANSWERS = 500
A_TURN, READY = 45, 6
"""Taps of the active player in the middle case of a turn, and of the other."""


def played_to_the_end(table: Consoles) -> Counter[str]:
    """Every question answered on whichever device it is put; how often which was."""
    topics: Counter[str] = Counter()
    while True:
        one = table.asked()
        if one.is_over:
            break
        topics[one.question["topic"]] += 1
        assert topics.total() < MOST_ANSWERS
        play(one, one.question)
    for one in table.players:
        one.page.wait_for_selector(".ended")
    return topics


def taps_of_a_turn(table: Consoles) -> tuple[float, float]:
    """In the middle case: those of the player whose turn it is, and those of the other."""
    spent: dict[int, list[int]] = {}
    for one in table.players:
        for (turn, _), taps in one.taps.items():
            spent.setdefault(turn, [0, 0])["AB".index(one.seat)] += taps
    turns = [sorted(both) for turn, both in spent.items() if turn]
    return median(both[1] for both in turns), median(both[0] for both in turns)


@covers("LR-MODE-03", "LR-REP-04")
@pytest.mark.parametrize(("surface", "dice"), [("virtual", "app"), ("physical", "typed")])
def test_two_players_play_a_whole_game_on_two_devices(
    server: Server, device: Any, trouble: list[str], surface: str, dice: str
) -> None:
    table = Consoles(server, device, trouble, {"table": surface}, dice=dice)
    topics = played_to_the_end(table)
    mara, jonas = table.both
    assert mara.page.locator(".ended h2").inner_text() == jonas.page.locator(".ended h2").inner_text()
    active, other = taps_of_a_turn(table)
    print(
        f"{surface} table: {topics.total()} answers; a turn takes {active:g} taps, the other player {other:g}"
    )
    print(dict(topics))
    assert active <= A_TURN
    assert other <= READY
    mara.page.goto(f"{server.address}/replay/{table.joined[0]['game']}")
    steps = mara.page.locator("input[type=range]")
    steps.wait_for()
    assert int(steps.get_attribute("max") or 0) > topics.total() / 2
    jonas.page.goto(f"{server.address}/report/{table.joined[0]['game']}")
    jonas.page.get_by_role("heading", level=1).wait_for()


CARDS: dict[str, Any] = {
    "A-Dorian": {"at": [20, 12]},
    "A-Varro": {"at": [28, 12]},
    "A-Kaeso": {"at": [24, 10]},
    "B-Thanatos": {"at": [24, 30]},
    "B-Androphage": {"at": [28, 31]},
}
COMMAND: dict[str, Any] = {"phase": "command", "step": "orders"}


def scene(cards: dict[str, Any] | None = None, *, table: str = "physical", **more: Any) -> dict[str, Any]:
    """A position of three heroes against two."""
    more_of, others = cards or {}, {id: one for id, one in (cards or {}).items() if id not in CARDS}
    given = {id: {**one, **more_of.get(id, {})} for id, one in CARDS.items()} | others
    return {"switches": {"table": table}, "cards": given, **more}


def batches(one: Console, since: int) -> list[str]:
    """What a device was told of the game since then."""
    return [frame for frame in one.frames[since:] if '"type":"batch"' in frame]


@covers("LR-CMD-07", "LR-APP-12", "LR-MODE-19", "LR-MODE-18", "LR-APP-19", "LR-OCON-11")
def test_orders_are_given_on_one_device_and_the_other_hears_nothing_until_they_are_carried_out(
    server: Server, device: Any, trouble: list[str]
) -> None:
    table = Consoles(server, device, trouble, position=scene(**COMMAND))
    mara, jonas = table.both
    jonas.page.get_by_role("heading", name="Mara decides").wait_for()
    assert "orders are given in secret" in jonas.page.locator(".waiting").inner_text()
    mara.question  # noqa: B018 - both pages are up
    before, shown = len(jonas.frames), jonas.page.locator("body").inner_text()
    for answer in ("A-Dorian Fire", "A-Dorian Aim", "A-Dorian back Aim", "A-Dorian Use Cover"):
        mara.give(answer)
    assert "Only you see this" in mara.page.locator(".spending").inner_text()
    assert batches(jonas, before) == []
    assert jonas.page.locator("body").inner_text() == shown
    mara.give("end the phase")
    while (one := table.asked()) is not mara or one.question["topic"] != "choose act":
        told = [frame for frame in batches(jonas, before) if '"question":{' not in frame]
        assert not any("Use Cover" in frame for frame in told)
        play(one, one.question)
    jonas.page.get_by_text("Use Cover").first.wait_for()


@covers("LR-CMD-04", "LR-CMD-05", "LR-CMD-06", "LR-OCON-25", "LR-OCON-26", "LR-APP-01", "LR-APP-18")
@covers("LR-APP-25", "LR-OCON-17")
def test_a_purse_shows_points_prices_inches_and_defence_and_who_has_nothing_to_do(
    server: Server, device: Any, trouble: list[str]
) -> None:
    table = Consoles(server, device, trouble, position=scene(**COMMAND))
    mara = table.asked()
    page = mara.page
    assert page.locator("[data-purse]:has-text('still to do')").count() == 3
    mara.tap("[data-purse=A-Kaeso]")
    assert page.locator(".spending .head").inner_text().split("\n") == ["Medicus Kaeso", "20 of 20 left"]
    mara.give("A-Kaeso Fire")
    assert "10 of 20 left" in page.locator(".spending .head").inner_text()
    assert page.locator(".spending .brings b").all_inner_texts() == ["10″", "+2"]
    wares = page.locator(".ware:not(.all) .what > b").all_inner_texts()
    assert wares.index("Use Cover") < wares.index("Fire") < wares.index("Aim") < wares.index("Get Up")
    up = page.locator(".ware:has-text('Get Up')").first
    assert up.get_attribute("aria-disabled") == "true"
    assert "is not in cover" in up.inner_text()
    page.locator(".spending .brings .tag").first.click()
    page.get_by_text("LR-MOV-01 ·").wait_for()


@covers(
    "LR-APP-21",
    "LR-APP-22",
    "LR-APP-23",
    "LR-OCON-21",
    "LR-OCON-22",
    "LR-OCON-23",
    "LR-OCON-27",
    "LR-MODE-04",
)
def test_an_attack_goes_from_mode_to_coloured_slots_to_range_and_cover_to_real_dice(
    server: Server, device: Any, trouble: list[str]
) -> None:
    orders = {"A-Dorian": {"orders": ["Fire"]}}
    more: dict[str, Any] = {"phase": "action", "step": "action"}
    table = Consoles(server, device, trouble, position=scene(orders, **more), dice="typed")
    mara, jonas = table.both
    mara.give("A-Dorian Fire")
    auto = mara.page.locator(".answer:has-text('full auto')").first
    assert [one.split()[1] for one in auto.locator(".brings > span").all_inner_texts()] == [
        "near", "middle", "far", "dice", "power", "noise",
    ]  # fmt: skip
    mara.give("full auto")
    mara.give("B-Thanatos")
    assert mara.page.locator(".things .dyed").all_inner_texts() == ["red", "green"]
    mara.tap("[data-holder=B-Androphage] .holder")
    mara.tap("[data-holder=B-Thanatos] .holder")
    mara.confirm()
    mara.fill("range", "mid")
    mara.fill("cover B-Androphage", "heavy")
    before = len(jonas.frames)
    mara.confirm()
    for _ in range(3):
        play(mara, mara.question)
    jonas.hears("attack declared")
    rolls = [frame for frame in batches(jonas, before) if '"kind":"dice rolled"' in frame]
    assert any("heavy cover" in frame for frame in rolls)
    assert mara.question["topic"] == "choose act"
    assert [one["answer"] for one in mara.question["options"]][:1] == ["end the phase"]


@covers("LR-OCON-12", "LR-OCON-13", "LR-OCON-28", "LR-ENV-05")
def test_both_enter_who_is_touched_and_the_one_who_is_waited_for_is_told(
    server: Server, device: Any, trouble: list[str]
) -> None:
    more: dict[str, Any] = {
        "phase": "environment", "step": "environment: entries", "rotters": {"R1": {"at": [20, 14]}},
        "surroundings": {"target": 2, "victim": "A-Dorian"},
    }  # fmt: skip
    table = Consoles(server, device, trouble, position=scene(**more))
    mara, jonas = table.both
    for one in table.players:
        one.page.locator("tbody th").first.wait_for()
    assert "Move every Rotter" in mara.page.locator("ol.steps").inner_text()
    assert mara.page.locator("tbody th").all_inner_texts() == ["Dorian", "Legate Varro", "Medicus Kaeso"]
    assert jonas.page.locator("tbody th").all_inner_texts() == ["Thanatos", "Androphage"]
    mara.fill("A-Dorian Shambler")
    mara.fill("A-Dorian Shambler")
    assert mara.page.locator("[data-blank='A-Dorian Shambler']").inner_text() == "2"
    assert jonas.page.locator(".awaited").count() == 0
    mara.confirm()
    jonas.page.locator(".confirm.awaited:has-text('The others are ready')").wait_for()
    jonas.confirm()
    jonas.hears("Rotter attack entered")


@covers("LR-LOBBY-05", "LR-LOBBY-06")
def test_a_server_that_is_killed_in_the_middle_of_secret_orders_goes_on_with_them_and_tells_nobody(
    own_server: Server, device: Any
) -> None:
    errors_of_the_network: list[str] = []
    table = Consoles(own_server, device, errors_of_the_network, position=scene(**COMMAND))
    mara, jonas = table.both
    mara.give("A-Dorian Use Cover")
    before = len(jonas.frames)
    own_server.kill()
    for one in table.players:
        one.page.get_by_text("No word from the table").wait_for()
    own_server.start()
    for one in table.players:
        try_now(one.page)
        one.page.get_by_text("No word from the table").wait_for(state="detached")
    assert mara.page.locator("[data-purse=A-Dorian]").inner_text().count("Use Cover") == 1
    assert not any("Use Cover" in frame for frame in jonas.frames[before:])
    mara.give("end the phase")


@covers("LR-APP-05")
def test_a_phase_with_orders_left_ends_only_after_that_was_said(
    server: Server, device: Any, trouble: list[str]
) -> None:
    orders = {"A-Dorian": {"orders": ["Fire", "Aim"]}}
    table = Consoles(server, device, trouble, position=scene(orders, phase="action", step="action"))
    mara = table.asked()
    before = mara.question["number"]
    mara.tap(".decision .confirm")
    warned = mara.page.locator(".confirm.warned")
    warned.wait_for()
    assert "1 order is not carried out and will be lost." in warned.inner_text()
    assert mara.question["number"] == before
    mara.tap(".decision .confirm")
    mara.page.get_by_role("heading", name="In which section is each of your characters now?").wait_for()


@covers("LR-LOBBY-07")
def test_a_player_who_is_gone_is_told_to_the_other_and_nothing_is_forfeited(
    server: Server, device: Any, trouble: list[str]
) -> None:
    table = Consoles(server, device, trouble, position=scene(**COMMAND))
    mara, jonas = table.both
    jonas.page.get_by_role("heading", name="Mara decides").wait_for()
    jonas.page.context.close()
    mara.page.get_by_text("Jonas has gone quiet").wait_for()
    mara.give("A-Dorian Fire")
    assert mara.page.locator(".ended").count() == 0


@covers("LR-MAP-06", "LR-APP-14", "LR-APP-15")
def test_each_player_has_its_own_side_of_the_map_below(
    server: Server, device: Any, trouble: list[str]
) -> None:
    position = scene(table="virtual", phase="action", step="action")
    table = Consoles(server, device, trouble, position=position)
    for one, own, foe in zip(
        table.players, ("A-Dorian", "B-Thanatos"), ("B-Thanatos", "A-Dorian"), strict=True
    ):
        places = []
        for id in (own, foe):
            unit = one.page.locator(f"[data-unit='{id}']").first
            unit.wait_for(state="attached")
            box = unit.bounding_box()
            assert box is not None
            places.append(box["y"])
        assert places[0] > places[1]
    assert table.players[1].page.locator(".compass").count() == 1


@covers("LR-APP-24")
def test_on_one_device_a_curtain_falls_before_the_next_player_sees_anything(
    server: Server, device: Any, trouble: list[str]
) -> None:
    seats = {"A": {"sits": "here", "name": "Mara"}, "B": {"sits": "here", "name": "Jonas"}}
    wanted = {
        "book": "lands-of-ruin",
        "listed": False,
        "seed": 7,
        "seats": seats,
        "position": scene(**COMMAND),
    }
    page = sat_down(
        device(768, 1024), server.address, server.post("/api/games", wanted), trouble, curtain="always"
    )
    page.locator(".curtain").wait_for()
    opened(page)
    page.locator("[data-answer='A-Dorian Use Cover']").click()
    page.locator("[data-purse=A-Dorian]:has-text('Use Cover')").wait_for()
    page.locator("[data-answer='end the phase']").click()
    page.locator(".decision .confirm:has-text('ready')").click()
    page.locator(".curtain").wait_for()
    assert "Use Cover" not in page.evaluate("document.documentElement.textContent")


@covers("LR-OCON-29", "LR-OCON-40", "LR-MOR-14")
def test_the_morale_page_opens_for_its_player_and_the_surroundings_for_both(
    server: Server, device: Any, trouble: list[str]
) -> None:
    events = [{"what": "hit", "points": -2, "about": "B-Thanatos"}]
    around = {"cells": {"3,4": {"rotters": 4, "threat": 7}}}
    sides = {"A": {"morale": {"pool": 19, "events": events}}}
    table = Consoles(server, device, trouble, position=scene(**COMMAND, surroundings=around, sides=sides))
    mara, jonas = table.both
    mara.page.locator(".spending").wait_for()
    mara.page.get_by_role("button", name="Morale", exact=True).click()
    page = mara.page.locator("[data-page=Morale]")
    assert "19 of 25" in page.inner_text()
    assert "Thanatos" in page.inner_text()
    mara.page.keyboard.press("Escape")
    page.wait_for(state="detached")
    assert not any('"pool":19' in one or "19 of 25" in one for one in jonas.frames)
    mara.page.get_by_role("button", name="Surroundings").click()
    assert mara.page.locator("[data-page=Surroundings] circle").count() == 1
    jonas.page.locator(".glance").click()
    jonas.page.get_by_role("button", name="Surroundings").click()
    seen = jonas.page.locator("[data-page=Surroundings]")
    seen.locator("summary").click()
    assert "Row 3, column 4: 4 Rotters, threat 7" in seen.inner_text()
    # Each looks at the map from where it sits.
    assert seen.locator("svg.turned").count() == 1


@covers("LR-END-07", "LR-OCON-33", "LR-REP-07")
def test_the_final_screen_lays_everything_open_on_both_devices(
    server: Server, device: Any, trouble: list[str]
) -> None:
    lying = {"down": True, "own": {"effects": [{"name": "Dead"}]}}
    hidden = {"at": [10, 10], "hidden": True, "own": {"effects": [{"name": "Hidden"}]}}
    cards = {"B-Androphage": lying, "B-Strix": hidden}
    table = Consoles(
        server, device, trouble, position=scene(cards, table="virtual", phase="action", step="end")
    )
    for one in table.players:
        one.page.locator(".ended h2").wait_for()
        told = one.page.locator(".ended").inner_text()
        for words in ("Androphage\ndead", "Strix\nhidden", "never noticed", "Rotters on the table"):
            assert words in told
