"""Odds from the rules' own code, beside an independent reckoner of dice, printed tables and real dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, sqrt
from typing import Any

import icepool
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.chapters import resilience, testing_resilience
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.decision import Answer, Decision
from sandtable.kernel.dice import Wanted
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from sandtable.lab.chances import Outcomes, outcomes
from sandtable.lab.forecast import advised
from sandtable.lab.odds import Odds, odds_of_step
from tests.books.companies_and_captains.scenes import battle, group

WALL = [{"kind": "wall", "wall": [[14, 23.5], [26, 23.5]], "traits": ["obstacle"]}]


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model, so that nobody is asked for casualties."""
    return group(profile, x, y, fielded=1, **fields)


def scene(mine: dict[str, Any], theirs: dict[str, Any], **position: Any) -> Game[Battle]:
    """One Group of each side, their Captains far away on a wide table."""
    groups = {
        "A1": mine,
        "A2": one("Heavy Foot", 60, 5, captain=True),
        "A3": one("Heavy Foot", 66, 5),
        "B1": theirs,
        "B2": one("Heavy Foot", 60, 43, captain=True),
        "B3": one("Heavy Foot", 66, 43),
    }
    return battle(groups, table=[72, 48], **position)


def eager(game: Game[Any], decision: Decision) -> Answer:
    """Uses whatever may be used, rerolls what misses, or else what hits, and takes every proposal."""
    facts = decision.facts
    if "window" in facts:
        needless = {
            "Resilience rolled": lambda: facts["result"] >= facts["need"],
            "dice to hit rolled": lambda: min(facts["faces"]) >= facts["need"],
        }.get(facts["window"], lambda: False)()
        return "nothing" if needless else decision.options()[0].answer
    if "reroll" in facts:
        hits = [face >= facts["need"] for face in facts["faces"]]
        wanted = facts["reroll"] == "Fortify"
        asked = [str(place + 1) for place, hit in enumerate(hits) if hit == wanted]
        offered = [option.answer for option in decision.options()]
        chosen = [place for place in asked if place in offered] or offered[:1]
        return chosen[: getattr(decision, "most", None) or len(chosen)]
    return advised(game, decision)


def odds(game: Game[Battle], *answers: Any, **limits: Any) -> Odds[Any]:
    """The odds of an order, which must be exact unless somebody limits them."""
    found = odds_of_step(game, answers, policy=eager, **limits)
    assert found.exact or limits
    assert sum(found.chances.values()) == pytest.approx(1.0)
    return found


def lost(found: Odds[Any], name: str) -> dict[int, float]:
    """The distribution of the R that a Group loses."""
    return found.of(lambda outcome: outcome.fate(name).lost)


def of_die(die: Any) -> Any:
    """The chances of a die of icepool, as pytest compares them."""
    return pytest.approx({outcome: float(die.probability(outcome)) for outcome in die.outcomes()})


def if_activated(die: Any, need: int) -> Any:
    """What a die shows if the order was activated, else 0."""
    return (2 @ icepool.d6 >= need).map(lambda passed: die if passed else 0)


# ---- activation --------------------------------------------------------------------------------------------


@covers("CC-ACT-06")
@pytest.mark.parametrize(("profile", "need"), [("Elite Foot", 5), ("Heavy Missile", 6), ("Heavy Engine", 8)])
def test_an_order_is_carried_out_as_often_as_2d6_say(profile: str, need: int) -> None:
    found = odds(scene(one(profile, 20, 10), one("Light Foot", 20, 40)), "A1", "move")
    passed = float((2 @ icepool.d6 >= need).probability(True))
    assert found.chance(lambda outcome: not outcome.turn_over) == pytest.approx(passed)


@covers("CC-SPL-11", "CC-GEN-07")
def test_a_prompted_group_fails_only_if_it_fails_twice() -> None:
    prompted = one("Heavy Engine", 20, 10, spells=[{"spell": "Prompt", "caster": "A"}])
    found = odds(scene(prompted, one("Light Foot", 20, 40)), "A1", "move")
    failed = (2 @ icepool.d6 < 8).probability(True)
    assert found.chance(lambda outcome: outcome.turn_over) == pytest.approx(float(failed**2))


# ---- dice to hit -------------------------------------------------------------------------------------------

TO_HIT = {
    "": icepool.d6 >= 5,
    "Vicious": icepool.d6.map(lambda face: 2 if face == 6 else int(face >= 5)),
    "Well-Armed": icepool.d6.map(lambda face: icepool.d6 >= 5 if face == 1 else face >= 5),
    "Unerring": icepool.d6.map(lambda face: icepool.d6 >= 5 if face < 5 else True),
    "Footbane": icepool.d6.map(lambda face: icepool.d6 >= 5 if face < 5 else True),
    "Accurate": icepool.d6 >= 4,
}
"""The hits of one die of a Group that needs 5 or more, by its trait."""


@covers("CC-SHO-06", "CC-OTR-20", "CC-OTR-22", "CC-OTR-23", "CC-OTR-09", "CC-OTR-02")
@pytest.mark.parametrize("trait", TO_HIT)
def test_shots_cost_what_their_hits_cost(trait: str) -> None:
    shooter = one("Heavy Missile", 20, 10, traits=[trait] if trait else [])
    found = odds(scene(shooter, one("Heavy Foot", 20, 24)), "A1", "shoot B1")
    assert lost(found, "B1") == of_die(if_activated((12 @ TO_HIT[trait]) // 3, 6))


@covers("CC-TER-06", "CC-GEN-07")
def test_in_cover_a_die_hits_only_if_it_hits_twice() -> None:
    behind = scene(one("Heavy Missile", 20, 10), one("Heavy Foot", 20, 25), terrain=WALL)
    die = icepool.d6.map(lambda face: icepool.d6 >= 5 if face >= 5 else False)
    assert lost(odds(behind, "A1", "shoot B1"), "B1") == of_die(if_activated((12 @ die) // 3, 6))


@covers("CC-TER-06", "CC-GEN-07", "CC-OTR-20", "CC-SPL-19")
@pytest.mark.parametrize(("windows", "again"), [("two", True), ("single", False)])
def test_unerring_shots_of_a_bloodied_group_at_a_fortified_one_are_rolled_up_to_three_times(
    windows: str, again: bool
) -> None:
    # What hits at last may be turned once more, but not what was rolled again if there is one window only.
    game = scene(
        one("Heavy Missile", 20, 10, traits=["Unerring"], r=6),
        one("Heavy Foot", 20, 24, spells=[{"spell": "Fortify", "caster": "B"}]),
        switches={"terrain_mode": "open", "reroll_windows": windows},
    )
    turned = icepool.d6 >= 5
    second = icepool.d6.map(lambda face: (turned if again else True) if face >= 5 else False)
    die = icepool.d6.map(lambda face: turned if face >= 5 else second)
    assert lost(odds(game, "A1", "shoot B1"), "B1") == of_die(if_activated((6 @ die) // 3, 6))


@covers("CC-RES-04", "CC-OTR-21", "CC-RES-11")
def test_a_bloodied_shooter_and_an_unfeeling_target_with_little_left() -> None:
    game = scene(one("Heavy Missile", 20, 10, r=4), one("Heavy Foot", 20, 24, traits=["Unfeeling"], r=1))
    die = (6 @ (icepool.d6 >= 5)).map(lambda hits: min(1, -(-hits // 3)))
    assert lost(odds(game, "A1", "shoot B1"), "B1") == of_die(if_activated(die, 6))


# ---- Resilience --------------------------------------------------------------------------------------------


def lower_and_another() -> Any:
    """The higher of two dice is rolled again."""
    return icepool.lowest(icepool.d6, icepool.d6) + icepool.d6


def emboldened(first: Any, need: int) -> Any:
    """Both dice are rolled again if the test would fail."""
    return first.map(lambda total: total if total >= need else 2 @ icepool.d6)


@covers("CC-TST-12", "CC-TST-13", "CC-TST-16", "CC-TST-09", "CC-OTR-07", "CC-SPL-12", "CC-OTR-18")
@pytest.mark.parametrize("captain", [False, True], ids=["alone", "Captain near"])
@pytest.mark.parametrize("spell", ["", "Embolden"])
@pytest.mark.parametrize("trait", ["", "Cowardly"])
def test_a_group_that_lost_r_tests_as_the_dice_say(trait: str, spell: str, captain: bool) -> None:
    spells = [{"spell": spell, "caster": "B"}] if spell else []
    groups = {
        "A1": one("Heavy Missile", 20, 10, traits=["Vicious"]),
        "B1": one("Heavy Foot", 20, 24, traits=[trait] if trait else [], spells=spells, captain=captain),
        "B2": one("Heavy Foot", 60, 43, captain=not captain),
        "B3": one("Heavy Foot", 66, 43, traits=["Unfeeling"]),
    }
    game = battle(groups, table=[72, 48])
    found = odds(game, "A1", "shoot B1")
    rating = game.state.groups["B1"].profile.r_rating
    for r, chance in lost(found, "B1").items():
        if r == 0:
            continue
        change = int(captain) - r
        dice = lower_and_another() if trait else 2 @ icepool.d6
        dice = emboldened(dice, rating - change) if spell else dice
        fates = found.of(
            lambda outcome, r=r: _class(outcome.fate("B1")) if outcome.fate("B1").lost == r else ""  # type: ignore[misc]
        )
        fates.pop("", None)
        theirs = (dice + change).map(
            lambda result: "passed" if result >= rating else "Shaken" if result > 0 else "routed"
        )
        assert {name: part / chance for name, part in fates.items()} == of_die(theirs)


def _class(fate: Any) -> str:
    return "routed" if fate.gone else "Shaken" if fate.shaken else "passed"


# ---- melee, and the printed tables -------------------------------------------------------------------------


def fighting(attacker: str, defender: str) -> Game[Battle]:
    """Two Groups in melee with each other, nobody near."""
    return scene(one(attacker, 20, 20, melee=["B1"], base=1), one(defender, 20, 21, melee=["A1"], base=1))


@covers("CC-MEL-06", "CC-MEL-08", "CC-GEN-12")
def test_both_losses_of_an_exchange_have_their_joint_chances() -> None:
    found = odds(fighting("Elite Foot", "Heavy Foot"), "A1", "attack B1")
    blows = icepool.tupleize((12 @ (icepool.d6 >= 3)) // 3, (12 @ (icepool.d6 >= 4)) // 4)
    both = found.of(lambda outcome: (outcome.fate("B1").lost, outcome.fate("A1").lost))
    assert both == of_die((2 @ icepool.d6 >= 5).map(lambda passed: blows if passed else (0, 0)))


PER_ATTACK = {
    "Elite Foot": ((1.64, 1.12), (2.33, 1.12), (3.75, 1.12)),
    "Elite Cavalry": ((1.64, 1.12), (2.33, 1.12), (3.75, 1.12)),
    "Heavy Beast": ((1.64, 1.12), (2.33, 1.12), (3.75, 1.12)),
    "Heavy Cavalry": ((1.12, 1.67), (1.67, 1.67), (2.75, 1.67)),
    "Light Beast": ((1.12, 1.67), (1.67, 1.67), (2.75, 1.67)),
    "Heavy Foot": ((0.63, 1.67), (1.0, 1.67), (1.75, 1.67)),
    "Light Cavalry": ((0.63, 1.67), (1.0, 1.67), (1.75, 1.67)),
    "Light Foot": ((0.63, 2.75), (1.0, 2.75), (1.75, 2.75)),
}
"""R inflicted and suffered against Elite, Heavy and Light Foot (CC-BAL-06)."""


@covers("CC-BAL-06", "CC-BAL-05")
@pytest.mark.parametrize("attacker", PER_ATTACK)
@pytest.mark.parametrize("place", [0, 1, 2], ids=["Elite Foot", "Heavy Foot", "Light Foot"])
def test_an_attack_costs_both_on_average_what_the_table_says(attacker: str, place: int) -> None:
    found = odds(fighting(attacker, ("Elite Foot", "Heavy Foot", "Light Foot")[place]), "A1", "attack B1")
    activated = found.chance(lambda outcome: not outcome.turn_over)
    means = tuple(
        found.mean(lambda outcome, name=name: outcome.fate(name).lost) / activated  # type: ignore[misc]
        for name in ("B1", "A1")
    )
    assert means == pytest.approx(PER_ATTACK[attacker][place], abs=0.0051)


# ---- a whole activation ------------------------------------------------------------------------------------

SEVERAL = {
    "shots in cover": (
        lambda: scene(one("Light Missile", 20, 14), one("Light Foot", 20, 25), terrain=WALL),
        "shoot B1",
    ),
    "an Attack on a Defiant Group": (
        lambda: scene(one("Elite Foot", 20, 20), one("Heavy Cavalry", 20, 25)),
        "attack B1",
    ),
    "an Attack on an Elusive Group": (
        lambda: scene(one("Heavy Cavalry", 20, 20), one("Light Missile", 20, 26)),
        "attack B1",
    ),
    "a Captain who may be lost": (
        lambda: battle(
            {
                "A1": one("Elite Foot", 20, 20),
                "A2": one("Heavy Foot", 40, 10, captain=True),
                "B1": one("Heavy Foot", 20, 25, captain=True, r=2),
                "B2": one("Light Foot", 26, 30),
                "B3": one("Light Foot", 60, 40, traits=["Cowardly"]),
            },
            table=[72, 48],
        ),
        "attack B1",
    ),
    "a blast among friends and enemies": (
        lambda: scene(one("Light Foot", 20, 20, traits=["Self-Destruct"]), one("Light Foot", 20, 23)),
        "self-destruct",
    ),
    "a Group between walls": (
        lambda: scene(
            one("Heavy Missile", 20, 10),
            one("Light Foot", 20, 22, r=4),
            terrain=[{"kind": "lake", "area": [14, 22.75, 26, 30], "traits": ["impassable"]}],
        ),
        "shoot B1",
    ),
}
"""Activations with interrupts, tests, Retreats and what follows from them."""

LOOKED_AT: dict[str, Callable[[Any], Hashable]] = {
    "turn": lambda outcome: outcome.turn_over,
    "A1": lambda outcome: outcome.fate("A1"),
    "B1": lambda outcome: outcome.fate("B1"),
    "R of B": lambda outcome: tuple(outcome.fate(name).lost for name in ("B1", "B2", "B3")),
    "Shaken": lambda outcome: tuple(fate.group for fate in outcome.fates if fate.shaken),
    "gone": lambda outcome: tuple(fate.group for fate in outcome.fates if fate.gone),
}
SAMPLES = 1000


@pytest.mark.parametrize("name", SEVERAL)
def test_a_whole_activation_is_as_likely_as_real_dice_say(name: str) -> None:
    make, order = SEVERAL[name]
    exact = odds(make(), "A1", order)
    sampled = odds(make(), "A1", order, most=0, samples=SAMPLES)
    assert (exact.exact, exact.sampled) == (True, 0.0)
    assert (sampled.exact, sampled.sampled) == (False, 1.0)
    for part in LOOKED_AT.values():
        wanted, seen = exact.of(part), sampled.of(part)
        assert set(seen) <= set(wanted)
        for key, chance in wanted.items():
            error = sqrt(chance * (1 - chance) / SAMPLES)
            assert abs(seen.get(key, 0.0) - chance) <= 4.5 * error + 3 / SAMPLES, (key, chance, seen.get(key))


@pytest.mark.parametrize("name", SEVERAL)
def test_what_is_too_much_to_follow_is_sampled_and_said_to_be(name: str) -> None:
    make, order = SEVERAL[name]
    exact = odds(make(), "A1", order)
    most = max(1, exact.ways // 3)
    partly = odds(make(), "A1", order, most=most, samples=300)
    assert not partly.exact
    assert 0.0 < partly.sampled < 0.6
    assert partly.ways == most + 300
    for outcome, chance in partly.chances.items():
        assert abs(chance - exact.chances[outcome]) <= partly.sampled


@pytest.mark.parametrize("name", SEVERAL)
def test_once_enough_is_known_the_rest_is_left_out_and_told(name: str) -> None:
    make, order = SEVERAL[name]
    exact = odds(make(), "A1", order)
    enough = odds(make(), "A1", order, enough=0.99)
    assert enough.ways < exact.ways
    assert 0.0 < enough.unknown <= 0.01
    assert (enough.exact, enough.sampled) == (False, 0.0)
    for outcome, chance in exact.chances.items():
        assert abs(enough.chances.get(outcome, 0.0) - chance) <= enough.unknown + 1e-9


@pytest.mark.parametrize(
    ("mine", "theirs", "order", "ways"),
    [
        ("Heavy Missile", "Heavy Foot", "shoot B1", 20),
        ("Heavy Foot", "Heavy Foot", "attack B1", 200),
        ("Elite Foot", "Heavy Cavalry", "attack B1", 300),
        ("Elite Foot", "Light Missile", "attack B1", 1000),
    ],
)
def test_usual_activations_of_full_groups_have_few_ways(
    mine: str, theirs: str, order: str, ways: int
) -> None:
    # A way takes one or two milliseconds, and a player waits for the answer.
    found = odds(scene(group(mine, 20, 20), group(theirs, 20, 26.5)), "A1", order)
    assert found.exact
    assert 10 < found.ways <= ways


def test_odds_change_nothing_and_are_always_the_same() -> None:
    make, order = SEVERAL["an Attack on an Elusive Group"]
    game = make()
    before, journal = game.fingerprint(), game.journal
    first = odds(game, "A1", order, most=50, samples=100)
    assert (game.fingerprint(), game.journal) == (before, journal)
    assert odds(make(), "A1", order, most=50, samples=100) == first


def test_the_odds_of_an_order_end_with_it() -> None:
    # A failed order ends the turn; the dice that the enemy rolls to rally are none of its odds.
    found = odds(scene(one("Heavy Foot", 20, 10), one("Light Foot", 20, 40, shaken=True)), "A1", "move")
    assert found.ways == 2
    assert not any(outcome.fate("B1").rallied for outcome in found.chances)


# ---- what rules read of their dice -------------------------------------------------------------------------


def finer(why: str) -> Callable[[Wanted], Outcomes]:
    """Every face of the rolls for this purpose, in the order in which nobody reads dice."""

    def spread(wanted: Wanted) -> Outcomes:
        if wanted.why != why:
            return outcomes(wanted)
        found = []
        for faces in combinations_with_replacement(range(wanted.sides, 0, -1), wanted.count):
            ways = factorial(wanted.count)
            for face in set(faces):
                ways //= factorial(faces.count(face))
            found.append((faces, Fraction(ways, wanted.sides**wanted.count)))
        return tuple(found)

    return spread


def rolls_of(game: Game[Battle], *answers: Any) -> list[str]:
    """What dice are rolled for on any way from here."""
    seen: dict[str, None] = {}

    def spread(wanted: Wanted) -> Outcomes:
        seen[wanted.why] = None
        return outcomes(wanted)

    odds_of_step(game, answers, policy=eager, spread=spread)
    return list(seen)


MOST_WAYS = 150
"""Situations with more ways than this take too long when every face is followed."""
TRAITS = ["Vicious", "Well-Armed", "Unerring", "Footbane", "Cowardly", "Terrifying", "Unfeeling", "Offensive"]
SPELLS = ["Prompt", "Embolden", "Enrage", "Fortify", "Confuse"]
CAPTAINS = ["Capable", "Incredible", "Wicked", "Resolute", "Feeble", "Aggressive", "Compelling", "Dangerous"]


@st.composite
def situations(draw: st.DrawFn) -> tuple[Game[Battle], str]:
    """Two Groups of any kind that meet, and an order for one of them."""
    order = draw(st.sampled_from(["attack B1", "shoot B1"]))
    profile = (
        "Heavy Missile" if order == "shoot B1" else draw(st.sampled_from(["Elite Foot", "Heavy Cavalry"]))
    )
    other = draw(st.sampled_from(["Light Foot", "Heavy Foot", "Elite Foot", "Light Missile"]))
    far = 14.0 if order == "shoot B1" else 4.5
    forms: list[Any] = []
    for place, name in ((10.0, profile), (10.0 + far, other)):
        spells = draw(st.lists(st.sampled_from(SPELLS), max_size=2, unique=True))
        forms.append(
            one(
                name,
                20,
                place,
                has=draw(st.lists(st.sampled_from(TRAITS), max_size=3, unique=True)),
                spells=[{"spell": spell, "caster": "A"} for spell in spells if spell != "Confuse" or forms],
                r=draw(st.sampled_from([2, 4, 6])),
                captain=True,
                values={"T": draw(st.sampled_from([1, 2, 3]))},
            )
        )
    switches = {
        "terrain_mode": "open",
        "reroll_windows": draw(st.sampled_from(["two", "single"])),
        "blocked_high_roll": draw(st.sampled_from(["rout", "no_harm"])),
        "test_on_any_loss": draw(st.booleans()),
    }
    terrain = [{"kind": "lake", "area": [14, 25.5, 26, 30], "traits": ["impassable"]}] if far > 10 else []
    if draw(st.booleans()):
        terrain.append({"kind": "ruins", "area": [14, far + 9, 26, far + 11], "traits": ["cover"]})
    groups = {"A1": forms[0], "A2": one("Heavy Foot", 60, 5), "B1": forms[1], "B2": one("Heavy Foot", 60, 43)}
    companies = {seat: {"captain_trait": draw(st.sampled_from(CAPTAINS))} for seat in "AB"}
    game = battle(groups, table=[72, 48], switches=switches, terrain=terrain, companies=companies)
    return game, order


@settings(max_examples=30)
@given(situations())
def test_no_rule_reads_more_of_its_dice_than_it_says(situation: tuple[Game[Battle], str]) -> None:
    game, order = situation
    with pytest.MonkeyPatch.context() as patch:
        # Few dice to hit, so that every one of their faces can be followed.
        patch.setattr(resilience, "FULL_DICE", 2)
        patch.setattr(resilience, "BLOODIED_DICE", 1)
        coarse = odds(game, "A1", order, most=MOST_WAYS, samples=1)
        assume(coarse.exact)
        # Of an activation test only its number can matter, which the first tests of this page show.
        for why in [why for why in rolls_of(game, "A1", order) if not why.startswith("activate")]:
            fine = odds(game, "A1", order, spread=finer(why))
            assert fine.exact
            assert fine.chances == pytest.approx(coarse.chances), why


def test_a_reading_that_is_too_coarse_is_found() -> None:
    game = scene(one("Heavy Missile", 20, 10, traits=["Vicious"]), one("Heavy Foot", 20, 24))
    with pytest.MonkeyPatch.context() as patch:
        # As if it did not matter whether a failed test Routs the Group.
        passing = testing_resilience.numbers_that_matter
        patch.setattr(testing_resilience, "numbers_that_matter", lambda test: passing(test)[:1])
        coarse = odds(game, "A1", "shoot B1")
        fine = odds(game, "A1", "shoot B1", spread=finer("resilience B1"))
    assert fine.chances != pytest.approx(coarse.chances)
