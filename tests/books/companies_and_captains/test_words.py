"""Every event of the book can be told: no kind without a sentence, no sentence that fails or leaks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.books import companies_and_captains
from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.state import Token
from sandtable.books.companies_and_captains.words import NAMED, OWN_WORDS, rolls, sentence_of, sentences
from sandtable.kernel.event import Event
from sandtable.kernel.testing import covers
from sandtable.players.asking import play_out
from sandtable.players.registry import make_player
from tests.books.companies_and_captains.beginnings import begin
from tests.books.companies_and_captains.scenes import answer, battle, foot
from tests.books.companies_and_captains.scenes import told as told_in

SENTENCES = {**sentences(), **OWN_WORDS}
SOURCE = Path(companies_and_captains.__path__[0])


def kinds_told(text: str) -> Iterator[str]:
    """The kinds in every `tell(...)` of a module; a name stands for all words given to it there."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "tell"
            and node.args
        ):
            yield from words_of(node.args[0], tree)


def words_of(node: ast.expr, tree: ast.Module) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from words_of(node.body, tree)
        yield from words_of(node.orelse, tree)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in node.values)
    elif isinstance(node, ast.Name):
        given = list(words_given(node.id, tree))
        assert given, f"no words are given to {node.id}"
        yield from given
    else:
        pytest.fail(f"a kind of event that cannot be read from the source: {ast.unparse(node)}")


def words_given(name: str, tree: ast.Module) -> Iterator[str]:
    """What is assigned to a name, its default as a parameter, and what callers in the module pass for it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(
            isinstance(one, ast.Name) and one.id == name for one in node.targets
        ):
            yield from words_of(node.value, tree)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [one.arg for one in node.args.args]
            if name not in names:
                continue
            place = names.index(name)
            if (back := len(names) - place) <= len(node.args.defaults):
                yield from words_of(node.args.defaults[-back], tree)
            for call in ast.walk(tree):
                if (
                    isinstance(call, ast.Call)
                    and getattr(call.func, "id", "") == node.name
                    and len(call.args) > place
                ):
                    yield from words_of(call.args[place], tree)


@cache
def all_kinds() -> list[str]:
    found = [
        kind for path in sorted(SOURCE.rglob("*.py")) for kind in kinds_told(path.read_text(encoding="utf-8"))
    ]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("kind", all_kinds())
def test_every_kind_of_event_in_the_source_has_a_sentence(kind: str):
    assert kind in SENTENCES or kind == f"...{NAMED}"


def test_no_sentence_is_left_for_an_event_that_is_never_told():
    assert [kind for kind in SENTENCES if kind not in all_kinds()] == []


def test_a_kind_that_is_made_of_a_name_is_found_in_the_source():
    text = "kind = 'a' if x else 'b'\nplay.tell(kind)\ndef f(how='c'): play.tell(how)\nf('d')"
    assert set(kinds_told(text)) == {"a", "b", "c", "d"}


def games(player: str) -> Iterator[tuple[str, sandtable.Game[Any]]]:
    """A game of every scenario by players who do anything, of every third one by greedy players."""
    companies = [
        "bearfolk-war-party",
        "necromancers-legion",
        "automata",
        "seafolk",
        "greenwood-kin",
        "iron-hold",
    ]
    from sandtable.books.companies_and_captains.scenarios.every import scenario_ids

    for number, scenario in enumerate(scenario_ids()):
        if player != "uniform" and number % 3:
            continue
        seats = {"A": companies[number % 6], "B": companies[(number + 1) % 6]}
        yield scenario, sandtable.new(BOOK.id, scenario=scenario, seats=seats, seed=number)


@pytest.mark.parametrize("player", ["uniform", "greedy"])
def test_every_event_of_whole_games_is_told_in_one_finished_sentence(player: str):
    unfinished = re.compile(r"\{|None|^[^A-Z0-9]|[^.!?]$")
    for scenario, game in games(player):
        play_out(game, {seat: make_player(player, f"{scenario} {seat}") for seat in game.seats})
        for event in game.events(all_seats=True):
            words = sentence_of(event, game.state)
            assert not unfinished.search(words), (event, words)
            assert words != f"{event.kind}."


def told(kind: str, **facts: object) -> str:
    game = sandtable.new(
        BOOK.id, scenario="pitched-battle", seats={"A": "bearfolk-war-party", "B": "seafolk"}, seed=1
    )
    return sentence_of(Event(kind, ("CC-GEN-06",), facts), game.state)


@covers("CC-TGN-03")
@pytest.mark.parametrize("piece", ["wall 1", "two walls 1-1"])
def test_pieces_of_terrain_are_told_alike_whether_one_or_two_are_meant(piece: str):
    assert told("piece laid", piece=piece) == f"{piece.capitalize()} came to the table."
    assert told("piece left out", piece="two walls") == "No place rolled for the two walls fitted."


@covers("CC-MEL-08")
@pytest.mark.parametrize(
    ("hits", "lost", "said"),
    [
        ([0, 2], [0, 0], "A1 Longbraids did not hit; B1 Bronzeclad hit twice, costing A1 Longbraids 0 R."),
        ([1, 0], [0, 0], "A1 Longbraids hit once, costing B1 Bronzeclad 0 R; B1 Bronzeclad did not hit."),
    ],
)
def test_blows_that_do_not_hit_cost_nobody_anything(hits: list[int], lost: list[int], said: str):
    assert told("blows exchanged", attacker="A1", defender="B1", hits=hits, lost=lost) == said


@covers("CC-ACT-06")
def test_a_roll_is_told_with_what_it_needed_and_why():
    words = told("dice rolled", why="activate A3", roll="activate", of="A3", faces=(3, 4), source="seeded",
                 seat="A", need=5, modifiers=["+1 a reason (CC-ACT-07)"],
                 group="A3", order="Move")  # fmt: skip
    assert words == "A3 First Hunters needed 5+ to Move (+1: a reason (CC-ACT-07)), rolled 3 + 4 = 7."


@covers("CC-SPL-11")
def test_an_activation_that_is_rolled_again_is_told_as_such():
    spells = [{"spell": "Prompt", "caster": "A"}]
    groups = {"A1": foot(30, 20, models=1, spells=spells), "B1": foot(30, 40, models=1)}
    game = battle(groups, dice={"activate A1": [1, 2, 3, 3]})
    answer(game, "A1", "move", "Prompt")
    rolled = [sentence_of(one, game.state) for one in game.events() if one.kind == "dice rolled"]
    assert rolled == [
        "A1 Heavy Foot needed 5+ to Move, rolled 1 + 2 = 3.",
        "A1 Heavy Foot rolled 1 2 again, needing 5+ to Move: 3 + 3 = 6.",
    ]


@covers("CC-GEN-06")
def test_a_pool_is_told_face_by_face():
    words = told("dice rolled", why="to hit (A3)", roll="to hit", of="A3", faces=(6, 5, 1), source="seeded",
                 seat="A", need=5, modifiers=[], group="A3", target="B1", how="shooting")  # fmt: skip
    assert words == "A3 First Hunters rolled 3 dice at B1 Bronzeclad, needing 5+: 6 5 1."


@covers("CC-SCN-05", "CC-RAI-01")
def test_a_group_that_may_not_deploy_is_not_said_to_be_held_back_by_its_owner():
    assert told("group held back", group="A3") == "A3 First Hunters was held back."


@covers("CC-SET-08")
def test_nobody_is_said_to_be_deployed_who_was_held_back():
    assert told("deployment complete") == "The deployment is complete."


def test_a_roll_for_a_purpose_without_a_sentence_names_its_purpose():
    assert told("dice rolled", why="some oddity", faces=(4,), seat="A") == "Some oddity: rolled 4."
    assert "some oddity" not in rolls()


@covers("CC-AMB-15")
def test_ambitions_are_told_in_full_only_by_the_event_that_their_owner_alone_may_see():
    game = sandtable.new(BOOK.id, scenario="pitched-battle", seats={"A": "automata", "B": "seafolk"}, seed=1)
    play_out(game, {seat: make_player("uniform", seat) for seat in "AB"})
    chosen = [event for event in game.events(all_seats=True) if event.kind == "ambitions chosen"]
    assert [event.to for event in chosen] == [("A",), ("B",)]
    assert not any(
        event.kind == "ambitions chosen" and event.facts["seat"] == "B" for event in game.events(seat="A")
    )


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        ("attacker settled", {"attackers": ["A"], "defenders": ["B"]}, "{A} will attack, {B} will defend."),
        (
            "roll for attacker changed",
            {"seats": ["A"], "by": 1},
            "A Shrewd Captain of {A} changed the roll by 1.",
        ),
        ("order given", {"group": "A1", "order": "self-destruct"}, "{A1} got the order to Self-Destruct."),
        ("order given", {"group": "A1", "order": "cast Heal B1"}, "{A1} got the order to Cast Heal at {B1}."),
        (
            "group left the table",
            {"group": "A1", "edges": ["north"], "where": "escaped"},
            "{A1} left the table over the north edge and has Escaped.",
        ),
        (
            "group left the table",
            {"group": "A1", "edges": ["north", "east"], "where": "exited"},
            "{A1} left the table over the north and east edge and is out of play.",
        ),
        (
            "switches agreed",
            {"switches": {"captain_helps_self": False, "bloodied_morale_penalty": 1}},
            "Captain helps self is off and bloodied morale penalty is 1; the other switches are as usual.",
        ),
        ("group Retreated", {"group": "A1", "inches": 0.0}, "{A1} Retreated not a step."),
        (
            "step taken back",
            {"group": "A1", "attacker": "B1"},
            "{A1} stepped up where {B1} could not have reached it, and went back to its place.",
        ),
        (
            "help declined",
            {"group": "A1", "trait": "Aggressive"},
            "{A1} declined the help of the Aggressive Captain.",
        ),
        ("models removed", {"group": "A1", "left": 1}, "{A1} has 1 model left standing."),
        ("terrain set up", {"how": "rolled", "pieces": 1}, "The terrain is set up (rolled, 1 piece)."),
    ],
)
def test_what_is_told_reads_well_for_one_and_for_several(kind: str, facts: dict[str, Any], words: str):
    names = {"A": "Bearfolk War Party (A)", "B": "Seafolk (B)"}
    game = sandtable.new(
        BOOK.id, scenario="pitched-battle", seats={"A": "bearfolk-war-party", "B": "seafolk"}, seed=1
    )
    names |= {one.id: f"{one.id} {one.name}" for one in game.state.groups.values()}
    assert sentence_of(Event(kind, ("CC-GEN-06",), facts), game.state) == words.format(**names)


@covers("CC-PUB-13", "CC-SCN-07")
def test_tokens_are_told_by_what_they_are_called():
    raid = sandtable.new(BOOK.id, scenario="raid", seats={"A": "bearfolk-war-party", "B": "seafolk"}, seed=1)
    raid.state.tokens["asset3"] = Token("asset3", "asset", (30.0, 20.0))
    raid.state.tokens["wagon1"] = Token("wagon1", "wagon", (30.0, 20.0))
    for token, words in (("asset3", "Asset 3 lies at 30,20."), ("wagon1", "Wagon 1 lies at 30,20.")):
        event = Event("token placed", ("CC-PUB-13",), {"token": token, "at": (30.0, 20.0)})
        assert sentence_of(event, raid.state) == words


@covers("CC-GEN-13", "CC-CAP-08")
@pytest.mark.parametrize(("scale", "said"), [(1.0, ""), (1.5, " (inches times 1.5)")])
def test_what_a_captain_does_is_told_to_the_scale_that_was_agreed(scale, said):
    game = begin("ambush", dice={"captain trait A": [2, 2, 3]}, distance_scale=scale)
    effect = told_in(game, "Captain trait settled")[0]["effect"]
    assert effect == f"a Group within 12 that fails to rally may lose 1 R to pass{said}"
    picking = begin("ambush", captain_trait="pick", distance_scale=scale)
    question = picking.decision
    assert question is not None
    labels = {one.answer: one.label for one in question.options()}
    assert labels["Calming"].endswith(f"within 12 may ignore a Reckless compulsion{said}")
    assert labels["Vapid"].endswith("Resilience tests")


@covers("CC-GEN-13", "CC-SPL-17", "CC-OTR-03")
def test_what_a_spell_does_is_told_to_the_scale_that_was_agreed():
    groups = {"A1": foot(30, 10, models=1, traits=["Caster"]), "B1": foot(30, 20, models=1)}
    dice = {"activate A1": [6, 6], "to hit (A1)": [1] * 12}
    game = battle(groups, switches={"distance_scale": 1.5}, dice=dice)
    answer(game, "A1", "cast Projectile B1")
    assert told_in(game, "spell cast")[0]["effect"].endswith("beyond 12 to 18 (inches times 1.5)")


def test_no_two_groups_of_a_battle_have_one_name():
    mine = "Harrow\nBowmen: Light Missile; 12 models; Captain\nBowmen: Light Missile; 12 models\n"
    theirs = "Ember\nBowmen: Elite Foot; 12 models; Captain\nAxes: Light Beast; 6 models\n"
    game = sandtable.new(
        "companies-and-captains",
        scenario="pitched-battle",
        options={"points_limit": 12},
        seats={"A": mine, "B": theirs},
        seed=1,
    )
    assert [one.name for one in game.showing(None).units] == [
        "First Bowmen of Harrow",
        "Second Bowmen of Harrow",
        "Bowmen of Ember",
        "Axes",
    ]
