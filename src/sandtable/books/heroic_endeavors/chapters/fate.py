"""Fate points: a failure becomes a success, a success a critical, or a die is added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.books.heroic_endeavors.chapters.dice import CRITICAL, READING, SUCCESS, Pool
from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import PASS, Candidate, ChooseOne, For, Play, rule

NEAR = 3
"""HE-FATE-02: how far a friend may be."""


@rule("HE-FATE-01")
def starting_fate(state: Adventure, printed: int) -> int:
    """What a model begins with: what its record says, and at least one if the players want it so."""
    return max(printed, 1) if state.switches.fate_minions == "one" else printed


@rule("HE-FATE-02", "HE-FATE-08")
def may_spend(state: Adventure, roller: Model) -> list[Model]:
    """Who may spend a point on a roll: the roller itself, and friendly characters within 3 spaces."""

    def helps(one: Model) -> bool:
        if one.id == roller.id:
            return True
        near = one.is_character and one.side == roller.side
        return near and roller.on_board and distance_between(one, roller) <= NEAR

    return [one for one in state.conscious() if one.fate > 0 and helps(one)]


@rule("HE-FATE-06", "HE-DICE-10")
async def change_by_fate(play: Play[Adventure], pools: Sequence[Pool]) -> None:
    """The sides of a roll speak by turns, the attacker's first, until all have passed in a row."""
    passed = 0
    while passed < len(pools):
        for pool in pools:
            passed = 0 if await _one_point(play, pool, pools) else passed + 1
            if passed >= len(pools):
                return


async def _one_point(play: Play[Adventure], pool: Pool, pools: Sequence[Pool]) -> bool:
    """Each player of the side is asked, the roller's first; whether one has spent a point."""
    spenders = may_spend(play.state, pool.model)
    seats = dict.fromkeys(one.seat for one in sorted(spenders, key=lambda one: one.id != pool.model.id))
    for seat in seats:
        held = [one for one in spenders if one.seat == seat]
        facts = {
            "use": pool.use,
            "successes": pool.successes,
            "against": max((one.successes for one in pools if one is not pool), default=0),
            "dp": 0 if pool.attack is None else pool.attack.target.dp,
        }
        prompt = f"Spend fate on the {pool.use} of {name_of(play.state, pool.model)}?"
        about = (pool.model.id, *(one.id for one in held if one.id != pool.model.id))
        candidates = [*_uses(play.state, pool, held), _KEEP]
        asked = ChooseOne(
            seat, "spend fate", prompt, ("HE-FATE-06",), candidates, facts, about=about, thrown=pool.thrown
        )
        chosen = await CHAIR.ask(play, asked)
        if chosen != KEEP:
            await _spend(play, pool, *chosen)
            return True
    return False


KEEP = "keep"
_KEEP = Candidate(KEEP, "keep fate", deed=PASS)


def _uses(state: Adventure, pool: Pool, held: Sequence[Model]) -> Iterator[Candidate]:
    failure = next((place for place, face in enumerate(pool.faces) if face < SUCCESS), None)
    success = next((place for place, face in enumerate(pool.faces) if SUCCESS <= face < CRITICAL), None)
    for one in held:
        name = name_of(state, one)
        if failure is not None:
            yield Candidate(
                f"{one.id} success", f"{name}: a failure becomes a success", (one, failure, SUCCESS),
                ("HE-FATE-03",), about=(one.id,), deed="success",
            )  # fmt: skip
        if success is not None:
            yield Candidate(
                f"{one.id} critical", f"{name}: a success becomes a critical", (one, success, CRITICAL),
                ("HE-FATE-04",), about=(one.id,), deed="critical",
            )  # fmt: skip
        if pool.faces or pool.use in ("defence", "check"):
            yield Candidate(
                f"{one.id} die", f"{name}: one more die", (one, -1, 0), ("HE-FATE-05",), about=(one.id,),
                deed="die",
            )  # fmt: skip


@rule("HE-FATE-03", "HE-FATE-04", "HE-FATE-05", "HE-FATE-07")
async def _spend(play: Play[Adventure], pool: Pool, spender: Model, place: int, face: int) -> None:
    """The point is gone and the die changed; one that is added stands as it is rolled."""
    spender.fate -= 1
    if place < 0:
        (face,) = await play.roll(
            1, For("fate", pool.model.id), "HE-FATE-05", seat=pool.model.seat or None, reading=READING
        )
        pool.bought.add(len(pool.faces))
        pool.faces.append(face)
        play.tell(
            "fate added a die", "HE-FATE-05", "HE-FATE-07", model=spender.id, on=pool.model.id, face=face
        )
        return
    pool.faces[place] = face
    rule_of = "HE-FATE-03" if face == SUCCESS else "HE-FATE-04"
    play.tell("fate changed a die", rule_of, "HE-FATE-07", model=spender.id, on=pool.model.id, face=face)
