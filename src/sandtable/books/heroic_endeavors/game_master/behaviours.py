"""What a model of each behaviour does with its next action (HE-AGM-05)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandtable.binding.registry import Registry
from sandtable.books.heroic_endeavors.adventures.lantern_wharf import flight
from sandtable.books.heroic_endeavors.chapters.actions import KINDS, Deed, key_of, why_not_do
from sandtable.books.heroic_endeavors.chapters.arms import fights_with, shoots_with
from sandtable.books.heroic_endeavors.chapters.movement.walking import allowance, reach_of
from sandtable.books.heroic_endeavors.chapters.ranged.cover import cover_of
from sandtable.books.heroic_endeavors.chapters.ranged.explosives import explosives, spots_for
from sandtable.books.heroic_endeavors.chapters.ranged.grenades import grenades, throws_at
from sandtable.books.heroic_endeavors.chapters.ranged.spray_weapons import SIZES, reached_by, ways_to_spray
from sandtable.books.heroic_endeavors.chapters.turns import END
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.targets import Chosen, attacks_now, known_foes
from sandtable.books.heroic_endeavors.game_master.ways import INSTEAD, places_to_see, places_to_strike
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.charts import charts
from sandtable.kernel import Advice, Decision, rule
from sandtable.table.squares.spaces import share_a_side

Plans = Callable[[Adventure, Model], Iterator[tuple[Deed, str]]]
"""What a model would do next, the first that is allowed; and why."""
BEHAVIOURS: Registry[Plans] = Registry("a behaviour")
WORTH_A_BLAST = 2
"""HE-AGM-18"""
COVERED = 2
"""HE-AGM-09: against so much cover it aims first."""


@CHAIR.decides("choose act", "HE-AGM-05", "HE-AGM-22")
def choose_act(state: Adventure, decision: Decision) -> Advice:
    """The first thing of its behaviour that the rules allow; else it keeps what it has left."""
    model = state.models[decision.about[0]]
    for what, why in flight(state, model):
        if what in KINDS[what.kind].deeds(state, model) and why_not_do(state, model, what) is None:
            return Advice(key_of(what), 0.0, (why,), ("HE-AGM-27",))
    plans = withdraws if model.motivation.withdraws else BEHAVIOURS.get(model.behaviour, brute)
    for what, why in plans(state, model):
        for one in (*INSTEAD.all(state, model, what), what):
            if why_not_do(state, model, one) is None:
                return Advice(key_of(one), 0.0, (why,), ("HE-AGM-05",))
    return Advice(END, 0.0, (), ("HE-AGM-05",))


@rule("HE-AGM-29", "HE-MOT-07")
def withdraws(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """A parting shot or blow, then off."""
    for best in attacks_now(state, model)[:1]:
        yield best.deed, "strikes once more before it goes"
    if not model.motivation.moved:
        yield Deed("withdraw"), "makes for the exit"


@BEHAVIOURS.entry("brute", "swarm")
@rule("HE-AGM-08")
def brute(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """Strikes who is in reach, else walks up and strikes, else comes on."""
    here = attacks_now(state, model, "strike")
    if here:
        yield from _strikes(model, here[0])
    foes = state.foes_of(model)
    mov = allowance(state, model, 1)
    if mov and places_to_strike(state, model, reach_of(state, model, mov), foes):
        yield Deed("walk"), "walks up to strike"
    shots = attacks_now(state, model, "shoot")
    if shots:
        yield from _shoots(state, model, shots[0])
    yield from comes_on(state, model)


def _strikes(model: Model, best: Chosen) -> Iterator[tuple[Deed, str]]:
    """With a worse pool it focuses first, if it has the action for both."""
    if best.edge < 0 and model.turn.actions > 1 and not model.prepared.focus:
        yield Deed("focus"), "focuses on its strike"
    yield best.deed, "strikes who is in reach"


@BEHAVIOURS.entry("shooter", "leader", "guard")
@rule("HE-AGM-09", "HE-AGM-10", "HE-AGM-27")
def shooter(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """Shoots at who is in sight, aims first at who is in cover; else looks for a place to see somebody."""
    for weapon in model.arms.empty:
        yield Deed("reload", weapon=weapon), "reloads"
    shots, strikes = attacks_now(state, model, "shoot"), attacks_now(state, model, "strike")
    yield from _covers_several(state, model, [*shots[:1], *strikes[:1]])
    if strikes and (not shots or strikes[0].edge > shots[0].edge):
        yield from _strikes(model, strikes[0])
    if shots:
        yield from _shoots(state, model, shots[0])
    if model.behaviour == "guard":
        yield from _on_sentry(model)
        return
    mov = allowance(state, model, 1)
    foes = [one for one in state.foes_of(model) if one.id in known_foes(state, model)]
    if mov and not shots and any(places_to_see(state, model, reach_of(state, model, mov), foes)):
        yield Deed("walk"), "walks to where it sees somebody"
    if not shots:
        yield from comes_on(state, model)
        yield from _on_sentry(model)


@rule("HE-AGM-18")
def _covers_several(state: Adventure, model: Model, others: Sequence[Chosen]) -> Iterator[tuple[Deed, str]]:
    """A blast or spray at two enemies more than friends, or at one alone if no other attack is any good."""
    is_poor = all(one.edge < 0 for one in others)
    for deed, foes, friends in _areas(state, model):
        if foes - friends >= WORTH_A_BLAST:
            yield deed, "reaches several at once"
        elif foes and not friends and is_poor:
            yield deed, "reaches somebody whom nothing else reaches as well"


def _areas(state: Adventure, model: Model) -> Iterator[tuple[Deed, int, int]]:
    """Each area weapon in use, with the enemies and the friends where it does best."""
    for weapon in explosives(model):
        for found in [*spots_for(state, model, weapon).values()][:1]:
            struck = [state.models[id] for id in found["models"]]
            foes = sum(one.is_foe_of(model) for one in struck)
            yield Deed("fire", weapon=weapon.weapon), foes, len(struck) - foes
    for weapon in (one for one in shoots_with(model) if one.template in SIZES):
        ways = [reached_by(state, model, one) for one in ways_to_spray(state, model, weapon)]
        if ways:
            foes, friends = max(ways, key=lambda one: one[0] - one[1])
            yield Deed("spray", weapon=weapon.weapon), foes, friends
    for weapon in grenades(model) if model.arms.grenades else ():
        for row in charts().grenades:
            for found in [*throws_at(state, model, weapon, row).values()][:1]:
                struck = [state.models[id] for id in found["models"]]
                foes = sum(one.is_foe_of(model) for one in struck)
                yield Deed(f"{row.way} grenade", weapon=weapon.weapon), foes, len(struck) - foes


@rule("HE-AGM-09", "HE-AGM-10", "HE-SEN-01")
def _on_sentry(model: Model) -> Iterator[tuple[Deed, str]]:
    """With nobody to shoot at it holds its weapon ready."""
    for weapon in (one for one in shoots_with(model) if one.bands is not None and one.atk is not None):
        yield Deed("sentry", weapon=weapon.weapon), "goes on sentry"


def _shoots(state: Adventure, model: Model, best: Chosen) -> Iterator[tuple[Deed, str]]:
    aims = cover_of(state, model, best.target).dice >= COVERED
    if aims and model.turn.actions > 1 and not model.prepared.aim:
        yield Deed("aim"), "aims at who is in cover"
    yield best.deed, "shoots at who is in sight"


@rule("HE-AGM-08", "HE-AGM-26", "HE-AGM-28")
def comes_on(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """Towards the nearest known enemy, through doors that it can open; if it knows of nobody it stays."""
    if not known_foes(state, model):
        return
    for door in state.doors.values():
        beside = model.at is not None and share_a_side(model.at, door.at)
        if door.state in ("closed", "locked") and beside:
            yield Deed("open", door.id), "opens the door in its way"
            if model.behaviour in ("brute", "swarm"):
                for weapon in fights_with(model):
                    yield Deed("break down", door.id, weapon.weapon), "breaks down the door in its way"
    yield Deed("run"), "comes on"
    yield Deed("walk"), "comes on"


@BEHAVIOURS.entry("stray")
@rule("HE-MNT-12")
def stray(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """A mount without a rider walks to the nearest exit, and out."""
    if model.at in state.exits:
        yield Deed("leave"), "runs off"
    elif state.exits:
        yield Deed("walk"), "runs off"


@BEHAVIOURS.entry("hostage", "vehicle")
@rule("HE-AGM-27")
def hostage(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """Does nothing while it is bound."""
    return iter(())
