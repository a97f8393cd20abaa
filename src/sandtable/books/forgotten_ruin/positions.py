"""Positions: any situation as plain data, written whole, read whole or in an author's short form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from sandtable.binding.positions import Place, Plain, refuse_nonsense
from sandtable.binding.refusing import known_word, refuse_too_many
from sandtable.books.forgotten_ruin.chapters.armory import armory
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    CENTIMETRES,
    HUMAN_SIZE,
    MONSTER_SIZE,
)
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import profile_of_position, squad_tables
from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_types, monsters, trainings
from sandtable.books.forgotten_ruin.enemies.generating import profile_of, traits_of
from sandtable.books.forgotten_ruin.missions.terrain_forms import PieceForm, read_pieces
from sandtable.books.forgotten_ruin.position_checks import POSITION, faults_of
from sandtable.books.forgotten_ruin.state import (
    Battle,
    Enemy,
    Marker,
    Mission,
    Mob,
    Objective,
    Phase,
    Profile,
    Soldier,
    Stock,
    Weapon,
)
from sandtable.books.forgotten_ruin.switches import changed_switches, read_switches
from sandtable.kernel import Refused
from sandtable.kernel.safe_yaml import convert
from sandtable.table import Ground, Point


class MobForm(msgspec.Struct, forbid_unknown_fields=True):
    """A mob in the short form: what it is made of and where its figures stand."""

    type: str
    at: tuple[Point, ...]
    training: str = "Warriors"
    champions: tuple[int, ...] = ()
    """Which of its figures are champions, counted from 1."""
    sorcerers: tuple[int, ...] = ()
    values: dict[str, Any] = {}
    """Values of all its figures that differ from those of its type."""


class ShortForm(msgspec.Struct):
    """What the short form says in its own way; all else is written as the state has it."""

    mobs: dict[str, MobForm] = {}
    """Fields of a mob of the state may stand beside these."""
    monsters: dict[str, dict[str, Any]] = {}
    """Each with the name of its row as `monster`, and any field of an Enemy or of a Profile beside it."""
    villains: dict[str, dict[str, Any]] = {}
    """Each with `type` and `training`, and any field of an Enemy or of a Profile beside it."""
    terrain: tuple[PieceForm, ...] = ()
    table: tuple[float, float] = (36.0, 36.0)
    """Width and depth."""
    story_points: int = 0
    phase: Phase = ""
    """Without one the next round begins with its Reaction Roll."""
    step: str = ""
    """The step that comes next; usually the phase."""
    switches: dict[str, Any] = {}
    """Those that are not as usual, by name."""


MOST_FIGURES, MOST_THINGS, MOST_CORNERS = 200, 300, 5000
"""What a position may hold at most; no table has room for as much."""
SHORT = ShortForm.__struct_fields__
"""What the short form says in its own way; all else is written as the state has it."""
VALUES = Profile.__struct_fields__
"""The values of a profile, which the short form writes beside the rest."""
_NUMBER = re.compile(r"[0-9]{1,6}\Z")

MOBS = POSITION.at("mobs")
FIGURES = ("soldiers", "enemies", "mobs")
Row = TypeVar("Row")


def read_position(position: Mapping[str, Any]) -> Battle:
    """The battle of a position; everything wrong with it is refused, each fault with its place."""
    given = dict(position)
    refuse_nonsense(given)
    POSITION.refuse_unknown_fields(given, (*Battle.__struct_fields__, *SHORT))
    soldiers = {id: _soldier(id, one) for id, one in _parts(given, "soldiers").items()}
    mobs, enemies = _enemies(given)
    if _switches(given).get("units") == "metric":
        _size_in_centimetres(given, {**soldiers, **enemies})
    phase = given.get("phase", "")
    moment = {"phase": phase, "step": given.get("step", phase or "reaction roll")}
    whole: Plain = {
        "seats": ["A"],
        "round": 1 if phase else 0,
        **{name: value for name, value in given.items() if name not in SHORT},
        **moment,
        "soldiers": soldiers,
        "mobs": mobs,
        "enemies": enemies,
        "mission": POSITION.at("mission").whole(given.get("mission", {}), Mission),
        "stock": _stock(given),
        "markers": _named(given, "markers", Marker),
        "objectives": _named(given, "objectives", Objective),
    }
    whole.setdefault("made", max((_number(id) for id in _ids(whole)), default=0))
    for name in ("ground", "switches"):
        whole.pop(name, None)
    battle = convert(whole, Battle, "position")
    if battle.mobs and not battle.mission.enemy_type:
        # FR-ENE-02: an enemy that arrives later is of the type that is there.
        battle.mission.enemy_type = next(iter(battle.mobs.values())).type
    battle.ground = _ground(given)
    battle.switches = read_switches(_switches(given))
    if faults := faults_of(battle):
        raise Refused(*faults)
    return battle


def write_position(state: Battle) -> dict[str, Any]:
    """The whole situation as plain data that `read_position` reads."""
    written: Plain = msgspec.to_builtins(state)
    for name in ("seats", "phase", "step", "round", "made"):
        written[name] = msgspec.to_builtins(getattr(state, name))
    written["switches"] = changed_switches(state.switches)
    written["stock"] = {"story_points": state.stock.story_points, **written.get("stock", {})}
    return written


def _size_in_centimetres(given: Mapping[str, Any], figures: dict[str, Plain]) -> None:
    """Bases and heights that a short form does not tell are as large as in inches (FR-PRN-11, FR-PRN-30)."""
    for id, one in figures.items():
        said: Plain = {}
        for part in ("soldiers", "monsters", "villains", "enemies"):
            said |= given.get(part, {}).get(id, {})
        for name, usual in zip(("radius", "height"), HUMAN_SIZE, strict=True):
            if name not in said and "profile" not in said:
                one[name] = one.get(name, usual) * CENTIMETRES


# ---- parts of a position -------------------------------------------------------------------------------


def _parts(given: Mapping[str, Any], name: str) -> dict[str, Plain]:
    """The entries of a part by id."""
    return POSITION.at(name).entries(given, MOST_FIGURES if name in FIGURES else MOST_THINGS)


def _whole(id: str, entry: Plain, struct: type[msgspec.Struct], part: str) -> Plain:
    """An entry of a part that is written as the state has it, knowing its id."""
    place = POSITION.at(part)
    return place.at(id).whole({**entry, "id": place.own_id(id, entry)}, struct)


def _named(given: Mapping[str, Any], name: str, struct: type[msgspec.Struct]) -> dict[str, Plain]:
    """Markers or Objectives."""
    return {id: _whole(id, one, struct, name) for id, one in _parts(given, name).items()}


def _stock(given: Mapping[str, Any]) -> Plain:
    """Without a stock there are no Story Points unless the author says so."""
    points = {"story_points": given.get("story_points", 0)} if "stock" not in given else {}
    if "stock" in given and "story_points" in given:
        raise POSITION.at("story_points").refuse("the stock says it too.", "Say it once.")
    stock = convert(given.get("stock", {}), Plain, "position, stock")
    return POSITION.at("stock").whole({**points, **stock}, Stock)


def _switches(given: Mapping[str, Any]) -> Plain:
    named = convert(given.get("switches", {}), Plain, "position, switches")
    return {
        name: ", ".join(map(str, value)) if isinstance(value, list) else value
        for name, value in named.items()
    }


def _ids(whole: Plain) -> Iterator[str]:
    for part in ("markers", "mobs", "enemies", "soldiers", "objectives"):
        yield from whole[part]


def _number(id: str) -> int:
    found = _NUMBER.search(id)
    return int(found[0]) if found else 0


# ---- the ground ----------------------------------------------------------------------------------------


def _ground(given: Mapping[str, Any]) -> Ground:
    """The ground as the state has it, or a table with pieces as people write them down."""
    if "ground" in given:
        if "terrain" in given or "table" in given:
            raise POSITION.at("ground").refuse("terrain or table are given too.", "Give one of both.")
        return convert(given["ground"], Ground, "position, ground")
    width, depth = convert(given.get("table", [36.0, 36.0]), tuple[float, float], "position, table")
    forms = convert(given.get("terrain", []), tuple[PieceForm, ...], "position, terrain")
    corners = sum(len(one.outline or ()) for one in forms)
    refuse_too_many(corners, MOST_CORNERS, "position, terrain", "corners")
    try:
        return Ground(width, depth, read_pieces(forms))
    except Refused as refused:
        raise Refused(
            *(msgspec.structs.replace(one, reason=f"position, {one.reason}") for one in refused.refusals)
        ) from None


# ---- soldiers ------------------------------------------------------------------------------------------


def _soldier(id: str, entry: Plain) -> Plain:
    """A soldier as the state has it; the short form takes the profile of the position."""
    if "profile" in entry:
        return _whole(id, entry, Soldier, "soldiers")
    place = POSITION.at("soldiers").at(id)
    short = dict(entry)
    values = {name: short.pop(name) for name in VALUES if name in short}
    position = short.get("position", "soldier")
    usual = profile_of_position(position if position in squad_tables().positions else "soldier")
    short["profile"] = {**msgspec.structs.asdict(usual), **values}
    weapons = convert(short.get("weapons", []), list[Any], str(place.at("weapons")))
    short["weapons"] = [_weapon(one, place) for one in weapons]
    return _whole(id, _standing(short, id), Soldier, "soldiers")


def _standing(short: Plain, name: str) -> Plain:
    """A figure that has a place stands on the table unless it is said otherwise."""
    return {"name": name, "where": "on the table" if "at" in short else "waiting", **short}


def _weapon(given: Any, place: Place) -> Plain:
    if isinstance(given, str):
        plain: Plain = msgspec.to_builtins(_weapon_named(given, str(place)))
        return plain
    return place.at("weapons").whole(given, Weapon)


def _row_of(what: str, rule: str, rows: Callable[[], Mapping[str, Row]]) -> Callable[[Any, str], Row]:
    """The row that a position names, which the refusal of any other name lists."""
    return known_word(lambda name: rows().get(name), what, rule, lambda: f"Name one of {', '.join(rows())}.")


_weapon_named = _row_of("weapon", "FR-ARM-21", armory)
_type = _row_of("enemy type", "FR-ENE-04", lambda: {one.name: one for one in enemy_types()})
_training = _row_of("training", "FR-ENE-42", lambda: {one.name: one.name for one in trainings()})
_monster_type = _row_of("monster", "FR-MON-04", lambda: {one.name: one for one in monsters()})


# ---- the enemy -----------------------------------------------------------------------------------------


def _enemies(given: Mapping[str, Any]) -> tuple[dict[str, Plain], dict[str, Plain]]:
    """Mobs, and every figure of mobs, monsters and villains with what is said of each."""
    mobs: dict[str, Plain] = {}
    made: dict[str, Plain] = {}
    for number, (id, one) in enumerate(_parts(given, "mobs").items(), 1):
        short = {name: one[name] for name in MobForm.__struct_fields__ if name in one and name != "type"}
        rest = {name: value for name, value in one.items() if name not in MobForm.__struct_fields__}
        if "at" in one:
            form = convert({"type": one.get("type"), **short}, MobForm, str(MOBS.at(id)))
            made |= _figures_of_mob(id, form)
            rest = {"number": number, **rest}
        elif set(short) - {"training"}:
            raise MOBS.at(id).refuse("its figures stand nowhere.", "Give at, point by point.")
        kept = {name: value for name, value in one.items() if name in ("type", "training")}
        mobs[id] = _whole(id, {**rest, **kept}, Mob, "mobs")
    made |= {id: _monster(id, one) for id, one in _parts(given, "monsters").items()}
    made |= {id: _villain(id, one) for id, one in _parts(given, "villains").items()}
    for id, one in _parts(given, "enemies").items():
        if id not in made and "profile" not in one:
            remedy = "Write it under mobs, monsters or villains, or give its profile."
            raise POSITION.at("enemies").at(id).refuse("there is no such figure.", remedy)
        made[id] = _whole(id, {**made.get(id, {}), **one}, Enemy, "enemies")
    refuse_too_many(len(made), MOST_FIGURES, str(MOBS), "figures")
    return mobs, made


def _figures_of_mob(mob: str, form: MobForm) -> dict[str, Plain]:
    place = MOBS.at(mob)
    row, training = _type(form.type, str(place)), _training(form.training, str(place))
    for number in (*form.champions, *form.sorcerers):
        if not 1 <= number <= len(form.at):
            raise place.refuse(f"it has no figure {number}.", "Count its points from 1.")
    found = {}
    for number, at in enumerate(form.at, 1):
        better = number in form.champions
        usual = msgspec.structs.asdict(profile_of(row.name, training, champion=better))
        place.at("values").refuse_unknown_fields(form.values, VALUES)
        found[f"{mob}.{number}"] = {
            "id": f"{mob}.{number}",
            "name": f"{row.name} champion" if better else row.name,
            "profile": {**usual, **form.values},
            "side": "enemy",
            "where": "on the table",
            "at": list(at),
            "type": row.name,
            "mob": mob,
            "training": training,
            "is_champion": better,
            "is_sorcerer": number in form.sorcerers,
            "traits": list(traits_of(row)),
        }
    return found


def _monster(id: str, entry: Plain) -> Plain:
    """A monster of the table with all its Monster Points, unless less is said."""
    short = dict(entry)
    row = _monster_type(short.pop("monster", None), f"position, monsters.{id}")
    usual = {
        "speed": float(row.speed),
        "combat_skill": row.combat or 0,
        "toughness": row.toughness or 0,
        "resistance": row.resistance,
        "save": row.save,
        "monster_points": row.points or 0,
    }
    radius, height = MONSTER_SIZE
    short = {"radius": radius, "height": height, "traits": list(row.traits), **short}
    return _alone(id, short, {"kind": "monster", "type": row.name}, usual, "monsters", row.name)


def _villain(id: str, entry: Plain) -> Plain:
    """A villain: a champion of its type with Monster Points of its own."""
    short = dict(entry)
    row = _type(short.pop("type", None), f"position, villains.{id}")
    training = _training(short.pop("training", "Warriors"), f"position, villains.{id}")
    usual = msgspec.structs.asdict(profile_of(row.name, training, champion=True))
    marks = {"kind": "villain", "type": row.name, "training": training}
    short = {"is_champion": True, "traits": list(traits_of(row)), **short}
    return _alone(id, short, marks, usual, "villains", id)


def _alone(id: str, short: Plain, marks: Plain, usual: Plain, part: str, name: str) -> Plain:
    """A figure that is in no mob; its Monster Points are those it has left."""
    values = {one: short.pop(one) for one in VALUES if one in short and one != "monster_points"}
    points = short.pop("monster_points", usual["monster_points"])
    starting = short.pop("starting_points", max(points, usual["monster_points"]) if _is_count(points) else 0)
    plain = {
        "side": "enemy",
        **short,
        **marks,
        "profile": {**usual, **values},
        "monster_points": points,
        "starting_points": starting,
    }
    return _whole(id, _standing(plain, name), Enemy, part)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
