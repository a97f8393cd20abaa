"""The switches of the game: where the book leaves a choice, the players make it before the mission."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from sandtable.books.forgotten_ruin.data import read_data
from sandtable.kernel import rule
from sandtable.kernel.switches import NONE, Switch, SwitchValue, changed_values, read_values


class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the open questions and the options of the book are settled for one mission."""

    units: Literal["inch", "metric"] = "inch"
    measure_oversized: Literal["base", "body"] = "base"
    table_result_override: bool = False
    table_size: str = "36x36"
    squad_size: int = 9
    squad_theme: Literal["modern", "other"] = "modern"
    trait_fit: Literal["free", "strict"] = "free"
    minor_aspects: bool = False
    story_points: Literal["all_uses", "mechanical_only", "off"] = "all_uses"
    field_exercises: Literal["offer", "skip"] = "offer"
    difficulty_options: tuple[str, ...] = ()
    difficulty_target: int | None = None
    linear_los: Literal["text", "diagram"] = "text"
    monsters_seen_over_figures: bool = False
    early_aggression: bool = False
    aggression_variety: bool = False
    dash_straight: Literal["extra_only", "keep_heading"] = "extra_only"
    monster_draw: Literal["rampage_hits", "always_hits", "never_hits"] = "rampage_hits"
    small_table_explosions: bool = False
    bring_it_down_stacks: bool = True
    enemy_order: Literal["closest_first", "player_choice"] = "closest_first"
    enemy_ai: Literal["book", "best_move", "second_player"] = "book"
    overrule_enemy: bool = False
    """Ours: the player may overrule the enemy's choice where the book leaves it to common sense."""
    villain_leader_pool: Literal["all", "p55", "quick_reference"] = "all"
    villains_reconsider: bool = False
    streamlined_enemies: bool = False
    strict_grenades: bool = False
    battle_conditions: bool = True
    personal_tasks: bool = True
    region_terrain_rules: bool = True
    special_terrain: bool = False
    special_terrain_effect: bool = False
    hold_kills_any_time: bool = False
    low_supplies_thrown_only: bool = False
    persistent_personal_tasks: bool = False
    mixed_artifact_mobs: bool = False
    villains_in_finale: bool = True
    enemy_names: bool = False
    mob_variation: bool = False
    mob_arrangement: Literal["ranks", "line", "ask"] = "ranks"
    monster_queue: bool = False
    specific_carry: bool = False
    repeat_arcane_upgrades: bool = False
    replacement_base_limit: Literal[12, 15] = 12
    mode: Literal["solo", "coop_split", "enemy_player"] = "solo"
    coop_officer: bool = False
    enemy_player_story_points: bool = True
    alternate_roles: bool = False
    on_my_table: bool = False
    """Ours: real miniatures; the player may set right what the program believes of the table."""
    hints: Literal["exercises", "always", "never"] = "exercises"
    """Ours: where a newcomer is told at the moment it matters what a question is about."""
    round_limit: int = 30
    """Ours: a battle that is still going on after this round is abandoned."""
    second_rolls: Literal["battle", "always", "never"] = "battle"
    """Ours: for which D100 tables a Story Point is offered for two rolls."""
    offer_dice_changes: Literal["when_it_matters", "never"] = "when_it_matters"
    """Ours: whether Story Points and traits are offered after every roll that they could change."""


describe = read_data.later("switches.yaml", tuple[Switch, ...])
"""Every switch with its values, default, rule and one sentence."""


@rule("FR-PRN-11", "FR-SQD-05", "FR-STP-02", "FR-DIF-01", "FR-DIF-04")
def read_switches(given: Mapping[str, object]) -> Switches:
    """Switches by name, the rest at their defaults; every unknown name and value is refused."""
    settled: dict[str, Any] = dict(read_values(describe(), given, "FR-PRN-06"))
    if "difficulty_options" in settled:
        named = str(settled["difficulty_options"])
        settled["difficulty_options"] = tuple(one for one in named.split(", ") if one)
    if settled.get("difficulty_target") == NONE:
        settled["difficulty_target"] = None
    return msgspec.convert(settled, Switches)


def changed_switches(switches: Switches) -> dict[str, SwitchValue]:
    """The switches that differ from their defaults, as a game record keeps them."""
    return changed_values(describe(), switches)
