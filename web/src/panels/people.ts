// One's own people as the bar shows them: how each stands, and what has happened to them since the last answer.
import * as say from "words:panels";
import type { Showing, Told, Unit } from "../protocol";

/** What became of a unit between two tables. */
export interface News {
  /** How much of its strength is gone. */
  lost: number;
  /** The states that are new, in the book's words. */
  states: string[];
  /** Whether dice were rolled at it, and nothing came of them. */
  isUnharmed?: boolean;
}

/** The units of a seat's side, a player's own first where several share a side; everybody's for a watcher. */
export function peopleOf(showing: Showing | null, viewer: string | null, side: number): Unit[] {
  const units = showing?.units ?? [];
  if (viewer === null) return [...units];
  const ours = units.filter((one) => one.side === side && one.seat !== "");
  return [...ours.filter((one) => one.seat === viewer), ...ours.filter((one) => one.seat !== viewer)];
}

/** What is different about a unit, or what was rolled at it in vain; null where nothing that matters is. */
export function newsOf(unit: Unit, before: Showing | null, told: readonly Told[] = []): News | null {
  const was = before?.units?.find((one) => one.id === unit.id);
  if (!was) return null;
  const known = new Set(was.badges?.map((one) => one.word));
  const states = unit.badges?.filter((one) => one.worse && !known.has(one.word)).map((one) => one.word) ?? [];
  const lost = Math.max(0, (was.strength ?? 0) - (unit.strength ?? 0));
  if (lost || states.length) return { lost, states };
  const own = [unit.id, ...(unit.figures ?? [])];
  return told.some((one) => one.kind === "dice rolled" && own.includes(String(one.facts?.["target"]))) ? { lost, states, isUnharmed: true } : null;
}

/** How a unit stands, in a word or two: where it is, what is worst, what it has done. */
export function stateOf(unit: Unit, isActing: boolean): string {
  if (unit.on_table === false) return unit.place || say.away();
  const badges = unit.badges ?? [];
  const worst = badges.find((one) => one.worse) ?? (unit.acted ? undefined : badges[0]);
  if (worst) return worst.word;
  if (isActing) return say.actsNow();
  return unit.acted ? say.hasActed() : say.ready();
}
