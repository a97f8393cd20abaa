// What happened in one batch, deed by deed: dice first, then what they mean, each with the table as it stood then.
import type { Showing, Told, Unit } from "../../protocol";
import { unitsNamed } from "../../panels/naming";
import { distance, type Point } from "../../table/geometry";

export interface Frame {
  /** The lines that it tells; nothing where dice only have to come to rest. */
  events: readonly Told[];
  /** The place of the first of them in the log. */
  at: number;
  /** So many lines of the log are written while it is shown. */
  until: number;
  /** Dice that fall in it: what they lead to is told by the next one. */
  dice: readonly Told[];
  /** With which line the unit that acts began to act; null where nobody's turn is told. */
  turn: Told | null;
  showing: Showing;
}

/** Lines that belong together: dice and what follows from them, a body's whole way, or words. */
interface Beat {
  at: number;
  events: Told[];
  turn: Told | null;
  hasDice: boolean;
  hasWords: boolean;
  moves: boolean;
}

const ROLLED = "dice rolled";
export const isRoll = (told: Told): boolean => told.kind === ROLLED;

/** Inches within which two places are the same. */
const SAME_PLACE = 0.1;
/** So many rolls of one unit's turn fall one after another; when there are more, several fall together. */
const MOST_ROLLS = 3;

const isPoint = (value: unknown): value is Point => Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");
const arePoints = (value: unknown): value is Point[] => Array.isArray(value) && value.length > 0 && value.every(isPoint);

/** The steps of a batch for a side: what others do and every roll is told; one's own moves without dice are seen at once. */
export function framesOf(events: readonly Told[], at: number, before: Showing, after: Showing, side = -1, turn: Told | null = null): Frame[] {
  if (!events.length) return [];
  const beats = together(beatsOf(events, at, before, after, side, turn));
  const ends = lastMentions(events, before, after);
  const frames: Frame[] = [];
  let showing = before;
  for (const { at: first, events: all, turn, hasDice } of beats) {
    const dice = all.filter(isRoll);
    const words = all.filter((one) => !isRoll(one));
    if (hasDice) frames.push({ events: dice, at: first, until: first, dice, turn, showing });
    all.forEach((told, i) => {
      showing = opened(moved(settled(showing, after, ends.get(first - at + i) ?? []), told), told);
    });
    if (words.length) frames.push({ events: words, at: first, until: first + all.length, dice: [], turn, showing });
  }
  const last = frames[frames.length - 1]!;
  // The next question opens when the last dice lie, and when whoever else moved has arrived.
  const isAwaited = last.dice.length > 0 || (beats.length > 1 && beats[beats.length - 1]!.moves);
  const end = { events: [], at: at + events.length, until: at + events.length, dice: [], turn: last.turn, showing: after };
  return isAwaited ? [...frames, end] : [...frames.slice(0, -1), { ...last, showing: after }];
}

function beatsOf(events: readonly Told[], at: number, before: Showing, after: Showing, side: number, begun: Told | null): Beat[] {
  const beats: Beat[] = [];
  let turn = begun;
  /** Whether something is being told that has to be seen by itself. */
  let isTold = false;
  events.forEach((told, i) => {
    const [dice, last] = [isRoll(told), beats[beats.length - 1]];
    const moves = !dice && moved(before, told) !== before;
    const opens = isOthersTurn(told, after, before, side);
    if (told.activation) turn = told;
    // Whatever comes after a turn that began here, such as the end of a phase, is nobody's turn.
    else if (told.heading) turn = null;
    isTold ||= dice || opens;
    const isNew =
      !last || opens || (last.turn !== turn && isTold) || (dice && last.hasWords) || (isTold && moves && last.hasWords && !last.moves && !last.hasDice);
    if (isNew) beats.push({ at: at + i, events: [told], turn, hasDice: dice, hasWords: !dice, moves });
    else {
      last.events.push(told);
      last.hasDice ||= dice;
      last.hasWords ||= !dice;
      last.moves ||= moves;
    }
  });
  return beats;
}

const isOthersTurn = (told: Told, after: Showing, before: Showing, side: number): boolean =>
  !!told.activation && unitsNamed(told.facts, after, before)[0]?.side !== side;

/** Many rolls of one turn: as many as can be followed one after another, the others with them. */
function together(beats: readonly Beat[]): Beat[] {
  const found: Beat[] = [];
  for (let i = 0; i < beats.length; ) {
    let end = i;
    while (end < beats.length && beats[end]!.hasDice && beats[end]!.turn === beats[i]!.turn) end += 1;
    const size = Math.max(1, Math.ceil((end - i) / MOST_ROLLS));
    for (end = Math.max(end, i + 1); i < end; i += size) found.push(joined(beats.slice(i, Math.min(end, i + size))));
    i = end;
  }
  return found;
}

const joined = (beats: readonly Beat[]): Beat => ({
  ...beats[0]!,
  events: beats.flatMap((one) => one.events),
  moves: beats.some((one) => one.moves),
  hasWords: beats.some((one) => one.hasWords),
});

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

/** The clock after a heading that names a round, or one of the steps that it knows. */
function opened(showing: Showing, told: Told): Showing {
  const { clock } = showing;
  if (!told.heading || !clock) return showing;
  const facts = told.facts ?? {};
  const step = clock.steps?.find((one) => Object.values(facts).includes(one));
  const round = typeof facts["round"] === "number" ? facts["round"] : clock.round;
  return { ...showing, clock: { ...clock, ...(round === undefined ? {} : { round }), ...(step ? { step } : {}) } };
}

/** The table after a line that says where a unit has gone. */
export function moved(showing: Showing, told: Told): Showing {
  const facts = told.facts ?? {};
  const unit = isRoll(told) || facts["why"] ? undefined : unitsNamed(facts, showing)[0];
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
