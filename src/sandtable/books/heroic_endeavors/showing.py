"""The adventure as screens show it: the board, models with their cards, doors, things, the clock."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.adventures.adventure import adventure_of
from sandtable.books.heroic_endeavors.chapters.arms import fights_with, shoots_with
from sandtable.books.heroic_endeavors.chapters.melee.attacking import melee_dice
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import arc_of
from sandtable.books.heroic_endeavors.chapters.traits import bonus, defence_value, trait
from sandtable.books.heroic_endeavors.chapters.turns import STEPS
from sandtable.books.heroic_endeavors.hidden import UNSEEN
from sandtable.books.heroic_endeavors.naming import name_of, seat_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Trap
from sandtable.books.heroic_endeavors.tables.movement import rating_of
from sandtable.books.heroic_endeavors.tables.traps import called as lethality_called
from sandtable.books.heroic_endeavors.tables.traps import trigger_of
from sandtable.kernel import rule, total_of
from sandtable.table.showing import Badge, Clock, Fact, Marker, Standing, Unit
from sandtable.table.squares.showing import OnSquares
from sandtable.table.squares.spaces import Facing
from sandtable.table.squares.surface import ground_of, middle

RADIUS = 0.385
"""77 percent of a space, as a base is drawn."""
PARTY, OPPONENTS = 0, 1
DEGREES: dict[Facing, float] = {"E": 0.0, "N": 90.0, "W": 180.0, "S": 270.0}
LOOKS = {
    "wall": "rock", "column or stacked crates": "pillar", "rubble": "rubble", "door": "wall",
    "sarcophagus or crate": "yard", "chest-high barricade or truck": "yard", "bush": "scrub",
    "dense foliage": "wood", "pit or chasm": "pit", "smoke or steam": "scrub", UNSEEN.name: "unseen",
}  # fmt: skip
GLYPHS = {"brute": "skull", "swarm": "skull", "shooter": "crosshair", "caster": "star", "leader": "crosshair"}
GONE = {"left": "has left", "killed": "killed", "waiting": "not here yet", "unseen": "out of sight"}
COURSE = ("initiative", "activations", "sentries", "motivation", "end of turn")
COURSE_OF = {
    "start of turn": 0,
    "initiative": 0,
    "activate": 1,
    "act": 1,
    "end of activations": 2,
    "end of turn": 4,
}
"""Which part of a turn a step belongs to (HE-INI-02)."""


@rule("HE-SHT-03", "HE-GEO-01")
def showing_of(state: Adventure, seat: str | None) -> OnSquares:
    """The table as a state tells it."""
    row = adventure_of(state).row
    return OnSquares(
        ground=ground_of(state.board),
        board=state.board,
        units=tuple(_unit(state, one) for one in state.models.values()),
        markers=_markers(state),
        clock=_clock(state),
        sides=_sides(state),
        title=row.title,
        looks=LOOKS,
    )


def _clock(state: Adventure) -> Clock:
    active = state.models.get(state.active)
    side = None if active is None else PARTY if active.side == "party" else OPPONENTS
    last = state.round >= state.turns
    step = COURSE[COURSE_OF[state.step]] if state.step in STEPS else ""
    return Clock(state.round, state.activations, side, step, last, COURSE, state.turns)


def _sides(state: Adventure) -> tuple[Standing, ...]:
    """The party, one side whoever plays it, and the Game Master's, in which a person may sit."""
    party = Standing(
        PARTY, "The party", state.seats, " and ".join(seat_called(state, one) for one in state.seats)
    )
    return (party, Standing(OPPONENTS, "The Game Master", state.alone))


@rule("HE-SHT-01")
def _unit(state: Adventure, model: Model) -> Unit:
    on_table = model.on_board
    glyph = GLYPHS.get(model.behaviour) or ("crosshair" if model.arms.ranged else "swords")
    return Unit(
        id=model.id,
        name=name_of(state, model),
        kind=model.profile,
        side=PARTY if model.side == "party" else OPPONENTS,
        seat=model.seat,
        models=(_centre(model),) if on_table else (),
        radius=RADIUS * min(model.base.wide, model.base.long),
        strength=model.dp if on_table else 0,
        full_strength=model.traits.DP,
        acted=model.turn.done,
        arms=(model.arms.in_use or model.arms.melee or ("",))[0],
        on_table=on_table,
        facing=DEGREES[model.facing] if on_table else None,
        place="" if on_table else GONE.get(model.where, ""),
        glyph=glyph,
        mood="broken" if not model.is_conscious else "worse" if model.condition.stunned else "",
        badges=_badges(state, model) if on_table else (),
        card=_card(state, model),
        traits=_gear(state, model),
    )


@rule("HE-BASE-02")
def _centre(model: Model) -> tuple[float, float]:
    """The middle of all spaces that it covers."""
    (left, below), (right, above) = min(model.spaces), max(model.spaces)
    return ((left + right + 1) / 2, (below + above + 1) / 2)


@rule("HE-SHT-03")
def _badges(state: Adventure, model: Model) -> tuple[Badge, ...]:
    now, found = model.condition, []
    if model.is_unconscious:
        found.append(Badge(f"unconscious, {now.clock} turns left", "HE-DMG-04", worse=True))
    if now.stunned:
        found.append(Badge("stunned", "HE-STN-01", worse=True))
    if now.fallen:
        found.append(Badge("fallen", "HE-FBK-05", worse=True))
    if model.squeezed is not None:
        found.append(Badge("squeezed", "HE-BASE-10", worse=True))
    if now.exposed:
        found.append(Badge("out of its cover", "HE-COV-08", worse=True))
    if now.dangles:
        found.append(Badge("dangling", "HE-LVL-07", worse=True))
    if now.entangled is not None:
        found.append(Badge(f"entangled, {now.entangled.actions} to get free", "HE-ENG-04", worse=True))
    if model.motivation.owes:
        found.append(Badge("owes a check of motivation", "HE-MOT-15", worse=True))
    if model.motivation.withdraws:
        number = "HE-MOT-10" if model.motivation.withdraws == "retreats" else "HE-MOT-06"
        found.append(Badge(model.motivation.withdraws, number, worse=True))
    if model.turn.sentry:
        found.append(Badge("sentry", "HE-SEN-01"))
    if model.prepared.aim:
        found.append(Badge(f"aim +{model.prepared.aim}", "HE-ACT-11"))
    if model.prepared.focus:
        found.append(Badge(f"focus +{model.prepared.focus}", "HE-ACT-09"))
    found += [Badge(f"empty: {one}", "HE-AMMO-01", worse=True) for one in model.arms.empty]
    found += [Badge(one, "HE-ADV-16") for one in model.carried]
    group = state.groups.get(model.group)
    if group is not None and group.awareness == "unaware":
        found.append(Badge("unaware", "HE-AGM-02"))
    return tuple(found)


@rule("HE-SHT-01", "HE-ACT-01")
def _card(state: Adventure, model: Model) -> tuple[Fact, ...]:
    turn = model.turn
    left = f"{turn.actions} and a reaction" if turn.reaction else str(turn.actions)
    parts = [f"{name} {trait(state, model, name)}" for name in ("STR", "PER", "DEX")]
    return (
        Fact("Actions", left, "left this turn", ("HE-ACT-01",)),
        Fact("Walk", str(trait(state, model, "MOV")), _rated(model), ("HE-ACT-06", "HE-TRT-08")),
        Fact("Defence", f"{defence_value(state, model)} dice", "against shots", ("HE-TRT-10",)),
        Fact("Traits", ", ".join(parts), "", ("HE-TRT-01",)),
        Fact("Damage", f"{model.dp} of {model.traits.DP}", "points left", ("HE-TRT-19",)),
        Fact("Fate", str(model.fate), "points", ("HE-FATE-01",)),
    )


def _rated(model: Model) -> str:
    name = rating_of(model.gait, model.traits.MOV)
    return f"spaces for an action, {name}" if name else "spaces for an action"


@rule("HE-SHT-01", "HE-TRT-16", "HE-TRT-18")
def _gear(state: Adventure, model: Model) -> tuple[Fact, ...]:
    found = [
        Fact(one.weapon, f"{total_of(melee_dice(state, model, one))} dice", "in melee", ("HE-TRT-15",))
        for one in fights_with(model)
    ]
    for arm in shoots_with(model):
        dice = (arm.atk or 0) + bonus(state, model, "PER") + bonus(state, model, "DEX")
        bands = "/".join(map(str, arm.bands or ()))
        found.append(Fact(arm.weapon, f"{dice} dice", f"{bands}, arc {arc_of(arm)}", ("HE-TRT-17",)))
    idle = [one for one in (*model.arms.melee, *model.arms.ranged) if one not in model.arms.in_use]
    found += [Fact(one, "", "carried", ("HE-WPN-01",)) for one in idle]
    found += [Fact(one, "", "skill", ("HE-SKL-01",)) for one in model.skills]
    found += [Fact(one, "", "power", ("HE-POW-01",)) for one in model.powers]
    return (*found, *(Fact(one, "", "gear", ("HE-SKL-01",)) for one in model.gear))


def _markers(state: Adventure) -> tuple[Marker, ...]:
    doors = [
        Marker(one.id, "door", middle(one.at), word=f"door, {one.state}", glyph="door")
        for one in state.doors.values()
    ]
    features = [
        Marker(one.id, "feature", middle(one.at), word=one.name, target=not one.used)
        for one in state.features.values()
    ]
    things = [
        Marker(f"thing-{number}", "thing", middle(at), word=name.partition(" #")[0])
        for number, (name, at) in enumerate(state.lying.items(), 1)
    ]
    exits = [
        Marker(f"exit-{number}", "exit", middle(at), word="exit") for number, at in enumerate(state.exits, 1)
    ]
    return (*doors, *features, *things, *exits, *_traps(state))


@rule("HE-TRAP-01", "HE-TRAP-02", "HE-TRAP-08")
def _traps(state: Adventure) -> tuple[Marker, ...]:
    """The traps that the viewer knows of, with all their spaces and what they are called."""
    return tuple(
        Marker(
            f"{one.id}-{number}" if number else one.id,
            "trap",
            middle(at),
            word=_trap_in_words(one),
            target=True,
        )
        for one in state.traps.values()
        for number, at in enumerate(one.triggers)
    )


def _trap_in_words(trap: Trap) -> str:
    if trap.state != "armed":
        return f"{trap.kind}, {trap.state}"
    return f"{trap.kind}, {trigger_of(trap.difficulty)}, {lethality_called(trap.lethality)}"
