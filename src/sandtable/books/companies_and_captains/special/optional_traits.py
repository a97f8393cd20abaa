"""Optional traits in play: automatic Attacks, rerolls, forced rerolls, and who knows which spells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.books.companies_and_captains.chapters.captains import has_working_trait
from sandtable.books.companies_and_captains.chapters.conventions import may_use_this_turn, use_this_turn
from sandtable.books.companies_and_captains.chapters.rolling_to_hit import reroll
from sandtable.books.companies_and_captains.chapters.testing_resilience import numbers_that_matter
from sandtable.books.companies_and_captains.printed_tables import optional_traits, spells
from sandtable.books.companies_and_captains.profiles import is_of_kind
from sandtable.books.companies_and_captains.special.rerolls import choose_dice, untouched
from sandtable.books.companies_and_captains.state import Battle, Group, Seat
from sandtable.books.companies_and_captains.windows import (
    ORDER_GIVEN,
    RESILIENCE_ROLLED,
    TO_HIT_ROLLED,
    WINDOWS,
    ActivationTest,
    ResilienceTest,
    ToHit,
)
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseSeveral
from sandtable.kernel.dice import For, each
from sandtable.kernel.play import Play

# ---- as they are shown -------------------------------------------------------------------------------------


@rule("CC-OTR-01", "CC-OTR-25")
def rules_of_traits(group: Group) -> tuple[str, ...]:
    """The rules of every trait that was bought for the Group, as all may see when Companies are shown."""
    bought = [row.rule for trait in group.traits if (row := optional_traits().get(trait)) is not None]
    if group.foes:
        bought.append(optional_traits()["[Kind]-Foe"].rule)
    if group.banes:
        bought.append(optional_traits()["[Kind]bane"].rule)
    return ("CC-OTR-01", *bought) if bought else ()


# ---- Foe -------------------------------------------------------------------------------------------------


@rule("CC-PRO-12")
def kind_among(kinds: Sequence[str], enemy: Group) -> str:
    """The first of these kinds that the enemy is of, by its type or a keyword; "" if it is of none."""
    for kind in kinds:
        if is_of_kind(enemy.profile.type, enemy.keywords, kind):
            return kind
    return ""


def _rushes_its_foe(play: Play[Battle], seat: Seat, now: ActivationTest) -> str:
    group = now.group
    if not group.foes or seat != group.company or now.order != "Attack" or now.target is None:
        return ""
    return kind_among(group.foes, now.target) if group.has("Reckless") else ""


@WINDOWS.consequence(ORDER_GIVEN, "Foe", "CC-OTR-08", _rushes_its_foe)
async def rush_the_foe(play: Play[Battle], _seat: Seat, now: ActivationTest, foe: str) -> None:
    """A Reckless Group passes the Attack activation against its Foe without rolling."""
    assert now.target is not None
    now.passed_by = "CC-OTR-08"
    rules = ("CC-OTR-08", "CC-TRN-08", "CC-OTR-25", "CC-PRO-12")
    play.tell("foe rushed", *rules, group=now.group.id, target=now.target.id, foe=foe)


# ---- rerolls to hit --------------------------------------------------------------------------------------


def _once_this_turn(
    trait: str, places: Callable[[ToHit], list[int]]
) -> Callable[[Play[Battle], Seat, ToHit], list[int]]:
    """The dice to hit on which a Group may use a trait: it rolls, and neither trait nor dice are used up."""

    def when(_play: Play[Battle], seat: Seat, now: ToHit) -> list[int]:
        if seat != now.group.company or not now.group.has(trait):
            return []
        return places(now) if may_use_this_turn(now.group, trait) else []

    return when


def _missing(now: ToHit) -> list[int]:
    return [place for place in now.misses() if place not in now.rerolled]


@WINDOWS.offer(TO_HIT_ROLLED, "Unerring", "CC-OTR-20", _once_this_turn("Unerring", _missing))
async def be_unerring(play: Play[Battle], seat: Seat, now: ToHit, missing: list[int]) -> None:
    """Once each turn an Unerring Group rolls any dice of one to-hit roll that missed again."""
    use_this_turn(now.group, "Unerring")
    await choose_dice(play, seat, now, missing, "Unerring", "CC-OTR-20", "CC-GEN-08")


def _ones(now: ToHit) -> list[int]:
    lowest = optional_traits()["Well-Armed"].numbers["face"]
    return [place for place in untouched(now) if now.faces[place] == lowest]


@WINDOWS.offer(TO_HIT_ROLLED, "Well-Armed", "CC-OTR-23", _once_this_turn("Well-Armed", _ones))
async def be_well_armed(play: Play[Battle], _seat: Seat, now: ToHit, ones: list[int]) -> None:
    """Once each turn a Well-Armed Group rolls all the 1s of one to-hit roll again."""
    use_this_turn(now.group, "Well-Armed")
    await reroll(play, now, ones, "CC-OTR-23")


def _bane_left(group: Group, enemy: Group) -> str:
    """The first bane against the enemy that the Group has not used this turn; "" if there is none."""
    unused = [kind for kind in group.banes if may_use_this_turn(group, f"{kind}bane")]
    kind = kind_among(unused, enemy)
    return f"{kind}bane" if kind else ""


def _is_its_bane(_play: Play[Battle], seat: Seat, now: ToHit) -> str:
    if not now.group.banes or seat != now.group.company or not untouched(now):
        return ""
    return _bane_left(now.group, now.target)


# Banes of different kinds are different traits, and one enemy may be of both kinds.
@WINDOWS.offer(TO_HIT_ROLLED, "bane", "CC-OTR-09", _is_its_bane, repeats=True, rank=1)
async def be_its_bane(play: Play[Battle], seat: Seat, now: ToHit, trait: str) -> None:
    """Once each turn a Group rolls any dice to hit the kind it is the bane of again, each once."""
    use_this_turn(now.group, trait)
    await choose_dice(play, seat, now, untouched(now), trait, "CC-OTR-09", "CC-GEN-08", "CC-PRO-12")


# ---- forced rerolls of Resilience ------------------------------------------------------------------------


def _cowardly(_play: Play[Battle], seat: Seat, now: ResilienceTest) -> bool:
    return now.group.has("Cowardly") and seat == now.group.company and not now.forced and bool(now.faces)


@WINDOWS.consequence(RESILIENCE_ROLLED, "Cowardly", "CC-OTR-07", _cowardly)
async def lose_heart(play: Play[Battle], _seat: Seat, now: ResilienceTest) -> None:
    """A Cowardly Group rolls the higher die of every Resilience test again."""
    terrifying = ("CC-OTR-18",) if is_frightened(play.state, now) else ()
    await _reroll_higher(play, now, "CC-OTR-07", *terrifying)


def _terrified(play: Play[Battle], seat: Seat, now: ResilienceTest) -> bool:
    return seat == now.group.company and not now.forced and bool(now.faces) and is_frightened(play.state, now)


@WINDOWS.consequence(RESILIENCE_ROLLED, "Terrifying", "CC-OTR-18", _terrified)
async def be_terrified(play: Play[Battle], _seat: Seat, now: ResilienceTest) -> None:
    """A Group that tests because a Terrifying Group Attacked it rolls the higher die again."""
    await _reroll_higher(play, now, "CC-OTR-18")


@rule("CC-OTR-18", "CC-OTR-09", "CC-CAP-16")
def is_frightened(state: Battle, now: ResilienceTest) -> bool:
    """A Terrifying Group made the Attack, and neither a Resolute Captain nor a bane makes light of it."""
    attacker = now.attacked_by
    if attacker is None or not attacker.has("Terrifying"):
        return False
    return kind_among(now.group.banes, attacker) == "" and not has_working_trait(state, now.group, "Resolute")


def _scorns(_play: Play[Battle], seat: Seat, now: ResilienceTest) -> bool:
    attacker = now.attacked_by
    return (
        attacker is not None
        and attacker.has("Terrifying")
        and seat == now.group.company
        and kind_among(now.group.banes, attacker) != ""
    )


@WINDOWS.consequence(RESILIENCE_ROLLED, "bane", "CC-OTR-09", _scorns, rank=1)
async def scorn_terror(play: Play[Battle], _seat: Seat, now: ResilienceTest) -> None:
    """A Group ignores the Terrifying of the kind it is the bane of."""
    assert now.attacked_by is not None
    play.tell("fear ignored", "CC-OTR-09", "CC-OTR-18", group=now.group.id, attacker=now.attacked_by.id)


async def _reroll_higher(play: Play[Battle], now: ResilienceTest, *because: str) -> None:
    place = now.faces.index(max(now.faces))
    beside = sum(now.faces) - now.faces[place]
    (face,) = await play.roll(
        1,
        For("reroll resilience", now.group.id),
        *because,
        "CC-GEN-07",
        seat=now.group.company,
        reading=each(*(one - beside for one in numbers_that_matter(now))),
        group=now.group.id,
        was=[now.faces[place]],
    )
    now.faces[place] = face
    now.forced = True


# ---- Apprentice and Caster -------------------------------------------------------------------------------


@rule("CC-OTR-03")
async def learn_spells(play: Play[Battle], group: Group) -> None:
    """Before the first turn the owner of an Apprentice chooses three different spells, for all to know."""
    count = optional_traits()["Apprentice"].numbers["spells"]

    def candidates() -> list[Candidate]:
        return [
            Candidate(one.name, f"{one.name} ({one.check}+): {one.effect}", one.name, rules=(one.rule,))
            for one in spells().values()
        ]

    question = ChooseSeveral(
        group.company,
        "choose spells",
        f"Which {count} spells does {group.name} know?",
        ("CC-OTR-03", "CC-SPL-01", "CC-SPL-10"),
        candidates,
        least=count,
        most=count,
        about=(group.id,),
    )
    group.known_spells = tuple(await play.ask(question))
    play.tell("spells chosen", "CC-OTR-03", "CC-SPL-10", group=group.id, spells=group.known_spells)


@rule("CC-OTR-04", "CC-OTR-03")
def spells_of(group: Group) -> tuple[str, ...]:
    """A Caster may Cast any of the ten spells, an Apprentice its three."""
    return tuple(spells()) if group.has("Caster") else group.known_spells
