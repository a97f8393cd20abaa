"""Optional traits in play: automatic Attacks, rerolls, forced rerolls, and who knows which spells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.binding.limits import use
from sandtable.books.companies_and_captains.chapters.captains import has_working_trait
from sandtable.books.companies_and_captains.chapters.conventions import at_scale, may_use_this_turn
from sandtable.books.companies_and_captains.chapters.deeds import roll_for
from sandtable.books.companies_and_captains.chapters.rolling_to_hit import choose_dice, reroll, untouched
from sandtable.books.companies_and_captains.chapters.testing_resilience import numbers_that_matter
from sandtable.books.companies_and_captains.printed_tables import optional_traits, spells
from sandtable.books.companies_and_captains.profiles import is_of_kind
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
from sandtable.kernel import Candidate, ChooseSeveral, Play, rule
from sandtable.kernel.dice import each

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


@rule("CC-PRO-12")
def by_keyword(kind: str, enemy: Group) -> tuple[str, ...]:
    """A kind that the enemy is of by a keyword, and not by its type, is owed to the rule of keywords."""
    return () if is_of_kind(enemy.profile.type, (), kind) else ("CC-PRO-12",)


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
    in_the_step = ("CC-TRN-08",) if play.state.step == "reckless" else ()
    rules = ("CC-OTR-08", *in_the_step, *by_keyword(foe, now.target))
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
    use(now.group, "Unerring")
    await choose_dice(play, seat, now, missing, "Unerring", "CC-OTR-20", "CC-GEN-08")


def _ones(now: ToHit) -> list[int]:
    lowest = optional_traits()["Well-Armed"].numbers["face"]
    return [place for place in untouched(now) if now.faces[place] == lowest]


@WINDOWS.offer(TO_HIT_ROLLED, "Well-Armed", "CC-OTR-23", _once_this_turn("Well-Armed", _ones))
async def be_well_armed(play: Play[Battle], _seat: Seat, now: ToHit, ones: list[int]) -> None:
    """Once each turn a Well-Armed Group rolls all the 1s of one to-hit roll again."""
    use(now.group, "Well-Armed")
    await reroll(play, now, ones, "CC-OTR-23", "CC-GEN-08")


def _is_its_bane(_play: Play[Battle], seat: Seat, now: ToHit) -> str:
    group = now.group
    if not group.banes or seat != group.company or not untouched(now):
        return ""
    unused = [kind for kind in group.banes if may_use_this_turn(group, f"{kind}bane")]
    return kind_among(unused, now.target)


# Banes of different kinds are different traits, and one enemy may be of both kinds.
@WINDOWS.offer(TO_HIT_ROLLED, "bane", "CC-OTR-09", _is_its_bane, repeats=True, rank=1)
async def be_its_bane(play: Play[Battle], seat: Seat, now: ToHit, kind: str) -> None:
    """Once each turn a Group rolls any dice to hit the kind it is the bane of again, each once."""
    trait, rules = f"{kind}bane", ("CC-GEN-08", *by_keyword(kind, now.target))
    use(now.group, trait)
    await choose_dice(play, seat, now, untouched(now), trait, "CC-OTR-09", *rules)


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
    if now.feared is None or kind_among(now.group.banes, now.feared):
        return False
    return not has_working_trait(state, now.group, "Resolute")


def _scorns(_play: Play[Battle], seat: Seat, now: ResilienceTest) -> str:
    if now.feared is None or seat != now.group.company:
        return ""
    return kind_among(now.group.banes, now.feared)


@WINDOWS.consequence(RESILIENCE_ROLLED, "bane", "CC-OTR-09", _scorns, rank=1)
async def scorn_terror(play: Play[Battle], _seat: Seat, now: ResilienceTest, kind: str) -> None:
    """A Group ignores the Terrifying of the kind it is the bane of."""
    assert now.feared is not None
    rules = ("CC-OTR-09", "CC-OTR-18", *by_keyword(kind, now.feared))
    play.tell("fear ignored", *rules, group=now.group.id, attacker=now.feared.id)


async def _reroll_higher(play: Play[Battle], now: ResilienceTest, *because: str) -> None:
    place = now.faces.index(max(now.faces))
    beside = sum(now.faces) - now.faces[place]
    reading, was = each(*(one - beside for one in numbers_that_matter(now))), [now.faces[place]]
    rules = (*because, "CC-GEN-07")
    (face,) = await roll_for(play, now.group, 1, "reroll resilience", *rules, reading=reading, was=was)
    now.faces[place] = face
    now.forced = True


# ---- Apprentice and Caster -------------------------------------------------------------------------------


@rule("CC-OTR-03")
async def learn_spells(play: Play[Battle], group: Group) -> None:
    """Before the first turn the owner of an Apprentice chooses three different spells, for all to know."""
    count = optional_traits()["Apprentice"].numbers["spells"]
    told = {one.name: at_scale(play.state.switches.distance_scale, one.effect) for one in spells().values()}
    known = [
        Candidate(one.name, f"{one.name} ({one.check}+): {told[one.name]}", one.name, rules=(one.rule,))
        for one in spells().values()
    ]
    question = ChooseSeveral(
        group.company,
        "choose spells",
        f"Which {count} spells does {group.name} know?",
        ("CC-OTR-03", "CC-SPL-01", "CC-SPL-10"),
        lambda: known,
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
