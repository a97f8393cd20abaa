// The log as a story: sentences with the units' names in them, and dice that are drawn.
import * as say from "words:panels";
import type { Showing, TableRow, Told, Unit } from "../protocol";
import { bodies } from "./deed";
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
  /** The number that was needed, where there is one. */
  need: number | null;
  /** How many dice of several reached it, or the sum of those that are added. */
  score: string;
  /** Whether anything was reached; null where nothing was needed. */
  isEnough: boolean | null;
  /** The table on which it was rolled, where it chose one of a few. */
  rows: readonly TableRow[];
  /** As a screen reader says it. */
  spoken: string;
  source: string;
  /** The dice, those bundled together that cost one. */
  bundles: Bundle[];
}

/** Dice that lie together, and what they come to. */
export interface Bundle {
  dice: DrawnDie[];
  word: string;
  /** Whether they are too few to cost anything. */
  isOver: boolean;
}

export interface Entry {
  /** The place of its first event in the log. */
  at: number;
  kind: "heading" | "line" | "dice" | "itself" | "details";
  parts: Part[];
  rolls: Roll[];
  rules: string[];
  reasons: string[];
  /** What the figures of one body did, one by one, and which body that is. */
  details?: { body: string; lines: string[] };
  /** The standing order that answered, where nobody had to. */
  order?: { key: string; title: string };
}

/** Every line of the log, rolls without a sentence of their own drawn together. */
export function storyOf(log: readonly Told[], showing: Showing | null, sideOf: (seat: string) => number): Entry[] {
  const marks = marksOf(showing);
  const entries: Entry[] = [];
  const ids = new Set(showing?.units?.map((one) => one.id));
  const bodyOf = bodies(showing);
  const isOfUnit = (told: Told): boolean => Object.values(told.facts ?? {}).some((one) => typeof one === "string" && ids.has(one));
  log.forEach((told, at) => {
    const roll = rollOf(told, sideOf);
    const last = entries[entries.length - 1];
    const body = roll || told.heading ? "" : bodyOf(told);
    if (body) {
      const text = plainOf(partsOf(told.text, marks));
      if (last?.details?.body === body) last.details.lines.push(text);
      else entries.push({ at, kind: "details", parts: [], rolls: [], rules: [...new Set(told.rules ?? [])], reasons: modifiersOf(told), details: { body, lines: [text] } });
      return;
    }
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
  // A single line needs no fold.
  return entries.map((one) => (one.details?.lines.length === 1 ? { ...one, kind: "line", parts: partsOf(one.details.lines[0]!, marks) } : one));
}

const plainOf = (parts: readonly Part[]): string => parts.map((one) => one.text).join("");

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
  const rows = told.rows ?? [];
  // Dice that are no D6 are known by their faces where nothing else tells it.
  const sides = Number(facts["sides"] ?? (rows.length || (numbers.some((face) => face < 1 || face > 6) ? Math.max(10, ...numbers) : 6)));
  const dice = [...again, ...sorted.map((face) => ({ face, how: how(face) }))];
  return {
    dice,
    bundles: bundled(dice, told.per ?? 0),
    sides: sides < 6 ? 6 : sides,
    side: sideOf(String(facts["seat"] ?? "")),
    note: noteOf(told, numbers, total, isPool),
    need: Number.isNaN(need) ? null : need,
    score: isPool && !Number.isNaN(need) ? say.hitsOf({ hits, count: numbers.length }) : numbers.length > 1 ? String(total) : "",
    isEnough: Number.isNaN(need) ? null : (isPool ? hits > 0 : total >= need),
    rows,
    spoken: Number.isNaN(need) || !isPool ? told.text : say.ofAtOrMore({ hits, count: numbers.length, need, faces: sorted.join(" ") }),
    source: String(facts["source"] ?? ""),
  };
}

/** The dice that reached it in sets that cost one each, what is left over of them, and the others. */
export function bundled(dice: readonly DrawnDie[], per: number): Bundle[] {
  const [hits, others] = [dice.filter((one) => one.how === "hit"), dice.filter((one) => one.how !== "hit")];
  if (!per || !hits.length) return [{ dice: [...dice], word: "", isOver: true }];
  const full = Math.floor(hits.length / per);
  const left = hits.slice(full * per);
  const sets = per === 1 ? [hits] : Array.from({ length: full }, (_, i) => hits.slice(i * per, (i + 1) * per));
  const found = sets.map((set): Bundle => ({ dice: set, word: say.costs({ count: per === 1 ? set.length : 1 }), isOver: false }));
  if (left.length) found.push({ dice: left, word: full ? say.leftOver({ count: left.length }) : say.leftOf({ count: left.length, per }), isOver: true });
  if (others.length) found.push({ dice: others, word: "", isOver: true });
  return found;
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

/** The last volley: rolls of the same about the same, one after the other, with the lines that tell what they mean. */
export function lastRolls(log: readonly Told[], falling: readonly Told[], ...tables: (Showing | null)[]): { dice: readonly Told[]; means: readonly Told[]; at: number } {
  const all = falling.length ? [...log, ...falling] : log;
  let last = all.length - 1;
  while (last >= Math.max(0, all.length - LOOK_BACK) && !isRoll(all[last])) last -= 1;
  if (!isRoll(all[last])) return { dice: [], means: [], at: 0 };
  let first = last;
  while (first > 0 && isRoll(all[first - 1])) first -= 1;
  const dice = all.slice(first, last + 1);
  // Words lie between the dice of one volley: what a hit does, whom it falls on.
  for (let i = first - 1; i >= Math.max(0, first - BETWEEN) && dice.length < MOST_OF_A_VOLLEY; i -= 1) {
    const told = all[i]!;
    if (told.heading || told.activation) break;
    if (!isRoll(told)) continue;
    if (!areOne(told, dice[0]!, tables)) break;
    dice.unshift(told);
    first = i;
  }
  if (falling.length) return { dice, means: [], at: first };
  const after = all.slice(last + 1);
  const end = after.findIndex((one) => one.heading || one.activation);
  return { dice, means: after.slice(0, end < 0 ? MOST_MEANT : Math.min(end, MOST_MEANT)), at: first };
}

const isRoll = (one: Told | undefined): boolean => one?.kind === "dice rolled";

/** Whether two rolls are made by the same at the same, in whichever order, on tables that know them: who fell is on the one before. */
function areOne(one: Told, other: Told, tables: readonly (Showing | null)[]): boolean {
  const ids = unitsNamed(one.facts, ...tables).map((unit) => unit.id);
  const shared = new Set(unitsNamed(other.facts, ...tables).flatMap((unit) => (ids.includes(unit.id) ? [unit.id] : [])));
  return shared.size > 1;
}

/** So far back the last dice are looked for, and so many lines after them tell what they mean. */
const LOOK_BACK = 40;
const MOST_MEANT = 2;
/** So many lines lie between two rolls of one volley at most, and so many rolls are one. */
const BETWEEN = 8;
const MOST_OF_A_VOLLEY = 6;

/** A unit by its id. */
export const unitById = (showing: Showing | null, id: string): Unit | undefined => showing?.units?.find((one) => one.id === id);
