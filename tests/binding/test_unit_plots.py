"""Plotted moves of units: what each form says, and which rule refuses what is none."""

from __future__ import annotations

import pytest

from sandtable.binding.places.unit_plots import PlotRules, plotted, read_plot
from sandtable.kernel.refusal import Refused
from sandtable.table.units.formations import Formation

RULES = PlotRules(formations="XX-01", edges="XX-02")


def test_a_formation_is_read_with_its_place_and_its_front():
    plot = read_plot(plotted(Formation.LINE, (1.00049, 2.0), facing=90), 3, "XX-00", RULES)
    assert (plot.formation, plot.at) == (Formation.LINE, (1.0, 2.0))
    assert plot.facing == pytest.approx((0.0, 1.0))


def test_hold_leaves_all_models_as_they_stand():
    assert read_plot("hold", 3, "XX-00", RULES).formation is Formation.AS_THEY_STAND


def test_an_exit_names_one_edge_or_several():
    assert read_plot({"exit": "north"}, 3, "XX-00", RULES).exit == ("north",)
    assert read_plot({"exit": ["north", "east", "north"]}, 3, "XX-00", RULES).exit == ("north", "east")


@pytest.mark.parametrize(
    ("answer", "cited"),
    [
        ({"formation": "heap", "at": [1, 1]}, "XX-01"),
        ({"exit": "up"}, "XX-02"),
        ({"models": [[1, 1]]}, "XX-00"),
        ({"formation": "line", "models": [[1, 1]]}, "XX-00"),
        ({"speed": 3}, "XX-00"),
        (7, "XX-00"),
    ],
)
def test_what_is_no_plot_is_refused_by_the_rule_that_bears_on_it(answer, cited):
    with pytest.raises(Refused) as refused:
        read_plot(answer, 3, "XX-00", RULES)
    assert refused.value.rule == cited
