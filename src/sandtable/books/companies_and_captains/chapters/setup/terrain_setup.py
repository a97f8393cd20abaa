"""Terrain set-up: pieces rolled, placed by the players in turn, or none at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable
from functools import cache, partial

from sandtable.binding.places.piece_planner import Gaps, PiecePlanner
from sandtable.books.companies_and_captains.printed_tables import RolledKind, terrain_tables
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel import Candidate, ChooseOne, Measuring, Place, Play, Refusal, rule
from sandtable.kernel.dice import FACES, TOTAL
from sandtable.table import Ground, Point, generator
from sandtable.table.generator import Feature, features

STANDARD_AREA = 48 * 48
"""The area in square inches for which the number of pieces is given (CC-TGN-01)."""
ACROSS = ALONG = 3
PARTS = ACROSS * ALONG
"""The table is divided into nine parts, three by three (CC-TGN-03)."""
SHIFT = 3
"""A piece is shifted by a die less this many inches (CC-TGN-03)."""
TURN = 30.0
"""A piece is turned by a die times so many degrees (CC-TGN-03)."""
APART = 3.0
"""Pieces stay at least this far apart (CC-TGN-03)."""
FROM_EDGE = 2.0
"""Pieces stay at least this far from the edge (CC-TGN-03)."""
REROLLS = 3
"""How often a place that does not fit is rolled again (CC-TGN-03)."""
UNFAIR = 3
"""So many pieces more in one half are not fair (CC-TGN-04)."""
DIGITS = 6
"""Corners of pieces are written with so many digits."""
MOST_OF_A_KIND = 3
"""Of one kind at most so many are placed by agreement (CC-TGN-06)."""
PLACED_BY = ("CC-TGN-03", "CC-GEN-15")
"""The rules behind the dice for the place of a piece."""
FREE_CHOICE = 10
"""On this die the placing player chooses the part (CC-TGN-03)."""

DONE = "done"


@rule("CC-SET-03", "CC-SET-10", "CC-TGN-06")
async def set_up_terrain(play: Play[Battle]) -> None:
    """A map of the scenario stands as it is; else terrain is rolled, placed by the players, or left out."""
    state = play.state
    plan = scenario_of(state).plan
    mode = state.switches.terrain_mode
    if not plan.rolled_terrain or mode == "open":
        how, cited = (mode, "CC-TGN-06") if plan.rolled_terrain else ("map", plan.terrain_rule)
        play.tell("terrain set up", "CC-SET-03", cited, how=how)
        state.step = "captains"
    elif mode == "placed":
        play.tell("terrain by agreement", "CC-SET-03", "CC-SET-10", "CC-TGN-06")
        state.to_do = tuple(state.companies)
        state.step = "place a piece"
    else:
        (face,) = await _die(play, "number", 1, "CC-TGN-01")
        pieces = number_of_pieces(state.ground, face)
        play.tell("number of pieces", "CC-TGN-01", "CC-SET-03", "CC-SET-10", pieces=pieces)
        state.to_do = ("piece",) * pieces
        state.step = "lay a piece"


@rule("CC-TGN-01")
def number_of_pieces(ground: Ground, face: int) -> int:
    """Six, eight or ten pieces on a 48x48 table, in proportion on others; fractions are dropped."""
    row = next(one for one in terrain_tables().numbers_of_pieces if face <= one.up_to)
    return int(row.pieces * ground.width * ground.depth / STANDARD_AREA + 1e-9)


def _die(play: Play[Battle], what: str, count: int, rule: str) -> Awaitable[tuple[int, ...]]:
    seat = play.state.leader(0)
    reading = FACES if count == 1 else TOTAL
    return play.roll(count, f"terrain {what}", rule, "CC-GEN-15", seat=seat, reading=reading)


# ---- rolled terrain --------------------------------------------------------------------------------------


async def lay_pieces(play: Play[Battle]) -> None:
    """The pieces are laid one after the other, and the halves of the table are made fair."""
    state = play.state
    chosen = state.setup.free_choices
    while state.to_do:
        state.to_do = state.to_do[1:]
        await lay_a_piece(play)
        if state.setup.free_choices > chosen:
            # The step of a question ends with the piece that it was about.
            return
    make_fair(play)
    state.setup.free_choices = 0
    play.tell("terrain set up", "CC-SET-03", "CC-TGN-04", how="rolled", pieces=len(features(state.ground)))
    state.step = "captains"


@rule("CC-TGN-02", "CC-TGN-03", "CC-TGN-05")
async def lay_a_piece(play: Play[Battle]) -> None:
    """Roll the kind of a piece and its place; a place that does not fit is rolled again three times."""
    state = play.state
    total = sum(await _die(play, "kind", 2, "CC-TGN-02"))
    kind = next(one for one in terrain_tables().rolled if one.roll == total)
    name = name_of_next(state.ground, kind)
    for _ in range(1 + REROLLS):
        feature = await _rolled_place(play, kind, name)
        why = why_not_lay(state, feature)
        if why is None:
            lay(play, feature, kind.rule, "CC-TGN-03")
            return
        rules = dict.fromkeys((why.rule, "CC-TGN-03"))
        play.tell("piece does not fit", *rules, piece=kind.kind, why=why.reason)
    play.tell("piece left out", "CC-TGN-03", piece=kind.kind)


async def _rolled_place(play: Play[Battle], kind: RolledKind, name: str) -> Feature:
    state = play.state
    seat = state.leader(0)
    (part,) = await play.roll(1, "terrain part", *PLACED_BY, seat=seat, sides=PARTS + 1)
    if part == FREE_CHOICE:
        part = await _choose_part(play, kind)
    (east,) = await play.roll(1, "terrain x", *PLACED_BY, seat=seat)
    (north,) = await play.roll(1, "terrain y", *PLACED_BY, seat=seat)
    (turn,) = await play.roll(1, "terrain turn", *PLACED_BY, seat=seat)
    x, y = middle_of_part(state.ground, part)
    return feature_of(kind, name, (x + east - SHIFT, y + north - SHIFT), turn * TURN)


@rule("CC-TGN-03")
def middle_of_part(ground: Ground, part: int) -> Point:
    """Parts count from the south-west, eastwards and then northwards."""
    return generator.parts_of_table(ground.width, ground.depth, ACROSS, ALONG)[part - 1]


async def _choose_part(play: Play[Battle], kind: RolledKind) -> int:
    """The players choose in turn by seat order."""
    state = play.state
    seats = tuple(state.companies)
    before = state.setup.free_choices
    state.setup.free_choices += 1
    numbers = range(1, PARTS + 1)
    parts = [Candidate(str(part), f"part {part}", part, rules=("CC-TGN-03",)) for part in numbers]
    prompt = f"In which part of the table shall the {kind.kind} lie? 1 is south-west, 9 north-east."
    facts = {"piece": kind.kind}
    seat = seats[before % len(seats)]
    question = ChooseOne(seat, "choose part of table", prompt, ("CC-TGN-03", "CC-SET-10"), parts, facts)
    part: int = await play.ask(question)
    return part


@rule("CC-TGN-02")
def feature_of(kind: RolledKind, name: str, middle: Point, turn: float) -> Feature:
    """A new feature of a kind about a middle, turned by degrees; two walls meet at a right angle."""
    return generator.laid(_template(kind), name, middle, turn, DIGITS)


def name_of_next(ground: Ground, kind: RolledKind) -> str:
    """The features of a kind are counted in the order of laying."""
    return f"{kind.kind} {1 + sum([one[0].kind == kind.kind for one in features(ground)])}"


@cache
def _template(kind: RolledKind) -> generator.Template:
    parts = [(0.0, 0.0, kind.width, kind.depth)]
    if kind.walls > 1:
        aside = (kind.width - kind.depth) / 2
        parts = [(0.0, -aside, kind.width, kind.depth), (-aside, 0.0, kind.depth, kind.width)]
    return generator.Template(kind.kind, tuple(parts), kind.traits)


@rule("CC-TGN-03", "CC-FLD-01", "CC-REL-01")
def why_not_lay(state: Battle, feature: Feature) -> Refusal | None:
    """A piece lies 2 inches from the edge and 3 from other pieces, and breaks no limit of the scenario."""
    ground = state.ground
    own = {one.id for one in feature}
    lying = [one for one in ground.areas if one.id not in own]
    for piece in feature:
        fault = generator.why_not_fit(ground.width, ground.depth, lying, piece, APART, FROM_EDGE)
        if fault is not None:
            remedy = f"Keep {FROM_EDGE:g} inches from the edge and {APART:g} from other pieces."
            return Refusal("CC-TGN-03", f"The {piece.kind} would lie too near to {fault}.", remedy)
        barred = scenario_of(state).barred_for_terrain(state, piece)
        if barred is not None:
            return barred
    return None


def lay(play: Play[Battle], feature: Feature, *rules: str) -> None:
    """The feature lies on the table."""
    ground = play.state.ground
    play.state.ground = Ground(ground.width, ground.depth, (*ground.pieces, *feature))
    for piece in feature:
        play.tell("piece laid", *rules, piece=piece.id, outline=piece.outline, traits=piece.traits)


@rule("CC-TGN-04")
def make_fair(play: Play[Battle]) -> None:
    """While one half has three pieces more than the other, its last piece goes to the mirrored place."""
    state = play.state
    while (feature := generator.last_to_mirror(state.ground, UNFAIR, partial(_fits, state))) is not None:
        ground = state.ground
        others = tuple(one for one in ground.pieces if one not in feature)
        moved = generator.over(feature, ground)
        state.ground = Ground(ground.width, ground.depth, (*others, *moved))
        for piece in moved:
            play.tell("piece mirrored", "CC-TGN-04", piece=piece.id, outline=piece.outline)


def _fits(state: Battle, feature: Feature) -> bool:
    return why_not_lay(state, feature) is None


# ---- terrain by agreement --------------------------------------------------------------------------------


@rule("CC-TGN-06")
async def place_a_piece(play: Play[Battle]) -> None:
    """The players place pieces in turn by seat order, at most three of a kind, until all are content."""
    state = play.state
    most = number_of_pieces(state.ground, 6)
    if state.setup.passes >= len(state.companies) or len(features(state.ground)) >= most:
        state.setup.passes = 0
        state.to_do = ()
        cited = ("CC-SET-03", "CC-TGN-06")
        play.tell("terrain set up", *cited, how="placed", pieces=len(features(state.ground)))
        state.step = "captains"
        return
    seat = state.to_do[0]
    state.to_do = (*state.to_do[1:], seat)
    kind = await _choose_kind(play, seat)
    if kind is None:
        state.setup.passes += 1
        play.tell("no more pieces", "CC-TGN-06", seat=seat)
        return
    state.setup.passes = 0
    planner = where_to_lay(state, kind)
    rules = ("CC-TGN-06", "CC-TGN-03", "CC-SET-10")
    form = Measuring(radius=max(kind.width, kind.depth) / 2, can_turn=True)
    question = Place(seat, "lay terrain", f"Where shall the {kind.kind} lie?", rules, planner, form)
    feature: Feature = await play.ask(question)
    lay(play, feature, kind.rule, "CC-TGN-06", "CC-TGN-03")


@rule("CC-TGN-06", "CC-TGN-03")
def where_to_lay(state: Battle, kind: RolledKind) -> PiecePlanner:
    """Where a player may lay a piece of a kind."""
    laid = partial(feature_of, kind, name_of_next(state.ground, kind))
    gaps = Gaps(APART, FROM_EDGE, 360 if kind.walls > 1 else 180)
    return PiecePlanner("CC-TGN-06", state.ground, laid, partial(why_not_lay, state), gaps, "CC-TGN-03")


async def _choose_kind(play: Play[Battle], seat: str) -> RolledKind | None:
    state = play.state
    laid = Counter(one[0].kind for one in features(state.ground))

    def why_not(kind: RolledKind) -> Refusal | None:
        if laid[kind.kind] >= MOST_OF_A_KIND:
            reason = f"{MOST_OF_A_KIND} pieces of the kind {kind.kind} lie on the table."
            return Refusal("CC-TGN-06", reason, "Choose another kind.")
        if where_to_lay(state, kind).first() is None:
            return Refusal("CC-TGN-03", f"There is no room for the {kind.kind}.", "Choose another kind.")
        return None

    kinds = [
        Candidate(one.kind, one.kind, one, (one.rule,), partial(why_not, one))
        for one in terrain_tables().rolled
    ]
    done = Candidate(DONE, "no more pieces", DONE, rules=("CC-TGN-06",))
    rules = ("CC-TGN-06", "CC-TGN-02", "CC-SET-10")
    prompt = "Which piece of terrain do you place?"
    chosen = await play.ask(ChooseOne(seat, "choose terrain", prompt, rules, [*kinds, done]))
    return None if chosen == DONE else chosen
