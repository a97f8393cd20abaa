// How far whoever acts has come in its turn, from where it stood when the turn began to where it stands at the step that is shown.
import { unitsNamed } from "../../panels/naming";
import type { Showing, Told, Unit } from "../../protocol";
import { distance, nearest, type Point } from "../../table/geometry";
import type { Frame } from "./frames";

export interface Journey {
  unit: Unit;
  /** The figures that have moved: where they stood, and where they stand. */
  from: Point[];
  to: Point[];
  /** The place of this turn among those that are told. */
  number: number;
  /** How far the one has gone that went farthest, along its way where that is known. */
  far: number;
  /** Whom it goes at, how far from them it has come to stand, and between which places; null where it goes at nobody. */
  end: { unit: Unit; gap: number; from: Point; to: Point } | null;
  /** Whether it is this step that takes it there. */
  isMoving: boolean;
}

/** Inches that are worth an arrow. */
const WORTH = 0.4;

const isPath = (value: unknown): value is Point[] => Array.isArray(value) && value.length > 1 && value.every((one) => Array.isArray(one) && one.length === 2);
const lengthOf = (path: readonly Point[]): number => path.slice(1).reduce((sum, at, i) => sum + distance(path[i]!, at), 0);

export function journeyOf(frames: readonly Frame[], index: number, before: Showing | null, turns: readonly { turn: Told; at: number }[]): Journey | null {
  const turn = frames[index]?.turn;
  const place = turns.findIndex((one) => one.turn === turn);
  if (!turn || place < 0) return null;
  const first = turns[place]!.at;
  const now = frames[index]!.showing;
  const then = first > 0 ? frames[first - 1]!.showing : before;
  const unit = unitsNamed(turn.facts, now)[0];
  const was = then?.units?.find((one) => one.id === unit?.id);
  if (!unit?.models?.length || !was?.models?.length) return null;
  const stood = new Map((was.figures ?? []).map((id, i) => [id, was.models![i]!]));
  const steps = unit.models.flatMap((to, i) => {
    const from = unit.figures?.length ? stood.get(unit.figures[i]!) : was.models![i];
    return from && distance(from, to) > WORTH ? [{ from, to }] : [];
  });
  if (!steps.length) return null;
  const told = frames.slice(first, index + 1).flatMap((one) => (one.turn === turn ? one.events : []));
  const gone = new Map<string, number>();
  for (const { facts } of told) {
    const [who, path] = [String(facts?.["figure"] ?? ""), facts?.["path"]];
    if (isPath(path)) gone.set(who, (gone.get(who) ?? 0) + lengthOf(path));
  }
  const far = Math.max(...(gone.size ? gone.values() : steps.map((one) => distance(one.from, one.to))));
  const goal = told.flatMap((one) => unitsNamed(one.facts, now)).find((one) => one.side !== unit.side && one.models?.length);
  const near = goal ? nearest(unit, goal) : null;
  const last = (frames[index - 1]?.showing ?? before)?.units?.find((one) => one.id === unit.id);
  const isMoving = JSON.stringify(last?.models) !== JSON.stringify(unit.models);
  return { unit, from: steps.map((one) => one.from), to: steps.map((one) => one.to), number: place + 1, far, end: goal && near ? { unit: goal, ...near } : null, isMoving };
}
