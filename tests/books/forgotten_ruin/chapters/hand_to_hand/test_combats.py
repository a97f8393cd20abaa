"""Hand-to-hand combat: dice, modifiers and Hits."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import fight_at_once, resolve_combats
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.rolling import combat_odds
from sandtable.books.forgotten_ruin.modifiers import ENEMY_WEAPON
from sandtable.books.forgotten_ruin.state import Battle, Contact, Enemy, Soldier, Weapon
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from sandtable.table.terrain import wall
from tests.books.forgotten_ruin.armed import armed, skirmish
from tests.books.forgotten_ruin.stage import Performance, enemy, perform, piece_of, soldier, start

Dice = dict[str, list[int]]


def met(*pairs: tuple[str, str], across: str = "") -> tuple[Contact, ...]:
    return tuple(Contact(mover, other, across) for mover, other in pairs)


def fought(
    figures: list[Soldier | Enemy], dice: Dice, answers: list[Any] | None = None, **facts: Any
) -> Performance:
    return perform(skirmish(*figures, **facts), resolve_combats, dice, answers or [])


def pair(one: Soldier, other: Enemy) -> list[Soldier | Enemy]:
    one.at, other.at = (10.0, 10.0), (10.0, 10.0 + one.radius + other.radius)
    return [one, other]


@covers("FR-HTH-01", "FR-HTH-02", "FR-HTH-06", "FR-HTH-12", "FR-HTH-14")
def test_the_example_of_the_book() -> None:
    figures = pair(soldier("S1", combat_skill=1, elevation=0.5), enemy("M1.1", toughness=6))
    shown = fought(figures, {"combat S1": [4], "combat M1.1": [3], "damage M1.1": [1]})
    won = shown.told("combat won")[0].facts
    assert (won["winner"], won["total"], won["opposing"]) == ("S1", 5, 3)
    assert shown.state.enemies["M1.1"].at == pytest.approx((10.0, 12.0))
    assert {"FR-HTH-07", "FR-HTH-10"} <= shown.cited()


@covers("FR-HTH-07")
@pytest.mark.parametrize(("higher", "total"), [(0.4, 3), (0.5, 4)])
def test_higher_ground_begins_at_half_an_inch(higher: float, total: int) -> None:
    figures = pair(armed("S1", (0, 0), "sword"), enemy("M1.1", elevation=higher))
    shown = fought(figures, {"combat S1": [6], "combat M1.1": [3], "damage M1.1": [1, 1]})
    assert shown.told("combat won")[0].facts["opposing"] == total


@covers("FR-HTH-08")
@pytest.mark.parametrize(("mover", "mine", "theirs"), [("S1", 6, 4), ("M1.1", 7, 3)])
def test_whoever_did_not_move_is_helped_by_a_wall(mover: str, mine: int, theirs: int) -> None:
    fence = piece_of("F1", "low wall", wall((8.0, 10.7), (12.0, 10.7), 0.2))
    one, other = armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 11.4))
    contacts = met(("S1", "M1.1") if mover == "S1" else ("M1.1", "S1"), across="F1")
    shown = fought(
        [one, other],
        {"combat S1": [6], "combat M1.1": [3], "damage M1.1": [6]},
        [{"models": [[10.0, 10.0]]}],
        terrain=[fence],
        contacts=contacts,
    )
    facts = shown.told("combat won")[0].facts
    assert (facts["total"], facts["opposing"]) == (mine, theirs)
    assert "FR-HTH-08" in shown.cited()


@covers("FR-HTH-09")
@pytest.mark.parametrize(
    ("stun", "down", "total"), [(1, False, 4), (3, False, 4), (2, True, 3), (0, False, 3)]
)
def test_an_enemy_adds_one_against_a_stunned_soldier(stun: int, down: bool, total: int) -> None:
    figures = pair(armed("S1", (0, 0), "sword", stun=stun, knocked_down=down), enemy("M1.1"))
    shown = fought(figures, {"combat S1": [6], "combat M1.1": [3], "damage M1.1": [1, 1]})
    assert shown.told("combat won")[0].facts["opposing"] == total


@covers("FR-HTH-10", "FR-HTH-11", "FR-ARM-08", "FR-ARM-26")
@pytest.mark.parametrize(
    ("weapons", "total"), [((), 3), (("assault rifle",), 3), (("pistol",), 4), (("sword",), 4)]
)
def test_a_soldier_without_a_melee_weapon_has_less(weapons: tuple[str, ...], total: int) -> None:
    figures = pair(armed("S1", (0, 0), *weapons), enemy("M1.1"))
    shown = fought(figures, {"combat S1": [4], "combat M1.1": [1], "damage M1.1": [1]})
    assert shown.told("combat won")[0].facts["total"] == total


@covers("FR-HTH-12", "FR-HTH-14", "FR-HIT-04")
def test_the_loser_is_hit_once_and_pushed_back() -> None:
    figures = pair(armed("S1", (0, 0), "sword"), enemy("M1.1"))
    shown = fought(figures, {"combat S1": [1], "combat M1.1": [6], "damage S1": [2]})
    assert shown.state.soldiers["S1"].at == pytest.approx((10.0, 9.0))
    assert shown.state.soldiers["S1"].stun == 1


@covers("FR-HTH-14", "FR-SAV-02")
def test_a_saved_hit_pushes_too() -> None:
    figures = pair(armed("S1", (0, 0), "sword"), enemy("M1.1", save=2))
    shown = fought(figures, {"combat S1": [5], "combat M1.1": [1], "save M1.1": [6]})
    assert shown.state.enemies["M1.1"].at == pytest.approx((10.0, 12.0))


@covers("FR-HTH-04", "FR-HTH-05", "FR-HTH-13")
def test_on_a_draw_both_are_hit_and_both_may_fall() -> None:
    figures = pair(armed("S1", (0, 0), "sword"), enemy("M1.1"))
    shown = fought(figures, {"combat S1": [3], "combat M1.1": [3], "damage S1": [6], "damage M1.1": [6]})
    assert shown.state.soldiers["S1"].where == "casualty"
    assert shown.state.enemies["M1.1"].where == "casualty"
    rolled = [why for why, _ in shown.rolled()]
    assert rolled[-2:] == ["damage M1.1", "damage S1"]


@covers("FR-HTH-13")
@pytest.mark.parametrize(
    ("switch", "hit"), [("rampage_hits", False), ("always_hits", True), ("never_hits", False)]
)
def test_a_draw_spares_a_monster_that_was_charged(switch: str, hit: bool) -> None:
    figures = pair(
        armed("S1", (0, 0), "sword"),
        enemy("B1", kind="monster", toughness=9, monster_points=4, radius=1.0, height=2.5),
    )
    dice: Dice = {"combat S1": [4], "combat B1": [4], "damage S1": [1]} | ({"damage B1": [1]} if hit else {})
    shown = fought(figures, dice, switches={"monster_draw": switch}, contacts=met(("S1", "B1")))
    assert bool(shown.told("no Hit on a draw")) is not hit


@covers("FR-HTH-13", "FR-BIG-05")
@pytest.mark.parametrize(
    ("switch", "hit"), [("rampage_hits", True), ("always_hits", True), ("never_hits", False)]
)
def test_a_draw_in_a_rampaging_move_hits_both(switch: str, hit: bool) -> None:
    figures = pair(
        armed("S1", (0, 0), "sword"),
        enemy("B1", kind="monster", toughness=9, monster_points=4, radius=1.0, height=2.5),
    )
    dice: Dice = {"combat S1": [4], "combat B1": [4], "damage S1": [1]} | ({"damage B1": [1]} if hit else {})

    async def rule(play: Play[Battle]) -> bool:
        monster = play.state.enemies["B1"]
        combat = await fight_at_once(play, monster, play.state.soldiers["S1"], "FR-BIG-04")
        return combat.is_halted("B1")

    shown = perform(skirmish(*figures, switches={"monster_draw": switch}), rule, dice)
    assert shown.returned is False
    assert shown.state.enemies["B1"].at == pytest.approx((10.0, 11.5))
    assert shown.state.soldiers["S1"].at[0] != pytest.approx(10.0)


@covers("FR-BIG-05", "FR-HTH-14")
def test_a_soldier_who_wins_halts_and_pushes_a_rampaging_monster() -> None:
    figures = pair(
        armed("S1", (0, 0), "sword"),
        enemy("B1", kind="monster", toughness=9, monster_points=4, radius=1.0, height=2.5),
    )

    async def rule(play: Play[Battle]) -> bool:
        monster = play.state.enemies["B1"]
        combat = await fight_at_once(play, monster, play.state.soldiers["S1"], "FR-BIG-04")
        return combat.is_halted("B1")

    shown = perform(skirmish(*figures), rule, {"combat S1": [5], "combat B1": [1], "damage B1": [1]})
    assert shown.returned is True
    assert shown.state.enemies["B1"].at == pytest.approx((10.0, 12.5))


@covers("FR-HTH-30", "FR-SHT-17", "FR-SHT-19")
def test_a_natural_six_that_wins_is_two_hits() -> None:
    figures = pair(armed("S1", (0, 0), "sword"), enemy("M1.1", toughness=6))
    shown = fought(figures, {"combat S1": [6], "combat M1.1": [2], "damage M1.1": [1, 2]})
    assert shown.told("further Hits")[0].facts["hits"] == 2


@covers("FR-HTH-30")
def test_a_natural_six_that_loses_gives_nothing() -> None:
    figures = pair(soldier("S1"), enemy("M1.1", combat_skill=2))
    shown = fought(figures, {"combat S1": [6], "combat M1.1": [6], "damage S1": [1]})
    assert not shown.told("further Hits")


@covers("FR-HTH-30")
def test_a_natural_six_in_a_draw_is_two_hits_and_an_enemys_six_one() -> None:
    figures = pair(armed("S1", (0, 0), "sword"), enemy("M1.1", toughness=6))
    shown = fought(figures, {"combat S1": [6], "combat M1.1": [6], "damage M1.1": [1, 1], "damage S1": [1]})
    assert shown.state.soldiers["S1"].stun == 1


@covers("FR-ARM-27", "FR-HIT-06")
def test_a_large_sword_adds_to_damage() -> None:
    figures = pair(armed("S1", (0, 0), "large sword"), enemy("M1.1", (0, 0), toughness=5))
    shown = fought(
        figures,
        {"combat S1": [4], "combat M1.1": [2], "damage M1.1": [4]},
        [{"models": [[10.0, 10.0]]}],
    )
    assert shown.state.enemies["M1.1"].where == "casualty"
    assert "FR-ARM-27" in shown.cited()


@covers("FR-HIT-06")
def test_bare_hands_and_a_pistol_strike_at_plus_nothing() -> None:
    for weapons in ((), ("pistol",)):
        figures = pair(armed("S1", (0, 0), *weapons), enemy("M1.1", toughness=3))
        shown = fought(figures, {"combat S1": [5], "combat M1.1": [1], "damage M1.1": [2]})
        assert shown.state.enemies["M1.1"].on_table


@covers("FR-ARM-28")
def test_the_user_of_a_large_sword_inflicts_no_hit_on_a_draw() -> None:
    figures = pair(armed("S1", (0, 0), "large sword"), enemy("M1.1"))
    shown = fought(figures, {"combat S1": [3], "combat M1.1": [3], "damage S1": [1]})
    assert shown.told("no Hit on a draw")[0].rules == ("FR-ARM-28",)
    assert shown.state.enemies["M1.1"].at == pytest.approx((10.0, 11.0))


@covers("FR-ARM-28", "FR-HTH-31")
def test_with_two_large_swords_nobody_is_hit_and_whoever_came_backs_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaker(state: Battle, figure: Enemy, how: str) -> Weapon:
        return weapon("large sword")

    monkeypatch.setattr(ENEMY_WEAPON, "answers", [breaker])
    figures = pair(armed("S1", (0, 0), "large sword"), enemy("M1.1"))
    shown = fought(figures, {"combat S1": [3], "combat M1.1": [3]}, contacts=met(("M1.1", "S1")))
    assert shown.state.enemies["M1.1"].at == pytest.approx((10.0, 12.0))
    assert shown.state.soldiers["S1"].at == (10.0, 10.0)
    assert "FR-HTH-31" in shown.cited()


@covers("FR-HTH-21")
def test_one_ordinary_weapon_for_the_whole_round() -> None:
    one = armed("S1", (0, 0), "sword", "large sword")
    figures = pair(one, enemy("M1.1", toughness=9))
    asked = start(
        skirmish(*figures), resolve_combats, {"combat S1": [5], "combat M1.1": [1], "damage M1.1": [1]}
    )
    assert asked.options() == ["sword", "large sword"]
    shown = asked.answer("large sword").over()
    again = shown.state.soldiers["S1"]
    assert again.readied == "large sword"
    from sandtable.books.forgotten_ruin.chapters.hand_to_hand.rolling import weapon_choices

    assert [each.name for each in weapon_choices(shown.state, again)] == ["large sword"]


@covers("FR-HTH-21")
def test_a_magical_weapon_may_be_taken_from_combat_to_combat() -> None:
    from sandtable.books.forgotten_ruin.chapters.hand_to_hand.rolling import weapon_choices

    blade = Weapon(name="Blade", traits=("melee",), magical=True)
    one = soldier("S1", weapons=(weapon("sword"), weapon("large sword"), blade), readied="sword")
    assert [each.name for each in weapon_choices(skirmish(one), one)] == ["sword", "Blade"]


@covers("FR-HTH-21", "FR-RND-28")
def test_the_readied_weapon_is_put_away_when_a_round_starts() -> None:
    from sandtable.books.forgotten_ruin.windows import ROUND_STARTED, WINDOWS, Moment

    async def rule(play: Play[Battle]) -> None:
        await WINDOWS.open(play, ROUND_STARTED, Moment("A"))

    assert perform(skirmish(soldier("S1", readied="sword")), rule).state.soldiers["S1"].readied == ""


@covers("FR-HTH-06")
def test_the_odds_of_a_combat() -> None:
    state = skirmish(*pair(armed("S1", (0, 0), "sword"), enemy("M1.1")))
    odds = combat_odds(state, state.soldiers["S1"], state.enemies["M1.1"])
    assert odds == {"win": 0.417, "draw": 0.167, "lose": 0.417}
