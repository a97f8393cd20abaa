"""The tables of the field exercises: similar pieces, what is added to them, and where the orcs stand."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.principles.conventions import depth_of, inches, on_grid, width_of
from sandtable.books.forgotten_ruin.chapters.terrain import Category
from sandtable.books.forgotten_ruin.missions.battlefield import lay, squares, tell_of_no_room
from sandtable.books.forgotten_ruin.missions.features import data
from sandtable.books.forgotten_ruin.missions.laying_out import Builder
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.table.measure import Box, Models, Point

OWN_ZONE = 3.0
"""How near its edge each side sets up (FR-EXR-05)."""
SIMILAR = 5
"""Similar pieces on every table (FR-EXR-03)."""
ADDED = {"two": 2, "three": 3}
"""Pieces that the player may add after an exercise (FR-EXR-04)."""
TWO_UP_TO = 3
"""Where a die decides, up to which face two pieces are added (FR-EXR-04)."""
BY_A_DIE = "roll"
ADDITIONS = {"exercise 1": 0, "exercise 2": 1, "exercise 3": 2}
"""How often terrain has been added before each exercise (FR-EXR-04)."""
BETWEEN_MOBS = 4.0
"""The gap between the mobs of the first exercise (FR-EXR-07)."""
MOB_WIDTH = 3.5
"""Three figures side by side, as orcs are set up here."""
WALL = (6.0, 0.4)
"""How long and thick the low piece is behind which the archers skulk; ours."""
BEFORE_THEM = 0.3
"""How far before the zone of the orcs its middle lies; ours."""
HILLOCK = (7.25, 1.75)
"""How wide and deep the feature is that hides the warriors from everybody in the squad's zone; ours."""
HILLOCK_ASIDE = 0.5
"""How far its middle is from theirs, towards the middle of the table; ours."""
BEHIND = 0.25
"""How far the hiding mob stays behind it; ours."""


@rule("FR-EXR-03", "FR-EXR-04")
async def lay_exercise(play: Play[Battle]) -> None:
    """Five similar pieces, and two or three more after each exercise, some of which the orcs need."""
    state = play.state
    added = 0
    for number in range(ADDITIONS[state.mission.kind]):
        added += await _how_many_more(play, number + 1)
    builder = Builder(state)
    builder.shake(await play.roll(6, "layout of the exercise", "FR-EXR-03", sides=100, is_asked=False))
    added -= _lay_for_orcs(state, builder)
    similar = builder.names["block"][0]
    for number in range(SIMILAR):
        _spread(play, builder, "block", similar, number)
    for number in range(added):
        _spread(play, builder, "area", "", SIMILAR + number)
    lay(play, builder, "FR-EXR-03", *(["FR-EXR-04"] if ADDITIONS[state.mission.kind] else []))


@rule("FR-EXR-04")
async def _how_many_more(play: Play[Battle], number: int) -> int:
    """The player adds two or three pieces, or lets a die decide."""
    seat = play.state.seats[0]

    def candidates() -> list[Candidate]:
        words = {**{one: f"{one} pieces" for one in ADDED}, BY_A_DIE: "let a die decide"}
        return [Candidate(key, label, rules=("FR-EXR-04",)) for key, label in words.items()]

    prompt = f"How many pieces of terrain were added after exercise {number}?"
    chosen: str = await play.ask(ChooseOne(seat, "add terrain", prompt, ("FR-EXR-04",), candidates))
    if chosen == BY_A_DIE:
        (face,) = await play.roll(1, "pieces added", "FR-EXR-04", seat=seat)
        chosen = "two" if face <= TWO_UP_TO else "three"
    return ADDED[chosen]


def _spread(play: Play[Battle], builder: Builder, kind: Category, name: str, number: int) -> None:
    """One more piece in its quarter of the table, or in the next one with room for it."""
    quarters: list[Box] = squares(play.state)
    feature = builder.wanted(kind, "medium", name=name)
    for turn in range(len(quarters)):
        if not builder.fill(quarters[(number + turn) % len(quarters)], [feature]):
            return
    tell_of_no_room(play, [feature])


@rule("FR-EXR-08", "FR-EXR-09")
def _lay_for_orcs(state: Battle, builder: Builder) -> int:
    """A low wall for the archers and a feature to hide behind are among what was added; how many pieces."""
    kind = state.mission.kind
    laid = 0
    if kind in ("exercise 2", "exercise 3"):
        across, _ = _spot(state, 1)
        wide, deep = WALL
        middle = depth_of(state) - inches(state, OWN_ZONE + BEFORE_THEM)
        outline = _oblong(state, across, middle, wide, deep)
        builder.put("linear", _last_name(state, "linear"), outline, squares(state)[-1], "")
        laid += 1
    if kind == "exercise 3":
        across, _ = _spot(state, 0)
        wide, deep = HILLOCK
        middle = depth_of(state) - inches(state, OWN_ZONE - BEHIND / 2 + deep / 2)
        outline = _oblong(state, across + inches(state, HILLOCK_ASIDE), middle, wide, deep)
        builder.put("block", _last_name(state, "block"), outline, squares(state)[-2], "")
        laid += 1
    return laid


def _last_name(state: Battle, kind: Category) -> str:
    names = data().regions
    return names.get(state.mission.region, names["Plains"])[kind][-1]


def _oblong(state: Battle, across: float, along: float, wide: float, deep: float) -> Models:
    """A piece that lies along the player's edge."""
    w, d = inches(state, wide) / 2, inches(state, deep) / 2
    corners = ((-w, -d), (w, -d), (w, d), (-w, d))
    return tuple(on_grid(state, across + u, along + v) for u, v in corners)


@rule("FR-EXR-05", "FR-EXR-07")
def place_of_mob(state: Battle, place: int) -> Point:
    """Within 3 inches of the enemy's edge, the two mobs beside the middle of it."""
    across, along = _spot(state, place)
    return on_grid(state, across, along)


def _spot(state: Battle, place: int) -> tuple[float, float]:
    aside = inches(state, (BETWEEN_MOBS + MOB_WIDTH) / 2)
    if place == 1 and state.mission.kind == "exercise 3":
        aside = inches(state, (BETWEEN_MOBS + WALL[0]) / 2)
    across = width_of(state) / 2 + (-aside if place == 0 else aside)
    return across, depth_of(state) - inches(state, OWN_ZONE) / 2
