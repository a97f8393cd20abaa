"""The pregame: starting Rotters, who begins, and the start of the game."""

from __future__ import annotations

import msgspec

from sandtable.books.lands_of_ruin.asking import which
from sandtable.books.lands_of_ruin.chapters.rotters.surroundings import fill
from sandtable.books.lands_of_ruin.naming import seat_called
from sandtable.books.lands_of_ruin.scenarios.scenario import scenario_of
from sandtable.books.lands_of_ruin.scenarios.side_objectives import draw
from sandtable.books.lands_of_ruin.state import Battle, Seat
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.books.lands_of_ruin.teams.presenting import present
from sandtable.kernel import PASS, Candidate, ChooseOne, Decision, Play, Together, rule
from sandtable.table import Ground

ANY = "a piece"
"""Of terrain on a real table, where the players alone know which."""
FIRST_ROTTERS, MORE = 7, 7
"""LR-PRE-05: 7 + D7"""
AGREED, DIFFICULT_FROM = "agreed", 11
"""LR-MOV-09"""
SLEEPS = 2
"""What a D2 shows of a sleeper."""


@rule("LR-MAP-04", "LR-MOV-09", "LR-MODE-15")
async def agree(play: Play[Battle]) -> None:
    """Both agree on the boundaries and on what is difficult; about what is disputed a D20 decides.

    On a real table both are asked; on the virtual one they are where disputes were allowed.
    """
    state, settled = play.state, set[str]()
    if state.switches.game_mode == "online":
        await _register(play)
    knows = surface(state).knows_places
    while state.may_dispute or not knows:
        pieces = {one.id: one.kind for one in state.ground.pieces if "difficult" in one.traits}
        listed = {**pieces, **({} if knows else {ANY: "a piece of terrain"})}
        parts = {seat: _map_page(seat, listed, settled) for seat in state.players}
        said = await play.ask(Together("agree on the table", "Do you agree?", ("LR-MAP-04",), parts))
        disputed = [one for one in dict.fromkeys(said.values()) if one != AGREED]
        if not disputed:
            break
        for one in disputed:
            (face,) = await play.roll(1, "disputed terrain", "LR-MOV-09", sides=20)
            is_difficult = face >= DIFFICULT_FROM
            settled |= {one} if knows else set()
            if is_difficult:
                play.tell("terrain is difficult", "LR-MOV-09", piece=listed[one])
            else:
                _make_easy(state, one)
                play.tell("terrain is easy", "LR-MOV-09", piece=listed[one])
    state.step = "deal"


@rule("LR-OCON-45", "LR-MODE-02")
async def _register(play: Play[Battle]) -> None:
    """Each player confirms that the result goes into the ledger of the installation."""
    prompt, rules = "The result of this game goes into the ledger of the installation.", ("LR-OCON-45",)
    yes = Candidate(AGREED, "so be it", AGREED, rules, deed=PASS)
    parts = {one: ChooseOne(one, "register the game", prompt, rules, [yes]) for one in play.state.players}
    await play.ask(Together("register the game", prompt, rules, parts))
    play.tell("game registered", *rules)


def _map_page(seat: Seat, listed: dict[str, str], settled: set[str]) -> Decision:
    found = [Candidate(AGREED, "sections and terrain are agreed", AGREED, ("LR-MAP-04",), deed=PASS)]
    found += [
        Candidate(
            f"dispute {id}",
            f"{kind if id == ANY else f'{kind} {id}'} is not difficult",
            id,
            ("LR-MOV-09",),
            about=() if id == ANY else (id,),
        )
        for id, kind in listed.items()
        if id not in settled
    ]
    prompt = "Do you agree where the sections end, and what is difficult to walk in?"
    return ChooseOne(seat, "agree on the table", prompt, ("LR-MAP-04", "LR-MOV-09"), found)


def _make_easy(state: Battle, id: str) -> None:
    """The piece is free to walk in for the whole game."""
    ground = state.ground
    eased = (
        msgspec.structs.replace(one, traits=tuple(each for each in one.traits if each != "difficult"))
        if one.id == id
        else one
        for one in ground.pieces
    )
    state.ground = Ground(ground.width, ground.depth, tuple(eased))


@rule("LR-PRE-05", "LR-SPWN-13", "LR-SCN-09")
async def start(play: Play[Battle]) -> None:
    """7 + D7 Rotters and the rest of the warm-up: some sleep, the others are dealt out at random."""
    present(play)
    state, left = play.state, await fill(play)
    sections = len(map_of(state.map).sections)
    (face,) = await play.roll(1, "starting Rotters", "LR-PRE-05", sides=MORE)
    sleepers, shares = [0] * sections, {seat: [0] * sections for seat in state.sides}
    for _ in range(left + FIRST_ROTTERS + face):
        (sleeps,) = await play.roll(1, "sleeper or not", "LR-PRE-05", sides=2, to=())
        (section,) = await play.roll(1, "section of a Rotter", "LR-PRE-05", sides=sections, to=())
        if sleeps == SLEEPS and state.switches.sleepers:
            sleepers[section - 1] += 1
            continue
        player = 1
        if not state.is_solo:
            (player,) = await play.roll(1, "player of a Rotter", "LR-PRE-05", sides=2, to=())
        shares[state.players[player - 1]][section - 1] += 1
    state.sleepers = tuple(sleepers)
    state.to_place = {seat: tuple(one) for seat, one in shares.items()}
    play.tell(
        "Rotters dealt",
        "LR-PRE-03",
        "LR-PRE-04",
        "LR-SCN-09",
        reveals=True,
        shares={s: list(one) for s, one in shares.items()},
    )
    state.step = "place Rotters"


@rule("LR-PRE-06")
async def place_rotters(play: Play[Battle]) -> None:
    """One Rotter after the other; who has none left is done."""
    state = play.state
    for seat, shares in state.to_place.items():
        for section, count in enumerate(shares, 1):
            if count:
                left = tuple(one - (number == section) for number, one in enumerate(shares, 1))
                state.to_place = {**state.to_place, seat: left}
                await surface(state).place_rotter(play, seat, section)
                return
    state.step = "infiltrators"


@rule("LR-PRE-08", "LR-PRE-10")
async def deploy(play: Play[Battle]) -> bool:
    """One card that its role puts on the table before the game; whose role begins later places first."""
    state, kind = play.state, scenario_of(play.state)
    for seat in sorted(state.sides, key=lambda one: kind.role(state, one).priority):
        waiting = [one for one in state.team(seat) if one.where == "waiting"]
        area = kind.zone(state, seat) if waiting else None
        if area is not None:
            ids = [one.id for one in (waiting if kind.chooses_who_deploys else waiting[:1])]
            prompt, topic = "Who is on the table when the game begins?", "choose who deploys"
            card = state.cards[await which(play, seat, topic, prompt, "LR-PRE-08", ids, is_secret=False)]
            await surface(state).deploys(play, card, area)
            return True
    return False


@rule("LR-PRE-01")
async def prepare_scenario(play: Play[Battle]) -> None:
    """After Rotters and infiltrators: what the scenario has named, drawn or laid out."""
    await scenario_of(play.state).prepares(play)
    await draw(play)
    play.state.step = "who begins"


@rule("LR-TURN-01", "LR-TURN-02", "LR-PRE-02", "LR-PRE-09")
async def who_begins(play: Play[Battle]) -> None:
    """The higher priority of the roles, else drawn at random; everybody has 20 unspent points."""
    state = play.state
    if await deploy(play):
        return
    roles = {seat: scenario_of(state).role(state, seat).priority for seat in state.players}
    if len(roles) == 2 and len(set(roles.values())) == 1:
        (face,) = await play.roll(1, "starting player", "LR-TURN-02", sides=2)
        state.first = state.seats[face - 1]
    else:
        state.first = max(roles, key=lambda seat: roles[seat])
    state.active = state.first
    for card in state.cards.values():
        card.own.points = state.switches.ap_per_turn
        card.own.guard = card.own.points if card.where == "table" else 0
    cited = ("LR-TURN-01", "LR-PRE-02", "LR-PRE-09", "LR-SCN-03")
    play.tell("game began", *cited, seat=state.first, first=seat_called(state, state.first))
    state.step = "turn"
