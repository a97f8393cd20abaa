// What may follow, as a person looks at it: what each side may lose, then everything else in words.
import type { Odds, Showing, Spread, Unit } from "../protocol";

export interface Bars {
  unit: Unit;
  bars: { label: string; chance: number }[];
}

const MOST_BARS = 6;
const MOST_LINES = 6;

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

/** The lines that the bars do not tell already, the likeliest first, each with the name of its unit. */
export function linesOf(odds: Odds, showing: Showing | null): { words: string; chance: number }[] {
  const names = new Map(showing?.units?.map((one) => [one.id, one.name]));
  return odds.lines
    .filter((one) => one.what !== "strength" || !odds.spreads.length)
    .map(({ words, chance, unit }) => ({ words: unit ? `${names.get(unit) ?? unit}: ${words}` : words, chance }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, MOST_LINES);
}
