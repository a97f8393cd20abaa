// Which drawing stands for a kind of unit or marker, by the words that its book uses.
import { drawings } from "virtual:glyphs";

export type Glyph = keyof typeof drawings;

const UNITS: readonly (readonly [RegExp, Glyph])[] = [
  [/\b(elite|heavy)\b.*\b(cavalry|knights?|riders?)\b/i, "cavalry"],
  [/\b(cavalry|riders?|horse(men)?|mounted)\b/i, "horse"],
  [/\b(crossbow\w*|heavy missile)\b/i, "crossbow"],
  [/\b(missile|archers?|bow\w*|sling\w*|javelin\w*|skirmish\w*)\b/i, "bow"],
  [/\b(elite foot|guards?|veterans?)\b/i, "axes"],
  [/\b(light foot)\b/i, "shield"],
  [/\b(spears?|pikes?|heavy foot)\b/i, "spears"],
  [/\b(foot|infantry|swords?|warriors?)\b/i, "swords"],
  [/\b(heavy beast|monster|troll|giant|dragon)\b/i, "dragon"],
  [/\b(beasts?|hounds?|wol(f|ves)|animals?)\b/i, "beast"],
  [/\b(light engine)\b/i, "ballista"],
  [/\b(engine|artillery|catapult|cannon)\b/i, "engine"],
  [/\b(caster|wizard|mage|sorcerer|witch|apprentice)\b/i, "caster"],
  [/\b(villain)\b/i, "crown"],
  [/\b(orcs?|goblins?)\b/i, "orc"],
  [/\b(rotters?|undead|horde)\b/i, "skull"],
  [/\b(medic\w*)\b/i, "medic"],
  [/\b(rifle|soldier|gunner|sniper|marksman)\b/i, "rifle"],
];

const MARKERS: readonly (readonly [RegExp, Glyph])[] = [
  [/\b(investigat\w*|search|clue)\b/i, "search"],
  [/\b(trap)\b/i, "trap"],
  [/\b(dig)\b/i, "spade"],
  [/\b(plant)\b/i, "plant"],
  [/\b(store|supply|supplies|barrel|crate)\b/i, "barrel"],
  [/\b(wagon|cart|train)\b/i, "wagon"],
  [/\b(asset|chest|loot|treasure)\b/i, "chest"],
  [/\b(relic)\b/i, "relic"],
  [/\b(altar|ritual|circle|shrine)\b/i, "altar"],
  [/\b(tower|siege)\b/i, "tower"],
];

export function unitGlyph(kind: string): Glyph {
  return UNITS.find(([words]) => words.test(kind))?.[1] ?? "flag";
}

export function markerGlyph(kind: string): Glyph {
  return MARKERS.find(([words]) => words.test(kind))?.[1] ?? "mark";
}

/** The drawing itself, 512 by 512. */
export const drawing = (glyph: Glyph): string => drawings[glyph] ?? "";
