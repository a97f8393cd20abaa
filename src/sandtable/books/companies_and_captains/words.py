"""What happened, as a player tells it: a sentence for every kind of event."""

from __future__ import annotations

from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.tellable import Facts, Sentence, joined, said
from sandtable.books.companies_and_captains.words_of_dice import told_roll
from sandtable.kernel.arithmetic import total
from sandtable.kernel.event import Event

NAMED = " named"
"""The end of the kind of event that gives a Group its part in the scenario."""


def sentence_of(event: Event, state: Battle) -> str:
    """The event as a player tells it."""
    words = _words_of(Facts(event, state))
    return f"{words[:1].upper()}{words[1:]}"


def _words_of(facts: Facts) -> str:
    if facts.kind == "dice rolled":
        return told_roll(facts)
    tell = SENTENCES.get(facts.kind)
    if tell is not None:
        return tell(facts)
    if facts.kind.endswith(NAMED):
        return f"{facts.group()} became the {facts.kind.removesuffix(NAMED)}."
    return f"{facts.kind}."


def _terrain(facts: Facts) -> str:
    pieces = facts.get("pieces")
    return f"the terrain is set up ({facts['how']}{'' if pieces is None else f', {pieces} pieces'})."


def _company_shown(facts: Facts) -> str:
    groups = []
    for one, row in facts["groups"].items():
        traits = "".join(f", {trait}" for trait in (*row["traits"], *row.get("keywords", ())))
        groups.append(f"{facts.named(one)} ({row['profile']}{traits}; {row['cost']})")
    return f"{facts.company()} fields {joined(groups)}."


def _switches(facts: Facts) -> str:
    changed = facts["switches"]
    if not changed:
        return "every switch stands as usual."
    told = joined([f"{name} is {value}" for name, value in changed.items()])
    return f"{told}; the other switches are as usual."


def _trials(facts: Facts) -> str:
    shares = [f"{name} {share:.0%}" for name, share in facts["shares"].items()]
    scores = [f"{facts.of_seat(seat)} {score:.0%}" for seat, score in facts["companies"].items()]
    scores += [f"{profile} {score:.0%}" for profile, score in facts["profiles"].items()]
    return f"seen in trials: {joined(shares)}{f'; scores: {joined(scores)}' if scores else ''}."


def _proposed(facts: Facts) -> str:
    answer = "agreed" if facts["agreed"] else "declined"
    return said(f"{{scenario}} was proposed and {answer}.")(facts)


def _changed_roll(facts: Facts) -> str:
    owners = joined([facts.of_seat(seat) for seat in facts["seats"]])
    return f"a Shrewd Captain of {owners} changed the roll by {facts['by']:+d}."


def _sides(facts: Facts) -> str:
    attackers, defenders = (
        joined([facts.of_seat(seat) for seat in facts[role]]) for role in ("attackers", "defenders")
    )
    return f"{attackers} attacks, {defenders} defends."


def _chosen_ambitions(facts: Facts) -> str:
    chosen = facts["ambitions"]
    return (
        f"{facts.company()} set out to: {joined(chosen)}."
        if chosen
        else f"{facts.company()} has no ambitions."
    )


def _shown_ambitions(facts: Facts) -> str:
    chosen = facts["ambitions"]
    return f"{facts.company()} showed {joined(chosen) if chosen else 'no ambition'}."


def _counted_ambition(facts: Facts) -> str:
    how = "fulfilled" if facts["fulfilled"] else "not fulfilled"
    return f"{facts.company()}: {facts['ambition']} was {how}, {facts['vp']:+d} VP."


def _order(facts: Facts) -> str:
    order, *rest = str(facts["order"]).split()
    return f"{facts.group()} got the order to {' '.join([order.capitalize(), *map(facts.named, rest)])}."


def _to_place(verb: str) -> Sentence:
    """A Group came to a place, named by the middle of its models."""

    def tell(facts: Facts) -> str:
        models = facts["models"]
        x, y = (total(at[axis] for at in models) / len(models) for axis in (0, 1))
        return f"{facts.group()} {verb} {x:.0f} east, {y:.0f} north."

    return tell


def _retreated(facts: Facts) -> str:
    return f"{facts.group()} Retreated {facts['inches']:.1f} inches."


def _left_table(facts: Facts) -> str:
    return f"{facts.group()} left the table over the {joined(facts['edges'])} edge: {facts['where']}."


def _blows(facts: Facts) -> str:
    hits, lost = facts["hits"], facts["lost"]
    attacker, defender = facts.group("attacker"), facts.group("defender")
    return (
        f"{attacker} {_struck(hits[0])}, costing {defender} {lost[0]} R; "
        f"{defender} {_struck(hits[1])}, costing {attacker} {lost[1]} R."
    )


def _struck(hits: int) -> str:
    """How often somebody hit: never, once, twice, three times and more."""
    return {0: "did not hit", 1: "hit once", 2: "hit twice"}.get(hits, f"hit {hits} times")


def _passed(facts: Facts) -> str:
    return f"{facts.group()} passed the test: {facts['result']} against {facts['need']}+."


def _failed(facts: Facts) -> str:
    return f"{facts.group()} failed the test: {facts['result']} against {facts['need']}+."


def _waits(facts: Facts) -> str:
    why = facts.get("why")
    return f"{facts.group()} stayed in reserve{f': {why}' if why else ''}."


def _won(facts: Facts) -> str:
    return f"{joined([facts.of_seat(seat) for seat in facts['winners']])} won, {_points(facts)}."


def _drawn(facts: Facts) -> str:
    return f"the game is a draw, {_points(facts)}."


def _points(facts: Facts) -> str:
    return joined([f"{name} {number}" for name, number in facts["points"].items()])


SETUP: dict[str, Sentence] = {
    "points agreed": said("the Companies may cost {limit:point}."),
    "switches agreed": _switches,
    "scenario proposed": _proposed,
    "scenario settled": said("the scenario is {scenario}."),
    "table laid out": said("the table is {width:g} by {depth:g} inches."),
    "number of pieces": said("{pieces:piece} of terrain may be laid."),
    "piece laid": said("{piece} was laid."),
    "piece does not fit": said("the {piece} did not fit there: {why}"),
    "piece left out": said("the {piece} was left out."),
    "piece mirrored": said("{piece} went to the mirrored place, so that both halves are fair."),
    "no more pieces": said("{seat} laid no more pieces."),
    "terrain by agreement": said("the players lay the terrain in turn."),
    "terrain set up": _terrain,
    "Company shown": _company_shown,
    "seen in trials": _trials,
    "Captain trait settled": said("the Captain of {seat}, with {captain}, is {trait}: {effect}."),
    "roll for attacker tied": said("the rolls for attacker were equal and are made again."),
    "roll for attacker changed": _changed_roll,
    "attacker settled": _sides,
    "first turn settled": said("the first turn is for {side}."),
    "spells chosen": said("{group} may Cast {spells}."),
    "group held back": said("the owner of {group} held it back."),
    "zone widened": said("the zone of {side} was widened by {by:inch}."),
    "group placed": _to_place("took its place at"),
    "deployment complete": said("everybody is deployed."),
    "token placed": said("{token} lies at {at}."),
    "token left out": said("there is no place left for another {what} token."),
    "group deserted": said("{group} deserted."),
    "points fielded": said("{seat} fields {points:point}."),
    "setup complete": said("the battle begins with {first}."),
    "ambitions chosen": _chosen_ambitions,
    "ambitions shown": _shown_ambitions,
}
"""What is told before the first turn."""

ORDERS: dict[str, Sentence] = {
    "turn started": said("round {round}: the turn of {side} began."),
    "turn ended": said("the turn of {side} ended."),
    "turn ended by choice": said("{side} ended the turn."),
    "turn ended by failure": said("{group} failed, and so the turn is over."),
    "last turn": said("{face} is more than the {left:Group} left: this turn is the last."),
    "order given": _order,
    "activation declined": said("the owner of {group} declined to act."),
    "activated without a roll": said("{group} obeyed without a roll."),
    "group activated": said("{group} obeyed."),
    "activation failed": said("{group} did not obey."),
    "Reckless check": said("{group}, Reckless, had to try to Attack {target}."),
    "not forced to Attack": said("the Blood-shy Captain held the Reckless {group} back."),
    "Reckless check failed": said("{group} held back this time; the turn goes on."),
    "group moved": _to_place("moved to"),
    "group evaded": _to_place("evaded to"),
    "formation taken": said("{group} took the Defensive formation."),
    "formation kept": said("{group} kept the Defensive formation."),
    "formation lost": said("{group} lost its formation."),
    "group left the table": _left_table,
    "group Retreated": _retreated,
    "group Retreated off the table": said("{group} Retreated over the {edge} edge."),
    "Retreat not made": said("{group} stood fast and did not Retreat."),
    "friends pushed": said("{group} made room for {by}."),
    "melee left": said("{group} broke away from {enemies}."),
    "blocked without harm": said("{group} came to no harm."),
}
"""What is told of turns, orders and movement."""

FIGHTING: dict[str, Sentence] = {
    "attack declared": said("{group} Attacked {target}."),
    "attacked again": said("{group} Attacked {target} again in the same melee."),
    "attack out of reach": said("{group} could not reach {target} and stopped short."),
    "group moved in": said("{group} moved in on {target} with {touching:model} in contact."),
    "melee joined": said("{group} and {target} were in melee."),
    "hits scored": said("{group} scored {hits:hit} on {target}."),
    "blows exchanged": _blows,
    "melee continues": said("the melee of {attacker} and {defender} went on."),
    "melee over": said("the melee of {attacker} and {defender} was over."),
    "contact closed": said("{group} closed up to {enemy} again."),
    "defied": said("{group} defied {attacker} and hits as an attacker."),
    "met halfway": said("{group} met {attacker} halfway."),
    "met where it stood": said("{group} met {attacker} where it stood."),
    "step taken back": said("{group} had no room to meet {attacker} and went back to its place."),
    "reaction failed": said("{group} reacted too late to be {trait}."),
    "attack broken": said("the shots of {group} broke the Attack of {attacker}."),
    "no shot": said("{group} could not Shoot {attacker}: {why}"),
    "shots fired": said("{group} Shot at {target}."),
    "shots suffered": said("{group} suffered {hits:hit} at T {toughness}: {lost} R."),
    "R lost": said("{group} lost {lost} R; {r} left."),
    "R regained": said("{group} regained 1 R; {r} now."),
    "models removed": said("{group} lost models; {left} stand."),
    "models returned": said("{count:model} came back to {group}."),
    "models wait to return": said("{count:model} of {group} found no place yet."),
    "test due": said("{group} lost {lost} R and must test."),
    "no test for this loss": said("{group} need not test for this loss."),
    "no test while exploding": said("{group} need not test while it explodes."),
    "Resilience passed": _passed,
    "Resilience failed": _failed,
    "Resilience passed without a roll": said("{group} felt nothing and passed without a roll."),
    "fear ignored": said("{group} did not fear {attacker}."),
    "failed while Shaken": said("{group} failed while Shaken."),
    "group Shaken": said("{group} became Shaken."),
    "group rallied": said("{group} rallied."),
    "rally paid for": said("{group} paid {r} R to rally."),
    "group Routed": said("{group} Routed."),
    "Company must test": said("{company} must test."),
    "Company tests": said("{company} tests, Group by Group."),
}
"""What is told of attacks, shots, Resilience and Shaken Groups."""

SPECIAL: dict[str, Sentence] = {
    "Captain trait used": said("the {trait} Captain with {captain} helped {group}."),
    "help declined": said("{group} declined the help of a {trait} Captain."),
    "foe rushed": said("{group} rushed at the hated {foe} of {target} without a roll."),
    "spell cast": said("{group} Cast {spell} on {target}: {effect}."),
    "spell laid": said("{spell} lies on {target}."),
    "spell renewed": said("{spell} on {target} was renewed."),
    "spells ended": said("{spells} on {group} ended."),
    "group self-destructs": said("{group} destroyed itself amid {targets}."),
    "group summoned": said("{summoner} summoned {group}."),
    "reserve arrived": said("{group} arrived over the {edge} edge."),
    "reserve waits": _waits,
    "group exited": said("{group}, worth {points:point}, left the table."),
    "group called": said("{caller} called {group}."),
    "group is safe": said("{group} got away safely with R {r}."),
    "store burnt": said("{groups} burnt {token}."),
    "relic claimed": said("{groups} claimed {token} for {side}."),
    "Asset picked up": said("{group} picked up {token}."),
    "Asset laid down": said("{group} laid {token} down."),
    "Asset taken off the table": said("{group} carried {token} off the table."),
    "Move attempted at once": said("{group} tried to Move at once."),
    "Siege Token destroyed": said("{group} destroyed {token}."),
    "ritual completed": said("the ritual was completed."),
    "wagon moved": said("{token} rolled on to {at}."),
    "wagon held": said("{token} was held up."),
    "wagon exited": said("{token} left the table."),
    "wagon captured": said("{groups} captured {token}."),
}
"""What is told of traits, spells and scenarios."""

END: dict[str, Sentence] = {
    "game closed": said("the game ended: {why}."),
    "victory points counted": said("{side} earned {vp} VP for {reason}."),
    "ambition counted": _counted_ambition,
    "game won": _won,
    "game drawn": _drawn,
}
"""What is told when the game is over."""

SENTENCES: dict[str, Sentence] = {**SETUP, **ORDERS, **FIGHTING, **SPECIAL, **END}
"""How each kind of event is told."""
