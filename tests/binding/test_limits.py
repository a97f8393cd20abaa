"""What can be used once in a span of the game."""

from __future__ import annotations

from types import SimpleNamespace

from sandtable.binding.limits import Limit, end, give_back, once, use


def holder(*used: Limit | str) -> SimpleNamespace:
    return SimpleNamespace(used=used)


def test_what_was_used_once_in_a_span_may_be_used_again_when_the_span_ends():
    knight, page = holder(), holder()
    use(knight, once("round", "parry"))
    use(knight, once("phase", "dodge"))
    use(page, once("phase", "run"))
    end("phase", [knight, page])
    assert (knight.used, page.used) == ((once("round", "parry"),), ())
    end("round", [knight, page])
    assert knight.used == ()


def test_a_limit_without_a_span_stays_used():
    knight = holder()
    use(knight, Limit("prayer"))
    end("round", [knight])
    end("phase", [knight])
    assert knight.used == (Limit("prayer"),)


def test_a_span_ends_nothing_of_another_whose_name_begins_alike():
    knight = holder(once("rounds", "feast"), once("round", "parry"))
    end("round", [knight])
    assert knight.used == (once("rounds", "feast"),)


def test_what_is_given_back_may_be_used_again_at_once():
    knight = holder("a", "b", "c")
    give_back(knight, "a", "c", "never used")
    assert knight.used == ("b",)
