// Lines as a hand draws them: corners cut, banks that wobble, all of it from an outline and a seed. Inches, y downward.
import { distance, f, isInside, type Point } from "../geometry";

export const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** Twice the area, positive where the outline runs clockwise on the screen. */
export function winding(points: readonly Point[]): number {
  return points.reduce((sum, a, i) => {
    const b = points[(i + 1) % points.length]!;
    return sum + a[0] * b[1] - b[0] * a[1];
  }, 0);
}

/** Every corner is cut by a quarter of its edges. */
export function cut(points: readonly Point[], isClosed = true): Point[] {
  const count = points.length;
  const found: Point[] = isClosed ? [] : [points[0]!];
  for (let i = 0; i < (isClosed ? count : count - 1); i++) {
    const [a, b] = [points[i]!, points[(i + 1) % count]!];
    found.push(between(a, b, 0.25), between(a, b, 0.75));
  }
  if (!isClosed) found.push(points[count - 1]!);
  return found;
}

/** Points on a line, about a step apart. */
export function stepped(points: readonly Point[], step: number, isClosed = true): Point[] {
  const line = isClosed ? [...points, points[0]!] : points;
  const lengths = line.slice(1).map((to, i) => distance(line[i]!, to));
  const whole = lengths.reduce((sum, one) => sum + one, 0);
  const count = Math.max(isClosed ? 6 : 2, Math.round(whole / step));
  const found: Point[] = [];
  let [i, gone] = [0, 0];
  for (let k = 0; k < (isClosed ? count : count + 1); k++) {
    const at = (whole * k) / count;
    while (i < lengths.length - 1 && gone + lengths[i]! < at) gone += lengths[i++]!;
    found.push(between(line[i]!, line[i + 1]!, Math.min(1, (at - gone) / (lengths[i] || 1))));
  }
  return found;
}

/** At each point the way out of a closed line, or to the left of an open one. */
export function outward(points: readonly Point[], isClosed = true): Point[] {
  const last = points.length - 1;
  const sign = isClosed && winding(points) < 0 ? -1 : 1;
  return points.map((_, i) => {
    const a = points[isClosed ? (i + last) % (last + 1) : Math.max(0, i - 1)]!;
    const b = points[isClosed ? (i + 1) % (last + 1) : Math.min(last, i + 1)]!;
    const length = distance(a, b) || 1;
    return [(sign * (b[1] - a[1])) / length, (-sign * (b[0] - a[0])) / length];
  });
}

const softened = (points: readonly Point[]): Point[] =>
  points.map((at, i) => {
    const [a, b] = [points[(i + points.length - 1) % points.length]!, points[(i + 1) % points.length]!];
    return [(a[0] + 2 * at[0] + b[0]) / 4, (a[1] + 2 * at[1] + b[1]) / 4];
  });

/** How far a drawing may reach over the outline that the rules measure, in inches. */
export const OVER = 0.3;

/** An outline as it grows: coarse corners cut, then pushed out and in by two waves. It never goes farther out than `OVER`. */
export function organic(outline: readonly Point[], chance: () => number, push = 0.28, rounds = 1): Point[] {
  let line: Point[] = outline.length < 8 ? cut(outline) : [...outline];
  line = cut(stepped(line, 0.9));
  for (let i = 0; i < rounds; i++) line = softened(line);
  line = stepped(asLarge(line, outline), 0.75);
  const out = outward(line);
  const count = line.length;
  const [slow, quick] = [Math.max(2, Math.round(count * 0.11)), Math.max(3, Math.round(count * 0.3))];
  const [first, second] = [chance() * 6.28, chance() * 6.28];
  return line.map((at, i) => {
    const t = (i / count) * 2 * Math.PI;
    const wave = push * (0.62 * Math.sin(slow * t + first) + 0.38 * Math.sin(quick * t + second) + (chance() - 0.5) * 0.35);
    return heldTo(outline, [at[0] + out[i]![0] * wave, at[1] + out[i]![1] * wave]);
  });
}

/** What is lost where corners are cut is given back, or nearly: a wood looks as large as it is. */
function asLarge(line: readonly Point[], outline: readonly Point[]): Point[] {
  const grow = Math.sqrt(Math.abs((0.96 * winding(outline)) / (winding(line) || 1)));
  const middle = line.reduce<Point>((sum, one) => [sum[0] + one[0] / line.length, sum[1] + one[1] / line.length], [0, 0]);
  return line.map((at) => between(middle, at, grow));
}

/** A point that lies too far outside comes back to where it may be. */
function heldTo(outline: readonly Point[], at: Point): Point {
  if (isInside(at, outline)) return at;
  const near = nearestOn(outline, at);
  const far = distance(near, at);
  return far <= OVER ? at : between(near, at, OVER / far);
}

/** The place of an outline that is nearest to a point. */
export function nearestOn(outline: readonly Point[], at: Point): Point {
  let best: Point = outline[0]!;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    const length = distance(a, b) ** 2 || 1;
    const t = Math.max(0, Math.min(1, ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / length));
    const foot = between(a, b, t);
    if (distance(foot, at) < distance(best, at)) best = foot;
  });
  return best;
}

/** A smooth line through points. */
export function curve(points: readonly Point[], isClosed = true): string {
  const count = points.length;
  const at = (i: number): Point => points[isClosed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))]!;
  const parts = [`M${f(at(0)[0])} ${f(at(0)[1])}`];
  for (let i = 0; i < (isClosed ? count : count - 1); i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const one: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const two: Point = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    parts.push(`C${f(one[0])} ${f(one[1])} ${f(two[0])} ${f(two[1])} ${f(c[0])} ${f(c[1])}`);
  }
  return parts.join("") + (isClosed ? "z" : "");
}

/** A closed line of round bumps from point to point. */
export function bumpy(points: readonly Point[], chance: () => number): string {
  const sweep = winding(points) > 0 ? 1 : 0;
  const bumps = points.map((a, i) => {
    const b = points[(i + 1) % points.length]!;
    const radius = distance(a, b) * (0.54 + 0.14 * chance());
    return `A${f(radius)} ${f(radius)} 0 0 ${sweep} ${f(b[0])} ${f(b[1])}`;
  });
  return `M${f(points[0]![0])} ${f(points[0]![1])}${bumps.join("")}z`;
}

/** Something long and narrow: its middle line from one end to the other, and how wide it is. */
export interface Course {
  line: Point[];
  wide: number;
  length: number;
}

/** An outline that is long and narrow is the two sides of a course, the second told backwards; null for any other. */
export function courseOf(outline: readonly Point[], narrow = 1.6): Course | null {
  const count = outline.length;
  if (count < 4 || count % 2) return null;
  const half = count / 2;
  let best: Course | null = null;
  for (let from = 0; from < half; from++) {
    const pairs = Array.from({ length: half }, (_, i): [Point, Point] => [outline[(from + i) % count]!, outline[(from + count - 1 - i) % count]!]);
    const widths = pairs.map(([a, b]) => distance(a, b));
    const wide = widths.reduce((sum, one) => sum + one, 0) / half;
    if (widths.some((one) => one < 0.6 * wide || one > 1.7 * wide)) continue;
    const line = pairs.map(([a, b]) => between(a, b, 0.5));
    const length = line.slice(1).reduce((sum, at, i) => sum + distance(line[i]!, at), 0);
    if (length >= narrow * wide && (!best || length / wide > best.length / best.wide)) best = { line, wide, length };
  }
  return best;
}

/** How far the two sides of a course run on beyond an end at the table's edge. */
const BEYOND = 3;

export interface Ribbon {
  /** The line at a share of the half width, positive to one side and negative to the other. */
  off(share: number): Point[];
}

/** A course with two sides that wobble apart, its ends drawn on where they meet the edge of the table. */
export function ribbon(course: Course, sheet: { wide: number; deep: number }, chance: () => number, wobble: number): Ribbon {
  let line = [...course.line];
  for (let i = 0; i < 3 && line.length > 2; i++) line = cut(line, false);
  line = [...beyond(line[1]!, line[0]!, sheet), ...line, ...beyond(line[line.length - 2]!, line[line.length - 1]!, sheet)];
  line = stepped(line, 0.8, false);
  const out = outward(line, false);
  const [both, left, right] = [chance() * 6.28, chance() * 6.28, chance() * 6.28];
  const most = OVER / Math.max(0.1, course.wide / 2);
  return {
    off: (share) =>
      line.map((at, i) => {
        const wave = wobble * Math.sin(i * 0.37 + both) + wobble * 0.7 * Math.sin(i * 0.91 + (share > 0 ? left : right));
        const by = (course.wide / 2) * (1 + Math.min(most, wave)) * share;
        return [at[0] + out[i]![0] * by, at[1] + out[i]![1] * by];
      }),
  };
}

function beyond(from: Point, end: Point, { wide, deep }: { wide: number; deep: number }): Point[] {
  const isAtEdge = end[0] < 0.3 || end[1] < 0.3 || end[0] > wide - 0.3 || end[1] > deep - 0.3;
  const length = distance(from, end) || 1;
  return isAtEdge ? [[end[0] + ((end[0] - from[0]) / length) * BEYOND, end[1] + ((end[1] - from[1]) / length) * BEYOND]] : [];
}

/** The area between two lines that run side by side. */
export const strip = (a: readonly Point[], b: readonly Point[]): string =>
  `${curve(a, false)}L${curve([...b].reverse(), false).slice(1)}z`;
