"""Spells: the order to Cast, what the ten spells do, and when they end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from sandtable.books.companies_and_captains.chapters.activation import roll_activation
from sandtable.books.companies_and_captains.chapters.conventions import at_scale, gap, inches, is_within
from sandtable.books.companies_and_captains.chapters.deeds import roll_for
from sandtable.books.companies_and_captains.chapters.geometry.sight import sees
from sandtable.books.companies_and_captains.chapters.resilience import regain_r
from sandtable.books.companies_and_captains.chapters.rolling_to_hit import choose_dice, untouched
from sandtable.books.companies_and_captains.chapters.shooting import shoot, why_not_shoot
from sandtable.books.companies_and_captains.chapters.testing_resilience import numbers_that_matter
from sandtable.books.companies_and_captains.orders import Order, order_kind
from sandtable.books.companies_and_captains.printed_tables import Spell, spells
from sandtable.books.companies_and_captains.special.captain_traits import why_abjured
from sandtable.books.companies_and_captains.special.optional_traits import spells_of
from sandtable.books.companies_and_captains.state import Battle, Group, LastingSpell, Seat, Side
from sandtable.books.companies_and_captains.windows import (
    ACTIVATION_FAILED,
    HITS_SCORED,
    RESILIENCE_ROLLED,
    TO_HIT_ROLLED,
    WINDOWS,
    ActivationTest,
    ResilienceTest,
    ToHit,
)
from sandtable.kernel import Candidate, ChooseSeveral, Needed, Play, Refusal, rule
from sandtable.kernel.citation import written_here
from sandtable.kernel.dice import total
from sandtable.table.measure import said_over

# ---- the order -------------------------------------------------------------------------------------------


@order_kind
class Cast:
    """The order to Cast one spell at one target."""

    name = "Cast"

    @rule("CC-SPL-01")
    def is_for(self, state: Battle, group: Group) -> bool:
        """Apprentices and Casters may Cast."""
        return group.has("Caster") or group.has("Apprentice")

    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """Each spell the Group knows, with each Group on the table."""
        targets = state.groups_on_table()
        return [_candidate(state, group, spells()[name], one) for name in spells_of(group) for one in targets]

    def likely(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """Each spell with each Group within its range."""
        known, targets = [spells()[name] for name in spells_of(group)], state.groups_on_table()
        return [
            _candidate(state, group, spell, one)
            for spell in known
            for one in targets
            if is_within(state, group, one, spell.range_in)
        ]

    @rule("CC-SPL-02", "CC-SPL-10", "CC-ACT-07")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """The Check of the spell is the activation number."""
        return Needed(spells()[order.spell].check, "CC-SPL-02")

    @rule("CC-SPL-01", "CC-SPL-02")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """The spell is cast, without a second roll and without a save."""
        spell, target = spells()[order.spell], play.state.groups[order.target]
        play.tell(
            "spell cast",
            *_rules_of_cast(play.state, group, spell, target),
            group=group.id,
            spell=spell.name,
            target=target.id,
            effect=at_scale(play.state.switches.distance_scale, spell.effect),
        )
        if spell.duration == "lasting":
            lay(play, group, target, spell)
        else:
            await _AT_ONCE[spell.name](play, group, target)


def _candidate(state: Battle, group: Group, spell: Spell, target: Group) -> Candidate:
    order = Order(Cast.name, target.id, spell.name)
    return Candidate(
        order.key,
        f"Cast {spell.name} at {target.name}",
        order,
        rules=(spell.rule, "CC-SPL-01"),
        check=lambda: why_not_cast(state, group, spell, target),
        about=(target.id,),
        deed=f"cast {spell.name}",
        group=spell.name,
        short=f"at {target.name}",
    )


def _rules_of_cast(state: Battle, caster: Group, spell: Spell, target: Group) -> tuple[str, ...]:
    """The rules that a cast obeys, that of the spell first."""
    known_by = "CC-OTR-04" if caster.has("Caster") else "CC-OTR-03"
    rules = [spell.rule, "CC-SPL-01", known_by, "CC-SPL-02", "CC-SPL-04", "CC-SPL-05", "CC-SPL-10"]
    if target is not caster and spell.name != "Projectile":
        # Where sight is needed its rule bars a target out of sight; else it lets the spell reach one.
        if state.switches.spells_need_sight or not sees(state, caster, target):
            rules.append("CC-SPL-06")
    if spell.name in _AT_ONCE:
        rules.append("CC-SPL-21")
    if target.melee:
        rules.append("CC-SPL-09")
    return tuple(rules)


@rule("CC-SPL-04", "CC-SPL-05", "CC-SPL-06", "CC-SPL-09", "CC-SPL-21")
def why_not_cast(state: Battle, caster: Group, spell: Spell, target: Group) -> Refusal | None:
    """Why the spell cannot be cast at this target, or None if it can."""
    if caster.melee:
        return Refusal("CC-SPL-09", f"{caster.name} is in melee.", "It may Attack or Retreat.")
    if target is caster and spell.target == "another":
        return Refusal("CC-SPL-05", f"{spell.name} needs another Group as target.", "Name another Group.")
    if not is_within(state, caster, target, spell.range_in):
        far, reach = gap(caster, target), inches(state, spell.range_in)
        reason = f"{target.name} is {said_over(far)} inches away."
        return Refusal("CC-SPL-04", reason, f"Name a Group within {reach:g} inches.")
    abjured = why_abjured(state, caster, target)
    if abjured is not None:
        return abjured
    must_see = state.switches.spells_need_sight and spell.name != "Projectile"
    if must_see and target is not caster and not sees(state, caster, target):
        return Refusal("CC-SPL-06", f"{caster.name} does not see {target.name}.", "Name a Group in sight.")
    return _why_nothing_changes(state, caster, spell, target)


@rule("CC-SPL-21", "CC-SPL-17")
def _why_nothing_changes(state: Battle, caster: Group, spell: Spell, target: Group) -> Refusal | None:
    """Heal needs a loss, Counter a spell, Projectile a target that can be Shot."""
    if spell.name == "Projectile":
        if not state.are_enemies(caster, target):
            return Refusal("CC-SPL-05", f"{target.name} is no enemy.", "Projectile takes an enemy Group.")
        return why_not_shoot(state, caster, target)
    if spell.name == "Heal" and target.r >= target.profile.r:
        return Refusal("CC-SPL-21", f"{target.name} has lost no R.", "Name a Group below its starting R.")
    if spell.name == "Counter" and not target.spells:
        return Refusal("CC-SPL-21", f"No lasting spell lies on {target.name}.", "Name a Group under a spell.")
    return None


# ---- how long they last ----------------------------------------------------------------------------------


@rule("CC-SPL-07", "CC-SPL-08")
def lay(play: Play[Battle], caster: Group, target: Group, spell: Spell) -> None:
    """A lasting spell lies on its target; a second casting of the same spell only renews it."""
    renewed = target.is_under(spell.name)
    others = tuple(one for one in target.spells if one.spell != spell.name)
    target.spells = (*others, LastingSpell(spell.name, caster.company))
    kind = "spell renewed" if renewed else "spell laid"
    rules = ("CC-SPL-08", "CC-GEN-11") if renewed else (spell.rule,)
    play.tell(kind, *rules, "CC-SPL-07", spell=spell.name, target=target.id)


@rule("CC-SPL-07", "CC-TRN-03")
def expire_spells(play: Play[Battle], side: Side) -> None:
    """At the very start of a side's turn all lasting spells cast by its Groups, alive or not, end."""
    companies = play.state.companies
    for group in play.state.groups.values():
        if not group.spells:
            continue
        ended = tuple(one for one in group.spells if companies[one.caster].side == side)
        if ended:
            end_spells(play, group, ended, "CC-TRN-03")


def end_spells(play: Play[Battle], group: Group, ended: Sequence[LastingSpell], *because: str) -> None:
    """These spells lie on the Group no longer."""
    group.spells = tuple(one for one in group.spells if one not in ended)
    names = [one.spell for one in ended]
    play.tell("spells ended", *because, "CC-SPL-07", group=group.id, spells=names)


# ---- what works at once ----------------------------------------------------------------------------------


@rule("CC-SPL-13")
async def heal(play: Play[Battle], _caster: Group, target: Group) -> None:
    """The target gains 1 R at once, not above its starting R."""
    await regain_r(play, target)


@rule("CC-SPL-17")
async def shoot_projectile(play: Play[Battle], caster: Group, target: Group) -> None:
    """The caster Shoots with its Shooting dice; the number goes by distance and Accurate does not help."""
    need = number_for_projectile(play.state, caster, target)
    await shoot(play, caster, target, need, "projectile", "CC-SPL-17")


@rule("CC-SPL-17")
def number_for_projectile(state: Battle, caster: Group, target: Group) -> Needed:
    """The to-hit number by distance; at exactly 12 inches it is the better one."""
    bands = spells()["Projectile"].hits
    band = next((one for one in bands if is_within(state, caster, target, one.within)), bands[-1])
    return Needed(band.hit, "CC-SPL-17")


@rule("CC-SPL-20")
async def counter(play: Play[Battle], caster: Group, target: Group) -> None:
    """The caster's owner ends any number of the lasting effects on the target as if their time were up."""
    ended = list(target.spells)
    if len(ended) > 1:
        effects = [
            Candidate(one.spell, f"end {one.spell}", one, rules=("CC-SPL-20",), about=(target.id,))
            for one in ended
        ]
        question = ChooseSeveral(
            caster.company,
            "end spells",
            f"Which spells on {target.name} end?",
            ("CC-SPL-20", "CC-SPL-07"),
            lambda: effects,
            least=1,
            facts={"group": caster.id, "target": target.id},
            about=(caster.id, target.id),
        )
        ended = await play.ask(question)
    end_spells(play, target, ended, "CC-SPL-20")


_AT_ONCE: dict[str, Callable[[Play[Battle], Group, Group], Awaitable[None]]] = {
    "Heal": heal,
    "Projectile": shoot_projectile,
    "Counter": counter,
}


# ---- what works while it lasts ---------------------------------------------------------------------------


def _prompted(_play: Play[Battle], seat: Seat, now: ActivationTest) -> bool:
    group = now.group
    return seat == group.company and not now.rerolled and not now.passed and group.is_under("Prompt")


@WINDOWS.offer(ACTIVATION_FAILED, "Prompt", "CC-SPL-11", _prompted)
async def prompt(play: Play[Battle], _seat: Seat, now: ActivationTest) -> None:
    """A Prompted Group may roll a failed activation test again; both dice, and the second result stands."""
    now.rerolled = True
    await roll_activation(play, now, "CC-SPL-11", "CC-GEN-07")


def _emboldened(_play: Play[Battle], seat: Seat, now: ResilienceTest) -> bool:
    group = now.group
    return seat == group.company and not now.rerolled and bool(now.faces) and group.is_under("Embolden")


@WINDOWS.offer(RESILIENCE_ROLLED, "Embolden", "CC-SPL-12", _emboldened)
async def embolden(play: Play[Battle], _seat: Seat, now: ResilienceTest) -> None:
    """An Emboldened Group may roll both dice of a Resilience test again; the second result stands."""
    now.rerolled = True
    reading, was = total(*numbers_that_matter(now)), list(now.faces)
    rules = ("CC-SPL-12", "CC-GEN-07")
    fresh = await roll_for(play, now.group, len(was), "reroll resilience", *rules, reading=reading, was=was)
    now.faces = list(fresh)


def _enraged(_play: Play[Battle], seat: Seat, now: ToHit) -> list[int]:
    if not now.group.spells or not now.in_melee or seat != now.group.company:
        return []
    return untouched(now) if now.group.is_under("Enrage") else []


@WINDOWS.offer(TO_HIT_ROLLED, "Enrage", "CC-SPL-18", _enraged, rank=1)
async def enrage(play: Play[Battle], seat: Seat, now: ToHit, dice: list[int]) -> None:
    """An Enraged Group may roll any of its to-hit dice in melee again, attacking or defending."""
    await choose_dice(play, seat, now, dice, "Enrage", "CC-SPL-18")


def _fortified(_play: Play[Battle], seat: Seat, now: ToHit) -> list[int]:
    if not now.target.spells or seat != now.target.company or not now.target.is_under("Fortify"):
        return []
    return [place for place in now.hits() if place not in now.rerolled]


@WINDOWS.offer(HITS_SCORED, "Fortify", "CC-SPL-19", _fortified)
async def fortify(play: Play[Battle], seat: Seat, now: ToHit, hits: list[int]) -> None:
    """The owner of a Fortified Group may force any of the dice that hit it to be rolled again."""
    await choose_dice(play, seat, now, hits, "Fortify", "CC-SPL-19")


# Entangle binds where movement asks for the going, Obscure where a target is named.
written_here(__name__, "CC-SPL-14", "CC-SPL-15", "CC-SPL-16")
