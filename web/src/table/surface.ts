// What a ground is made of, as the page draws it and speaks of it: `table/surface.py` is the same for terminal and paper.
import type { Ground } from "../protocol";
import { distance, type Point } from "./geometry";

/** A stroke of the frame: how far along its edge it stands, and what is written at it, if anything. */
export interface Tick {
  at: number;
  word: string;
}

/** What every part of the page asks of a ground; places are pairs of numbers, east and north of the south-west. */
export interface Surface {
  /** The size of the sheet on which the ground is drawn, as places count. */
  readonly wide: number;
  readonly deep: number;
  /** How large the table is, in words. */
  readonly size: string;
  /** In what is measured, as a word and as a sign behind a figure. */
  readonly measure: string;
  readonly sign: string;
  /** Where a place is drawn, counted from the north-west downwards; and the way back. */
  onSheet(at: Point): Point;
  onGround(drawn: Point): Point;
  /** The strokes of the frame: those to the east, and those to the north. */
  readonly ruler: { across: readonly Tick[]; along: readonly Tick[] };
  /** The place that is meant by somebody who points near it. */
  snap(at: Point): [number, number];
  /** How far one place is from another, as the book counts. */
  distance(a: Point, b: Point): number;
  /** A distance as it is written beside a line, and as it is read out. */
  far(length: number): string;
  spoken(length: number): string;
  /** The part of the table in which a place lies. */
  part(at: Point): string;
}

/** Of a ground that is measured with a ruler: the word for one, for several, the sign, and the strokes of its frame. */
const MEASURES: Record<string, { one: string; many: string; sign: string; stroke: number; figure: number }> = {
  in: { one: "inch", many: "inches", sign: "″", stroke: 1, figure: 6 },
  cm: { one: "centimetre", many: "centimetres", sign: " cm", stroke: 5, figure: 15 },
};
/** So many parts of an inch are told of a place that somebody points at. */
const PARTS = 1000;

/** The surface of a ground; all that there are so far are measured with a ruler. */
export function surfaceOf({ ground, unit }: { ground: Ground; unit?: string }): Surface {
  const { width: wide, depth: deep } = ground;
  const { one, many, sign, stroke, figure } = MEASURES[unit ?? "in"] ?? MEASURES["in"]!;
  const ticks = (far: number): Tick[] =>
    Array.from({ length: Math.floor(far / stroke) + 1 }, (_, i) => ({ at: i * stroke, word: (i * stroke) % figure ? "" : String(i * stroke) }));
  const flip = ([x, y]: Point): Point => [x, deep - y];
  const tenths = (length: number): number => Math.round(length * 10) / 10;
  return {
    wide,
    deep,
    size: `${wide} by ${deep} ${many}`,
    measure: many,
    sign,
    onSheet: flip,
    onGround: flip,
    get ruler() {
      return { across: ticks(wide), along: ticks(deep) };
    },
    snap: ([x, y]) => [Math.round(x * PARTS) / PARTS, Math.round(y * PARTS) / PARTS],
    distance,
    far: (length) => `${tenths(length)}${sign}`,
    spoken: (length) => `${tenths(length)} ${tenths(length) === 1 ? one : many}`,
    part([x, y]) {
      const across = x < wide / 3 ? "west" : x > (2 * wide) / 3 ? "east" : "";
      const up = y < deep / 3 ? "south" : y > (2 * deep) / 3 ? "north" : "";
      return [up, across].filter(Boolean).join("-") || "middle";
    },
  };
}

/** How high a table is drawn that is drawn so wide, with a margin around it. */
export function heightAt(showing: { ground: Ground; unit?: string }, wide: number, margin: number): number {
  const surface = surfaceOf(showing);
  return ((wide - 2 * margin) * surface.deep) / surface.wide + 2 * margin;
}
