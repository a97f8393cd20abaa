// What a ground is made of, as the page draws it and speaks of it: `table/surface.py` is the same for terminal and paper.
import * as say from "words:table";
import type { Ground, Showing } from "../protocol";
import { distance, type Point, type Wind } from "./geometry";

/** A ninth of the table, by where it lies. */
export type Part = Wind | "middle";

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
  /** Where a place is drawn, counted from the upper left corner downwards; and the way back. */
  onSheet(at: Point): Point;
  onGround(drawn: Point): Point;
  /** Whether it is divided into squares, each of which is a place. */
  readonly isSquared: boolean;
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
  part(at: Point): Part;
}

/** Of a ground that is measured with a ruler: its words, the sign, and the strokes of its frame. */
const MEASURES = {
  in: { size: say.sizeInInches, spoken: say.inches, measure: say.inInches, far: say.farInInches, sign: "″", stroke: 1, figure: 6 },
  cm: { size: say.sizeInCentimetres, spoken: say.centimetres, measure: say.inCentimetres, far: say.farInCentimetres, sign: " cm", stroke: 5, figure: 15 },
};
const NINTHS = [["southWest", "south", "southEast"], ["west", "middle", "east"], ["northWest", "north", "northEast"]] as const;
/** So many parts of an inch are told of a place that somebody points at. */
const PARTS = 1000;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** What a column of squares is called: A to Z, then AA, AB and so on. */
const column = (number: number): string => (number >= LETTERS.length ? column(Math.floor(number / LETTERS.length) - 1) : "") + LETTERS[number % LETTERS.length];

/** The surface of a ground, with its north above or, turned round, below. */
export function surfaceOf(showing: { ground: Ground; unit?: string }, isTurned = false): Surface {
  const ruled = ruledSurface(showing, isTurned);
  return showing.unit === "spaces" ? squaredSurface(ruled) : ruled;
}

/** A ground of squares: columns have letters, rows figures, a diagonal counts one and a half, and what is left of a square nothing. */
function squaredSurface(ruled: Surface): Surface {
  const { wide, deep } = ruled;
  const inside = (at: number, most: number): number => Math.min(Math.max(Math.floor(at), 0), most - 1) + 0.5;
  return {
    ...ruled,
    size: say.sizeInSpaces({ wide, deep }),
    measure: say.inSpaces(),
    sign: "",
    isSquared: true,
    ruler: {
      across: Array.from({ length: wide }, (_, i) => ({ at: i + 0.5, word: column(i) })),
      along: Array.from({ length: deep }, (_, i) => ({ at: i + 0.5, word: String(i + 1) })),
    },
    snap: ([x, y]) => [inside(x, wide), inside(y, deep)],
    distance([ax, ay], [bx, by]) {
      const [across, along] = [Math.abs(Math.floor(ax) - Math.floor(bx)), Math.abs(Math.floor(ay) - Math.floor(by))];
      return Math.floor(Math.max(across, along) + Math.min(across, along) / 2);
    },
    far: (length) => say.farInSpaces({ length: Math.floor(length) }),
    spoken: (length) => say.spaces({ length: Math.floor(length) }),
  };
}

/** A ground that is measured with a ruler. */
function ruledSurface({ ground, unit }: { ground: Ground; unit?: string }, isTurned: boolean): Surface {
  const { width: wide, depth: deep } = ground;
  const { size, spoken, measure, far, sign, stroke, figure } = unit === "cm" ? MEASURES.cm : MEASURES.in;
  const ticks = (length: number): Tick[] =>
    Array.from({ length: Math.floor(length / stroke) + 1 }, (_, i) => ({ at: i * stroke, word: (i * stroke) % figure ? "" : String(i * stroke) }));
  const flip = ([x, y]: Point): Point => (isTurned ? [wide - x, y] : [x, deep - y]);
  const tenths = (length: number): number => Math.round(length * 10) / 10;
  return {
    wide,
    deep,
    size: size({ wide, deep }),
    measure: measure(),
    sign,
    isSquared: false,
    onSheet: flip,
    onGround: flip,
    get ruler() {
      return { across: ticks(wide), along: ticks(deep) };
    },
    snap: ([x, y]) => [Math.round(x * PARTS) / PARTS, Math.round(y * PARTS) / PARTS],
    distance,
    far: (length) => far({ length: tenths(length) }),
    spoken: (length) => spoken({ length: tenths(length) }),
    part([x, y]) {
      const across = x < wide / 3 ? 0 : x > (2 * wide) / 3 ? 2 : 1;
      const up = y < deep / 3 ? 0 : y > (2 * deep) / 3 ? 2 : 1;
      return NINTHS[up][across];
    },
  };
}

/** How much farther north than the others one must stand to see the table from there, as a share of its depth. */
const CLEARLY = 0.08;

/**
 * Whether a side looks at the table from its northern edge, by where its people and the others stand, or by where it may set
 * them down before anybody stands there; null where that is open.
 */
export function looksSouth({ ground, units }: Pick<Showing, "ground" | "units">, side: number, settingDown: number | null = null): boolean | null {
  const north = (isOurs: boolean): number | null => {
    const all = (units ?? []).filter((one) => (one.side === side) === isOurs).flatMap((one) => one.models ?? []);
    return all.length ? all.reduce((sum, [, y]) => sum + y, 0) / all.length : null;
  };
  const ours = north(true) ?? settingDown;
  if (ours === null) return null;
  const { deep } = surfaceOf({ ground });
  const ahead = ours - (north(false) ?? deep / 2);
  return Math.abs(ahead) < CLEARLY * deep ? null : ahead > 0;
}
