// Units are called by their names, whatever a short word of the server calls them.
import type { Showing } from "../protocol";

/** A word with the ids of units in it replaced by their names. */
export function inNames(word: string, showing: Showing | null): string {
  const units = showing?.units ?? [];
  return word.replace(/[\p{L}\p{N}-]+/gu, (part) => units.find((one) => one.id === part)?.name ?? part);
}
