"""Gaining a Transformation, and buying upgrades, in the middle of a battle."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.asking import which
from sandtable.books.forgotten_ruin.chapters.principles.conventions import pick_at_random
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import may_choose_transformation
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.transformations.bodies import green_bow
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    TransformationRow,
    UpgradeRow,
    transformation_tables,
    upgrades_of,
)
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    BATTLE_STARTED,
    WINDOWS,
    Activation,
    Moment,
)
from sandtable.kernel import Candidate, ChooseOne, Play, rule

ONE_ROLL, TWO_ROLLS = 3, 4
"""The prices of a Transformation in Exposure (FR-TRF-01)."""
ARCANE, GREEN = "The Arcane", "The Green"
SPELLS_KNOWN = 3
"""How many spells a new Arcane soldier knows (FR-TRF-08)."""
NOT_OF_THE_SQUAD = ("pet", "diplomat", "platoon leader", "platoon sergeant", "mirror image")
NEVER_TRANSFORMED = ("pet", "diplomat", "mirror image")
"""Those who find Exposure and are not changed by it; platoon personnel is (FR-INV-09)."""
APPRENTICE, PAID = "Apprentice", "Exposure for an upgrade"
REPEATABLE = ("Spell Acquisition", APPRENTICE)
"""Upgrades that a switch allows again (FR-TRF-05)."""


@rule("FR-INV-09", "FR-INV-10")
async def after_exposure(play: Play[Battle], soldier: Soldier) -> None:
    """Exposure was found: enough of it must transform the finder, or may buy an upgrade."""
    cited = ("FR-INV-10",) if soldier.transformation else ()
    if not cited and play.state.stock.exposure >= ONE_ROLL and soldier.position not in NEVER_TRANSFORMED:
        await buy_transformation(play, soldier)
    while soldier.transformation and await offer_upgrades(play, soldier, *cited):
        pass


@rule("FR-TRF-01", "FR-TRF-03", "FR-TRF-04", "FR-DIF-12")
async def buy_transformation(play: Play[Battle], soldier: Soldier) -> None:
    """3 Exposure for one roll, 4 for two of which one is taken; sometimes it may be named."""
    state, rows = play.state, transformation_tables().transformations
    way, why_named = await _choose_way(play, soldier)
    state.stock.exposure -= TWO_ROLLS if way == "two rolls" else ONE_ROLL
    if way not in ("one roll", "two rolls"):
        await transform(play, soldier, next(one for one in rows if one.name == way), why_named)
        return
    row = await roll_on(play, "transformation", rows, "FR-TRF-03", "FR-TRF-01")
    if way == "two rolls":
        other = await roll_on(play, "transformation", rows, "FR-TRF-03", "FR-TRF-01")
        row = row if row is other else await _choose(play, soldier, row, other)
    await transform(play, soldier, row)


async def _choose_way(play: Play[Battle], soldier: Soldier) -> tuple[str, str]:
    """How many rolls, or a Transformation that is named, and the rule by which one may be named."""
    state, squad = play.state, play.state.soldiers.values()
    why, named = "FR-TRF-04", [] if any(one.spells for one in squad) else [ARCANE]
    if may_choose_transformation(state.switches):
        had, rows = {one.transformation for one in squad}, transformation_tables().transformations
        why, named = "FR-DIF-12", [one.name for one in rows if one.name not in had]
    found = [Candidate("one roll", f"Pay {ONE_ROLL} Exposure for one roll", rules=("FR-TRF-01",))]
    if state.stock.exposure >= TWO_ROLLS:
        label = f"Pay {TWO_ROLLS} Exposure for two rolls, and take one"
        found.append(Candidate("two rolls", label, rules=("FR-TRF-01",)))
    found += [Candidate(one, f"Pay {ONE_ROLL} Exposure and take {one}", rules=(why,)) for one in named]
    topic, prompt = "choose way to transform", f"{soldier.name} is Transformed. How?"
    rules, about = ("FR-TRF-01", "FR-TRF-04", "FR-INV-09"), (soldier.id,)
    facts = {"figure": soldier.id, "exposure": state.stock.exposure}
    return await play.ask(ChooseOne(soldier.seat, topic, prompt, rules, found, facts, about=about)), why


async def _choose(play: Play[Battle], soldier: Soldier, *rolled: TransformationRow) -> TransformationRow:
    found = [Candidate(one.name, one.name, one, rules=("FR-TRF-01", one.rule)) for one in rolled]
    topic, prompt, rules = "choose transformation", "Which Transformation?", ("FR-TRF-01",)
    chosen: TransformationRow = await play.ask(
        ChooseOne(soldier.seat, topic, prompt, rules, found, about=(soldier.id,))
    )
    return chosen


@rule("FR-TRF-02", "FR-TRF-07", "FR-TRF-08")
async def transform(play: Play[Battle], soldier: Soldier, row: TransformationRow, *rules: str) -> None:
    """The soldier is changed for good; nobody ever has two Transformations."""
    soldier.transformation = row.name
    cited = (row.rule, *rules, "FR-TRF-02", "FR-TRF-07")
    play.tell("transformed", *cited, figure=soldier.id, transformation=row.name)
    if row.name == ARCANE:
        await roll_spells(play, soldier)
    elif row.name == GREEN:
        soldier.weapons = (*soldier.weapons, green_bow())
        play.tell("bow taken up", "FR-TRF-27", figure=soldier.id)


@rule("FR-TRF-08", "FR-SPL-18")
async def roll_spells(play: Play[Battle], soldier: Soldier) -> None:
    """Three different spells of the Spell table; one that is known is rolled again."""
    rows = tuple(spells().values())
    for _ in range(SPELLS_KNOWN):
        row = await roll_on(play, "spell", rows, "FR-TRF-08", "FR-SPL-18")
        while row.name in soldier.spells:
            play.tell("spell known already", "FR-TRF-08", figure=soldier.id, spell=row.name)
            row = await roll_on(play, "spell", rows, "FR-TRF-08", "FR-SPL-18")
        _learn(play, soldier, row.name, "FR-TRF-08")


def _learn(play: Play[Battle], soldier: Soldier, name: str, *rules: str) -> None:
    soldier.spells = (*soldier.spells, name)
    play.tell("spell learned", *rules, figure=soldier.id, spell=name)


# ---- Upgrades -----------------------------------------------------------------------------------


@rule("FR-TRF-05", "FR-TRF-06")
def affordable(state: Battle, soldier: Soldier) -> list[UpgradeRow]:
    """Upgrades that a soldier does not have and the squad can pay."""
    found = []
    for one in upgrades_of(soldier.transformation):
        again = one.name in REPEATABLE and state.switches.repeat_arcane_upgrades
        if one.name == APPRENTICE and not _apprentices(state):
            continue
        if one.cost <= state.stock.exposure and (one.name not in soldier.upgrades or again):
            found.append(one)
    return found


def _buyer(play: Play[Battle], seat: str, now: Activation) -> Soldier | None:
    soldier = now.figure
    if not isinstance(soldier, Soldier) or not soldier.transformation:
        return None
    return soldier if affordable(play.state, soldier) else None


@WINDOWS.offer(ACTIVATION_STARTED, "buy an upgrade", "FR-TRF-05", _buyer, said=PAID)
async def buy_in_activation(play: Play[Battle], seat: str, now: Activation, buyer: Soldier) -> None:
    """Upgrades may be bought at any time, as many as can be paid, and work at once."""
    while await offer_upgrades(play, buyer):
        pass


def _buyers(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    """The transformed of the squad for whom something could be bought."""
    state = play.state
    return [one for one in state.soldiers.values() if one.transformation and affordable(state, one)]


@WINDOWS.offer(BATTLE_STARTED, "buy an upgrade", "FR-TRF-05", _buyers, said=PAID)
async def buy_before_the_battle(play: Play[Battle], seat: str, now: Moment) -> None:
    """Nor need anybody wait for an activation: one upgrade after the other, until nothing is bought."""
    topic, prompt = "choose who is upgraded", "Who gains an upgrade?"
    while buyers := _buyers(play, seat, now):
        soldier = await which(play, seat, topic, prompt, buyers, "FR-TRF-05")
        if not await offer_upgrades(play, soldier):
            return


async def offer_upgrades(play: Play[Battle], soldier: Soldier, *rules: str) -> bool:
    """The player may pay for one upgrade of a transformed soldier; whether one was bought."""
    found = affordable(play.state, soldier)
    if not found:
        return False
    none, prompt = Candidate("nothing", "Buy nothing", ()), f"Buy an upgrade for {soldier.name}?"
    candidates = [none, *(_upgrade(one) for one in found)]
    facts = {"figure": soldier.id, "exposure": play.state.stock.exposure}
    rules = (*rules, "FR-TRF-05", "FR-TRF-06")
    question = ChooseOne(soldier.seat, "buy upgrade", prompt, rules, candidates, facts, about=(soldier.id,))
    chosen: tuple[UpgradeRow, ...] = await play.ask(question)
    for one in chosen:
        await give_upgrade(play, soldier, one)
    return bool(chosen)


def _upgrade(row: UpgradeRow) -> Candidate:
    return Candidate(row.name, f"{row.name} ({row.cost} Exposure)", (row,), rules=(row.rule,))


@rule("FR-TRF-05", "FR-TRF-06")
async def give_upgrade(play: Play[Battle], soldier: Soldier, row: UpgradeRow) -> None:
    """The price is paid and the upgrade works from now on."""
    play.state.stock.exposure -= row.cost
    soldier.upgrades = (*soldier.upgrades, row.name)
    play.tell("upgrade bought", row.rule, "FR-TRF-05", "FR-TRF-06", figure=soldier.id, upgrade=row.name)
    if row.name == "Spell Acquisition":
        await _acquire(play, soldier)
    elif row.name == APPRENTICE:
        await _take_apprentice(play, soldier)


@rule("FR-TRF-10")
async def _acquire(play: Play[Battle], soldier: Soldier) -> None:
    """Any spell that is not known yet."""

    unknown = [one for one in spells().values() if one.name not in soldier.spells]
    candidates = [Candidate(one.name, one.name, rules=(one.rule, "FR-TRF-10")) for one in unknown]
    rules, prompt = ("FR-TRF-10",), f"Which spell does {soldier.name} learn?"
    question = ChooseOne(soldier.seat, "learn spell", prompt, rules, candidates, about=(soldier.id,))
    _learn(play, soldier, await play.ask(question), "FR-TRF-10")


@rule("FR-TRF-11")
def _apprentices(state: Battle) -> list[Soldier]:
    """The soldiers of the squad who could still become Arcane."""
    return [
        one
        for one in state.soldiers.values()
        if not one.transformation and one.position not in NOT_OF_THE_SQUAD and one.where != "casualty"
    ]


@rule("FR-TRF-11")
async def _take_apprentice(play: Play[Battle], master: Soldier) -> None:
    """A soldier without a Transformation becomes Arcane and knows one spell of the master."""
    topic, prompt = "choose apprentice", f"Who becomes the apprentice of {master.name}?"
    able = _apprentices(play.state)
    chosen = await which(play, master.seat, topic, prompt, able, "FR-TRF-11", by=master.id)
    chosen.transformation = ARCANE
    play.tell("transformed", "FR-TRF-11", figure=chosen.id, transformation=ARCANE)
    pool = [one for one in master.spells if one not in chosen.spells]
    if pool:
        _learn(play, chosen, await pick_at_random(play, pool, "spell", "FR-TRF-11"), "FR-TRF-11")
