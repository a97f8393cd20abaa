// Small pen strokes from which terrain is drawn, in inches with y downward; the light comes from the north-west.
import { distance, f, isInside, type Point } from "../geometry";
import { nearestOn } from "./curves";

/** One stroke of the pen: a path and how it is inked (a class of terrain.css). */
export interface Stroke {
  d: string;
  ink: string;
}

export type Chance = () => number;

export const line = (a: Point, b: Point): string => `M${f(a[0])} ${f(a[1])}L${f(b[0])} ${f(b[1])}`;

export const polyline = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${f(x)} ${f(y)}`).join("L")}`;

export const circle = (x: number, y: number, r: number): string => ellipse(x, y, r, r);

export const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${f(x - rx)} ${f(y)}a${f(rx)} ${f(ry)} 0 1 1 ${f(2 * rx)} 0a${f(rx)} ${f(ry)} 0 1 1 ${f(-2 * rx)} 0z`;

export const polygon = (points: readonly Point[]): string => (points.length ? `${polyline(points)}z` : "");

export const shifted = (points: readonly Point[], dx: number, dy: number): Point[] =>
  points.map(([x, y]) => [x + dx, y + dy]);

/** Points strewn inside an outline, none nearer to another than `apart`, none nearer to the edge than `inset`; north first. */
export function strewn(outline: readonly Point[], apart: number, inset: number, chance: Chance, most = 260): Point[] {
  const xs = outline.map((one) => one[0]);
  const ys = outline.map((one) => one[1]);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const found: Point[] = [];
  // Squares as wide as points must be apart: whoever is too near lies in one of nine.
  const squares = new Map<string, Point[]>();
  const square = ([x, y]: Point): [number, number] => [Math.floor(x / apart), Math.floor(y / apart)];
  const isFree = (at: Point): boolean => {
    const [i, j] = square(at);
    for (let k = 0; k < 9; k++) {
      const near = squares.get(`${i - 1 + (k % 3)} ${j - 1 + Math.floor(k / 3)}`);
      if (near?.some((one) => distance(one, at) < apart)) return false;
    }
    return true;
  };
  const tries = Math.min(4000, Math.ceil((((east - west) * (south - north)) / apart ** 2) * 24));
  for (let i = 0; i < tries && found.length < most; i++) {
    const at: Point = [west + (east - west) * chance(), north + (south - north) * chance()];
    if (!isFree(at) || !isInside(at, outline) || (inset && edgeDistance(at, outline) < inset)) continue;
    found.push(at);
    const key = square(at).join(" ");
    if (!squares.has(key)) squares.set(key, []);
    squares.get(key)!.push(at);
  }
  return found.sort((a, b) => a[1] - b[1]);
}

export const edgeDistance = (at: Point, outline: readonly Point[]): number => distance(at, nearestOn(outline, at));

/** Something small that stands on the ground and makes room for figures: a tree, a stone, reeds. */
export interface Item {
  x: number;
  y: number;
  /** How far it reaches, and how far it keeps from the middle of a figure. */
  r: number;
  clear: number;
  strokes: Stroke[];
}

/**
 * Items as few strokes: those that do not touch share theirs, and whatever stands farther south lies over what is north of it,
 * as if each had been drawn by itself.
 */
export function stacked(items: readonly Item[]): Stroke[] {
  const floors: Map<string, string[]>[] = [];
  const floor: number[] = [];
  items.forEach((item, i) => {
    let on = 0;
    for (let k = 0; k < i; k++) {
      const other = items[k]!;
      if (Math.hypot(other.x - item.x, other.y - item.y) < other.r + item.r) on = Math.max(on, floor[k]! + 1);
    }
    floor.push(on);
    const inks = (floors[on] ??= new Map());
    for (const { d, ink } of item.strokes) {
      if (!inks.has(ink)) inks.set(ink, []);
      inks.get(ink)!.push(d);
    }
  });
  return floors.flatMap((inks) => [...inks].map(([ink, parts]) => ({ ink, d: parts.join("") })));
}

/** One of three tones. */
const tone = (chance: Chance): number => 1 + Math.floor(chance() * 3);

/** The crown of a tree: seven to nine arcs, a pale crescent to the north-west, a shadow to the south-east. */
export function crown(x: number, y: number, r: number, chance: Chance, clear = 1.1): Item {
  const count = 7 + Math.floor(chance() * 3);
  const turn = chance() * 6.28;
  const corners = Array.from({ length: count }, (_, i): Point => {
    const [angle, far] = [turn + (i / count) * 2 * Math.PI, r * (0.88 + chance() * 0.16)];
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  });
  const arcs = corners.map((a, i) => {
    const b = corners[(i + 1) % count]!;
    const round = distance(a, b) * 0.62;
    return `A${f(round)} ${f(round)} 0 0 1 ${f(b[0])} ${f(b[1])}`;
  });
  const light = `M${f(x - r * 0.55)} ${f(y + r * 0.02)}A${f(r * 0.6)} ${f(r * 0.6)} 0 0 1 ${f(x + r * 0.1)} ${f(y - r * 0.56)}`;
  const dark = `M${f(x + r * 0.5)} ${f(y + r * 0.12)}a${f(r * 0.5)} ${f(r * 0.5)} 0 0 1 ${f(-r * 0.42)} ${f(r * 0.42)}`;
  return {
    x, y, r: r * 1.15, clear,
    strokes: [
      { ink: "crown-shade", d: ellipse(x + r * 0.28, y + r * 0.42, r * 1.02, r * 0.9) },
      { ink: `crown tone-${tone(chance)}`, d: `M${f(corners[0]![0])} ${f(corners[0]![1])}${arcs.join("")}z` },
      { ink: "crown-light", d: light },
      { ink: "crown-dark", d: r > 0.3 ? dark : "" },
    ],
  };
}

/** A fir from above: a star with ribs. */
export function fir(x: number, y: number, r: number, chance: Chance, clear = 1.1): Item {
  const turn = chance() * 6.28;
  const at = (i: number, far: number): Point => [x + Math.cos(turn + (i / 18) * 2 * Math.PI) * far, y + Math.sin(turn + (i / 18) * 2 * Math.PI) * far];
  const points = Array.from({ length: 18 }, (_, i) => at(i, i % 2 ? r * 0.62 : r * (1.02 + chance() * 0.1)));
  const ribs = Array.from({ length: 9 }, (_, i) => line([x, y], at(2 * i, r * 0.8)));
  return {
    x, y, r: r * 1.15, clear,
    strokes: [
      { ink: "crown-shade", d: ellipse(x + r * 0.3, y + r * 0.45, r, r * 0.85) },
      { ink: "crown fir", d: polygon(points) },
      { ink: "fir-ribs", d: ribs.join("") },
    ],
  };
}

/** Three or four blades. */
export function blades(x: number, y: number, high: number, chance: Chance): string {
  const count = 3 + Math.floor(chance() * 2);
  return Array.from({ length: count }, (_, i) => {
    const lean = (i / (count - 1) - 0.5) * 2;
    return `M${f(x + lean * high * 0.18)} ${f(y)}q${f(lean * high * 0.1)} ${f(-high * 0.5)} ${f(lean * high * 0.55)} ${f(-high * (0.75 + chance() * 0.35 - Math.abs(lean) * 0.25))}`;
  }).join("");
}

export const tuft = (x: number, y: number, high: number, chance: Chance, ink = "tuft"): Item => ({
  x, y, r: 0, clear: 0.6, strokes: [{ ink, d: blades(x, y, high, chance) }],
});

/** A chip of stone with four to six corners. */
export function chip(x: number, y: number, r: number, chance: Chance, ink?: string): Item {
  const count = 4 + Math.floor(chance() * 3);
  const turn = chance() * 6.28;
  const corners = Array.from({ length: count }, (_, i): Point => {
    const [angle, far] = [turn + (i / count) * 2 * Math.PI, r * (0.7 + chance() * 0.5)];
    return [x + Math.cos(angle) * far * 1.15, y + Math.sin(angle) * far * 0.9];
  });
  return {
    x, y, r: r * 0.8, clear: 0.6,
    strokes: [
      { ink: "chip-shade", d: polygon(shifted(corners, r * 0.35, r * 0.5)) },
      { ink: ink ?? `chip stone-${tone(chance)}`, d: polygon(corners) },
    ],
  };
}

/** Broken strokes along a line: some steps drawn, some left out. */
export function broken(points: readonly Point[], drawn: number, left: number, chance: Chance): string {
  const parts: string[] = [];
  for (let i = 0; i < points.length - 1; ) {
    const long = Math.max(1, Math.round(drawn * (0.5 + chance())));
    parts.push(polyline(points.slice(i, i + long + 1)));
    i += long + Math.max(1, Math.round(left * (0.5 + chance())));
  }
  return parts.join("");
}

/** Which of three tones a plane has whose normal looks that way. */
export const lit = ([x, y]: Point): 1 | 2 | 3 => {
  const away = x * 0.66 + y * 0.75;
  return away > 0.35 ? 3 : away > -0.35 ? 2 : 1;
};
