// Small pen strokes from which terrain is drawn, in inches with y downward.
import { distance, f, isInside, type Point } from "../geometry";

export const line = (a: Point, b: Point): string => `M${f(a[0])} ${f(a[1])}L${f(b[0])} ${f(b[1])}`;

export const circle = (x: number, y: number, r: number): string =>
  `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 1 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 1 ${f(-2 * r)} 0z`;

export const polygon = (points: readonly Point[]): string =>
  points.length ? `M${points.map(([x, y]) => `${f(x)} ${f(y)}`).join("L")}z` : "";

export const shifted = (points: readonly Point[], dx: number, dy: number): Point[] =>
  points.map(([x, y]) => [x + dx, y + dy]);

export const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** Twice the area, positive where the outline runs clockwise on the screen. */
export function winding(points: readonly Point[]): number {
  return points.reduce((sum, a, i) => {
    const b = points[(i + 1) % points.length]!;
    return sum + a[0] * b[1] - b[0] * a[1];
  }, 0);
}

/** An outline of round bumps whose feet stand exactly on the true outline. */
export function scalloped(points: readonly Point[], width: number, height: number): string {
  const sweep = winding(points) > 0 ? 1 : 0;
  const parts: string[] = [];
  points.forEach((from, i) => {
    const to = points[(i + 1) % points.length]!;
    const count = Math.max(1, Math.round(distance(from, to) / width));
    const chord = distance(from, to) / count;
    const radius = chord ** 2 / (8 * height) + height / 2;
    if (i === 0) parts.push(`M${f(from[0])} ${f(from[1])}`);
    for (let k = 1; k <= count; k++) {
      const [x, y] = between(from, to, k / count);
      parts.push(`A${f(radius)} ${f(radius)} 0 0 ${sweep} ${f(x)} ${f(y)}`);
    }
  });
  return `${parts.join("")}z`;
}

/** A smooth closed curve through points. */
export function smooth(points: readonly Point[], tension = 0.9): string {
  const count = points.length;
  const at = (i: number): Point => points[(i + count) % count]!;
  const parts = [`M${f(at(0)[0])} ${f(at(0)[1])}`];
  for (let i = 0; i < count; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const k = tension / 6;
    const one: Point = [b[0] + (c[0] - a[0]) * k, b[1] + (c[1] - a[1]) * k];
    const two: Point = [c[0] - (d[0] - b[0]) * k, c[1] - (d[1] - b[1]) * k];
    parts.push(`C${f(one[0])} ${f(one[1])} ${f(two[0])} ${f(two[1])} ${f(c[0])} ${f(c[1])}`);
  }
  return `${parts.join("")}z`;
}

/** Points strewn inside an outline, none nearer to another than `apart`, none nearer to the edge than `inset`. */
export function strewn(outline: readonly Point[], apart: number, inset: number, chance: () => number, most = 220): Point[] {
  const xs = outline.map((one) => one[0]);
  const ys = outline.map((one) => one[1]);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const found: Point[] = [];
  const tries = Math.min(2400, Math.ceil((((east - west) * (south - north)) / apart ** 2) * 14));
  for (let i = 0; i < tries && found.length < most; i++) {
    const point: Point = [west + (east - west) * chance(), north + (south - north) * chance()];
    if (!isInside(point, outline) || edgeDistance(point, outline) < inset) continue;
    if (found.every((one) => distance(one, point) >= apart)) found.push(point);
  }
  return found;
}

export function edgeDistance(point: Point, outline: readonly Point[]): number {
  let least = Infinity;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    const length = distance(a, b) ** 2 || 1;
    const t = Math.max(0, Math.min(1, ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length));
    least = Math.min(least, distance(point, between(a, b, t)));
  });
  return least;
}

/** The two long sides and the two ends of a four-cornered outline: from the first end to the second. */
export function lengthwise(points: readonly Point[]): { left: [Point, Point]; right: [Point, Point]; length: number } | null {
  if (points.length !== 4) return null;
  const [a, b, c, d] = points as [Point, Point, Point, Point];
  return distance(a, b) >= distance(b, c)
    ? { left: [a, b], right: [d, c], length: distance(a, b) }
    : { left: [b, c], right: [a, d], length: distance(b, c) };
}

/** The outline drawn in towards its middle, rounded the more the smaller it gets. */
export function drawnIn(points: readonly Point[], by: number): Point[] {
  const middle = points.reduce<Point>((sum, one) => [sum[0] + one[0] / points.length, sum[1] + one[1] / points.length], [0, 0]);
  const rich = points.flatMap((a, i) => {
    const b = points[(i + 1) % points.length]!;
    return [between(a, b, 0.15), between(a, b, 0.5), between(a, b, 0.85)];
  });
  return rich.map((one) => between(one, middle, by));
}
