"""How a position stands, by features and weights."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.binding.judging import Weights, hope, weighed
from sandtable.kernel.refusal import Refused
from sandtable.kernel.safe_yaml import convert

TABLE = Weights(("men", "hills"), {"field": (2.0, 0.5), "siege": (1.0, 4.0)})


def test_each_feature_counts_by_its_weight_in_this_kind_of_game() -> None:
    features = [("men", 3.0), ("hills", -1.0)]
    assert weighed(features, TABLE.of("field")) == 5.5
    assert weighed(features, TABLE.of("siege")) == -1.0


def test_a_feature_that_comes_again_counts_again() -> None:
    assert weighed([("men", 1.0), ("men", 2.0)], TABLE.of("field")) == 6.0


def test_a_feature_without_a_weight_is_an_error_and_not_worth_nothing() -> None:
    with pytest.raises(KeyError, match="rivers"):
        weighed([("rivers", 1.0)], TABLE.of("field"))


def test_a_row_with_a_weight_too_few_is_an_error() -> None:
    with pytest.raises(ValueError, match="shorter"):
        msgspec.structs.replace(TABLE, rows={"field": (2.0,)}).of("field")


def test_a_table_with_a_field_too_many_is_refused() -> None:
    with pytest.raises(Refused, match="extra"):
        convert({"features": [], "rows": {}, "extra": 1}, Weights, "judge.yaml")


def test_hope_is_even_at_nothing_and_less_sure_where_expectations_err_more() -> None:
    assert hope(0.0) == 0.0
    assert -1.0 < hope(-2.0) < hope(-2.0, 10.0) < 0.0
    assert hope(2.0, 10.0) == -hope(-2.0, 10.0)
