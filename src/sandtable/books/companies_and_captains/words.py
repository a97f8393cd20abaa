"""What happened, as a player tells it: a sentence for every kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.event import Event

NAMED = " named"
"""The end of the kind of event that gives a Group its part in the scenario."""


class Facts:
    """The particulars of an event, with the names that go with its ids."""

    def __init__(self, event: Event, state: Battle) -> None:
        self.kind = event.kind
        self._facts = event.facts
        self._state = state

    def __getitem__(self, name: str) -> Any:
        return self._facts[name]

    def get(self, name: str, otherwise: Any = None) -> Any:
        """A particular that not every such event has."""
        return self._facts.get(name, otherwise)

    def group(self, name: str = "group") -> str:
        """The Group under this name, by id and name: "A2 Hunters"."""
        return self.named(self._facts[name])

    def named(self, group_id: str) -> str:
        """A Group by id and name; an id that is no Group's stands for itself."""
        group = self._state.groups.get(group_id)
        return group_id if group is None else f"{group.id} {group.name}"

    def groups(self, name: str) -> str:
        """Several Groups."""
        return joined([self.named(one) for one in self._facts[name]])

    def company(self, name: str = "seat") -> str:
        """The Company of a seat."""
        company = self._state.companies.get(self._facts[name])
        return str(self._facts[name]) if company is None else f"{company.name} ({company.seat})"

    def side(self, name: str = "side") -> str:
        """A side by its role, with the names of its Companies."""
        role = self._facts[name]
        if self._state.attacker < 0:
            return f"the {role}"
        seats = self._state.sides[self._state.attacker if role == "attacker" else self._state.defender]
        return f"the {role} ({joined([self._state.companies[seat].name for seat in seats])})"


Sentence = Callable[[Facts], str]


def sentence_of(event: Event, state: Battle) -> str:
    """The event as a player tells it."""
    facts = Facts(event, state)
    if event.kind == "dice rolled":
        return _roll(facts)
    tell = SENTENCES.get(event.kind)
    if tell is not None:
        return tell(facts)
    if event.kind.endswith(NAMED):
        return f"{facts.group()} are the {event.kind.removesuffix(NAMED)}."
    return f"{event.kind}."


def joined(words: Sequence[str]) -> str:
    """Words in a row: "A1, A2 and A3"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, word: str) -> str:
    """A number with its word: "1 hit", "3 hits"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


# ---- dice ------------------------------------------------------------------------------------------------


def _roll(facts: Facts) -> str:
    """Who rolled what for which purpose; the number needed and its modifiers first, then the dice."""
    purpose = str(facts["why"])
    for beginning, tell in ROLLS.items():
        if purpose == beginning or purpose.startswith(f"{beginning} "):
            return tell(facts)
    return f"{purpose.capitalize()}: {_needed(facts)}rolled {_total(facts)}."


def _needed(facts: Facts) -> str:
    need = facts.get("need")
    if need is None:
        return ""
    return f"needed {need}+{_reasons(facts)}, "


def _reasons(facts: Facts) -> str:
    """The modifiers with their rules, in brackets."""
    reasons = facts.get("modifiers") or ()
    return f" ({', '.join(reasons)})" if reasons else ""


def _total(facts: Facts) -> str:
    faces = facts["faces"]
    return f"{' + '.join(map(str, faces))} = {sum(faces)}" if len(faces) > 1 else f"{faces[0]}"


def _faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _activation(facts: Facts) -> str:
    order = facts.get("order")
    to = f" to {order}" if order else ""
    return f"{facts.group()} needed {facts['need']}+{to}{_reasons(facts)}, rolled {_total(facts)}."


def _to_hit(facts: Facts) -> str:
    dice = counted(len(facts["faces"]), "die").replace("dies", "dice")
    return (
        f"{facts.group()} rolled {dice} at {facts.group('target')}, "
        f"needing {facts['need']}+{_reasons(facts)}: {_faces(facts['faces'])}."
    )


def _again_to_hit(facts: Facts) -> str:
    return (
        f"{facts.group()} rolled {_faces(facts['was'])} again, "
        f"needing {facts['need']}+: {_faces(facts['faces'])}."
    )


def _resilience(facts: Facts) -> str:
    why = {"R lost": "having lost R", "rally": "to rally", "company": "with the Company"}.get(
        facts["reason"], f"({facts['reason']})"
    )
    modifiers = facts.get("modifiers") or ()
    added = f", then {', '.join(modifiers)}" if modifiers else ""
    return f"{facts.group()} tested Resilience {why}, needing {facts['rating']}+: {_total(facts)}{added}."


def _again_resilience(facts: Facts) -> str:
    return f"{facts.group()} rolled {_faces(facts['was'])} of the test again: {_faces(facts['faces'])}."


def _plain_roll(purpose: str) -> Sentence:
    return lambda facts: f"{facts.group()} {_needed(facts)}rolled {_total(facts)} {purpose}."


ROLLS: dict[str, Sentence] = {
    "activate": _activation,
    "to hit": _to_hit,
    "reroll to hit": _again_to_hit,
    "resilience": _resilience,
    "reroll resilience": _again_resilience,
    "blocked": lambda facts: f"{facts.group()} found the way back blocked and rolled {_total(facts)} against R {facts['r']}.",
    "defiant": _plain_roll("to meet the attacker"),
    "elusive": _plain_roll("to evade"),
    "desert": _plain_roll("for desertion"),
    "reserve": _plain_roll("to arrive"),
    "edge": _plain_roll("for the edge"),
    "terrain": lambda facts: f"Terrain, {str(facts['why']).removeprefix('terrain ')}: rolled {_total(facts)}.",
    "captain trait": lambda facts: f"The Captain of {facts.company()} rolled {_total(facts)} for a trait.",
    "attacker": lambda facts: f"{facts.company()} rolled {_total(facts)} for who attacks.",
    "closing roll": lambda facts: f"The closing roll was {_total(facts)}.",
}
"""Sentences for rolls by the first words of what they are for; the others name their purpose."""


# ---- everything else -------------------------------------------------------------------------------------


def _move(facts: Facts) -> str:
    models = facts["models"]
    x, y = (sum(at[axis] for at in models) / len(models) for axis in (0, 1))
    verb = {"group moved": "moved to", "group evaded": "evaded to", "group placed": "was placed at"}[facts.kind]
    return f"{facts.group()} {verb} {x:.0f},{y:.0f}."


def _order(facts: Facts) -> str:
    words = [facts.named(one) for one in str(facts["order"]).split()]
    return f"{facts.group()} was told to {words[0].capitalize()}{' ' + ' '.join(words[1:]) if words[1:] else ''}."


def _tested(facts: Facts) -> str:
    verb = "passed" if facts.kind == "Resilience passed" else "failed"
    return f"{facts.group()} {verb} the test with {facts['result']} of {facts['need']}."


def _blows(facts: Facts) -> str:
    hits, lost = facts["hits"], facts["lost"]
    return (
        f"{facts.group('attacker')} scored {counted(hits[0], 'hit')} and {facts.group('defender')} {hits[1]} back: "
        f"they lose {lost[1]} and {lost[0]} R."
    )


def _ambitions(facts: Facts) -> str:
    chosen = facts["ambitions"]
    if facts.kind == "ambitions shown":
        return f"{facts.company()} showed {joined(chosen)}." if chosen else f"{facts.company()} showed no ambition."
    return f"{facts.company()} set out to: {joined(chosen)}." if chosen else f"{facts.company()} has no ambitions."


def _counted_ambition(facts: Facts) -> str:
    how = "fulfilled" if facts["fulfilled"] else "not fulfilled"
    return f"{facts.company()}: {facts['ambition']} was {how}, {facts['vp']:+d} VP."


def _retreated(facts: Facts) -> str:
    return f"{facts.group()} Retreated {facts['inches']:.1f} inches."


def _left_table(facts: Facts) -> str:
    return f"{facts.group()} left the table over the {joined(facts['edges'])} edge and has {facts['where']}."


def _terrain(facts: Facts) -> str:
    pieces = facts.get("pieces")
    return f"The terrain is set up ({facts['how']}{'' if pieces is None else f', {pieces} pieces'})."


def _company_shown(facts: Facts) -> str:
    groups = [
        f"{facts.named(one)} ({row['profile']}{', ' + ', '.join(row['traits']) if row['traits'] else ''}; {row['cost']})"
        for one, row in facts["groups"].items()
    ]
    return f"{facts.company()} fields {joined(groups)}."


def _waits(facts: Facts) -> str:
    why = f": {facts['why']}" if facts.get("why") else ""
    return f"{facts.group()} stays in reserve{why}."


def _said(words: str) -> Sentence:
    """A sentence with particulars in braces; {group}, {target} and the like become ids with names."""

    def tell(facts: Facts) -> str:
        return words.format_map(_Names(facts))

    return tell


class _Names(dict[str, str]):
    """Gives a pattern what it names."""

    _GROUPS = ("group", "target", "attacker", "defender", "enemy", "captain", "summoner", "by_group")

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self._facts = facts

    def __missing__(self, name: str) -> str:
        if name in self._GROUPS:
            return self._facts.group(name)
        if name in ("seat", "company"):
            return self._facts.company(name)
        if name in ("side", "first"):
            return self._facts.side(name)
        value = self._facts[name]
        return joined([str(one) for one in value]) if isinstance(value, list | tuple) else str(value)


SENTENCES: dict[str, Sentence] = {
    # setup
    "points agreed": _said("The Companies may cost {limit} points."),
    "scenario proposed": lambda facts: f"{_title(facts)} was proposed and {'agreed' if facts['agreed'] else 'declined'}.",
    "scenario settled": lambda facts: f"The scenario is {_title(facts)}.",
    "table laid out": lambda facts: f"The table is {facts['width']:g} by {facts['depth']:g} inches.",
    "number of pieces": _said("{pieces} pieces of terrain are laid."),
    "piece laid": _said("{piece} was laid."),
    "piece does not fit": _said("The {piece} did not fit there: {why}"),
    "piece left out": _said("The {piece} was left out."),
    "piece mirrored": _said("{piece} went to the mirrored place, so that both halves are fair."),
    "no more pieces": _said("{seat} laid no more pieces."),
    "terrain by agreement": _said("The players lay the terrain in turn."),
    "terrain set up": _terrain,
    "Company shown": _company_shown,
    "Captain trait settled": _said("The Captain of {seat}, with {captain}, is {trait}: {effect}."),
    "roll for attacker tied": _said("The rolls for attacker were equal and are made again."),
    "roll for attacker changed": lambda facts: f"A Shrewd Captain of {joined(facts['seats'])} changed the roll by {facts['by']:+d}.",
    "attacker settled": _said("{attackers} attack, {defenders} defend."),
    "first turn settled": lambda facts: f"The first turn is for {facts.side()}.",
    "spells chosen": _said("{group} may Cast {spells}."),
    "group held back": _said("{group} was held back."),
    "zone widened": lambda facts: f"The zone of {facts.side()} was widened by {facts['by']} inches.",
    "group placed": _move,
    "deployment complete": _said("Everybody is deployed."),
    "token placed": lambda facts: f"{facts['token']} lies at {facts['at'][0]:.0f},{facts['at'][1]:.0f}.",
    "group deserted": _said("{group} deserted."),
    "points fielded": _said("{seat} fields {points} points."),
    "setup complete": lambda facts: f"The battle begins with {facts.side('first')}.",
    "ambitions chosen": _ambitions,
    "ambitions shown": _ambitions,
    # turns and orders
    "turn started": lambda facts: f"Round {facts['round']}: the turn of {facts.side()} began.",
    "turn ended": lambda facts: f"The turn of {facts.side()} ended.",
    "turn ended by choice": lambda facts: f"{facts.side()[:1].upper()}{facts.side()[1:]} ended the turn.",
    "turn ended by failure": _said("{group} failed, and so the turn is over."),
    "last turn": _said("{face} is more than the {left} Groups left: this turn is the last."),
    "order given": _order,
    "activation declined": _said("The owner of {group} declined to act."),
    "activated without a roll": _said("{group} obeyed without a roll."),
    "group activated": _said("{group} obeyed."),
    "activation failed": _said("{group} did not obey."),
    "Reckless check": _said("{group}, Reckless, had to try to Attack {target}."),
    "Reckless check failed": _said("{group} held back this time; the turn goes on."),
    # moving
    "group moved": _move,
    "group evaded": _move,
    "formation taken": _said("{group} took the Defensive formation."),
    "formation kept": _said("{group} kept the Defensive formation."),
    "formation lost": _said("{group} lost its formation."),
    "group left the table": _left_table,
    "group Retreated": _retreated,
    "group Retreated off the table": _said("{group} Retreated over the {edge} edge."),
    "Retreat not made": _said("{group} stood fast and did not Retreat."),
    "friends pushed": lambda facts: f"{facts.group()} made room for {facts.group('by')}.",
    "melee left": lambda facts: f"{facts.group()} broke away from {facts.groups('enemies')}.",
    "blocked without harm": _said("{group} came to no harm."),
    # attacking and shooting
    "attack declared": _said("{group} Attacked {target}."),
    "attacked again": _said("{group} Attacked {target} again in the same melee."),
    "attack out of reach": _said("{target} was out of reach; {group} stopped short."),
    "group moved in": lambda facts: f"{facts.group()} moved in on {facts.group('target')}, {counted(facts['touching'], 'model')} in contact.",
    "melee joined": _said("{group} and {target} were in melee."),
    "hits scored": lambda facts: f"{facts.group()} scored {counted(facts['hits'], 'hit')} on {facts.group('target')}.",
    "blows exchanged": _blows,
    "melee continues": _said("The melee of {attacker} and {defender} went on."),
    "melee over": _said("The melee of {attacker} and {defender} was over."),
    "contact closed": _said("{group} closed up to {enemy} again."),
    "defied": _said("{group} defied {attacker} and hits as an attacker."),
    "met halfway": _said("{group} met {attacker} halfway."),
    "met where it stood": _said("{group} met {attacker} where it stood."),
    "step taken back": _said("{group} had no room to meet {attacker} and went back to its place."),
    "reaction failed": _said("{group} was too slow to be {trait}."),
    "attack broken": _said("The shots of {group} broke the Attack of {attacker}."),
    "no shot": _said("{group} could not Shoot {attacker}: {why}"),
    "shots fired": _said("{group} Shot at {target}."),
    "shots suffered": lambda facts: f"{facts.group()} suffered {counted(facts['hits'], 'hit')} at T {facts['toughness']}: {facts['lost']} R.",
    # Resilience
    "R lost": _said("{group} lost {lost} R and has {r}."),
    "R regained": _said("{group} regained 1 R and has {r}."),
    "models removed": lambda facts: f"{facts.group()} lost {counted(len(facts['models']), 'model')}; {facts['left']} stand.",
    "models returned": lambda facts: f"{counted(facts['count'], 'model')} came back to {facts.group()}.",
    "models wait to return": lambda facts: f"{counted(facts['count'], 'model')} of {facts.group()} found no place yet.",
    "test due": _said("{group} lost {lost} R and must test."),
    "no test for this loss": _said("{group} need not test for this loss."),
    "no test while exploding": _said("{group} need not test while it explodes."),
    "Resilience passed": _tested,
    "Resilience failed": _tested,
    "Resilience passed without a roll": _said("{group} feels nothing and passed without a roll."),
    "fear ignored": _said("{group} was not afraid of {attacker}."),
    "failed while Shaken": _said("{group} failed while Shaken."),
    "group Shaken": _said("{group} was Shaken."),
    "group rallied": _said("{group} rallied."),
    "rally paid for": _said("{group} paid {r} R to rally."),
    "group Routed": _said("{group} was Routed."),
    "Company must test": _said("{company} must test."),
    "Company tests": _said("{company} tests, Group by Group."),
    # special rules
    "Captain trait used": _said("The {trait} Captain with {captain} helped {group}."),
    "help declined": _said("{group} declined the help of a {trait} Captain."),
    "foe rushed": _said("{group} rushed at the hated {foe} of {target} without a roll."),
    "spell cast": _said("{group} Cast {spell} on {target}: {effect}."),
    "spell laid": _said("{spell} lies on {target}."),
    "spell renewed": _said("{spell} on {target} was renewed."),
    "spells ended": _said("{spells} on {group} ended."),
    "group self-destructs": lambda facts: f"{facts.group()} destroyed itself amid {facts.groups('targets') or 'nobody'}.",
    "group summoned": _said("{summoner} summoned {group}."),
    # scenarios and the end
    "reserve arrived": _said("{group} arrived over the {edge} edge."),
    "reserve waits": _waits,
    "game closed": _said("The game ended: {why}."),
    "ambition counted": _counted_ambition,
}
"""How each kind of event is told."""


def _title(facts: Facts) -> str:
    known = SCENARIOS.get(facts["scenario"])
    return str(facts["scenario"]) if known is None else known.title
