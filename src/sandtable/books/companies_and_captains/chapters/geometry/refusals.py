"""Why a path is not open to a model, told with the rule, the model and the inches."""

from __future__ import annotations

from math import inf

from sandtable.books.companies_and_captains.chapters.terrain import rule_of_barred_ground, rules_of_going
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point, said_over
from sandtable.table.units.going import Going, Path, path_cost, path_length
from sandtable.table.units.paths import Blocked


def why_blocked(
    state: Battle, group: Group, fault: Blocked, limit: float, going: Going, path: Path | None = None
) -> Refusal:
    """The refusal for what the table found in the way of one of the Group's models."""
    model = f"Model {fault.path + 1} of {group.name}"
    if fault.what == "distance":
        return _why_too_far(state, group, model, limit, going, path)
    if fault.what == "table edge":
        reason = f"{model} would hang over the table edge at {_place(fault.at)}."
        return Refusal("CC-MOV-07", reason, "Keep every base wholly on the table.")
    if fault.what == "impassable":
        cited = rule_of_barred_ground(state, group, fault.name)
        reason = (
            f"{model} would enter the {_kind(state, fault.name)} {fault.name!r}, which is impassable for it."
        )
        return Refusal(cited, reason, "Go round it, with the whole base.")
    if fault.what == "obstacle":
        return _why_obstacle(state, group, model, fault)
    if fault.what == "comrade":
        reason = f"{model} would overlap a comrade at {_place(fault.at)}."
        return Refusal("CC-GEO-06", reason, "Leave each model room for its base.")
    return _why_base(state, group, model, fault)


def _why_too_far(
    state: Battle, group: Group, model: str, limit: float, going: Going, path: Path | None
) -> Refusal:
    if path is None:
        reason = f"{model} cannot reach a place there with the {limit:g} inches it has."
        return Refusal(
            "CC-GEO-07", reason, f"Choose a place within {limit:g} inches of movement for every model."
        )
    cost, length = path_cost(state.ground, path, going), path_length(path)
    if cost == inf:
        reason = f"{model} would go through ground that it may not enter."
        return Refusal(rules_of_going(group)[-1], reason, "Go round it, with the whole base.")
    cited = (
        "CC-MOV-01" if cost <= length + 0.001 else "CC-SPL-15" if group.is_under("Entangle") else "CC-TER-01"
    )
    reason = f"{model} would need {said_over(cost)} inches of movement and has {limit:g}."
    return Refusal(cited, reason, f"Shorten its path by at least {said_over(cost - limit)} inches of cost.")


def _why_obstacle(state: Battle, group: Group, model: str, fault: Blocked) -> Refusal:
    kind = _kind(state, fault.name)
    area = next(area for area in state.ground.obstacles if area.id == fault.name)
    if area.distance(*fault.at) < group.radius - 0.01:
        reason = f"{model} would rest on the {kind} {fault.name!r}."
        return Refusal("CC-GEO-32", reason, "A base may touch an obstacle; end clear on either side.")
    reason = f"{model} touches the {kind} {fault.name!r} at {_place(fault.at)} and must stop there."
    return Refusal("CC-TER-03", reason, f"End its path at {_place(fault.at)}, or go round.")


def _why_base(state: Battle, group: Group, model: str, fault: Blocked) -> Refusal:
    other = next(
        (one for one in state.groups_on_table() if one is not group and fault.at in one.models), None
    )
    whose = f"a model of {other.name} ({other.id})" if other else "another model"
    reason = f"{model} would run into {whose} at {_place(fault.at)}."
    return Refusal("CC-MOV-03", reason, "Go round, or end before it.")


def _kind(state: Battle, name: str) -> str:
    return next((piece.kind for piece in state.ground.pieces if piece.id == name), "piece")


def _place(at: Point) -> str:
    return f"({at[0]:.2f}, {at[1]:.2f})"
