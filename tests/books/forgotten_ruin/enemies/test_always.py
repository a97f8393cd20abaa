"""What always holds when the enemy acts, wherever everybody stands."""

from __future__ import annotations

from math import hypot

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.state import Stock
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import new_game
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, wall
from tests.books.forgotten_ruin.enemies.test_monsters import monster
from tests.books.forgotten_ruin.stage import Stage, battle, enemy, piece_of, soldier

TERRAIN = (
    piece_of("wood", "forest", box_outline(4.0, 12.0, 10.0, 17.0)),
    Piece("wall", "wall", wall((14.0, 15.0), (22.0, 15.0), 0.3), 0.75, ("linear",)),
    Piece("house", "house", box_outline(24.0, 11.0, 29.0, 16.0), 4.0, ("block", "unclimbable")),
    Piece("tree", "tree", box_outline(12.0, 19.0, 13.0, 20.0), 4.0, ("individual",)),
)
CELLS = [(3.0 + 2.6 * i, 3.0 + 2.6 * j) for i in range(12) for j in range(12)]
FREE = [
    at
    for at in CELLS
    if not any(
        min(x for x, _ in one.outline) - 1.2 <= at[0] <= max(x for x, _ in one.outline) + 1.2
        and min(y for _, y in one.outline) - 1.2 <= at[1] <= max(y for _, y in one.outline) + 1.2
        for one in TERRAIN
    )
]


async def enemy_phase(play):
    """Every enemy unit activates, as in the Enemy Actions phase."""
    while await enemy_phase_step(play):
        pass


@covers("FR-EAI-01", "FR-EAI-21", "FR-EAI-23", "FR-MOV-34")
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    places=st.lists(st.sampled_from(FREE), min_size=10, max_size=16, unique=True),
    archers=st.booleans(),
    seed=st.integers(0, 10_000),
)
def test_the_enemy_phase_ends_with_everybody_on_the_table_and_on_nobody_else(places, archers, seed):
    soldiers = [soldier(f"S{n + 1}", at, luck=0) for n, at in enumerate(places[:4])]
    mob = [enemy(f"M1.{n + 1}", at) for n, at in enumerate(places[4:9])]
    others = [monster(places[9])] + [enemy(f"M2.{n + 1}", at, mob="M2") for n, at in enumerate(places[10:])]
    state = battle(*soldiers, *mob, *others, terrain=TERRAIN, stock=Stock(story_points=0))
    state.mobs["M1"].training = "Archers" if archers else "Warriors"
    before = {one.id: one.at for one in state.enemies.values()}
    game = new_game(Stage(enemy_phase), state, Dice(Seeded(seed)))
    for _ in range(60):
        if game.decision is None:
            break
        game.answer(game.decision.options()[0].answer)
    assert game.decision is None
    now = game.state.figures_on_table()
    for place, one in enumerate(now):
        assert one.radius - 0.02 <= one.at[0] <= 36.0 - one.radius + 0.02
        assert one.radius - 0.02 <= one.at[1] <= 36.0 - one.radius + 0.02
        for other in now[place + 1 :]:
            far = hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
            assert far >= one.radius + other.radius - 0.05, (one.id, other.id)
    for one in game.state.enemies_on_table():
        if one.kind == "mob figure":
            # A Move and a straight Dash, and perhaps a monster that shoved it aside.
            assert hypot(one.at[0] - before[one.id][0], one.at[1] - before[one.id][1]) <= 8.01 + 2.5
