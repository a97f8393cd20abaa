"""Spreading out: what it costs to get from where one stands to every place of the grid, all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

import numpy
from numpy.lib.stride_tricks import as_strided

from sandtable.table.arrays import Flags, Numbers, Places
from sandtable.table.figures.grid import AROUND, SPARE, Grid

MOST_ROUNDS = 2000
"""After so many rounds it is over, whatever has been found; no way has so many steps."""
LONG_STEPS = [place for place, (di, dj) in enumerate(AROUND) if abs(di) + abs(dj) > SPARE]
_LONG: Places = numpy.array(LONG_STEPS)[:, None]
_ACROSS: Places = numpy.array([AROUND[step][0] for step in LONG_STEPS])[:, None]
_ALONG: Places = numpy.array([AROUND[step][1] for step in LONG_STEPS])[:, None]
AHEAD = 1.0
"""How far beyond what is settled it is gone on, in inches: farther places would only change again."""
FEW = 300
"""From so many places at most it is gone on one by one; beyond that whole rows at once are quicker."""
LINKS_EVERY = 4
"""So many rounds of plain steps come before one along the links: they are few, and asking them costs more."""

Window = tuple[int, int, int, int]
"""The first and the last column and row, the last ones not included."""
Links = tuple[Places, Numbers, Places, Places]
"""Where links start, what they cost, the places to which they lead, and the first link to each of them."""


class Spread:
    """One spreading out over a window of the floor, and over whatever is linked with it."""

    def __init__(self, grid: Grid, window: Window, blocked: Flags, close: Flags, limit: float) -> None:
        self.grid = grid
        self.window = window
        self.beyond = float(numpy.nextafter(limit, inf))
        """What every place costs that is farther away than the limit."""
        i0, i1, j0, j1 = window
        self.wide, self.deep = j1 - j0, i1 - i0
        """Its rows one after the other, and the places of each."""
        self.pitch = self.deep + SPARE
        self.count = self.wide * self.pitch
        self.first = SPARE * self.pitch + SPARE
        self.size = self.first + self.count + SPARE * self.pitch + SPARE
        """A rim of places that nobody reaches lies around the window, so that no step leads out of it."""
        self.blocked = blocked
        # Nothing leads to or from what terrain takes up; only who stands about is left to be heeded.
        taken, tight = self._of_figures(blocked), self._of_figures(close)
        self.steps: Numbers = self._plain_steps(bool(len(taken) or len(tight)))
        if len(taken):
            self.steps[:, taken] = inf
        if len(tight):
            self._bar_long_steps(tight)
        self.kept = numpy.full(self.size + len(grid.x) - grid.floor, self.beyond)

    def _plain_steps(self, will_change: bool) -> Numbers:
        """What steps to every place of the window cost on the bare ground."""
        i0, i1, j0, j1 = self.window
        grid = self.grid
        if not will_change and (i1 - i0, j1 - j0) == (grid.columns, grid.rows):
            return grid.turned.reshape(len(AROUND), self.count)
        steps = numpy.empty((len(AROUND), self.wide, self.pitch))
        steps[:, :, : self.deep] = grid.turned[:, j0:j1, i0:i1]
        steps[:, :, self.deep :] = inf
        return steps.reshape(len(AROUND), self.count)

    def _of_figures(self, places: Flags) -> Places:
        """Where in the window places are true on ground that is free but for figures."""
        i0, i1, j0, j1 = self.window
        grid = self.grid
        shape = (grid.columns, grid.rows)
        part = places[: grid.floor].reshape(shape)[i0:i1, j0:j1] & grid.free_floor[i0:i1, j0:j1]
        columns, rows = part.nonzero()
        return rows * self.pitch + columns

    def _bar_long_steps(self, tight: Places) -> None:
        """Nobody makes a long step from or to a place that is close to a figure."""
        self.steps[_LONG, tight] = inf
        ends = tight - (_ACROSS * self.pitch + _ALONG)
        inside = (ends >= 0) & (ends < self.count)
        self.steps[(_LONG + 0 * ends)[inside], ends[inside]] = inf

    def costs(self, seeds: Mapping[int, float]) -> Numbers:
        """What each place costs from the seeds on."""
        self._sow(seeds)
        self._spread(self._links())
        return self._written()

    def _sow(self, seeds: Mapping[int, float]) -> Places:
        sown = self.index_of(numpy.fromiter(seeds, dtype=numpy.int64, count=len(seeds)))
        self.kept[sown] = numpy.fromiter(seeds.values(), dtype=numpy.float64, count=len(seeds))
        return sown

    def index_of(self, places: Places) -> Places:
        """Where places are kept: those of the window in its rows, the tops of things after them."""
        (i0, _, j0, _), grid = self.window, self.grid
        i, j = numpy.divmod(places, grid.rows)
        kept = (j - j0) * self.pitch + (i - i0) + self.first
        return numpy.where(places < grid.floor, kept, places - grid.floor + self.size)

    def _links(self) -> Links | None:
        """The links within the window, those to one place beside one another."""
        i0, i1, j0, j1 = self.window
        links = self.grid.links
        if not len(links.ends):
            return None
        use = (links.west >= i0) & (links.east < i1) & (links.south >= j0) & (links.north < j1)
        chosen = numpy.flatnonzero(use)
        chosen = chosen[~self.blocked[links.ends[chosen]]]
        if not len(chosen):
            return None
        ends = links.ends[chosen]
        firsts = numpy.concatenate([[0], numpy.flatnonzero(ends[1:] != ends[:-1]) + 1])
        starts, goals = self._kept_at(links.start_at, chosen), self._kept_at(links.end_at, chosen[firsts])
        return starts, links.costs[chosen], goals, firsts

    def _kept_at(self, at: tuple[Places, Places, Places], chosen: Places) -> Places:
        """Where the starts or the ends of links are kept."""
        i0, _, j0, _ = self.window
        columns, rows, tops = at
        above = tops[chosen]
        floor = rows[chosen] * self.pitch + columns[chosen] + (self.first - j0 * self.pitch - i0)
        return numpy.where(above >= 0, above + self.size, floor)

    # ---- round by round every place takes the least that leads to it, until nothing gets any less ----

    def _patterns(self, sums: Numbers) -> tuple[tuple[Numbers, Numbers, Numbers], ...]:
        """The sixteen neighbours of every place as three regular patterns, in the order of AROUND.

        Each with what the steps from there cost, and where in the sums both together are written.
        """
        kept, count, one, steps = self.kept, self.count, self.kept.itemsize, self.steps
        row = one * self.pitch
        beside = as_strided(kept[self.first - self.pitch - 2 :], (2, 5, count), (2 * row, one, one))
        in_line = as_strided(kept[self.first - 1 :], (2, count), (2 * one, one))
        beyond = as_strided(kept[self.first - 2 * self.pitch - 1 :], (2, 2, count), (4 * row, 2 * one, one))
        parts = ((beside, slice(0, 10)), (in_line, slice(10, 12)), (beyond, slice(12, 16)))
        return tuple(
            (source, steps[part].reshape(source.shape), sums[part].reshape(source.shape))
            for source, part in parts
        )

    def _spread(self, links: Links | None) -> None:
        count, sums = self.count, numpy.empty_like(self.steps)
        parts = self._patterns(sums)
        here, least = self.kept[self.first : self.first + count], numpy.empty(count)
        add, minimum, reduce = numpy.add, numpy.minimum, numpy.minimum.reduce
        for number in range(1, MOST_ROUNDS + 1):
            for source, cost, total in parts:
                add(source, cost, out=total)
            reduce(sums, axis=0, out=least)
            changed = bool((least < here).any())
            if changed:
                minimum(here, least, out=here)
                if number % LINKS_EVERY:
                    continue
            # On top of things every step is a link, so that they are gone along as far as they lead.
            while links is not None and len(self._along(links)):
                changed = True
            if not changed:
                return

    def _along(self, links: Links) -> Places:
        """One step along every link; where it has changed anything."""
        starts, costs, goals, firsts = links
        found = numpy.minimum.reduceat(self.kept[starts] + costs, firsts)
        better = found < self.kept[goals]
        changed = goals[better]
        if len(changed):
            self.kept[changed] = found[better]
        return changed

    def _written(self) -> Numbers:
        """The costs by place; infinite beyond the limit."""
        grid, kept = self.grid, self.kept
        i0, i1, j0, j1 = self.window
        kept[kept >= self.beyond] = inf
        costs = numpy.full(len(grid.x), inf)
        inside = kept[self.first : self.first + self.count].reshape(self.wide, self.pitch)
        costs[: grid.floor].reshape(grid.columns, grid.rows)[i0:i1, j0:j1] = inside[:, : self.deep].T
        costs[grid.floor :] = kept[self.size :]
        return costs


class Wave(Spread):
    """A spreading out over a whole table that goes on only as far as somebody asks."""

    def __init__(self, grid: Grid, blocked: Flags, close: Flags, seeds: Mapping[int, float]) -> None:
        super().__init__(grid, (0, grid.columns, 0, grid.rows), blocked, close, inf)
        sums = numpy.empty_like(self.steps)
        self._sums, self._least = sums, numpy.empty(self.count)
        self._parts = self._patterns(sums)
        offsets = numpy.array([di * self.pitch + dj for di, dj in AROUND])
        self._offsets: Places = offsets
        self._prices: Places = numpy.arange(len(AROUND)) * self.count - offsets
        """Where, from a place on, the costs are of the steps from it to its neighbours."""
        self._all_steps: Numbers = self.steps.reshape(-1)
        self._floor: Numbers = self.kept[self.first : self.first + self.count]
        self._marked = numpy.zeros(len(self.kept), dtype=bool)
        links = self.grid.links
        chosen = numpy.flatnonzero(~self.blocked[links.ends])
        self._starts, self._ends = self._kept_at(links.start_at, chosen), self._kept_at(links.end_at, chosen)
        self._link_costs = links.costs[chosen]
        self._is_start = numpy.zeros(len(self.kept), dtype=bool)
        self._is_start[self._starts] = True
        sown = self._sow(seeds)
        self._pending = numpy.zeros(self.count, dtype=bool)
        """Which places of the floor have changed since it was gone on from them."""
        self._pending[sown[sown < self.size] - self.first] = True
        self._waiting = sown[self._is_start[sown]]
        """Which places have changed from which links lead."""
        self.settled = min(seeds.values(), default=inf)
        """Costs up to this will not become any less; infinite at the end."""

    def cost(self, place: int) -> float:
        """What a place costs; infinite where nobody comes."""
        return self.costs_of_few((place,))[0]

    def costs_of(self, places: Places) -> Numbers:
        """What places cost; infinite where nobody comes."""
        index = self.index_of(places[~self.blocked[places]])
        while self.settled < inf and len(index) and self.kept[index].max() > self.settled:
            self._go_on()
        return self.costs_so_far(places)

    def costs_so_far(self, places: Places) -> Numbers:
        """What places cost as far as it is known."""
        return numpy.where(self.blocked[places], inf, self.kept[self.index_of(places)])

    def so_far(self, place: int) -> float:
        """What a place costs as far as it is known."""
        if self.blocked.item(place):
            return inf
        if place >= self.grid.floor:
            index = self.size + place - self.grid.floor
        else:
            i, j = divmod(place, self.grid.rows)
            index = self.first + j * self.pitch + i
        found: float = self.kept.item(index)
        return found

    def costs_of_few(self, places: Sequence[int]) -> list[float]:
        """What a few places cost; infinite where nobody comes."""
        while True:
            found = [self.so_far(place) for place in places]
            if self.settled == inf:
                return found
            for cost, place in zip(found, places, strict=True):
                if cost > self.settled and not self.blocked.item(place):
                    break
            else:
                return found
            self._go_on()

    def _go_on(self) -> None:
        """One more round, from those that have changed and are not far behind what is settled."""
        bound = self.settled + AHEAD
        front = numpy.flatnonzero(self._pending)
        front = front[self._floor[front] <= bound]
        waiting, soon = self._waiting, self._waiting[:0]
        if len(front):
            self._pending[front] = False
            changed = self._step_from(front) if len(front) <= FEW else self._step(front)
            self._pending[changed] = True
            kept = changed + self.first
            waiting = numpy.concatenate([waiting, kept[self._is_start[kept]]])
        if len(waiting):
            is_near = self.kept[waiting] <= bound
            soon, waiting = waiting[is_near], waiting[~is_near]
        if len(soon):
            waiting = numpy.concatenate([waiting, self._follow_links(soon)])
        self._waiting = waiting
        left = self._floor[self._pending]
        self.settled = min(
            float(left.min()) if len(left) else inf, float(self.kept[waiting].min()) if len(waiting) else inf
        )

    def _step_from(self, front: Places) -> Places:
        """One step from a few places to their neighbours; which of them have changed."""
        there = front[:, None] - self._offsets
        costs = self._floor[front][:, None] + self._all_steps.take(front[:, None] + self._prices, mode="clip")
        inside = (there >= 0) & (there < self.count)
        there, costs = there[inside], costs[inside]
        better = costs < self._floor[there]
        changed: Places = there[better]
        numpy.minimum.at(self._floor, changed, costs[better])
        return changed

    def _step(self, front: Places) -> Places:
        """One step from everywhere at most two rows from places; which places have changed."""
        low = max(0, int(front[0]) // self.pitch - SPARE)
        high = min(self.wide, int(front[-1]) // self.pitch + 1 + SPARE)
        part = slice(low * self.pitch, high * self.pitch)
        count = part.stop - part.start
        least, here = self._least[:count], self._floor[part]
        for source, cost, total in self._parts:
            numpy.add(source[..., part], cost[..., part], out=total[..., :count])
        numpy.minimum.reduce(self._sums[:, :count], axis=0, out=least)
        changed = numpy.flatnonzero(least < here)
        here[changed] = least[changed]
        return changed + part.start

    def _follow_links(self, waiting: Places) -> Places:
        """One step along the links from places; which ends have changed from which links lead on."""
        self._marked[waiting] = True
        chosen = numpy.flatnonzero(self._marked[self._starts])
        self._marked[waiting] = False
        costs, ends = self.kept[self._starts[chosen]] + self._link_costs[chosen], self._ends[chosen]
        better = costs < self.kept[ends]
        ends = ends[better]
        if len(ends):
            numpy.minimum.at(self.kept, ends, costs[better])
            self._pending[ends[ends < self.size] - self.first] = True
        return ends[self._is_start[ends]]
