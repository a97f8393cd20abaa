"""SK: hidden fighters, rolls that nobody may notice, traps; talk and the rulings of the Game Master."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.binding.mechanisms import together
from sandtable.binding.mechanisms.game_master import GameMaster
from sandtable.binding.mechanisms.secrets import Secret, Secrets
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Number
from sandtable.kernel.play import Play
from tests.kernel.sk.shooting import wound
from tests.kernel.sk.state import LENGTH, NOWHERE, Fighter, Lane

SEES = 3
"""SK-SEC-02: how far a fighter may detect."""
FEELS, FINDS = 5, 6
"""SK-SEC-03, SK-SEC-02"""
MOST_TALKS, LONGEST_WORDS = 3, 200
"""SK-GMR-03"""
MOST_LIVES = 9
MERCY = Needed(4, "SK-GMR-02")


@rule("SK-SEC-01", "SK-SEC-04")
def secrets_of(lane: Lane) -> Iterator[Secret]:
    """Where hidden fighters are and where traps lie; the owner and the Game Master know it."""
    for one in lane.fighters.values():
        if one.hidden:
            yield Secret(one, "at", (one.seat, lane.master))
    for seat in lane.traps:
        yield Secret(lane.traps, seat, (seat, lane.master))


SECRETS = Secrets(secrets_of, NOWHERE, lambda chance: int(chance.random() * LENGTH))


@rule("SK-SEC-02", "SK-SEC-03")
async def detect(play: Play[Lane]) -> None:
    """The machine looks for hidden fighters; nobody sees it roll."""
    for hidden in [one for one in play.state.fighters.values() if one.hidden and one.stands]:
        for eye in play.state.fighters.values():
            if eye.seat == hidden.seat or not eye.stands or abs(eye.at - hidden.at) > SEES:
                continue
            (face,) = await play.roll(1, f"{eye.id} looks for {hidden.id}", "SK-SEC-02", to=())
            if face >= FEELS:
                play.tell("bad feeling", "SK-SEC-03", to=(hidden.seat,), reveals=True, fighter=hidden.id)
            if face >= FINDS and hidden.hidden:
                hidden.hidden = False
                play.tell("fighter detected", "SK-SEC-02", reveals=True, fighter=hidden.id, space=hidden.at)


@rule("SK-SEC-04")
async def lay_traps(play: Play[Lane]) -> None:
    """Each seat lays its trap before the first turn; nobody is shown where."""
    if play.state.turn > 1:
        return
    for seat in play.state.seats:
        question = Number(seat, "lay trap", "Where do you lay your trap?", ("SK-SEC-04",), 0, LENGTH - 1)
        play.state.traps[seat] = await play.ask(question.secretly(play.state.master))
        play.tell("trap laid", "SK-SEC-04", seat=seat)


@rule("SK-SEC-04")
async def spring_traps(play: Play[Lane], walker: Fighter) -> None:
    """An enemy's trap on the space wounds the walker and is known and gone."""
    for seat, space in list(play.state.traps.items()):
        if seat != walker.seat and space == walker.at:
            del play.state.traps[seat]
            play.tell("trap sprung", "SK-SEC-04", reveals=True, owner=seat, fighter=walker.id, space=space)
            await wound(play, walker, 1)


MASTER = GameMaster("SK-GMR-02", "fighter", lambda lane: lane.fighters)
MASTER.may_set("place", "at", LENGTH - 1, "fighter placed", fact="space", secret="at")
MASTER.may_set("set life", "life", MOST_LIVES, "life set")
MASTER.may_show("show", "at", "fighter shown", fact="space")
MASTER.may_end_and_reopen("end", "reopen")


@MASTER.rules_on("judge")
async def judge(play: Play[Lane], seat: str, one: Fighter) -> None:
    """A fighter is judged: its owner stakes lives, and a die doubles or takes them."""
    prompt = "How many lives do you stake?"
    stake = await play.ask(Number(one.seat, "stake lives", prompt, ("SK-GMR-02",), 0, one.life))
    is_kind = await play.passes(f"judgement of {one.id}", MERCY, one.seat)
    one.life = max(0, one.life + (stake if is_kind else -stake))
    play.tell("judged", "SK-GMR-02", fighter=one.id, life=one.life)


@rule("SK-GMR-03")
async def talk(play: Play[Lane]) -> None:
    """Everybody may speak until all are silent."""
    lane, limits = play.state, {"rounds": MOST_TALKS, "longest": LONGEST_WORDS}
    await together.talk(play, lane.seats, "SK-GMR-03", "words spoken", lane.talk, **limits)
