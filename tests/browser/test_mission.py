"""A mission of the second book by finger: Snap Fire, hints, and an enemy that is watched step by step."""

from __future__ import annotations

from typing import Any

from tests.browser.ahead import asks, is_handing_out
from tests.browser.hands import OVER, SquadByFinger, asked, number, squad, tap, until_handing_out
from tests.browser.house import Server
from tests.browser.mission import MissionByFinger, short_mission

MOST_ANSWERS = 250
MANY_STEPS = 8
TABLET: dict[str, Any] = {"width": 768, "height": 1024, "has_touch": True, "is_mobile": True}


def test_a_whole_mission_is_played_by_finger_to_its_end(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = short_mission(server, device(**TABLET), trouble)
    player = MissionByFinger(page)
    answers = 0
    while player.answer():
        answers += 1
        assert answers < MOST_ANSWERS
    assert all(player.tally[one] for one in ("dragged dice", "tapped dice", "tapped ground", "targets"))
    assert player.tally["Snap Fire"]
    assert player.tally["Luck"] + player.tally["Story Points"]
    over = page.locator(OVER)
    assert "over" in over.inner_text().lower()
    assert {"Harper", "Quinn", "Ames", "Boyd"} & set(over.locator("dt").all_inner_texts())
    tap(page.get_by_role("link", name="Read the report"))
    page.locator("article").wait_for()


def until(page: Any, player: SquadByFinger, words: str) -> None:
    """Answer on until a question speaks of this."""
    for _ in range(MOST_ANSWERS):
        if words in asked(page):
            return
        assert player.answer(), f"nobody asked about {words}"
    raise AssertionError(f"nobody asked about {words}")


def test_snap_fire_is_offered_while_the_enemy_moves_and_answered_by_finger(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(**TABLET), trouble)
    player = SquadByFinger(page, holds=True)
    until(page, player, "Snap Fire")
    assert "Orcs" in page.locator("#question").inner_text()
    assert page.locator(".unit .target").count() == 1
    fires = page.get_by_role("radio").filter(has=page.locator(".needs")).first
    assert "+" in fires.locator(".needs").inner_text()
    assert "%" in fires.locator(".needs").inner_text()
    tap(fires)
    before = number(page)
    tap(page.locator(".confirm"))
    page.wait_for_function("was => document.querySelector('.decision')?.dataset.question !== was", arg=before)
    until(page, player, "Which soldier")
    assert page.locator("[role=log]", has_text="takes Snap Fire").count()


def test_a_hint_stands_by_the_question_and_is_put_away(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(**TABLET), trouble, until=is_handing_out)
    until_handing_out(page)
    hint = page.locator(".lesson")
    assert hint.get_attribute("aria-live") == "polite"
    assert hint.inner_text()
    tap(page.get_by_role("button", name="Put the hint away"))
    hint.wait_for(state="detached")


def test_an_enemy_is_aimed_at_by_tapping_it(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(**TABLET), trouble, until=asks("at whom"))
    player = SquadByFinger(page)
    until(page, player, "at whom")
    # Whoever sees nobody can only throw something.
    while not page.locator(".nameable").count():
        assert player.answer(), "nobody saw an enemy"
        until(page, player, "at whom")
    figure = page.locator("[data-figure]:has(> .nameable)").first
    mob, of_mob = (figure.get_attribute("data-figure") or "nobody.").lstrip("M").split(".")
    called = f"{of_mob} of mob {mob}"
    tap(figure)
    page.locator(".aimed").first.wait_for()
    assert called in page.locator(".decision [role=radio][aria-checked=true]").inner_text()
    assert called in page.locator(".confirm").inner_text()


def test_a_plan_that_is_dragged_tells_what_it_costs(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(**TABLET), trouble, until=asks("What does"))
    until(page, SquadByFinger(page), "What does")
    tap(page.get_by_role("radio", name="Move", exact=True))
    before = number(page)
    tap(page.locator(".confirm"))
    page.wait_for_function("was => document.querySelector('.decision')?.dataset.question !== was", arg=before)
    asked(page)
    page.keyboard.press("ArrowUp")
    page.locator(".own .note", has_text="The way: 0.5″ of").wait_for()


def test_what_the_enemy_does_runs_by_itself_at_a_chosen_speed(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(**TABLET), trouble, speed=4, until=is_handing_out)
    player = SquadByFinger(page)
    until_handing_out(page)
    told = page.locator(".steps .note", has_text="step ")
    for _ in range(MOST_ANSWERS):
        page.locator(".decision .confirm, .steps").first.wait_for()
        # Between two looks the last step may be over, and its words say something else.
        if any(int(one.partition(" of ")[2] or 0) >= MANY_STEPS for one in told.all_inner_texts()):
            break
        assert player.answer()
    tap(page.get_by_role("button", name="Stand still"))
    page.get_by_role("button", name="Play the steps").wait_for()
    at = told.inner_text()
    tap(page.get_by_role("button", name="Speed 4 times"))
    tap(page.get_by_role("button", name="Speed 0.5 times"))
    page.get_by_role("button", name="Speed 1 times").wait_for()
    tap(page.get_by_role("button", name="A step on"))
    assert told.inner_text() != at
    # Where dice fall their words come a step later.
    while not page.locator(".steps .story").count():
        tap(page.get_by_role("button", name="A step on"))
    assert page.locator(".steps .story").first.inner_text()
    assert page.locator(".steps .tag").count()
    tap(page.get_by_role("button", name="Play the steps"))
    page.get_by_role("button", name="Stand still").wait_for()


def test_aggression_and_the_objectives_are_in_sight_at_every_size(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(), trouble, scenario="mission", until=is_handing_out)
    until_handing_out(page)
    page.get_by_role("img", name="Aggression 0 of 10").wait_for()
    assert page.get_by_role("heading", name="How it stands").is_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="How it stands").click()
    assert page.get_by_role("heading", name="Aggression").is_visible()
