"""Assignment: who goes where, so that nobody goes farther than needed."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

Costs = Sequence[Sequence[float]]
"""What each place (column) costs each goer (row); infinite where it cannot go."""

FORBIDDEN = 1e9


def best_assignment(costs: Costs) -> list[int]:
    """The place for each goer that makes the largest single cost least, and then the total."""
    largest = least_largest_cost(costs)
    limit = largest + 1e-9 if largest < inf else inf
    allowed = [[cost if cost <= limit and cost < inf else FORBIDDEN for cost in row] for row in costs]
    return _least_total(allowed)


def least_largest_cost(costs: Costs) -> float:
    """The least cost such that everybody finds a place of their own within it."""
    count = len(costs)
    taken_by = [-1] * count
    largest = 0.0
    for row in range(count):
        # The way to a free place whose dearest leg is cheapest, over places whose holders may move on.
        dearest = list(costs[row])
        origin = [row] * count
        left = list(range(count))
        while True:
            place = left[0]
            best = dearest[place]
            for column in left:
                if dearest[column] < best:
                    place, best = column, dearest[column]
            holder = taken_by[place]
            if holder < 0:
                break
            left.remove(place)
            theirs = costs[holder]
            for column in left:
                leg = theirs[column]
                if leg < best:
                    leg = best
                if leg < dearest[column]:
                    dearest[column], origin[column] = leg, holder
        largest = max(largest, dearest[place])
        while True:
            mover = origin[place]
            vacated = taken_by.index(mover) if mover != row else -1
            taken_by[place] = mover
            if vacated < 0:
                break
            taken_by[vacated] = -1
            place = vacated
    return largest


def _least_total(costs: Costs) -> list[int]:
    """The assignment of least total cost, by shortest augmenting ways with potentials."""
    count = len(costs)
    row_price = [0.0] * (count + 1)
    column_price = [0.0] * (count + 1)
    taken_by = [0] * (count + 1)
    for row in range(1, count + 1):
        taken_by[0] = row
        place = 0
        least = [inf] * (count + 1)
        before = [0] * (count + 1)
        done: list[int] = []
        left = list(range(count + 1))
        while taken_by[place] != 0:
            done.append(place)
            left.remove(place)
            holder = taken_by[place]
            theirs = costs[holder - 1]
            price = row_price[holder]
            delta, following = inf, 0
            for column in left:
                slack = theirs[column - 1] - price - column_price[column]
                if slack < least[column]:
                    least[column], before[column] = slack, place
                else:
                    slack = least[column]
                if slack < delta:
                    delta, following = slack, column
            if delta:
                for column in done:
                    row_price[taken_by[column]] += delta
                    column_price[column] -= delta
                for column in left:
                    least[column] -= delta
            place = following
        while place:
            taken_by[place] = taken_by[before[place]]
            place = before[place]
    places = [0] * count
    for column in range(1, count + 1):
        places[taken_by[column] - 1] = column - 1
    return places
