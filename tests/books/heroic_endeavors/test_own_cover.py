"""Foliage by its depth, and attacks out of one's own cover."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.movement.walking import prices
from sandtable.books.heroic_endeavors.chapters.ranged.cover import cover_of
from sandtable.books.heroic_endeavors.chapters.ranged.exposing import own_cover
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shot_at
from sandtable.books.heroic_endeavors.tables.maps import terrain
from sandtable.books.heroic_endeavors.tables.weapons import ranged_weapons
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import BOW, answers, asked, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
DOLL = {"group": "dolls", "behaviour": "hostage"}


def _through_leaves(depth: int, **more: Any) -> Any:
    """A shooter in the west, so much foliage, and a target in the last of it."""
    row = ".." + "w" * depth + ("." if not depth else "")
    models = {"H1": {"at": [0, 0], "facing": "E"}, "O1": {"at": [len(row) - 1, 0], "facing": "W"}}
    return state_of(models, map=[row], **more)


@covers("HE-FOL-02", "HE-FOL-05", "HE-COV-05")
@pytest.mark.parametrize("row", RULES.rule("HE-FOL-02").table)
def test_foliage_covers_by_its_depth_at_both_ends_of_each_row(row: dict[str, Any]):
    for depth in (row["depth_min"], row["depth_max"] or 20):
        state = _through_leaves(depth)
        found = cover_of(state, state.models["H1"], state.models["O1"])
        assert (found.degree if found.dice else "none") == row["cover"].split()[0]
        assert not found.dice or found.material == "soft"


@covers("HE-FOL-03")
def test_who_looks_over_foliage_or_is_taller_than_it_is_not_covered():
    high = _through_leaves(5, heights=["9" + "0" * 6])
    assert cover_of(high, high.models["H1"], high.models["O1"]).dice == 0
    models = {"H1": {"at": [0, 0], "facing": "E"}, "O1": {"at": [7, 0], "base": "40 mm"}}
    giant = state_of(models, map=["..wwwwwww", "..wwwwwww"])
    assert cover_of(giant, giant.models["H1"], giant.models["O1"]).dice == 0


@covers("HE-FOL-01", "HE-MOV-08")
def test_dense_foliage_is_difficult():
    kinds = {kind.name: kind for kind in terrain()}
    assert kinds["dense foliage"].rough
    assert prices(_through_leaves(3)).rough == 2


def _behind(glyph: str, dice: dict[str, list[int]] | None = None, **more: Any) -> Any:
    models = {
        "H1": {"at": [0, 0], "facing": "E", **BOW, "traits": {"PER": 4, "DEX": 2}, **more},
        "O1": {"at": [8, 0], "facing": "W", **DOLL},
        "H2": {"at": [0, 1]},
    }
    return scene(models, dice or {}, map=["." * 12, f".{glyph}" + "." * 10], order=[["H2"], ["H1"]])


@covers("HE-COV-07")
@pytest.mark.parametrize("row", RULES.rule("HE-COV-07").table)
def test_what_an_attacker_can_do_behind_its_own_cover_is_that_of_the_table(row: dict[str, Any]):
    degree, material = row["attacker_behind"].split()
    glyph = {"partial soft": "b", "partial hard": "s", "full soft": "~", "full hard": "f"}.get(
        row["attacker_behind"]
    )
    if glyph is None:  # no terrain of the legend is low and obscuring
        return
    dice = {"attack H1": [1] * 4, "defence O1": [1] * 3}
    game = _behind(glyph, dice)
    state = game.state
    attack = shot_at(state, state.models["H1"], state.models["O1"], ranged_weapons()["shortbow"])
    found = own_cover(state, attack)
    assert (found.degree, found.material) == (degree, material)
    game.answer("shoot O1 with shortbow")
    if row["attack"] == "-2d":
        assert (asked(game), answers(game)) == ("come out", ["come out", "blind"])
    else:
        exposed = bool(told(game, "model exposed"))
        assert exposed is row["attack"].startswith("only")


@covers("HE-COV-07")
def test_a_blind_shot_has_two_dice_less_and_nobody_comes_out():
    game = _behind("~", {"attack H1": [1, 1], "defence O1": [1, 1]})
    game.answer("shoot O1 with shortbow")
    game.answer("blind")
    assert told(game, "shot resolved")
    assert not one(game, "H1").condition.exposed


@covers("HE-COV-08")
def test_who_comes_out_has_partial_cover_against_everyone_until_its_next_activation():
    game = _behind("f", {"attack H1": [1] * 4, "defence O1": [1] * 3})
    before = cover_of(game.state, one(game, "O1"), one(game, "H1"))
    assert (before.degree, before.material) == ("full", "hard")
    game.answer("shoot O1 with shortbow")
    hero = one(game, "H1")
    assert hero.condition.exposed
    found = cover_of(game.state, one(game, "O1"), hero)
    assert (found.degree, found.material) == ("partial", "hard")
    game.answer("end")
    assert game.state.active == "H2"
    game.answer("end")  # and the hero is activated once more
    assert not one(game, "H1").condition.exposed
    assert game.state.active == "H1"


@covers("HE-COV-07")
@pytest.mark.parametrize(("own", "blind"), [(5, False), (6, True)])
def test_six_spaces_of_foliage_blind_who_shoots_out_of_it(own: int, blind: bool):
    row = "w" * own + "." * 6
    models = {"H1": {"at": [0, 0], "facing": "E"}, "O1": {"at": [len(row) - 1, 0]}}
    state = state_of(models, map=[row])
    attack = shot_at(state, state.models["H1"], state.models["O1"], ranged_weapons()["shortbow"])
    assert (own_cover(state, attack).degree == "full") is blind
