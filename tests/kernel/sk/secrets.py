"""SK: secret orders and traps, hidden fighters, rolls that nobody may notice, talk and rulings."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.book import Ruling
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Allocate, Candidate, Chance, ChooseOne, Number, Together, Words
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from sandtable.kernel.state import copy_state
from tests.kernel.sk.state import LENGTH, NOWHERE, Lane

ORDERS = ("walk", "charge", "watch")
SEES = 3
"""SK-SEC-02: how far a fighter may detect."""
MOST_TALKS = 3
"""SK-GMR-03"""

# ---- chosen in secret ------------------------------------------------------------------------------------


@rule("SK-ORD-01")
async def give_orders(play: Play[Lane]) -> None:
    """All choose in secret; all is shown together."""
    asked = [seat for seat in play.state.seats if play.state.standing(seat)]

    def candidates() -> list[Candidate]:
        return [Candidate(order, order) for order in ORDERS]

    parts = {
        seat: ChooseOne(seat, "choose order", "Which order?", ("SK-ORD-01",), candidates) for seat in asked
    }
    chosen = await play.ask(Together("choose orders", "Choose an order.", ("SK-ORD-01",), parts))
    for one in play.state.fighters.values():
        one.order = chosen.get(one.seat, "")
    play.tell("orders shown", "SK-ORD-01", reveals=True, orders=chosen)


@rule("SK-SEC-04")
async def lay_traps(play: Play[Lane]) -> None:
    """Each seat lays its trap; nobody is shown where."""
    if play.state.turn > 1:
        return
    for seat in play.state.seats:
        question = Number(seat, "lay trap", "Where do you lay your trap?", ("SK-SEC-04",), 0, LENGTH - 1)
        play.state.traps[seat] = await play.ask(question.secretly(play.state.master))
        play.tell("trap laid", "SK-SEC-04", seat=seat)


@rule("SK-RCT-01")
async def roll_reaction(play: Play[Lane]) -> None:
    """Roll a die for each fighter."""
    for one in play.state.fighters.values():
        one.die = 0
    for seat in play.state.seats:
        if count := len(play.state.standing(seat)):
            faces = await play.roll(count, f"reaction of {seat}", "SK-RCT-01", seat=seat)
            await give_dice_out(play, seat, faces)


@rule("SK-RCT-02", "SK-RCT-03")
async def give_dice_out(play: Play[Lane], seat: str, faces: tuple[int, ...]) -> None:
    """Each fighter gets at most one die."""
    fighters = play.state.standing(seat)
    given = await play.ask(
        Allocate(
            seat,
            "hand out dice",
            "Who gets which die?",
            ("SK-RCT-02",),
            {f"die {number}": str(face) for number, face in enumerate(faces, 1)},
            {**{one.id: one.id for one in fighters}, "nobody": "nobody"},
            room={one.id: 1 for one in fighters},
        )
    )
    for die, face in zip(given, faces, strict=True):
        if given[die] != "nobody":
            play.state.fighters[given[die]].die = face
    play.tell("dice given out", "SK-RCT-02", seat=seat, given=given)


# ---- hidden fighters -------------------------------------------------------------------------------------


@rule("SK-SEC-02", "SK-SEC-03")
async def detect(play: Play[Lane]) -> None:
    """The machine looks for hidden fighters; nobody sees it roll."""
    for hidden in [one for one in play.state.fighters.values() if one.hidden and one.stands]:
        for eye in play.state.fighters.values():
            if eye.seat == hidden.seat or not eye.stands or abs(eye.at - hidden.at) > SEES:
                continue
            (face,) = await play.roll(1, f"{eye.id} looks for {hidden.id}", "SK-SEC-02", to=())
            if face >= 5:  # SK-SEC-03
                play.tell("bad feeling", "SK-SEC-03", to=(hidden.seat,), reveals=True, fighter=hidden.id)
            if face == 6 and hidden.hidden:  # SK-SEC-02
                hidden.hidden = False
                play.tell("fighter detected", "SK-SEC-02", reveals=True, fighter=hidden.id, space=hidden.at)


@rule("SK-SEC-01")
def hide(lane: Lane, seat: str | None) -> Lane:
    """What a seat may know: where its own hidden fighters are, and its own trap."""
    seen = copy_state(lane)
    if seat is not None and seat == lane.master:
        return seen
    for one in seen.fighters.values():
        if one.hidden and one.seat != seat:
            one.at = NOWHERE
    seen.traps = {owner: space if owner == seat else NOWHERE for owner, space in seen.traps.items()}
    return seen


def imagine(lane: Lane, seat: str, chance: Chance) -> Lane:
    """Hidden fighters and traps of others lie anywhere."""
    world = copy_state(lane)
    for one in world.fighters.values():
        if one.at == NOWHERE:
            one.at = int(chance.random() * LENGTH)
    for owner, space in world.traps.items():
        if space == NOWHERE:
            world.traps[owner] = int(chance.random() * LENGTH)
    return world


# ---- the Game Master -------------------------------------------------------------------------------------


@rule("SK-GMR-03")
async def talk(play: Play[Lane]) -> None:
    """Everybody may speak until all are silent."""
    for _ in range(MOST_TALKS):
        parts = {
            seat: Words(seat, "say", "What do you say?", ("SK-GMR-03",), 200) for seat in play.state.seats
        }
        said = await play.ask(Together("talk", "Talk.", ("SK-GMR-03",), parts))
        spoken = {seat: words for seat, words in said.items() if words}
        if not spoken:
            return
        play.tell("words spoken", "SK-GMR-03", said=spoken)
        play.state.talk += [f"{seat}: {words}" for seat, words in spoken.items()]


def _fighter(play: Play[Lane], facts: dict[str, Any]) -> Any:
    named = facts.get("fighter")
    if not isinstance(named, str) or named not in play.state.fighters:
        raise refuse("SK-GMR-02", "There is no such fighter.", f"Fighters: {', '.join(play.state.fighters)}.")
    return play.state.fighters[named]


def _number(facts: dict[str, Any], name: str, most: int) -> int:
    value = facts.get(name)
    if type(value) is not int or not 0 <= value <= most:
        raise refuse("SK-GMR-02", f"{name} is no such number.", f"Name a number from 0 to {most}.")
    return value


@rule("SK-GMR-02")
async def place(play: Play[Lane], seat: str, facts: dict[str, Any]) -> None:
    """A fighter is put somewhere."""
    one, space = _fighter(play, facts), _number(facts, "space", LENGTH - 1)
    one.at = space
    play.tell("fighter placed", "SK-GMR-02", to=_who_sees(play, one), seat=seat, fighter=one.id, space=space)


def _who_sees(play: Play[Lane], one: Any) -> tuple[str, ...] | None:
    return (one.seat, play.state.master) if one.hidden else None


async def set_life(play: Play[Lane], seat: str, facts: dict[str, Any]) -> None:
    """A fighter's life is set."""
    one, life = _fighter(play, facts), _number(facts, "life", 9)
    one.life = life
    play.tell("life set", "SK-GMR-02", seat=seat, fighter=one.id, life=life)


async def show(play: Play[Lane], seat: str, facts: dict[str, Any]) -> None:
    """A hidden fighter is shown, where the Game Master says and its owner agrees."""
    one = _fighter(play, facts)
    one.hidden = False
    play.tell("fighter shown", "SK-GMR-02", reveals=True, seat=seat, fighter=one.id, space=one.at)


async def end(play: Play[Lane], seat: str, facts: dict[str, Any]) -> None:
    """The game is over."""
    play.state.closed = str(facts.get("why", "")) or "the Game Master ended it"
    play.tell("game ended", "SK-GMR-02", seat=seat)


async def reopen(play: Play[Lane], seat: str, facts: dict[str, Any]) -> None:
    """The game goes on after all."""
    if not play.state.closed:
        raise refuse("SK-GMR-02", "The game has not been ended.", "Go on playing.")
    play.state.closed = ""
    play.tell("game reopened", "SK-GMR-02", seat=seat)


async def judge(play: Play[Lane], seat: str, facts: dict[str, Any]) -> None:
    """The Game Master names somebody and asks that fighter's owner for a number."""
    one = _fighter(play, facts)
    number = await play.ask(
        Number(one.seat, "stake lives", "How many lives do you stake?", ("SK-GMR-02",), 0, one.life)
    )
    (face,) = await play.roll(1, f"judgement of {one.id}", "SK-GMR-02", seat=one.seat)
    one.life = max(0, one.life + (number if face >= 4 else -number))
    play.tell("judged", "SK-GMR-02", fighter=one.id, life=one.life)


RULINGS: dict[str, Ruling] = {
    "place": place,
    "set life": set_life,
    "show": show,
    "end": end,
    "reopen": reopen,
    "judge": judge,
}
