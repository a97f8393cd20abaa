"""What a person in the Game Master's chair may rule at any moment; each is recorded like an answer."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, get_args

import msgspec

from sandtable.binding.registry import Registry
from sandtable.binding.rulings import Given
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.fog import look
from sandtable.books.heroic_endeavors.state import Adventure, Condition, Model, Outcome, Prepared, Turn
from sandtable.books.heroic_endeavors.state.groups import Awareness
from sandtable.books.heroic_endeavors.state.models import Where
from sandtable.books.heroic_endeavors.tables.maps import terrain
from sandtable.kernel import For, Play, refuse
from sandtable.kernel.book import Ruling
from sandtable.kernel.citation import rule as cite
from sandtable.table.squares.spaces import FACINGS, Space
from sandtable.table.squares.surface import middle

MASTER = "HE-AGM-01"
"""The book's Game Master is a person; what is left to that person stands in HE-AGM-23."""
RULINGS: Registry[Ruling] = Registry("a ruling")
MOST_POINTS, MOST_DICE, MOST_DIFFICULTY, LONGEST = 30, 20, 9, 400
ENDS: tuple[Outcome, ...] = ("triumph", "success", "defeat")
GONE: tuple[Where, ...] = ("killed", "left")
RulesSo = Callable[[Play[Adventure], str, Given], Coroutine[Any, Any, None]]


def ruling(name: str, *rules: str) -> Callable[[RulesSo], RulesSo]:
    """Make a ruling known; whatever it changes, the party looks anew afterwards."""

    def register(rules_so: RulesSo) -> RulesSo:
        async def given(play: Play[Adventure], seat: str, facts: dict[str, Any]) -> None:
            await rules_so(play, seat, Given(facts))
            look(play)

        RULINGS[name] = given
        return cite(MASTER, *rules)(rules_so)

    return register


def rulings() -> Mapping[str, Ruling]:
    """Every ruling by its name."""
    return RULINGS


# ---- reading ------------------------------------------------------------------------------------


def _model(play: Play[Adventure], given: Given) -> Model:
    return given.named("model", play.state.models, MASTER)


def _space(play: Play[Adventure], at: Any) -> Space:
    numbers = at if isinstance(at, list | tuple) and len(at) == 2 else ()
    if not numbers or not all(type(one) is int for one in numbers):
        raise refuse("HE-GEO-01", f"{str(at)[:60]!r} is no space.", "Give columns and rows from 0: [x, y].")
    space = (numbers[0], numbers[1])
    if not play.state.board.has(space):
        raise refuse("HE-GEO-01", f"{numbers[0]}, {numbers[1]} is off the map.", "Name a space of the map.")
    return space


def _free_space(play: Play[Adventure], given: Given, model: Model) -> Space:
    state, at = play.state, _space(play, given.facts.get("at"))
    for space in model.base.spaces(at, model.facing):
        other = state.at(space) if state.board.has(space) else None
        if not state.board.has(space) or state.board.kind(space).going == "barred":
            raise refuse("HE-MOV-10", "Nobody can stand there.", "Name a space that is not barred.")
        if other is not None and other.id != model.id:
            raise refuse("HE-MOV-04", f"{other.name} stands there.", "Name a free space.")
    return at


def _openly(play: Play[Adventure], given: Given) -> tuple[str, ...] | None:
    """Openly unless it is said to be behind the screen."""
    if "openly" not in given.facts:
        return None
    return None if given.truth("openly", MASTER) else play.state.alone


def _text(given: Given, name: str) -> str:
    text = given.facts.get(name)
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise refuse(MASTER, f"{name} is missing or too long.", f"Write 1 to {LONGEST} letters.")
    return " ".join(text.split())


# ---- models -------------------------------------------------------------------------------------


@ruling("place", "HE-GEO-01")
async def place(play: Play[Adventure], seat: str, given: Given) -> None:
    """A model stands elsewhere, or is back: {"model": "O1", "at": [3, 4], "facing": "S"}."""
    model = _model(play, given)
    at = _free_space(play, given, model)
    if "facing" in given.facts:
        model.facing = given.one_of("facing", FACINGS, "side", "HE-GEO-05")
    model.at, model.where, model.dp = at, "board", max(1, model.dp)
    play.tell("model placed", MASTER, to=_of(play, model), model=model.id, at=middle(at))


def _of(play: Play[Adventure], model: Model) -> tuple[str, ...] | None:
    """What is done to somebody out of sight is done in the dark."""
    return None if play.state.is_known(model.id) else play.state.alone


@ruling("add", "HE-AGM-20", "HE-INI-06")
async def add(play: Play[Adventure], seat: str, given: Given) -> None:
    """One more like somebody: {"like": "O1", "at": [3, 4]}."""
    state = play.state
    like = given.named("like", state.models, MASTER)
    number = next(n for n in range(1, len(state.models) + 2) if f"X{n}" not in state.models)
    model = msgspec.structs.replace(
        like, id=f"X{number}", at=None, where="board", dp=like.traits.DP, turn=Turn(done=True),
        condition=Condition(), prepared=Prepared(), carried=(), arms=msgspec.structs.replace(like.arms),
    )  # fmt: skip
    model.at = _free_space(play, given, model)
    state.models[model.id] = model
    play.tell("model added", MASTER, to=state.alone, model=model.id, at=middle(model.at))


@ruling("remove", "HE-DMG-05")
async def remove(play: Play[Adventure], seat: str, given: Given) -> None:
    """A model is gone: {"model": "O1", "how": "killed"}."""
    model = _model(play, given)
    how = given.one_of("how", GONE, "way to go", MASTER)
    play.tell("model removed", MASTER, to=_of(play, model), model=model.id)
    model.where, model.at = how, None
    model.dp = 0 if how == "killed" else model.dp


@ruling("set points", "HE-TRT-19")
async def set_points(play: Play[Adventure], seat: str, given: Given) -> None:
    """Healed, wounded or brought round: {"model": "H1", "dp": 2}."""
    model = _model(play, given)
    model.dp = given.number("dp", max(model.traits.DP, 1), "HE-TRT-19")
    if not model.dp:
        raise refuse("HE-DMG-02", "Nobody is put down by a number.", "Say that the model is removed.")
    model.condition.clock = 0
    play.tell("points set", MASTER, "HE-TRT-19", to=_of(play, model), model=model.id, left=model.dp)


@ruling("set state", "HE-SHT-03")
async def set_state(play: Play[Adventure], seat: str, given: Given) -> None:
    """A marker on a model, or what it has left: {"model": "H1", "stunned": true, "fate": 2}."""
    model = _model(play, given)
    for name in ("stunned", "fallen"):
        if name in given.facts:
            setattr(model.condition, name, given.truth(name, "HE-SHT-03"))
    if "fate" in given.facts:
        model.fate = given.number("fate", MOST_DIFFICULTY, "HE-FATE-07")
    play.tell("state set", MASTER, "HE-SHT-03", to=_of(play, model), model=model.id)


# ---- what the players see -----------------------------------------------------------------------


@ruling("reveal", "HE-AGM-24")
async def reveal(play: Play[Adventure], seat: str, given: Given) -> None:
    """Part of the map, or somebody, is shown: {"spaces": [[3, 4]]} or {"model": "O1"}."""
    fog = play.state.fog
    if "model" in given.facts:
        id = _model(play, given).id
        fog.revealed = tuple(dict.fromkeys((*fog.revealed, id)))
        fog.concealed = tuple(one for one in fog.concealed if one != id)
        return
    fog.seen = f"{int(fog.seen, 16) | _bits(play, given):x}"
    play.tell("map seen", MASTER, reveals=True, spaces=len(given.facts["spaces"]))


@ruling("conceal", "HE-AGM-24")
async def conceal(play: Play[Adventure], seat: str, given: Given) -> None:
    """Part of the map, or somebody, is taken from view: {"spaces": [[3, 4]]} or {"model": "O1"}."""
    fog = play.state.fog
    if "model" in given.facts:
        id = _model(play, given).id
        fog.concealed = tuple(dict.fromkeys((*fog.concealed, id)))
        fog.revealed = tuple(one for one in fog.revealed if one != id)
        return
    fog.seen = f"{int(fog.seen, 16) & ~_bits(play, given):x}"
    play.tell("map concealed", MASTER, spaces=len(given.facts["spaces"]))


def _bits(play: Play[Adventure], given: Given) -> int:
    spaces = given.facts.get("spaces")
    if not isinstance(spaces, list) or not spaces:
        raise refuse(MASTER, "No spaces are named.", "Give them as columns and rows: [[3, 4], [3, 5]].")
    return play.state.board.bits(_space(play, one) for one in spaces)


@ruling("notice")
async def notice(play: Play[Adventure], seat: str, given: Given) -> None:
    """A word for one player alone: {"to": "A", "text": "You hear steps behind the door."}."""
    to = given.one_of("to", play.state.seats, "player", MASTER)
    play.tell("private notice", MASTER, to=(to, seat), seat=to, text=_text(given, "text"))


@ruling("say")
async def say(play: Play[Adventure], seat: str, given: Given) -> None:
    """A ruling in words, openly or behind the screen: {"text": "He slips.", "openly": true}."""
    play.state.ruled += 1
    play.tell(
        "ruling given", MASTER, "HE-AGM-23", to=_openly(play, given), number=play.state.ruled,
        text=_text(given, "text"),
    )  # fmt: skip


# ---- dice and checks ----------------------------------------------------------------------------


@ruling("roll", "HE-DICE-01")
async def roll(play: Play[Adventure], seat: str, given: Given) -> None:
    """Dice behind the screen, or openly: {"dice": 3, "openly": false}."""
    count = given.number("dice", MOST_DICE, "HE-DICE-01")
    if not count:
        raise refuse("HE-DICE-01", "No dice are named.", f"Say 1 to {MOST_DICE} dice.")
    behind = "openly" in given.facts and not given.truth("openly", MASTER)
    await play.roll(count, For("ruling"), MASTER, seat=seat, to=play.state.alone if behind else None)


@ruling("ask check", "HE-CHK-02", "HE-AGM-23")
async def ask_check(play: Play[Adventure], seat: str, given: Given) -> None:
    """A check as hard as the Game Master says: {"model": "H1", "trait": "DEX", "difficulty": 2}."""
    model = _model(play, given)
    if not model.is_conscious:
        raise refuse("HE-CHK-01", f"{model.name} is not standing on the map.", "Name somebody who is.")
    trait = given.one_of("trait", ("STR", "PER", "DEX"), "trait", "HE-CHK-01")
    await check(play, model, trait, given.number("difficulty", MOST_DIFFICULTY, "HE-CHK-02"), "HE-CHK-02")


# ---- the world ----------------------------------------------------------------------------------


@ruling("set ground", "HE-GEO-11", "HE-COV-04")
async def set_ground(play: Play[Adventure], seat: str, given: Given) -> None:
    """A space is like one of the usual legend, such as soft cover: {"at": [3, 4], "as": "bush"}."""
    state, at = play.state, _space(play, given.facts.get("at"))
    name = given.one_of("as", [one.name for one in terrain()], "terrain", "HE-GEO-11")
    kind = next(one for one in terrain() if one.name == name)
    if kind.going == "barred" and state.at(at) is not None:
        raise refuse("HE-MOV-10", "Somebody stands there.", "Place them elsewhere first.")
    board, row = state.board, state.board.depth - 1 - at[1]
    same = next(
        (one.glyph for one in board.legend if msgspec.structs.replace(one, glyph=kind.glyph) == kind), ""
    )
    used = {one.glyph for one in board.legend}
    glyph = same or next(one for one in (kind.glyph, *"abcdefghijklmnopqrstuvwxyz") if one not in used)
    rows = list(board.rows)
    rows[row] = rows[row][: at[0]] + glyph + rows[row][at[0] + 1 :]
    legend = board.legend if same else (*board.legend, msgspec.structs.replace(kind, glyph=glyph))
    state.board = msgspec.structs.replace(board, rows=tuple(rows), legend=legend)
    to = None if int(state.fog.seen, 16) >> board.number(at) & 1 else state.alone
    play.tell("ground ruled", MASTER, "HE-COV-04", to=to, at=middle(at), terrain=name)


@ruling("set door", "HE-DOOR-01")
async def set_door(play: Play[Adventure], seat: str, given: Given) -> None:
    """A door stands otherwise: {"door": "D1", "state": "locked"}."""
    state = play.state
    door = given.named("door", state.doors, "HE-DOOR-01")
    door.state = given.one_of("state", ("open", "closed", "locked", "destroyed"), "state", "HE-DOOR-01")
    is_open = door.state in ("open", "destroyed")
    if not is_open and state.at(door.at) is not None:
        raise refuse("HE-DOOR-02", "Somebody is in the doorway.", "Wait until it is empty.")
    state.board = state.board.with_barrier(door.id, is_open=is_open)
    play.tell("door ruled", MASTER, to=state.alone, door=door.id, state=door.state)


@ruling("set awareness", "HE-AGM-02")
async def set_awareness(play: Play[Adventure], seat: str, given: Given) -> None:
    """A group notices something, or calms down: {"group": "hall", "awareness": "alerted"}."""
    group = given.named("group", play.state.groups, "HE-AGM-02")
    group.awareness = given.one_of("awareness", get_args(Awareness), "awareness", "HE-AGM-02")
    play.tell("awareness ruled", MASTER, to=play.state.alone, group=group.id, awareness=group.awareness)


# ---- the chair ----------------------------------------------------------------------------------


def _handed(play: Play[Adventure], given: Given) -> list[Model]:
    """The models of a group, one model, or all that nobody of the players plays."""
    state = play.state
    theirs = [one for one in state.models.values() if one.side != "party"]
    if "model" in given.facts:
        model = _model(play, given)
        if model not in theirs:
            raise refuse(MASTER, f"{model.name} is a player's.", "Name an opponent.")
        return [model]
    if "group" not in given.facts:
        return theirs
    group = given.named("group", state.groups, MASTER).id
    return [one for one in theirs if one.group == group]


@ruling("hand over")
async def hand_over(play: Play[Adventure], seat: str, given: Given) -> None:
    """The program runs a group, a model or all of them from the next question on: {"group": "hall"}."""
    for model in _handed(play, given):
        model.seat = ""
    play.tell("handed to the program", MASTER, to=play.state.alone, **_named_in(given))


@ruling("take back")
async def take_back(play: Play[Adventure], seat: str, given: Given) -> None:
    """The Game Master runs them again: {"group": "hall"}."""
    for model in _handed(play, given):
        model.seat = seat
    play.tell("taken back", MASTER, to=play.state.alone, **_named_in(given))


def _named_in(given: Given) -> dict[str, Any]:
    return {name: given.facts[name] for name in ("group", "model") if name in given.facts}


@ruling("end", "HE-AGM-25")
async def end(play: Play[Adventure], seat: str, given: Given) -> None:
    """The adventure is over: {"outcome": "success", "why": "the hostage is safe"}."""
    state = play.state
    state.outcome = given.one_of("outcome", ENDS, "outcome", "HE-ADV-03")
    state.closed, state.closed_by = _text(given, "why"), MASTER
    play.tell("adventure over", MASTER, outcome=state.outcome, why=state.closed)
