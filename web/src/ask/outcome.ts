// What may follow, as a person looks at it: what each side may lose, then everything else in words.
import type { Line, Odds, Showing, Spread, Unit } from "../protocol";
import { inNames } from "../panels/naming";

export interface Bars {
  unit: Unit;
  bars: { label: string; chance: number }[];
}

const MOST_BARS = 6;
const MOST_LINES = 6;
const STRENGTH = /: strength \d+ to \d+$/;

/** The losses of one unit as bars: none, one, two, and the rest together. */
export function barsOf(spread: Spread, showing: Showing | null): Bars | null {
  const unit = showing?.units?.find((one) => one.id === spread.unit);
  if (!unit) return null;
  const rows = Object.entries(spread.changes).map(([by, chance]) => ({ by: Number(by), chance }));
  rows.sort((a, b) => b.by - a.by);
  const shown = rows.slice(0, rows.length > MOST_BARS ? MOST_BARS - 1 : MOST_BARS);
  const rest = rows.slice(shown.length).reduce((sum, one) => sum + one.chance, 0);
  const bars = shown.map(({ by, chance }) => ({ label: by > 0 ? `+${by}` : String(-by), chance }));
  const next = rows[shown.length];
  if (next) bars.push({ label: `${-next.by}+`, chance: rest });
  return { unit, bars };
}

/** The lines that the bars do not tell already, the likeliest first, with names instead of ids. */
export function linesOf(odds: Odds, showing: Showing | null): Line[] {
  const units = showing?.units ?? [];
  const named = (words: string): string => {
    const unit = units.find((one) => words.startsWith(`${one.id} ${one.name}`));
    return inNames(unit ? words.slice(unit.id.length + 1) : words, showing);
  };
  const lines = odds.lines.filter((one) => !STRENGTH.test(one.words) || !odds.spreads.length);
  return lines
    .map((one) => ({ ...one, words: named(one.words) }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, MOST_LINES);
}
