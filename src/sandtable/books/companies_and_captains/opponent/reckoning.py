"""What an attack or a volley may be expected to cost, from the numbers that the rules themselves use."""

from __future__ import annotations

from functools import cache
from math import comb

from sandtable.books.companies_and_captains.chapters.attacking import number_to_hit
from sandtable.books.companies_and_captains.chapters.resilience import dice_to_hit, toughness
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.chapters.terrain import has_cover
from sandtable.books.companies_and_captains.opponent.experience import numbers, scores_in
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import rule
from sandtable.kernel.arithmetic import power, total

FOR_AN_EXCHANGE = ("CC-BOT-02", "CC-BOT-03", "CC-BAL-06")
"""What the worth of an Attack is reckoned by."""
FOR_A_VOLLEY = ("CC-BOT-02", "CC-BOT-03", "CC-BAL-05")
"""What the worth of a volley is reckoned by."""


@rule("CC-BOT-02", "CC-BAL-05")
@cache
def expected_loss(dice: int, need: int, t: int, rounds_up: bool = False, sixes_double: bool = False) -> float:
    """The R that a roll to hit costs on average: the loss of each number of hits, by its chance."""
    hit = max(0, 7 - need) / 6
    loss = 0.0
    for hits in range(1, dice + 1):
        chance = comb(dice, hits) * power(hit, hits) * power(1 - hit, dice - hits)
        loss += chance * _loss_of(hits, need, t, rounds_up, sixes_double)
    return loss


def _loss_of(hits: int, need: int, t: int, rounds_up: bool, sixes_double: bool) -> float:
    if not sixes_double:
        return _whole(hits, t, rounds_up)
    six = 1 / (7 - need)
    return total(
        comb(hits, sixes)
        * power(six, sixes)
        * power(1 - six, hits - sixes)
        * _whole(hits + sixes, t, rounds_up)
        for sixes in range(hits + 1)
    )


def _whole(hits: int, t: int, rounds_up: bool) -> int:
    return -(-hits // t) if rounds_up else hits // t


@rule("CC-BOT-03")
def worth_of_one_r(group: Group) -> float:
    """One R of a Group is worth its effective cost divided by its starting R."""
    return group.cost / group.profile.r


def expected_from(state: Battle, roller: Group, target: Group, need: int, attacking: bool) -> float:
    """The R that the roller may be expected to cost the target, never more than it has."""
    loss = expected_loss(
        dice_to_hit(state, roller, attacking),
        need,
        toughness(state, target),
        target.has("Unfeeling"),
        roller.has("Vicious"),
    )
    return min(loss, float(target.r))


def expected_in_melee(state: Battle, roller: Group, target: Group, attacking: bool) -> float:
    """The R that blows may cost the target; Cover counts where they fight, for before nobody knows it."""
    need = number_to_hit(roller, attacking).number
    covered = target.id in roller.melee and state.switches.cover_in_melee and has_cover(state, roller, target)
    return expected_from(state, roller, target, need, attacking) * ((7 - need) / 6 if covered else 1.0)


@rule("CC-BOT-16")
def added_by_scenario(state: Battle, target: Group) -> float:
    """What the scenario adds to the score of an Attack: something for the Bodyguards of a Ritual."""
    return scores_in("ritual")["attack"] if target.id == state.roles.get("bodyguards", "") else 0.0


@rule("CC-BAL-06")
def exchange(state: Battle, attacker: Group, target: Group) -> tuple[float, float]:
    """What an Attack may be expected to inflict and to cost, in worth (a and b of CC-BOT-04)."""
    dealt = expected_in_melee(state, attacker, target, attacking=True)
    taken = expected_in_melee(state, target, attacker, attacking=False)
    inflicted = dealt * worth_of_one_r(target)
    score = numbers("CC-BOT-04")
    if counts_as_shaken(target):
        inflicted *= score["against_shaken"]
    if target.r <= dealt + score["last_within"]:
        inflicted += target.cost * score["for_the_last"]
    return inflicted, taken * worth_of_one_r(attacker)
