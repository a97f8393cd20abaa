// What may follow, as a person looks at it: what the others may lose and how likely anything is, one's own losses, the rest in words.
import * as say from "words:ask";
import type { Odds, Showing, Spread, Unit } from "../protocol";

export interface Bars {
  unit: Unit;
  bars: { label: string; chance: number; isLikeliest: boolean; isTrue?: boolean }[];
  /** How likely it is that it loses anything at all. */
  atLeastOne: number;
}

const MOST_BARS = 6;
const MOST_LINES = 6;
/** What is less likely is left out until all of it is asked for. */
const RARE = 0.01;

/** The losses of one unit as bars: none, one, two, and the rest together. */
export function barsOf(spread: Spread, showing: Showing | null, isWhole = false): Bars | null {
  const unit = showing?.units?.find((one) => one.id === spread.unit);
  if (!unit) return null;
  const all = Object.entries(spread.changes).map(([by, chance]) => ({ by: Number(by), chance }));
  all.sort((a, b) => b.by - a.by);
  const rows = isWhole ? all : all.filter((one) => one.chance >= RARE);
  if (!rows.some((one) => one.by !== 0)) return null;
  const shown = rows.slice(0, !isWhole && rows.length > MOST_BARS ? MOST_BARS - 1 : rows.length);
  const rest = rows.slice(shown.length).reduce((sum, one) => sum + one.chance, 0);
  const most = Math.max(...rows.map((one) => one.chance));
  const bars = shown.map(({ by, chance }) => ({ label: by > 0 ? `+${by}` : String(-by), chance, isLikeliest: chance === most }));
  const next = rows[shown.length];
  if (next) bars.push({ label: say.atLeast({ need: -next.by }), chance: rest, isLikeliest: false });
  return { unit, bars, atLeastOne: all.filter((one) => one.by < 0).reduce((sum, one) => sum + one.chance, 0) };
}

/** The bars that were shown, with those that came true: what became of each unit since. */
export function cameTrue(spreads: readonly Spread[], then: Showing, now: Showing | null): Bars[] {
  return spreads.flatMap((spread): Bars[] => {
    const found = barsOf(spread, then);
    if (!found) return [];
    const strength = now?.units?.find((one) => one.id === spread.unit)?.strength ?? 0;
    const by = strength - (found.unit.strength ?? 0);
    const place = found.bars.findIndex((one) => one.label === (by > 0 ? `+${by}` : String(-by)));
    // What was rare lies in the last bar, which holds the rest.
    const struck = place >= 0 ? place : found.bars.length - 1;
    return [{ ...found, bars: found.bars.map((one, i) => ({ ...one, isTrue: i === struck })) }];
  });
}

/** The bars of all units, those of the other sides first: what one gains before what one pays. */
export function allBarsOf(odds: Odds, showing: Showing | null, side: number, isWhole = false): Bars[] {
  const found = odds.spreads.flatMap((one) => barsOf(one, showing, isWhole) ?? []);
  return [...found.filter((one) => one.unit.side !== side), ...found.filter((one) => one.unit.side === side)];
}

/** The lines that the bars do not tell already, the likeliest first, each with the name of its unit. */
export function linesOf(odds: Odds, showing: Showing | null, isWhole = false): { words: string; chance: number }[] {
  const names = new Map(showing?.units?.map((one) => [one.id, one.name]));
  // Bars of one unit tell when nobody is hurt; what goes on needs no word beside what it costs to fail.
  const isTold = (what = ""): boolean => (what === "strength" && odds.spreads.length > 0) || (what === "unhurt" && odds.spreads.length === 1) || (what === "goes on" && odds.lines.length > 1);
  return odds.lines
    .filter((one) => isWhole || (!isTold(one.what) && one.chance >= RARE))
    .map(({ words, chance, unit }) => ({ words: unit ? `${names.get(unit) ?? unit}: ${words}` : words, chance }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, isWhole ? undefined : MOST_LINES);
}

/** Whether anything is left out of the short account. */
export const isShortened = (odds: Odds): boolean =>
  odds.lines.length > MOST_LINES || odds.lines.some((one) => one.chance < RARE) || odds.spreads.some((one) => Object.values(one.changes).some((chance) => chance < RARE) || Object.keys(one.changes).length > MOST_BARS);
