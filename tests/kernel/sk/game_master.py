"""SK: talk, and what the Game Master may rule at any moment."""

from __future__ import annotations

from sandtable.binding.game_master import GameMaster
from sandtable.binding.together import all_speak
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Number
from sandtable.kernel.play import Play
from tests.kernel.sk.state import LENGTH, Fighter, Lane

MOST_TALKS, LONGEST_WORDS = 3, 200
"""SK-GMR-03"""
MOST_LIVES = 9
MERCY = Needed(4, "SK-GMR-02")

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
    for _ in range(MOST_TALKS):
        spoken = await all_speak(play, play.state.seats, "SK-GMR-03", LONGEST_WORDS)
        if not spoken:
            return
        play.tell("words spoken", "SK-GMR-03", said=spoken)
        play.state.talk += [f"{seat}: {words}" for seat, words in spoken.items()]
