// Which units a line is about, and what is written on their bases.
import type { Showing, Unit } from "../protocol";

/** The units that the facts of a line name, the one it is about first; as they are on the first table that has them. */
export function unitsNamed(facts: Readonly<Record<string, unknown>> | undefined, ...tables: (Showing | null)[]): Unit[] {
  const units = new Map<string, Unit>();
  for (const unit of tables.flatMap((one) => one?.units ?? [])) {
    for (const id of [unit.id, ...(unit.figures ?? [])]) if (!units.has(id)) units.set(id, unit);
  }
  const found = new Set<Unit>();
  for (const value of Object.values(facts ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      const unit = typeof one === "string" ? units.get(one) : undefined;
      if (unit) found.add(unit);
    }
  }
  return [...found];
}

/** Whether a unit is one person with a name, not a body of troops or a beast that takes many blows. */
export const isFigure = (unit: Unit): boolean => (unit.models?.length ?? 0) === 1 && (unit.full_strength ?? 0) <= 1;

/** Two letters for a figure's base. */
export const initials = (name: string): string => {
  const last = name.trim().split(" ").at(-1) ?? "";
  return last.slice(0, 2);
};
