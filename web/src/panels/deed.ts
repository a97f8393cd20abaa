// What one unit did in its turn, in a few lines: the deeds of the whole body, and beneath them those of its figures.
import type { Showing, Told, Unit } from "../protocol";

export interface Deeds {
  lines: Told[];
  /** Figure by figure, for whoever wants to know. */
  details: Told[];
}

/** So many lines of one step are read while it is shown. */
const MOST_LINES = 4;

export function deedsOf(events: readonly Told[], unit: Unit | null, showing: Showing | null): Deeds {
  const bodyOf = bodies(showing);
  const told = events.filter((one) => !one.heading);
  const lines: Told[] = [];
  const details: Told[] = [];
  for (const one of told) (unit && bodyOf(one) === unit.id ? details : lines).push(one);
  if (!lines.length) lines.push(...details.splice(0, 1));
  return { lines: lines.slice(0, MOST_LINES), details: [...lines.slice(MOST_LINES), ...details] };
}

/** Of a line that tells only what one figure of a body plans or where it goes, and nothing of anybody else, the id of the body. */
export function bodies(showing: Showing | null): (told: Told) => string {
  const owners = new Map<string, string>();
  const many = new Set<string>();
  for (const unit of showing?.units ?? []) {
    for (const id of [unit.id, ...(unit.figures ?? [])]) owners.set(id, unit.id);
    if ((unit.figures?.length ?? 0) > 1) many.add(unit.id);
  }
  return ({ facts = {} }) => {
    const values = Object.values(facts).flat().filter((one): one is string => typeof one === "string" && owners.has(one));
    const named = [...new Set(values.map((one) => owners.get(one)!))];
    const [first = ""] = named;
    return many.has(first) && !values.includes(first) && (named.length === 1 || !!facts["why"]) ? first : "";
  };
}
