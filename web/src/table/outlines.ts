// Which exact outlines are drawn over the ground: all of them on demand and while measuring, those near a plan while planning.
import type { Asking } from "../ask/asking.svelte";
import type { Piece, Showing } from "../protocol";
import { boxOf, isInside, type Point } from "./geometry";
import type { TableState } from "./table.svelte";

/** Inches around a plan within which outlines matter. */
const NEAR = 2;

export function outlinesAsked(showing: Showing, table: TableState, asking: Asking | null): string[] {
  const { pieces } = showing.ground;
  if (table.outlines || table.tool === "measure") return pieces.map((one) => one.id);
  const plan = asking?.plan;
  if (!plan || table.correcting) return [...table.pointed];
  const places = [...plan.models, ...plan.start, ...plan.via];
  return pieces.filter((one) => isNear(one, places, plan.radius + NEAR)).map((one) => one.id);
}

function isNear(piece: Piece, places: readonly Point[], far: number): boolean {
  const { west, east, south, north } = boxOf(piece.outline);
  return places.some(([x, y]) => x > west - far && x < east + far && y > south - far && y < north + far);
}

/** What lies where somebody taps; a second tap puts it away. */
export function outlinesAt(at: Point, showing: Showing, before: readonly string[]): string[] {
  const found = showing.ground.pieces.filter((one) => isInside(at, one.outline)).map((one) => one.id);
  return found.length === before.length && found.every((one) => before.includes(one)) ? [] : found;
}
