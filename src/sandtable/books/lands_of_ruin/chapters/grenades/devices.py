"""Land mines and tripwire traps: secret, armed in the next Environment phase, set off by walking."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.grenades.areas import burn, expose
from sandtable.books.lands_of_ruin.chapters.threat import add_noise
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import Battle, Card, Device, Entry
from sandtable.books.lands_of_ruin.surface.measuring import (
    everybody,
    first_within,
    placed,
    put,
    reaches,
    standing,
)
from sandtable.books.lands_of_ruin.tables.charts import devices, human
from sandtable.books.lands_of_ruin.tables.people import skills
from sandtable.books.lands_of_ruin.windows import (
    ACTION_PHASE_BEGINS,
    ENVIRONMENT_BEGINS,
    MODEL_MOVED,
    ROTTER_MOVED,
    WINDOWS,
    Moved,
    Walked,
)
from sandtable.kernel import Candidate, ChooseOne, For, Moment, Needed, Play, Refusal, rule
from sandtable.table import Point

REACH = 1.0
"""LR-ACT-13, LR-ACT-14, LR-GREN-21: inches from a base."""
CAMOUFLAGE, DEMOLITIONS = 30, 15
"""LR-GREN-22"""
EVEN = 50
"""LR-DET-06"""
SAFE, SETS_OFF = 6, 1
"""LR-ACT-14: what a D20 shows."""


@WINDOWS.consequence(
    ENVIRONMENT_BEGINS, "devices are armed", "LR-ACT-13", lambda play, seat, now: seat == now.seat
)
async def arm(play: Play[Battle], seat: str, now: Moment) -> None:
    """From the next Environment phase on."""
    for device in play.state.devices.values():
        if not device.armed:
            play.tell(
                "device armed", "LR-ACT-13", to=(device.seat,), item=device.kind, section=device.section
            )
        device.armed = True


# Going off


def _sprung(state: Battle, path: tuple[Point, ...]) -> list[tuple[Device, Point]]:
    """The armed devices on a way, each with the place at which it goes off, as long as nothing stops it."""
    found = []
    for device in state.devices.values():
        at = None if device.at is None else first_within(path, device.at, REACH)
        if device.armed and at is not None:
            found.append((device, at))
    return found


@WINDOWS.consequence(
    MODEL_MOVED, "devices on the way", "LR-GREN-21", lambda play, seat, now: seat == now.card.seat
)
@rule("LR-GREN-21", "LR-GREN-18")
async def step_on(play: Play[Battle], seat: str, now: Moved) -> None:
    """Any model of any side sets it off; a tripwire ends its movement at once."""
    state, card = play.state, now.card
    model = card.models[now.model]
    for device, at in _sprung(state, now.path):
        if device.id not in state.devices:
            continue
        expose(play, Entry(card.id, now.model, device.kind, device.id))
        go_off(play, device, card.id)
        if devices()[device.kind].stops and not card.stays:
            card.stays = True
            put(state, model, at)
            play.tell("movement ended", "LR-GREN-21", reveals=True, card=card.id, at=at)


@WINDOWS.consequence(
    ROTTER_MOVED, "devices on a Rotter's way", "LR-GREN-21", lambda play, seat, now: seat == now.seat
)
async def step_on_as_rotter(play: Play[Battle], seat: str, now: Walked) -> None:
    """A mine kills it, a tripwire stops it for the phase."""
    state = play.state
    for device, at in _sprung(state, now.path):
        rotter = state.rotters.get(now.rotter)
        if rotter is None:
            return
        if devices()[device.kind].stops:
            rotter.waits = True
            put(state, rotter, at)
            play.tell("movement ended", "LR-GREN-21", reveals=True, rotter=rotter.id, at=at)
        go_off(play, device, rotter.id)
        if not devices()[device.kind].stops:
            burn(play, rotter.id, device.kind)


@rule("LR-GREN-21", "LR-GREN-19", "LR-GREN-20")
def go_off(play: Play[Battle], device: Device, by: str) -> None:
    """It is heard and removed; a mine exposes everybody within its reach and kills the Rotters there."""
    state, row, at = play.state, devices()[device.kind], device.at
    assert at is not None
    del state.devices[device.id]
    add_noise(state, state.active, device.section, row.noise)
    play.tell("device went off", "LR-GREN-21", reveals=True, item=device.kind, at=at, by=by)
    if not row.reach:
        return
    for one in placed(state):
        found = state.find(one.id)
        if found is not None and reaches(at, 0.0, one, row.reach):
            expose(play, Entry(found[0].id, one.id, device.kind, device.id))
    for one in everybody(state):
        if one.id in state.rotters and reaches(at, 0.0, one, row.reach):
            burn(play, one.id, device.kind)


# Finding and removing


@rule("LR-DET-05", "LR-GREN-22", "LR-EQP-05")
def _detection(card: Card) -> int:
    """What a character detects with, and more with Demolitions."""
    profile = card.profile
    extra = DEMOLITIONS if "Demolitions" in profile.skills and "Demolitions" in skills() else 0
    return human().detection + profile.level("detection") + extra


@WINDOWS.consequence(
    ACTION_PHASE_BEGINS, "devices are looked for", "LR-GREN-22", lambda play, seat, now: seat == now.seat
)
@rule("LR-GREN-22", "LR-DET-02", "LR-DET-03", "LR-DET-06", "LR-DET-07")
async def look_round(play: Play[Battle], seat: str, now: Moment) -> None:
    """Each enemy in the section rolls; only its player is told, and the device stays armed for all."""
    state = play.state
    for device in [one for one in state.devices.values() if one.seat != seat]:
        for card in state.team(seat):
            looks = card.where == "table" and not card.own.is_out and card.models
            if device.found or not looks or all(m.section != device.section for m in card.models.values()):
                continue
            (face,) = await play.roll(1, For("detection", card.id), "LR-GREN-22", sides=100, to=())
            if face >= EVEN + CAMOUFLAGE - _detection(card):
                device.found = True
                play.tell(
                    "device found",
                    "LR-GREN-22",
                    to=(seat,),
                    reveals=True,
                    card=card.id,
                    item=device.kind,
                    at=device.at,
                )


def _known(state: Battle, card: Card) -> list[Device]:
    """The devices within reach that its player knows."""
    here = standing(state, card.model.id)
    if here is None:
        return []
    return [
        one
        for one in state.devices.values()
        if (one.seat == card.seat or one.found) and one.at and reaches(one.at, 0.0, here, REACH)
    ]


@action_kind
class DisarmDevice(ActionKind):
    """A known device within 1 inch is removed, or goes off (LR-ACT-14)."""

    name = "Disarm Device"

    @rule("LR-ACT-14", "LR-ACT-06")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """There must be one."""
        if _known(state, card):
            return None
        return Refusal("LR-ACT-14", f"{name_of(card)} knows of no device within 1 inch.", "Move first.")

    @rule("LR-ACT-14")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """Own ones without a roll; else 6 or more on a D20, and on a 1 it goes off."""
        state, found = play.state, _known(play.state, card)
        device = found[0] if len(found) == 1 else await self._choose(play, card, found)
        face = 20
        if device.seat != card.seat:
            (face,) = await play.roll(
                1, For("disarming", card.id), "LR-ACT-14", sides=20, need=Needed(SAFE, "LR-ACT-14")
            )
        if face >= SAFE:
            del state.devices[device.id]
            told = None if device.seat != card.seat else (card.seat,)
            play.tell("device disarmed", "LR-ACT-14", to=told, card=card.id, item=device.kind)
        elif face == SETS_OFF:
            go_off(play, device, card.id)
            expose(play, Entry(card.id, card.model.id, device.kind, device.id))
        else:
            play.tell("device not disarmed", "LR-ACT-14", card=card.id, item=device.kind)
        return True

    async def _choose(self, play: Play[Battle], card: Card, found: list[Device]) -> Device:
        listed = [Candidate(one.id, one.kind, one, ("LR-ACT-14",)) for one in found]
        asked = ChooseOne(card.seat, "choose device", "Which device?", ("LR-ACT-14",), listed)
        chosen: Device = await play.ask(asked.secretly())
        return chosen
