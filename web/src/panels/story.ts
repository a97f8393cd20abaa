// The log as a story: sentences with the units' names in them, and dice that are drawn.
import type { Showing, Told, Unit } from "../protocol";
import { unitsNamed } from "./naming";

export interface Part {
  text: string;
  side: number | null;
  unit: string | null;
}

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

const HEADING = /\b(turn|round|phase) (started|begun|began)\b/i;

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
      kind: roll ? "dice" : HEADING.test(told.kind) ? "heading" : "line",
      parts: roll ? [] : partsOf(told.text, marks),
      rolls: roll ? [roll] : [],
      rules: [...new Set(told.rules ?? [])],
      reasons: modifiersOf(told),
    });
  });
  return entries;
}

function modifiersOf(told: Told): string[] {
  const modifiers = told.facts?.["modifiers"];
  return Array.isArray(modifiers) ? modifiers.map((one) => String(one).replace(/^[+-]0 /, "")) : [];
}

interface Mark {
  words: string;
  shown: string;
  side: number;
  unit: string | null;
}

function marksOf(showing: Showing | null): Mark[] {
  const marks: Mark[] = [];
  for (const unit of showing?.units ?? []) {
    marks.push({ words: `${unit.id} ${unit.name}`, shown: unit.name, side: unit.side, unit: unit.id });
    marks.push({ words: unit.name, shown: unit.name, side: unit.side, unit: unit.id });
    for (const name of unit.names ?? []) marks.push({ words: name, shown: name, side: unit.side, unit: unit.id });
  }
  for (const side of showing?.sides ?? []) {
    for (const seat of side.seats) marks.push({ words: `${side.name} (${seat})`, shown: side.name, side: side.side, unit: null });
    marks.push({ words: side.name, shown: side.name, side: side.side, unit: null });
  }
  return marks.filter((one) => one.words.trim()).sort((a, b) => b.words.length - a.words.length);
}

/** A sentence in parts, the names of units and sides apart. */
export function partsOf(text: string, marks: readonly Mark[]): Part[] {
  const parts: Part[] = [];
  let plain = "";
  for (let i = 0; i < text.length; ) {
    const isStart = i === 0 || !/[\p{L}\p{N}]/u.test(text[i - 1]!);
    const mark = isStart
      ? marks.find((one) => text.startsWith(one.words, i) && !/[\p{L}\p{N}]/u.test(text[i + one.words.length] ?? ""))
      : undefined;
    if (!mark) {
      plain += text[i++];
      continue;
    }
    if (plain) parts.push({ text: plain, side: null, unit: null });
    plain = "";
    parts.push({ text: mark.shown, side: mark.side, unit: mark.unit });
    i += mark.words.length;
  }
  if (plain) parts.push({ text: plain, side: null, unit: null });
  return parts;
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
    note: SAID.exec(told.text)?.[1] ?? noteOf(facts, numbers, total, need, isPool),
    spoken: Number.isNaN(need) || !isPool ? told.text : `${hits} of ${numbers.length} at ${need} or more: ${sorted.join(" ")}`,
    source: String(facts["source"] ?? ""),
  };
}

/** What a roll is for, where the book says so before the dice: "Boyd to hit, needs 4+: 6 2." */
const SAID = /^(.+): \d+(?: \d+)*(?: \(.*\))?\.$/;

function noteOf(facts: Record<string, unknown>, faces: number[], total: number, need: number, isPool: boolean): string {
  if (isPool && !Number.isNaN(need)) return `${faces.length} dice, ${need}+`;
  const order = facts["order"] ? `to ${String(facts["order"])}` : String(facts["why"] ?? "").replace(/\s+[A-Z]\d+$/, "");
  const figure = faces.length > 1 ? `${total}, ` : "";
  return Number.isNaN(need) ? order : `${figure}needed ${need}+ ${order}`.trim();
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

/** A sentence with names instead of ids, without any drawing. */
export const plainly = (text: string, showing: Showing | null): string =>
  partsOf(text, marksOf(showing)).map((part) => part.text).join("");

/** A unit by its id. */
export const unitById = (showing: Showing | null, id: string): Unit | undefined => showing?.units?.find((one) => one.id === id);
