"""The dice system: pools of successes, what may be done to them, and rolls that are none."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import FORCED_RE_ROLLS, RE_ROLLS, Attack, ReRoll, Use
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import PASS, Candidate, ChooseOne, For, Modifier, Needed, Play, rule, total_of
from sandtable.kernel.decision import Thrown
from sandtable.kernel.dice import hits

SUCCESS, CRITICAL = 3, 6
"""HE-DICE-01: a die that shows so much is worth one success, and two."""
READING = hits(SUCCESS, CRITICAL)


@rule("HE-DICE-01")
def worth(face: int) -> int:
    """What one die counts."""
    return int(face >= SUCCESS) + int(face >= CRITICAL)


class Pool:
    """A roll of successes that lies on the table and may still be changed."""

    def __init__(self, model: Model, use: Use, faces: Sequence[int], attack: Attack | None = None) -> None:
        self.model = model
        self.use: Use = use
        self.faces = list(faces)
        self.attack = attack
        self.again: set[int] = set()
        """The places of dice that its own side has rolled again (HE-DICE-09)."""
        self.bought: set[int] = set()
        """The places of dice that fate has added (HE-FATE-05)."""
        self.given_up: ReRoll | None = None
        """The re-roll that was given up for a die more (HE-DICE-08)."""

    @property
    @rule("HE-DICE-02")
    def successes(self) -> int:
        """The successes of all dice together."""
        return sum(worth(one) for one in self.faces)

    @property
    def thrown(self) -> Thrown:
        """The dice as screens show them."""
        return Thrown(tuple(self.faces), SUCCESS)


@rule("HE-DICE-04", "HE-DICE-05")
async def throw(
    play: Play[Adventure], model: Model, use: Use, dice: Sequence[Modifier], attack: Attack | None = None
) -> Pool:
    """Roll as many dice as all modifiers come to; a pool of none is no roll and has no successes."""
    count = total_of(dice)
    if count <= 0:
        return Pool(model, use, (), attack)
    given_up = await _throws_a_die_more(play, model, use, attack)
    more = () if given_up is None else (Modifier(1, "lowest die discarded", "HE-DICE-08"),)
    dice = (*dice, *more)
    faces = await play.roll(
        count + len(more),
        For(use, model.id),
        "HE-DICE-01",
        *(one.rule for one in dice),
        seat=model.seat or None,
        reading=READING,
        need=Needed(SUCCESS, "HE-DICE-01"),
        modifiers=[str(one) for one in dice],
        against="" if attack is None else _other(attack, model).id,
    )
    pool = Pool(model, use, faces, attack)
    if given_up is not None:
        pool.given_up = given_up
        pool.faces.remove(min(pool.faces))
        play.tell("lowest die discarded", "HE-DICE-08", model=model.id, face=min(faces))
    return pool


@rule("HE-DICE-08")
async def _throws_a_die_more(
    play: Play[Adventure], model: Model, use: Use, attack: Attack | None
) -> ReRoll | None:
    """Who has a re-roll of that kind says before the roll whether it throws a die more instead."""
    if attack is None:
        return None
    known = (one for one in RE_ROLLS.all(play.state, model, use, attack) if one.or_die)
    own = next(known, None)
    if own is None:
        return None
    prompt = f"What does {name_of(play.state, model)} make of its {own.reason}?"
    ways = [
        Candidate(KEEP_RE_ROLL, "roll one die again afterwards", False),
        Candidate("extra die", "throw a die more, and discard the lowest", True),
    ]
    asked = ChooseOne(model.seat, "extra die", prompt, (own.rule, "HE-DICE-08"), ways, about=(model.id,))
    return own if await CHAIR.ask(play, asked) else None


KEEP_RE_ROLL = "re-roll"


def _other(attack: Attack, model: Model) -> Model:
    return attack.target if attack.attacker.id == model.id else attack.attacker


@rule("HE-DICE-10", "HE-DICE-07", "HE-DICE-09")
async def roll_again(play: Play[Adventure], pools: Sequence[Pool]) -> None:
    """Own re-rolls, attacker before defender, then those that a shield forces."""
    for pool in pools:
        if pool.attack is None:
            continue
        if pool.use == "attack" and pool.attack.has_re_rolled:
            continue
        for one in RE_ROLLS.all(play.state, pool.model, pool.use, pool.attack):
            if one == pool.given_up:
                continue
            await _re_roll(play, pool, pool.model, one, best=True)
    for pool in pools:
        if pool.attack is None or pool.use != "attack":
            continue
        for one in FORCED_RE_ROLLS.all(play.state, pool.attack):
            await _re_roll(play, pool, pool.attack.target, one, best=False)


@rule("HE-DICE-07", "HE-DICE-09", "HE-SHD-02")
async def _re_roll(play: Play[Adventure], pool: Pool, by: Model, why: ReRoll, *, best: bool) -> None:
    """One die is rolled again: its roller keeps the better result, one who is forced keeps the new one."""
    places = [place for place in range(len(pool.faces)) if not (best and place in pool.again)]
    if not places:
        return
    dice = [Candidate(f"die {place + 1}", f"the {pool.faces[place]}", place) for place in places]
    keep = Candidate("keep", "keep all", -1, deed=PASS)
    facts = {"faces": list(pool.faces), "own": best}
    prompt = f"Which die is rolled again, {name_of(play.state, by)}?"
    asked = ChooseOne(
        by.seat, "re-roll", prompt, (why.rule,), [*dice, keep], facts, about=(by.id,), thrown=pool.thrown
    )
    place = await CHAIR.ask(play, asked)
    if place == keep.value:
        return
    was = pool.faces[place]
    (face,) = await play.roll(
        1, For("re-roll", pool.model.id), why.rule, seat=pool.model.seat or None, reading=READING
    )
    if best:
        pool.again.add(place)
    pool.faces[place] = max(was, face) if best else face
    play.tell("die re-rolled", why.rule, model=by.id, was=was, now=pool.faces[place])
