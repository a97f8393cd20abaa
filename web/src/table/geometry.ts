// Points in inches: x from west to east, y from south to north, as the server tells them.

export type Point = readonly [number, number];

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The middle of several points. */
export function centroid(points: readonly Point[]): Point {
  let x = 0;
  let y = 0;
  for (const point of points) {
    x += point[0];
    y += point[1];
  }
  const count = points.length || 1;
  return [x / count, y / count];
}

/** The smallest convex outline around points, anticlockwise. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (list: Point[]): Point[] => {
    const found: Point[] = [];
    for (const point of list) {
      while (found.length >= 2 && turn(found[found.length - 2]!, found[found.length - 1]!, point) <= 1e-9) found.pop();
      found.push(point);
    }
    found.pop();
    return found;
  };
  const outline = [...half(sorted), ...half([...sorted].reverse())];
  return outline.length ? outline : sorted.slice(0, 1);
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Whether a point lies inside an outline. */
export function isInside(point: Point, outline: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [xi, yi] = outline[i]!;
    const [xj, yj] = outline[j]!;
    if (yi > point[1] !== yj > point[1] && point[0] < ((xj - xi) * (point[1] - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

export interface Bodies {
  models?: readonly Point[];
  radius?: number;
}

/** The nearest pair of models of two groups and the gap between their bases; null where one has none. */
export function nearest(a: Bodies, b: Bodies): { from: Point; to: Point; gap: number } | null {
  let best: { from: Point; to: Point; gap: number } | null = null;
  const bases = (a.radius ?? 0) + (b.radius ?? 0);
  for (const from of a.models ?? []) {
    for (const to of b.models ?? []) {
      const gap = Math.max(0, distance(from, to) - bases);
      if (!best || gap < best.gap) best = { from, to, gap };
    }
  }
  return best;
}

const WINDS = ["east", "northEast", "north", "northWest", "west", "southWest", "south", "southEast"] as const;

export type Wind = (typeof WINDS)[number];

/** In which direction one point lies from another. */
export function bearing(from: Point, to: Point): Wind {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  return WINDS[(Math.round(angle / (Math.PI / 4)) + 8) % 8]!;
}

/** The box around points. */
export function boxOf(points: readonly Point[]): { west: number; south: number; east: number; north: number } {
  const xs = points.map((one) => one[0]);
  const ys = points.map((one) => one[1]);
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
}

/** A stream of numbers from 0 to 1 that is the same for the same word: drawings never flicker. */
export function scatter(word: string): () => number {
  let seed = 2166136261;
  for (let i = 0; i < word.length; i++) seed = Math.imul(seed ^ word.charCodeAt(i), 16777619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A rounded path around an outline at a distance, in drawing coordinates where y goes down. */
export function ringAround(points: readonly Point[], away: number, flip: (point: Point) => Point): string {
  const corners = hull(points).map(flip);
  if (corners.length === 1) {
    const [x, y] = corners[0]!;
    return `M${f(x - away)} ${f(y)}a${f(away)} ${f(away)} 0 1 1 ${f(2 * away)} 0a${f(away)} ${f(away)} 0 1 1 ${f(-2 * away)} 0z`;
  }
  // Flipping turned the outline clockwise on the screen, so that its outside lies to the left.
  const parts: string[] = [];
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const length = distance(from, to) || 1;
    const nx = ((to[1] - from[1]) / length) * away;
    const ny = (-(to[0] - from[0]) / length) * away;
    const start: Point = [from[0] - nx, from[1] - ny];
    const end: Point = [to[0] - nx, to[1] - ny];
    parts.push(i === 0 ? `M${f(start[0])} ${f(start[1])}` : `A${f(away)} ${f(away)} 0 0 0 ${f(start[0])} ${f(start[1])}`);
    parts.push(`L${f(end[0])} ${f(end[1])}`);
    if (i === corners.length - 1) parts.push(`A${f(away)} ${f(away)} 0 0 0 ${firstOf(parts)}Z`);
  });
  return parts.join("");
}

function firstOf(parts: string[]): string {
  return parts[0]!.slice(1);
}

/** A number as a drawing needs it. */
export function f(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** A closed path through the middles of an outline's edges, its corners rounded. */
export function smooth(points: readonly Point[]): string {
  const middle = (i: number): Point => {
    const [a, b] = [points[i % points.length]!, points[(i + 1) % points.length]!];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  if (points.length < 3) return "";
  const [x, y] = middle(points.length - 1);
  const curves = points.map((at, i) => `Q${f(at[0])} ${f(at[1])} ${middle(i).map(f).join(" ")}`);
  return `M${f(x)} ${f(y)}${curves.join("")}Z`;
}
