// What happened in one batch, step by step: each step a line or two of the log and the table as it stood then.
import type { Showing, Told, Unit } from "../../protocol";
import { unitsNamed } from "../../panels/naming";
import { distance, type Point } from "../../table/geometry";

export interface Frame {
  /** The lines of the log that belong to it. */
  events: readonly Told[];
  /** The place of the first of them in the log. */
  at: number;
  showing: Showing;
}

const ROLLED = "dice rolled";
const STILL = 420;
const LONGEST = 1250;
const INCHES_A_SECOND = 6;
/** Milliseconds in which a letter is read. */
const A_LETTER = 9;
const LONGEST_READING = 1300;
/** Inches within which two places are the same. */
const SAME_PLACE = 0.1;

const isPoint = (value: unknown): value is Point => Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");
const arePoints = (value: unknown): value is Point[] => Array.isArray(value) && value.length > 0 && value.every(isPoint);

/** The steps of a batch; dice go with the line that follows them. */
export function framesOf(events: readonly Told[], at: number, before: Showing, after: Showing): Frame[] {
  const frames: Frame[] = [];
  const ends = lastMentions(events, before, after);
  let [showing, first] = [before, 0];
  events.forEach((told, i) => {
    showing = settled(showing, after, ends.get(i) ?? []);
    if (told.kind === ROLLED && i < events.length - 1) return;
    showing = moved(showing, told);
    frames.push({ events: events.slice(first, i + 1), at: at + first, showing });
    first = i + 1;
  });
  const last = frames[frames.length - 1];
  if (last) frames[frames.length - 1] = { ...last, showing: after };
  return frames;
}

/** The units of which a line speaks for the last time, by the place of the line. */
function lastMentions(events: readonly Told[], before: Showing, after: Showing): Map<number, string[]> {
  const last = new Map<string, number>();
  events.forEach((told, i) => unitsNamed(told.facts, after, before).forEach((unit) => last.set(unit.id, i)));
  const found = new Map<number, string[]>();
  for (const [unit, i] of last) found.set(i, [...(found.get(i) ?? []), unit]);
  return found;
}

/** A unit of which nothing more is told is as it will be. */
function settled(showing: Showing, after: Showing, units: readonly string[]): Showing {
  if (!units.length) return showing;
  const now = new Map((after.units ?? []).map((one) => [one.id, one]));
  const known = new Set((showing.units ?? []).map((one) => one.id));
  const added = units.filter((one) => !known.has(one)).flatMap((one) => now.get(one) ?? []);
  return { ...showing, units: [...(showing.units ?? []).map((one) => (units.includes(one.id) ? (now.get(one.id) ?? one) : one)), ...added] };
}

/** The table after a line that says where a unit has gone. */
export function moved(showing: Showing, told: Told): Showing {
  const facts = told.facts ?? {};
  const unit = unitsNamed(facts, showing)[0];
  if (!unit) return showing;
  const models = placesIn(facts, unit);
  return models ? { ...showing, units: showing.units!.map((one) => (one === unit ? { ...one, models } : one)) } : showing;
}

function placesIn(facts: Record<string, unknown>, unit: Unit): [number, number][] | null {
  const count = unit.models?.length ?? 0;
  const mutable = (points: readonly Point[]): [number, number][] => points.map(([x, y]) => [x, y]);
  if (arePoints(facts["models"]) && facts["models"].length === count) return mutable(facts["models"]);
  const path = facts["path"];
  if (count > 1 && arePoints(path)) return stepped(unit.models!, path);
  if (count !== 1) return null;
  const place = [facts["to"], arePoints(path) ? path[path.length - 1] : null, facts["at"]].find(isPoint);
  return place ? mutable([place]) : null;
}

/** One model of several goes: the one that stands where its path begins. */
function stepped(models: readonly Point[], path: readonly Point[]): [number, number][] | null {
  const [from, to] = [path[0]!, path[path.length - 1]!];
  const goes = models.findIndex((at) => distance(at, from) < SAME_PLACE);
  return goes < 0 ? null : models.map(([x, y], i) => (i === goes ? [to[0], to[1]] : [x, y]));
}

/** How long a step is looked at: as long as its longest way takes, and its words. */
export function timeOf(before: Showing | null, frame: Frame): number {
  const old = new Map<string, Unit>((before?.units ?? []).map((one) => [one.id, one]));
  let far = 0;
  for (const unit of frame.showing.units ?? []) {
    const from = old.get(unit.id)?.models ?? [];
    unit.models?.forEach((at, i) => {
      if (from[i]) far = Math.max(far, distance(from[i], at));
    });
  }
  const letters = frame.events.reduce((sum, one) => sum + (one.kind === ROLLED ? 20 : one.text.length), 0);
  const going = far < 0.05 ? 0 : Math.min(LONGEST, (far / INCHES_A_SECOND) * 1000);
  return STILL + Math.max(going, Math.min(LONGEST_READING, letters * A_LETTER));
}
