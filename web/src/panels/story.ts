// The log as a story: sentences with the units' names in them, and dice that are drawn.
import type { Showing, Told, Unit } from "../protocol";
import { marksOf, partsOf, type Part } from "./marking";
import { unitsNamed } from "./naming";

export interface DrawnDie {
  face: number;
  how: "rolled" | "hit" | "miss" | "again";
}

export interface Roll {
  dice: DrawnDie[];
  sides: number;
  side: number;
  /** "7, needed 5+", or what was rolled for. */
  note: string;
  /** As a screen reader says it. */
  spoken: string;
  source: string;
}

export interface Entry {
  /** The place of its first event in the log. */
  at: number;
  kind: "heading" | "line" | "dice";
  parts: Part[];
  rolls: Roll[];
  rules: string[];
  reasons: string[];
}

/** Every line of the log, rolls without a sentence of their own drawn together. */
export function storyOf(log: readonly Told[], showing: Showing | null, sideOf: (seat: string) => number): Entry[] {
  const marks = marksOf(showing);
  const entries: Entry[] = [];
  const ids = new Set(showing?.units?.map((one) => one.id));
  const isOfUnit = (told: Told): boolean => Object.values(told.facts ?? {}).some((one) => typeof one === "string" && ids.has(one));
  log.forEach((told, at) => {
    const roll = rollOf(told, sideOf);
    const last = entries[entries.length - 1];
    if (roll && last && !isOfUnit(told) && last.kind === "dice") {
      last.rolls.push(roll);
      last.rules = [...new Set([...last.rules, ...(told.rules ?? [])])];
      return;
    }
    entries.push({
      at,
      kind: roll ? "dice" : told.heading ? "heading" : "line",
      parts: roll ? [] : partsOf(told.text, marks),
      rolls: roll ? [roll] : [],
      rules: [...new Set(told.rules ?? [])],
      reasons: modifiersOf(told),
    });
  });
  return entries;
}

/** How a modifier is written that changes nothing and is told all the same. */
const NOTHING = "+0 ";

function modifiersOf(told: Told): string[] {
  const modifiers = told.facts?.["modifiers"];
  return Array.isArray(modifiers) ? modifiers.map((one) => (String(one).startsWith(NOTHING) ? String(one).slice(NOTHING.length) : String(one))) : [];
}

/** What was rolled, where an event is a roll. */
export function rollOf(told: Told, sideOf: (seat: string) => number): Roll | null {
  const facts = told.facts ?? {};
  const faces = facts["faces"];
  if (told.kind !== "dice rolled" || !Array.isArray(faces)) return null;
  const numbers = faces.map(Number);
  const need = Number(facts["need"] ?? facts["rating"] ?? Number.NaN);
  const isPool = numbers.length > 2 || facts["target"] !== undefined;
  const total = numbers.reduce((sum, one) => sum + one, 0);
  const how = (face: number): DrawnDie["how"] => {
    if (Number.isNaN(need)) return "rolled";
    return (isPool ? face : total) >= need ? "hit" : "miss";
  };
  const again: DrawnDie[] = Array.isArray(facts["was"]) ? facts["was"].map((face) => ({ face: Number(face), how: "again" })) : [];
  const sorted = isPool ? [...numbers].sort((a, b) => b - a) : numbers;
  const hits = numbers.filter((face) => face >= need).length;
  return {
    dice: [...again, ...sorted.map((face) => ({ face, how: how(face) }))],
    sides: Number(facts["sides"] ?? 6),
    side: sideOf(String(facts["seat"] ?? "")),
    note: noteOf(told, numbers, total, isPool),
    spoken: Number.isNaN(need) || !isPool ? told.text : `${hits} of ${numbers.length} at ${need} or more: ${sorted.join(" ")}`,
    source: String(facts["source"] ?? ""),
  };
}

/** What was rolled for, in the book's words, after the sum of a few dice. */
function noteOf({ purpose = "" }: Told, faces: number[], total: number, isPool: boolean): string {
  return faces.length > 1 && !isPool ? [total, purpose].filter(Boolean).join(": ") : purpose;
}

/** Why whoever acts does so: the last reason told before of that figure, or else of its unit. */
export function reasonFor(events: readonly Told[], before: readonly Told[], showing: Showing | null): Told | undefined {
  const isReason = (one: Told): boolean => one.kind !== "dice rolled" && !!one.facts?.["why"];
  const unit = events.flatMap((one) => unitsNamed(one.facts, showing))[0];
  if (!unit || events.some(isReason)) return undefined;
  const figure = events.find((one) => typeof one.facts?.["figure"] === "string")?.facts?.["figure"];
  const reasons = before.filter((one) => isReason(one) && unitsNamed(one.facts, showing)[0]?.id === unit.id);
  return reasons.findLast((one) => figure !== undefined && one.facts?.["figure"] === figure) ?? reasons.at(-1);
}

/** A unit by its id. */
export const unitById = (showing: Showing | null, id: string): Unit | undefined => showing?.units?.find((one) => one.id === id);
