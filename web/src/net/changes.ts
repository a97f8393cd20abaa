// The table after a batch: what was known of it, with what has changed.
import type { Shown, Showing } from "../protocol";

/** The table after a batch; null where the batch changes a table that is not known. */
export function tableAfter(known: Showing | null, shown: Shown | null): Showing | null {
  if (!shown) return known;
  const { whole, gone, units, markers, ...parts } = shown;
  if (whole) return { ...parts, units, markers } as Showing;
  if (!known) return null;
  return {
    ...known,
    ...(parts as Partial<Showing>),
    units: merged(known.units ?? [], units ?? [], gone?.units ?? []),
    markers: merged(known.markers ?? [], markers ?? [], gone?.markers ?? []),
  };
}

/** What is left, what has changed in the place of what has its id, then what is new. */
function merged<T extends { id: string }>(known: T[], changed: T[], gone: string[]): T[] {
  if (!changed.length && !gone.length) return known;
  const things = new Map(known.map((one) => [one.id, one]));
  for (const id of gone) things.delete(id);
  for (const one of changed) things.set(one.id, one);
  return [...things.values()];
}
