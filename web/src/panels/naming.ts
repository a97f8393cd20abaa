// Units are called by their names, whatever a short word of the server calls them.
import type { Showing, Unit } from "../protocol";

/** A word with the ids of units in it replaced by their names. */
export function inNames(word: string, showing: Showing | null): string {
  const units = showing?.units ?? [];
  return word.replace(/[\p{L}\p{N}-]+/gu, (part) => units.find((one) => one.id === part)?.name ?? part);
}

/** The units that the facts of a line name, the one it is about first. */
export function unitsNamed(facts: Readonly<Record<string, unknown>> | undefined, showing: Showing | null): Unit[] {
  const units = new Map((showing?.units ?? []).map((one) => [one.id, one]));
  const found = new Set<Unit>();
  for (const value of Object.values(facts ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      // A figure of a body is called by the body's id and its own number: "M2.1".
      const unit = typeof one === "string" ? (units.get(one) ?? units.get(one.split(".")[0]!)) : undefined;
      if (unit) found.add(unit);
    }
  }
  return [...found];
}

/** Whether a unit is one person with a name, not a body of troops or a beast that takes many blows. */
export const isFigure = (unit: Unit): boolean => (unit.models?.length ?? 0) === 1 && (unit.full_strength ?? 0) <= 1;

/** Two letters for a figure's base. */
export const initials = (name: string): string => {
  const last = name.trim().split(/\s+/).at(-1) ?? "";
  return last.slice(0, 2);
};
