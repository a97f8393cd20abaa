"""Arcane powers: their tables, what they cost, whom they reach, what they do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.ranged.blasts import caught, cover_from, covered
from sandtable.books.heroic_endeavors.chapters.ranged.cover import LOWERED
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import dodge_dice, shot_at, shot_dice
from sandtable.books.heroic_endeavors.chapters.ranged.sprays import LENGTHS, sprays, victims_of
from sandtable.books.heroic_endeavors.game_master.casters import casts
from sandtable.books.heroic_endeavors.modifiers import RE_ROLLS
from sandtable.books.heroic_endeavors.special.powers.assault import assault_on, atk_of, why_not_assault
from sandtable.books.heroic_endeavors.special.powers.casting import actions_for, most_powers, regains
from sandtable.books.heroic_endeavors.special.powers.spirits import dice_of, why_not_strike
from sandtable.books.heroic_endeavors.special.powers.teleportation import dice_for, is_solid
from sandtable.books.heroic_endeavors.special.powers.templates import spots_worth, why_not_there
from sandtable.books.heroic_endeavors.special.powers.wards import best_ward
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.maps import adventure
from sandtable.books.heroic_endeavors.tables.powers import form_of, forms_of
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons, ranged_weapons
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.templates import corner_of, middle_of, wedge
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
DOLL = {"group": "dolls", "behaviour": "hostage"}
SPENT = {"actions": 0, "reaction": False}
AWAY = {"at": [11, 11]}
ALL = [
    "Arcane Assault", "Arcane Barrier", "Arcane Blast", "Arcane Concealment", "Arcane Conveyance",
    "Arcane Teleportation", "Spirit Strike",
]  # fmt: skip


def caster(arc: int = 3, **record: Any) -> dict[str, Any]:
    traits = {"ARC": arc, **record.pop("traits", {})}
    return {"at": [5, 2], "facing": "N", "powers": ALL, "traits": traits, **record}


def row_of(power: str, form: str, levels: int) -> Any:
    found = form_of(power, form, levels)
    assert found is not None
    return found


@covers("HE-POW-05", "HE-POW-13", "HE-POW-21", "HE-POW-25", "HE-POW-29")
@pytest.mark.parametrize(
    ("id", "power", "columns"),
    [
        ("HE-POW-05", "Arcane Assault", {"single": "single", "small": "small", "large": "large"}),
        ("HE-POW-13", "Arcane Blast", {"small": "small", "large": "large"}),
    ],
)
def test_attacks_are_worth_what_the_tables_say_near_and_far(id: str, power: str, columns: dict[str, str]):
    for row in RULES.rule(id).table:
        for form, column in columns.items():
            found = row_of(power, form, row["levels"])
            assert (atk_of(found, 7), atk_of(found, 6)) == (row[f"{column}_los"], row[f"{column}_near"])
        if id == "HE-POW-05":
            assert row_of(power, "full spray", row["levels"]).worth == row["spray_full"]
            assert row_of(power, "half spray", row["levels"]).worth == row["spray_half"]


@covers("HE-POW-21", "HE-POW-25", "HE-POW-29", "HE-POW-02")
def test_wards_teleports_and_actions_are_those_of_the_tables():
    def worth(power: str, form: str, levels: int) -> int | None:
        found = form_of(power, form, levels)
        return None if found is None else found.worth

    for row in RULES.rule("HE-POW-21").table:
        forms = {"caster": "caster_only", "small": "small", "large": "large"}
        for form, column in forms.items():
            assert worth("Arcane Barrier", form, row["levels"]) == row[column]
    for row in RULES.rule("HE-POW-25").table:
        for form in ("caster", "small", "large"):
            found = form_of("Arcane Concealment", form, row["levels"])
            dice = (None, None) if found is None else (found.worth, found.re_rolls)
            assert dice == (row[f"{form}_def"], row[f"{form}_rerolls"])
    for row in RULES.rule("HE-POW-29").table:
        for form in ("seen", "unseen"):
            assert worth("Arcane Teleportation", form, row["levels"]) == row[f"dice_{form}"]
    for row in RULES.rule("HE-POW-02").table:
        assert actions_for(row["levels"]) == row["actions"]


@covers("HE-POW-06")
def test_an_assault_has_its_table_perception_and_aim_and_neither_range_nor_dexterity():
    models = {
        "H1": caster(traits={"PER": 2, "DEX": 4}, prepared={"aim": 1, "turn": 1}),
        "O1": {"at": [5, 8], "facing": "S"},
        "O2": {"at": [5, 9], "facing": "S"},
    }
    state = state_of(models)
    hero, row = state.models["H1"], row_of("Arcane Assault", "single", 2)
    near = shot_dice(state, assault_on(state, hero, state.models["O1"], row))
    assert total_of(near) == 7
    state.models["O1"].at = (0, 0)
    assert total_of(shot_dice(state, assault_on(state, hero, state.models["O2"], row))) == 6


@covers("HE-POW-06", "HE-COV-05")
def test_cover_counts_against_an_assault_but_from_beside():
    state = state_of(
        {"H1": caster(at=[1, 0]), "O1": {"at": [1, 3], "facing": "S"}}, map=["...", "...", ".s.", "..."]
    )
    state.models["O1"].at = (1, 3)
    hero, row = state.models["H1"], row_of("Arcane Assault", "single", 1)
    far = [each.rule for each in dodge_dice(state, assault_on(state, hero, state.models["O1"], row))]
    hero.at = (1, 2)
    near = [each.rule for each in dodge_dice(state, assault_on(state, hero, state.models["O1"], row))]
    assert "HE-COV-05" not in near
    assert far == [] or "HE-COV-05" in far


@covers("HE-POW-10", "HE-POW-07")
def test_an_assault_needs_arc_sight_and_dice():
    models = {
        "H1": caster(traits={"PER": 0}),
        "O1": {"at": [5, 0]},
        "O2": {"at": [5, 6], "facing": "S"},
        "O3": {"at": [5, 9], "facing": "S"},
    }
    state = state_of(models)
    hero, row = state.models["H1"], row_of("Arcane Assault", "single", 1)

    def why(id: str) -> str | None:
        refusal = why_not_assault(state, assault_on(state, hero, state.models[id], row))
        return None if refusal is None else refusal.rule

    assert [why(id) for id in ("O1", "O2", "O3")] == ["HE-ARC-01", None, "HE-LOS-01"]


@covers("HE-POW-01", "HE-POW-02", "HE-POW-08", "HE-POW-09", "HE-TRT-21")
def test_levels_and_actions_are_spent_and_each_power_is_used_once_a_turn():
    models = {"H1": caster(), "O1": {"at": [5, 8], "facing": "S", **DOLL}, "H2": AWAY}
    game = scene(models, {"attack H1": [1] * 5}, order=[["H2"]])
    game.answer("barrier with 1 level, on itself")
    hero = one(game, "H1")
    assert (hero.arcana.levels, hero.turn.actions, hero.arcana.barrier) == (2, 1, 1)
    assert barred(game, "barrier with 1 level, on itself") == "HE-POW-08"
    assert barred(game, "assault O1 with 3 levels") in ("HE-POW-05", "HE-POW-01")
    game.answer("assault O1 with 2 levels")
    assert one(game, "H1").arcana.levels == 0
    assert told(game, "shot resolved")


@covers("HE-POW-01")
def test_nobody_spends_levels_that_it_has_not():
    game = scene({"H1": caster(arcana={"levels": 1}), "O1": {"at": [5, 8], **DOLL}})
    assert barred(game, "barrier with 2 levels, on itself") == "HE-POW-01"
    plain = scene({"H1": caster(0), "O1": {"at": [5, 8], **DOLL}})
    assert plain.decision is not None
    assert not [option for option in plain.decision.options() if "barrier" in str(option.answer)]


@covers("HE-POW-03")
@pytest.mark.parametrize(
    ("arcana", "switch", "expected"),
    [
        ({"levels": 1}, "idle_turn", True),
        ({"levels": 1, "spent": True}, "idle_turn", False),
        ({"levels": 1, "spent": True}, "every_turn", True),
        ({"levels": 3}, "idle_turn", False),
    ],
)
def test_a_level_comes_back_after_a_turn_without_spending(
    arcana: dict[str, Any], switch: str, expected: bool
):
    state = state_of({"H1": caster(arcana=arcana)}, switches={"arc_regen": switch})
    assert regains(state, state.models["H1"]) is expected


@covers("HE-POW-03", "HE-POW-08")
def test_at_the_end_of_the_turn_one_level_comes_back_and_powers_are_ready_again():
    models = {"H1": caster(arcana={"levels": 1, "used": ["Arcane Barrier"]})}
    game = scene(models, {"initiative H1": [1, 2]}, step="end of turn", active="", turns=9)
    assert one(game, "H1").arcana.levels == 2
    assert one(game, "H1").arcana.used == ()
    assert told(game, "level regained")


@covers("HE-POW-11", "HE-POW-12", "HE-POW-06")
def test_a_burst_of_an_assault_strikes_all_but_the_caster_with_atk_alone_and_stuns_nobody():
    models = {
        "H1": caster(traits={"PER": 2}),
        "O1": {"at": [5, 5], "facing": "S", "traits": {"DEX": 2}, **DOLL},
        "O2": {"at": [6, 5], "facing": "S", **DOLL},
        "H2": {"at": [4, 5]},
    }
    dice = {"attack H1": [1, 1, 1, 1] + [1, 1, 1] * 2, "defence O1": [1]}
    game = scene(models, dice, order=[["H2"]])
    game.answer("assault with a template with 2 levels, small template")
    assert asked(game) == "burst at"
    game.answer({"at": [5.5, 5.5]})
    game.answer("O1")
    counts = [
        len(each.facts["faces"]) for each in told(game, "dice rolled") if each.facts["why"] == "attack H1"
    ]
    assert counts == [4, 3, 3]
    struck = [each.facts["target"] for each in told(game, "shot resolved")]
    assert struck[0] == "O1"
    assert {*struck} == {"O1", "O2", "H2"}
    assert not any(each.condition.stunned for each in game.state.models.values())


@covers("HE-POW-14", "HE-BLS-13", "HE-POW-07")
def test_an_arcane_blast_stuns_everybody_under_it_even_without_dice():
    models = {
        "H1": caster(1, traits={"PER": 0}),
        "O1": {"at": [5, 9], "facing": "S", "traits": {"DEX": 4}, **DOLL},
        "O2": {"at": [6, 9], "facing": "S", **DOLL},
        "H2": {"at": [11, 0]},
    }
    game = scene(models, order=[["H2"]])
    game.answer("blast with 1 level, small template")
    game.answer({"at": [5.5, 9.5]})
    game.answer("O1")
    assert one(game, "O1").condition.stunned
    assert one(game, "O2").condition.stunned
    assert not told(game, "shot resolved")
    none = scene({"H1": caster(1, traits={"PER": 0}), "O1": models["O1"]})
    assert barred(none, "assault with a template with 1 level, large template") == "HE-POW-07"


@covers("HE-POW-14", "HE-BLS-09", "HE-BLS-10")
def test_against_a_blast_there_is_no_dexterity_and_cover_is_lowered():
    degrees = {row["cover"].split()[0]: row["becomes"].split()[0] for row in RULES.rule("HE-BLS-09").table}
    assert {name: LOWERED[name] for name in degrees} == degrees
    models = {
        "H1": caster(),
        "O1": {"at": [5, 6], "facing": "S", "traits": {"DEX": 4}, "armour": "light ancient armor"},
    }
    state = state_of(models)
    hero, target = state.models["H1"], state.models["O1"]
    weapon = ranged_weapons()["shortbow"]
    shot = shot_at(state, hero, target, weapon)
    assert total_of(dodge_dice(state, shot)) == 3
    blast = shot._replace(area="blast", centre=middle_of((5, 6)))
    assert total_of(dodge_dice(state, blast)) == 1
    wall = state_of({"H1": caster(at=[0, 0]), "O1": {"at": [2, 0]}}, map=["....", ".f.."])
    assert cover_from(wall, middle_of((0, 0)), wall.models["O1"]).degree in ("none", "partial")


@covers("HE-BLS-02", "HE-BLS-03", "HE-BLS-04")
def test_templates_cover_the_spaces_of_the_lists():
    big = ["." * 12] * 12
    for row in RULES.rule("HE-BLS-04").table:
        state = state_of({"H1": {"at": [0, 0]}}, map=big, switches={"blast_cover_test": row["test"]})
        spot = (middle_of if row["centre"] == "space" else corner_of)((5, 5))
        found = {(x - 5, y - 5) for x, y in covered(state, spot, row["template"])}
        assert found == {tuple(each) for each in row["offsets"]}
        assert len(found) == row["count"]


@covers("HE-BLS-09", "HE-BLS-15")
def test_a_wall_to_the_ceiling_stops_a_blast_and_the_nearest_are_struck_first():
    rows = [".....", "..#..", "....."]
    models = {"H1": {"at": [2, 0]}, "O1": {"at": [2, 2]}, "O2": {"at": [1, 0]}, "O3": {"at": [1, 1]}}
    state = state_of(models, map=rows)
    names = [each.id for each in caught(state, middle_of((2, 0)), "small")]
    assert names == ["H1", "O2", "O3"]
    assert "O1" not in [each.id for each in caught(state, middle_of((2, 0)), "large")]


@covers("HE-SPR-04", "HE-SPR-05", "HE-POW-10")
def test_sprays_cover_the_spaces_of_the_lists_along_the_axes_of_the_arc():
    for row in RULES.rule("HE-SPR-04").table:
        offsets = {tuple(each) for each in row["offsets"]}
        assert {*wedge(tuple(row["axis"]), LENGTHS[row["size"]])} == offsets
    state = state_of({"H1": {"at": [15, 15], "facing": "N"}}, map=["." * 31] * 31)
    for row in RULES.rule("HE-SPR-05").table:
        axes = {each.axis for each in sprays(state, state.models["H1"], "large", row["arc"])}
        assert axes == {tuple(each) for each in row["legal_axes"]}


@covers("HE-POW-10", "HE-POW-11", "HE-SPR-06", "HE-SPR-07", "HE-SPR-08")
def test_a_spray_of_power_strikes_everybody_under_it_past_models_but_not_past_walls():
    models = {
        "H1": caster(traits={"PER": 2}),
        "O1": {"at": [5, 4], "facing": "S", **DOLL},
        "O2": {"at": [5, 7], "facing": "S", **DOLL},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1] * 5 + [1] * 4}, order=[["H2"]])
    game.answer("assault by spray with 2 levels, full spray")
    game.answer("straight ahead")
    game.answer("O1") if asked(game) == "primary target" else None
    assert [each.facts["target"] for each in told(game, "shot resolved")] == ["O1", "O2"]
    rows = ["." * 12 if y != 6 else ".....#......" for y in range(12)]
    walled = state_of(models, map=rows)
    ahead = next(each for each in sprays(walled, walled.models["H1"], "large", 180) if each.axis == (0, 1))
    found = victims_of(walled, walled.models["H1"], ahead.spaces)
    assert [each.id for each, _ in found] == ["O1"]


@covers("HE-POW-10", "HE-BLS-11")
def test_a_template_is_laid_where_all_spaces_that_meet_are_on_the_map():
    models = {"H1": caster(at=[0, 0]), "O1": {"at": [0, 3], "facing": "S"}}
    state = state_of(models)
    spots = spots_worth(state, state.models["H1"], "small")
    assert spots
    assert all(x > 0 and y > 0 for x, y in spots)
    refusal = why_not_there(state, state.models["H1"], (0, 6))
    assert refusal is not None
    assert refusal.rule == "HE-POW-10"


@covers("HE-POW-10")
def test_a_template_is_laid_in_arc_and_sight():
    rows = ["." * 12 if y != 6 else "############" for y in range(12)]
    state = state_of({"H1": caster()}, map=rows)
    hero = state.models["H1"]
    assert why_not_there(state, hero, middle_of((5, 4))) is None
    for spot in (middle_of((5, 0)), middle_of((5, 9)), middle_of((40, 3))):
        refusal = why_not_there(state, hero, spot)
        assert refusal is not None
        assert refusal.rule == "HE-POW-10"


@covers("HE-POW-15", "HE-POW-16")
def test_spirits_are_struck_in_living_targets_in_arc_and_sight_whatever_the_cover():
    models = {
        "H1": caster(at=[1, 0]),
        "O1": {"at": [1, 3], "facing": "S"},
        "O2": {"at": [0, 3], "facing": "S", "living": False},
        "O3": {"at": [3, 3], "facing": "S"},
    }
    state = state_of(models, map=["....", ".s.#", "....", "...."])

    def why(id: str) -> str | None:
        refusal = why_not_strike(state, state.models["H1"], state.models[id])
        return None if refusal is None else refusal.rule

    assert why("O1") is None
    assert why("O2") == "HE-POW-15"
    state.models["H1"].facing = "S"
    assert why("O1") == "HE-POW-16"


@covers("HE-POW-17", "HE-POW-18")
@pytest.mark.parametrize(("own", "other", "left"), [([3, 6], [4], 3), ([3, 4], [4], 5), ([1, 2], [6], 5)])
def test_the_difference_of_the_highest_dice_is_the_damage(own: list[int], other: list[int], left: int):
    models = {
        "H1": caster(),
        "O1": {"at": [5, 8], "facing": "S", "traits": {"DP": 5}, "armour": "heavy ancient armor", **DOLL},
        "H2": AWAY,
    }
    game = scene(models, {"spirit strike H1": own, "spirit O1": other}, order=[["H2"]])
    game.answer("spirit strike O1 with 2 levels")
    assert one(game, "O1").dp == left
    assert one(game, "H1").dp == 2
    state = state_of({"H1": caster(), "O1": {"at": [1, 1]}})
    assert [dice_of(each) for each in state.models.values()] == [2, 1]


@covers("HE-POW-19", "HE-POW-20", "HE-POW-21")
def test_a_barrier_protects_friends_under_it_from_shots_and_not_from_beside_or_in_melee():
    models = {
        "H1": caster(arcana={"levels": 1, "barrier": 2, "barrier_form": "small"}),
        "H2": {"at": [6, 3]},
        "H3": {"at": [8, 2]},
        "O1": {"at": [6, 9], "facing": "S", **BOW},
        "O2": {"at": [4, 2], "facing": "E", **BOW},
    }
    state = state_of(models)
    bow = ranged_weapons()["shortbow"]

    def dice(by: str, at: str) -> list[int]:
        shot = shot_at(state, state.models[by], state.models[at], bow)
        return [each.value for each in dodge_dice(state, shot) if each.rule == "HE-POW-21"]

    assert [dice("O1", at) for at in ("H1", "H2", "H3")] == [[2], [2], []]
    assert dice("O2", "H1") == []
    assert best_ward(state, state.models["O2"], "barrier") is None
    state.models["H1"].arcana.barrier_form = "caster"
    assert [dice("O1", at) for at in ("H1", "H2")] == [[4], []]


@covers("HE-POW-24", "HE-POW-25")
def test_concealment_is_dice_and_re_rolls_besides_stealth_for_shots_alone():
    arcana = {"levels": 1, "concealment": 2, "concealment_form": "caster"}
    state = state_of(
        {"H1": caster(arcana=arcana, skills=["Stealth"]), "O1": {"at": [5, 9], "facing": "S", **BOW}}
    )
    hero, foe = state.models["H1"], state.models["O1"]
    shot = shot_at(state, foe, hero, ranged_weapons()["shortbow"])
    assert total_of([each for each in dodge_dice(state, shot) if each.rule != "HE-TRT-04"]) == 3
    again = [each.rule for each in RE_ROLLS.all(state, hero, "defence", shot)]
    assert again == ["HE-SKL-40", "HE-POW-25", "HE-POW-25"]
    assert not RE_ROLLS.all(state, hero, "attack", shot)
    melee = shot._replace(kind="melee", melee=melee_weapons()["club"], ranged=None)
    assert not RE_ROLLS.all(state, hero, "defence", melee)


@covers("HE-POW-22", "HE-POW-26", "HE-POW-23")
@pytest.mark.parametrize(("faces", "left"), [([3, 4], (1, 0)), ([4, 1], (0, 2)), ([6, 6], (0, 0))])
def test_a_ward_lasts_while_a_die_shows_at_most_the_affinity(faces: list[int], left: tuple[int, int]):
    arcana = {
        "levels": 0, "barrier": 1, "barrier_form": "caster", "concealment": 2, "concealment_form": "caster",
    }  # fmt: skip
    models = {"H1": caster(arcana=arcana), "H2": AWAY}
    game = scene(models, {"upkeep H1": faces}, order=[["H1"], ["H2"]], step="activate", active="")
    hero = one(game, "H1")
    assert (hero.arcana.barrier, hero.arcana.concealment) == left
    assert (hero.arcana.levels, hero.turn.actions) == (0, 2)


@covers("HE-POW-23")
def test_a_ward_is_dropped_for_nothing_replaced_and_lost_with_its_caster():
    arcana = {"levels": 3, "barrier": 1, "barrier_form": "caster"}
    models = {"H1": caster(arcana=arcana), "O1": {"at": [5, 3], "facing": "S", **DOLL}, "H2": AWAY}
    game = scene(models, order=[["H2"]])
    game.answer("drop the barrier")
    assert one(game, "H1").arcana.barrier == 0
    assert one(game, "H1").turn.actions == 2
    game = scene(models, order=[["H2"]])
    game.answer("barrier with 2 levels, small template")
    assert (one(game, "H1").arcana.barrier, one(game, "H1").arcana.barrier_form) == (2, "small")
    foes = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {**caster(at=[3, 4], facing="S", arcana=arcana), "turn": SPENT, **DOLL},
        "H2": AWAY,
    }
    game = scene(foes, {"attack H1": [6, 6], "defence O1": []}, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer(["3 DP"])
    assert one(game, "O1").arcana.barrier == 0


@covers("HE-POW-27", "HE-POW-28")
def test_conveyance_is_flight_of_twelve_spaces_a_level_and_replaces_all_movement():
    models = {"H1": caster(at=[0, 0], traits={"ARC": 2}), "H2": AWAY}
    game = scene(models, map=["." * 30] * 12, order=[["H2"]])
    game.answer("conveyance with 2 levels")
    game.answer({"models": [[24.5, 0.5]], "facing": "E"})
    assert one(game, "H1").at == (24, 0)
    assert one(game, "H1").turn.actions == 1
    assert barred(game, "walk") == "HE-POW-27"
    assert one(game, "H1").turn.walked == 0
    game = scene(models, map=["." * 30] * 12, order=[["H2"]])
    game.answer("walk")
    game.answer({"models": [[2.5, 0.5]], "facing": "E"})
    assert barred(game, "conveyance with 1 level") == "HE-POW-27"
    assert barred(game, "teleport with 1 level") == "HE-POW-31"


TOWER = {"map": ["......", "......", "..##..", "......", "......", "......"], "order": [["H2"]]}
AT_EDGE = {"at": [5, 0]}


@covers("HE-POW-29", "HE-POW-30", "HE-POW-31")
def test_one_die_of_four_brings_the_caster_exactly_where_it_wants():
    models = {"H1": caster(at=[0, 0]), "H2": AT_EDGE}
    game = scene(models, {"teleport H1": [1, 4]}, **TOWER)
    game.answer("teleport with 2 levels")
    game.answer({"at": [0.5, 5.5]})
    assert asked(game) == "choose facing"
    game.answer("S")
    assert one(game, "H1").at == (0, 5)
    assert barred(game, "walk") == "HE-POW-31"
    state = game.state
    hero = one(game, "H1")
    hero.at = (2, 2)
    assert [dice_for(state, hero, (2, 5), levels) for levels in (1, 2, 3)] == [0, 1, 2]
    assert [dice_for(state, hero, (0, 2), levels) for levels in (1, 2, 3)] == [1, 2, 3]


@covers("HE-POW-32", "HE-BLS-07")
@pytest.mark.parametrize(("face", "at"), [(1, (3, 2)), (3, (2, 3)), (5, (3, 4)), (7, (4, 3))])
def test_a_failed_roll_brings_it_a_space_off_counted_from_where_it_came(face: int, at: tuple[int, int]):
    rows = ["......"] * 6
    game = scene(
        {"H1": caster(at=[3, 0]), "H2": AT_EDGE}, {"teleport H1": [3, 2], "astray H1": [face]}, map=rows,
        order=[["H2"]],
    )  # fmt: skip
    game.answer("teleport with 2 levels")
    game.answer({"at": [3.5, 3.5]})
    game.answer("N")
    assert one(game, "H1").at == at


@covers("HE-POW-33", "HE-POW-34", "HE-POW-35")
@pytest.mark.parametrize(
    ("dice", "face", "rule"),
    [([1], [], "HE-POW-35"), ([1, 1], [], "HE-POW-35"), ([2], [5], "HE-POW-33"), ([2], [3], "HE-POW-34")],
)
def test_disaster_solid_ground_and_another_model_kill_the_caster(dice: list[int], face: list[int], rule: str):
    models = {"H1": caster(at=[2, 0]), "O1": {"at": [1, 2], "facing": "S", **DOLL}, "H2": AT_EDGE}
    rolled = {"teleport H1": dice, "astray H1": face}
    game = scene(models, rolled, **TOWER)
    game.answer("teleport with 1 level" if len(dice) == 1 else "teleport with 2 levels")
    game.answer({"at": [2.5, 2.5]})
    assert one(game, "H1").where == "killed"
    assert rule in told(game, "model killed")[-1].rules
    assert (one(game, "O1").where == "killed") is (rule == "HE-POW-34")


@covers("HE-POW-33")
def test_walls_columns_and_what_lies_off_the_map_are_solid_and_rubble_and_foliage_are_not():
    state = state_of({"H1": {"at": [0, 0]}}, map=["....", ".#cs", ".rwp"])
    solid = [is_solid(state, at) for at in ((1, 1), (2, 1), (3, 1), (1, 0), (2, 0), (3, 0), (-1, 0))]
    assert solid == [True, True, True, False, False, False, True]


@covers("HE-REA-14")
def test_a_power_is_reacted_to_after_it_is_resolved():
    models = {
        "O1": {"at": [5, 6], "facing": "S", **ARMED, **DOLL},
        "H1": caster(),
        "O2": {"at": [6, 4], "facing": "S", "ranged": ["shortbow"], "turn": {"actions": 0}},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1] * 4, "attack O2": [1] * 3}, active="H1", order=[["H2"]])
    game.answer("assault O1 with 1 level")
    kinds = [each.kind for each in game.events(all_seats=True)]
    assert kinds.index("shot resolved") < kinds.index("model reacted")


@covers("HE-POW-36", "HE-REA-14")
def test_an_assault_of_one_or_two_levels_is_a_reaction():
    models = {
        "O1": {"at": [5, 9], "facing": "S", **ARMED, "turn": {"actions": 1}},
        "H1": caster(turn={"actions": 0}, traits={"PER": 2}),
        "H2": {"at": [0, 0], "turn": {"quiet": ["O1"]}},
    }
    game = scene(models, {"attack H1": [1] * 6}, order=[["O1"], ["H2"]], step="activate", active="")
    assert asked(game) == "react"
    assert game.decision is not None
    offered = [str(option.answer) for option in game.decision.options()]
    assert offered[:2] == ["shoot with Arcane Assault of 1 level", "shoot with Arcane Assault of 2 levels"]
    game.answer(offered[1])
    hero = one(game, "H1")
    assert (hero.arcana.levels, hero.arcana.used) == (1, ("Arcane Assault",))
    assert told(game, "model reacted")[0].rules == ("HE-REA-01", "HE-REA-14")


@covers("HE-POW-36")
def test_it_may_be_held_on_sentry_for_two_actions_and_a_switch_forbids_both():
    models = {"H1": caster(), "H2": AWAY}
    game = scene(models, order=[["H2"]])
    game.answer("sentry with Arcane Assault of 2 levels")
    assert one(game, "H1").turn.actions == 0
    assert one(game, "H1").arcana.levels == 3
    off = scene(models, order=[["H2"]], switches={"arcane_reactions": "none"})
    assert off.decision is not None
    assert not [option for option in off.decision.options() if "sentry" in str(option.answer)]


@covers("HE-FRC-02", "HE-FRC-01", "HE-FRC-03")
def test_levels_channelled_into_a_blow_are_dice_and_cost_no_action():
    models = {
        "H1": caster(at=[3, 3], melee=["force staff"], arcana={"levels": 2}),
        "O1": {"at": [3, 4], "facing": "S", "turn": SPENT, **DOLL},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [1] * 7}, order=[["H2"]])
    game.answer("strike O1 with force staff")
    assert asked(game) == "channel"
    game.answer("2")
    roll = next(each for each in told(game, "dice rolled") if each.facts["why"] == "attack H1")
    assert len(roll.facts["faces"]) == 7
    assert one(game, "H1").arcana.levels == 0
    assert one(game, "H1").arcana.spent
    assert one(game, "H1").turn.actions == 1


@covers("HE-AGM-11")
def test_the_game_master_s_caster_uses_its_powers_in_order():
    record = {"powers": ["Arcane Assault", "Arcane Barrier", "Spirit Strike"], "behaviour": "caster"}
    models = {
        "O1": {"at": [5, 9], "facing": "S", "traits": {"ARC": 3}, **record},
        "H1": {"at": [5, 2], **BOW},
    }
    state = state_of(models)

    def first(state: Adventure) -> str:
        what, _ = next(casts(state, state.models["O1"]))
        return what.kind

    assert first(state) == "barrier"
    state.models["O1"].arcana.barrier = 1
    assert first(state) == "spirit strike"
    state.models["H1"].living = False
    assert first(state) == "assault"
    state.models["O1"].arcana.levels = 0
    assert not [*casts(state, state.models["O1"])]


@covers("HE-POW-04")
def test_no_caster_of_the_adventures_knows_more_than_two_powers_a_level():
    row = adventure("ember-crypt")
    casters = [each for each in (*row.party, *row.opponents) if each.powers]
    assert casters
    assert all(len(each.powers) <= most_powers(each.traits.ARC) for each in casters)
    assert most_powers(3) == 6
    assert len(forms_of("Spirit Strike")) == 4


@covers("HE-REA-14", "HE-POW-31")
def test_a_caster_is_reacted_to_where_it_arrives_after_a_teleport():
    models = {
        "H1": caster(at=[0, 0], traits={"DP": 9}),
        "O1": {"at": [0, 4], "facing": "N", **ARMED, "turn": {"actions": 0}},
        "H2": AT_EDGE,
    }
    game = scene(models, {"teleport H1": [1, 4], "attack O1": [1] * 6}, **TOWER)
    game.answer("teleport with 2 levels")
    game.answer({"at": [0.5, 5.5]})
    kinds = [each.kind for each in game.events(all_seats=True)]
    assert kinds.index("model teleported") < kinds.index("model reacted")
    assert kinds.count("model reacted") == 1


@covers("HE-REA-14", "HE-REA-07")
def test_a_power_is_reacted_to_when_it_is_done():
    models = {
        "H1": caster(traits={"DP": 9}),
        "O1": {"at": [5, 3], "facing": "S", **ARMED, "turn": {"actions": 0}},
        "H2": AWAY,
    }
    game = scene(models, {"attack O1": [1] * 6}, order=[["H2"]])
    assert game.decision is not None
    barrier = next(each.answer for each in game.decision.options() if "barrier" in str(each.answer))
    game.answer(barrier)
    kinds = [each.kind for each in game.events(all_seats=True)]
    assert kinds.index("power used") < kinds.index("model reacted")
