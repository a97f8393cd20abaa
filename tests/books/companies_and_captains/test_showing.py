"""The battle as screens show it: what is on a card, which badges there are, and nobody's secrets."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.contract import Draw
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import new_game
from sandtable.kernel.testing import covers
from sandtable.table.showing import Showing, Unit


def position(**groups: dict[str, Any]) -> dict[str, Any]:
    """Two Companies with an own and a revealed ambition each."""
    usual: dict[str, Any] = {
        "A1": {
            "name": "Guard",
            "profile": "Heavy Foot",
            "traits": ["Undead-Foe"],
            "at": [20, 6],
            "captain": True,
        },
        "A2": {"name": "Seers", "profile": "Light Foot", "traits": ["Apprentice"], "at": [32, 6]},
        "B1": {"name": "Axes", "profile": "Elite Foot", "at": [20, 28], "facing": 270, "captain": True},
        "B2": {"name": "Riders", "profile": "Light Cavalry", "at": [36, 28], "facing": 270},
        "B3": {"name": "Hounds", "profile": "Light Beast", "where": "routed"},
    }
    ambitions = ["Give Better Than We Get", {"name": "Draw First Blood", "revealed": True}]
    return {
        "book": BOOK.id,
        "scenario": "pitched-battle",
        "table": [48, 36],
        "turn": 3,
        "companies": {
            "A": {"name": "Blue", "captain_trait": "Capable", "ambitions": ambitions},
            "B": {"name": "Red", "captain_trait": "Vapid", "ambitions": ["Do Not Waver"]},
        },
        "groups": {name: {**usual[name], **groups.get(name, {})} for name in usual},
    }


def showing(seat: str | None = None, groups: dict[str, dict[str, Any]] | None = None) -> Showing:
    shown: Showing = game_at(position(**groups or {})).showing(seat)
    return shown


def unit(name: str, **groups: dict[str, Any]) -> Unit:
    return next(one for one in showing(groups=groups).units if one.id == name)


@covers("CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06", "CC-CON-09")
def test_a_card_has_the_profile_with_the_rule_of_every_column():
    card = {fact.label: (fact.value, fact.rules) for fact in unit("A1").card}
    assert card["ME"] == ("6+/5+/4+", ("CC-PRO-02",))
    assert card["MO"] == ('5+/6"', ("CC-PRO-03",))
    assert card["MI"] == ("-", ("CC-PRO-04",))
    assert card["R"] == ("12/4+", ("CC-PRO-05",))
    assert card["T"] == ("3", ("CC-PRO-06",))
    # Its Foe is free: no enemy is of the kind (CC-OTR-24).
    assert card["points"] == ("4", ("CC-CON-07",))


@covers("CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06")
def test_a_card_says_its_values_in_sentences():
    says = {fact.label: fact.says for fact in unit("A1").card}
    assert says["ME"] == "Attacks on an order of 6+, hits on 5+. Struck, hits back on 4+."
    assert says["MO"] == 'Moves 6" on an order of 5+.'
    assert says["MI"] == "", "whoever has no MI is told nothing of it"
    assert says["R"] == "Begins with 12 Resilience, tests on 4+."
    assert says["T"] == "Loses 1 for every 3 hits."


@covers("CC-GEN-13", "CC-PRO-03", "CC-PRO-04")
def test_at_another_scale_a_card_has_the_inches_that_count():
    position_at_scale = {**position(), "switches": {"distance_scale": 1.5}}
    shown = game_at(position_at_scale).showing(None)
    riders = {fact.label: fact for fact in next(one for one in shown.units if one.id == "B2").card}
    assert (riders["MO"].value, riders["MO"].rules) == ('5+/18"', ("CC-PRO-03", "CC-GEN-13"))
    assert (riders["MI"].value, riders["MI"].rules) == ('6+/5+/18"', ("CC-PRO-04", "CC-GEN-13"))
    assert riders["R"].rules == ("CC-PRO-05",)


@covers("CC-GEN-13", "CC-CAP-09")
def test_at_another_scale_a_trait_that_names_inches_says_by_what_they_are_multiplied():
    companies = {**position()["companies"], "A": {"captain_trait": "Prodding"}}
    at_scale = {**position(), "companies": companies, "switches": {"distance_scale": 2.0}}
    shown = next(one for one in game_at(at_scale).showing(None).units if one.id == "A1")
    traits = {fact.label: fact for fact in shown.traits}
    assert traits["Captain"].meaning.endswith("one Group within 12 passes a Move activation (inches times 2)")
    assert traits["Captain"].rules == ("CC-CAP-19", "CC-GEN-13")
    assert "CC-GEN-13" not in traits["Defensive"].rules


@covers("CC-PTR-02")
def test_a_formed_group_shows_the_toughness_that_counts():
    formed = unit("A1", A1={"formation": "close", "formed": True})
    assert next(fact for fact in formed.card if fact.label == "T").value == "4"
    assert [badge.word for badge in formed.badges] == ["formed"]


def test_traits_are_told_in_one_line_each_with_their_rule():
    traits = {fact.label: fact for fact in unit("A1").traits}
    assert traits["Captain"].value == "Capable"
    assert traits["Captain"].rules == ("CC-CAP-17",)
    assert traits["Defensive"].rules == ("CC-PTR-01",)
    assert traits["Undead-Foe"].rules == ("CC-OTR-08",)
    assert all(fact.meaning for fact in traits.values())


def test_the_spells_of_an_apprentice_are_named():
    seers = unit("A2", A2={"known_spells": ["Heal", "Confuse", "Prompt"]})
    told = next(fact for fact in seers.traits if fact.label == "Apprentice").meaning
    assert told == "may Cast Heal, Confuse, Prompt"


@covers("CC-GEO-16")
def test_who_is_in_melee_is_shown_by_the_rule_of_melees():
    badges = unit(
        "A1",
        A1={"at": [20, 20], "models": 1, "melee": ["B1"]},
        B1={"at": [20, 21], "models": 1, "melee": ["A1"]},
    ).badges
    assert ("in melee with Axes", "CC-GEO-16") in [(badge.word, badge.rule) for badge in badges]


@covers("CC-SHK-01", "CC-RES-03")
def test_bad_states_come_first_and_are_marked_as_bad():
    spells = [{"spell": "Confuse", "caster": "B"}, {"spell": "Embolden", "caster": "A"}]
    badges = unit("A1", A1={"shaken": True, "r": 6, "spells": spells}).badges
    assert [(badge.word, badge.worse) for badge in badges] == [
        ("Shaken", True),
        ("Bloodied", True),
        ("Confused", True),
        ("Embolden", False),
    ]


def test_a_group_off_the_table_says_where_it_is_and_has_no_badges():
    gone = unit("B3")
    assert (gone.on_table, gone.place, gone.badges, gone.models) == (False, "routed", (), ())


@covers("CC-AMB-15")
@pytest.mark.parametrize(("seat", "known"), [("A", True), ("B", False), (None, False)])
def test_secret_ambitions_are_in_the_notes_of_their_owner_alone(seat: str | None, known: bool):
    shown = showing(seat)
    words = msgspec.json.encode(shown.notes).decode()
    assert ("Give Better Than We Get" in words) is known
    assert ("Do Not Waver" in msgspec.json.encode(shown).decode()) is (seat == "B")


@covers("CC-AMB-04", "CC-PIT-04")
def test_points_count_what_everybody_may_know_and_are_the_same_for_all():
    standings = [showing(seat).sides for seat in ("A", "B", None)]
    assert standings[0] == standings[1] == standings[2]
    blue = standings[0][0]
    assert [(fact.label, fact.value) for fact in blue.lines] == [
        ("the higher sum of points of enemy Groups Routed", "5 VP"),
        ("Draw First Blood: not fulfilled", "-1 VP"),
    ]
    assert blue.points == 4


def test_the_clock_tells_round_turn_and_whose_turn_it_is():
    clock = showing().clock
    assert (clock.round, clock.turn, clock.side) == (2, 3, 0)


def test_every_rule_that_a_card_names_is_a_rule_of_the_book():
    from sandtable.kernel.catalogue import Catalogue

    catalogue = Catalogue.load("sandtable.books.companies_and_captains")
    shown = showing("A", {"A1": {"shaken": True, "r": 6, "spells": [{"spell": "Confuse", "caster": "B"}]}})
    named = {rule for one in shown.units for fact in (*one.card, *one.traits) for rule in fact.rules}
    named |= {badge.rule for one in shown.units for badge in one.badges if badge.rule}
    named |= {rule for fact in shown.notes for rule in fact.rules}
    assert [rule for rule in sorted(named) if rule not in catalogue] == []


@pytest.mark.parametrize("seed", range(3))
def test_a_table_made_from_an_earlier_one_is_the_table_made_afresh(seed: int):
    chance = Draw(seed)
    game = new_game(
        BOOK, BOOK.set_up("raid", {"A": "freelance-company", "B": "seafolk"}, {}), Dice(Seeded(seed)), {}
    )
    before = game.seen(None)
    shown = BOOK.showing(before, None)
    kept = 0
    for _ in range(160):
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        game.answer(part.sample(chance), seat=seat)
        seen = game.seen(None)
        now = BOOK.showing_after(seen, None, before, shown)
        assert now == BOOK.showing(seen, None)
        kept += sum(one is other for one, other in zip(now.units, shown.units, strict=True))
        before, shown = seen, now
        if game.decision is None:
            break
    assert kept


@pytest.mark.parametrize(
    "change",
    [
        {"shaken": True},
        {"r": 3},
        {"formed": True},
        {"models": ((1.0, 1.0),)},
        {"where": "routed"},
        {"done": True},
        {"melee": ("B1",)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_group_that_is_not_as_it_was_looks_as_it_does_now(change: dict[str, Any]):
    before, now = game_at(position()).seen(None), game_at(position()).seen(None)
    for name, value in change.items():
        setattr(now.groups["A1"], name, value)
    shown = BOOK.showing_after(now, None, before, BOOK.showing(before, None))
    assert shown == BOOK.showing(now, None)
    assert shown.units[0] != BOOK.showing(before, None).units[0]


def test_a_formed_group_looks_as_its_toughness_is_now():
    before, now = (game_at(position(A1={"formed": True})).seen(None) for _ in range(2))
    now.turn, now.active = 4, 1
    assert BOOK.showing_after(now, None, before, BOOK.showing(before, None)) == BOOK.showing(now, None)
