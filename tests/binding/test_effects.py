"""What lies on somebody for a while."""

from __future__ import annotations

from types import SimpleNamespace

from sandtable.binding.effects import Effect, end, put_on, take_off

FROZEN = Effect("frozen", "XX-AAA-01", until="round", rounds=3)
TIRED = Effect("tired", "XX-AAA-02", until="phase")
CURSED = Effect("cursed", "XX-AAA-03")


def bearer(*effects: Effect) -> SimpleNamespace:
    return SimpleNamespace(effects=effects)


def test_effects_lie_beside_one_another_in_the_order_in_which_they_came():
    knight = bearer(TIRED)
    put_on(knight, CURSED)
    put_on(knight, TIRED)
    assert knight.effects == (TIRED, CURSED, TIRED)


def test_every_effect_of_a_name_is_taken_off_and_no_other():
    knight = bearer(TIRED, CURSED, TIRED)
    take_off(knight, "tired")
    assert knight.effects == (CURSED,)


def test_the_end_of_a_span_ends_its_effects_and_tells_which():
    knight = bearer(TIRED, FROZEN, CURSED)
    assert end(knight, "phase", 2) == [TIRED]
    assert knight.effects == (FROZEN, CURSED)
    assert end(knight, "activation", 2) == []


def test_an_effect_outlasts_rounds_before_its_last_one():
    knight = bearer(FROZEN)
    assert end(knight, "round", 2) == []
    assert knight.effects == (FROZEN,)
    assert end(knight, "round", 3) == [FROZEN]
    assert knight.effects == ()
