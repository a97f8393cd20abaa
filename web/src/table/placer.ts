// Where labels and standards stand: beside what they speak of, never over a figure, a target, a standard or another label.
import { distance, type Point } from "./geometry";

/** On the screen, from its north-western corner. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Disc {
  x: number;
  y: number;
  r: number;
}

/** Where something may stand: its box, what is held against the place, and the line to what it speaks of where it stands afar. */
export interface Place {
  box: Box;
  dislike: number;
  leader: [Point, Point] | null;
}

/** What a label costs that crosses a way or a line of sight, and that leaves the panel; beyond the dearest it is not drawn. */
const [ON_A_WAY, OFF_THE_PANEL, DEAREST] = [60, 100, 90];
/** Pixels that stay free around everything. */
const AIR = 1;
/** A place that was taken before is worth so much: labels do not jump. */
const HABIT = 15;

const meets = (a: Box, b: Box): boolean => a.x < b.x + b.w + AIR && b.x < a.x + a.w + AIR && a.y < b.y + b.h + AIR && b.y < a.y + a.h + AIR;

/** How far a point is from a box; 0 inside. */
const apart = (box: Box, x: number, y: number): number =>
  Math.hypot(x - Math.max(box.x, Math.min(x, box.x + box.w)), y - Math.max(box.y, Math.min(y, box.y + box.h)));

/** How far a disc's middle is from a line. */
function offLine({ x, y }: Disc, [a, b]: [Point, Point]): number {
  const length = distance(a, b) ** 2 || 1;
  const t = Math.max(0, Math.min(1, ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length));
  return Math.hypot(x - a[0] - (b[0] - a[0]) * t, y - a[1] - (b[1] - a[1]) * t);
}

/** Whether a line goes through a box. */
function crosses(box: Box, [a, b]: [Point, Point]): boolean {
  let [from, to] = [0, 1];
  for (const [start, by, least, most] of [[a[0], b[0] - a[0], box.x, box.x + box.w], [a[1], b[1] - a[1], box.y, box.y + box.h]] as const) {
    if (Math.abs(by) < 1e-9) {
      if (start < least || start > most) return false;
      continue;
    }
    const ends = [(least - start) / by, (most - start) / by].sort((one, two) => one - two);
    [from, to] = [Math.max(from, ends[0]!), Math.min(to, ends[1]!)];
  }
  return from < to;
}

/** Squares of the screen by which one finds what is near. */
const SQUARE = 96;

/** What is taken on a screen. */
export class Room {
  private discs = new Map<string, Disc[]>();
  private boxes: Box[] = [];
  private ways: [Point, Point][] = [];
  /** Which of its places each label had, so that it takes it again. */
  private habits: Map<string, number>;

  constructor(readonly screen: Box, habits = new Map<string, number>()) {
    this.habits = habits;
  }

  addDisc(disc: Disc): void {
    for (let i = Math.floor((disc.x - disc.r) / SQUARE); i <= Math.floor((disc.x + disc.r) / SQUARE); i++)
      for (let j = Math.floor((disc.y - disc.r) / SQUARE); j <= Math.floor((disc.y + disc.r) / SQUARE); j++) {
        const key = `${i} ${j}`;
        if (!this.discs.has(key)) this.discs.set(key, []);
        this.discs.get(key)!.push(disc);
      }
  }

  addBox(box: Box): void {
    this.boxes.push(box);
  }

  addWay(from: Point, to: Point): void {
    this.ways.push([from, to]);
  }

  private near({ x, y, w, h }: Box): Set<Disc> {
    const found = new Set<Disc>();
    for (let i = Math.floor(x / SQUARE); i <= Math.floor((x + w) / SQUARE); i++)
      for (let j = Math.floor(y / SQUARE); j <= Math.floor((y + h) / SQUARE); j++) for (const disc of this.discs.get(`${i} ${j}`) ?? []) found.add(disc);
    return found;
  }

  /** Whether nothing that must be seen lies under a box. */
  isFree(box: Box): boolean {
    if (this.boxes.some((one) => meets(one, box))) return false;
    for (const disc of this.near(box)) if (apart(box, disc.x, disc.y) < disc.r + AIR) return false;
    return true;
  }

  private isOpen(leader: [Point, Point]): boolean {
    const [a, b] = leader;
    const box = { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), w: Math.abs(a[0] - b[0]), h: Math.abs(a[1] - b[1]) };
    for (const disc of this.near(box)) if (offLine(disc, leader) < disc.r - 0.5) return false;
    return !this.boxes.some((one) => crosses(one, leader));
  }

  private cost({ box, dislike }: Place): number {
    const { x, y, w, h } = this.screen;
    const out = box.x < x || box.y < y || box.x + box.w > x + w || box.y + box.h > y + h;
    const ways = this.ways.reduce((sum, way) => sum + (crosses(box, way) ? ON_A_WAY : 0), 0);
    return dislike + (out ? OFF_THE_PANEL : 0) + ways;
  }

  /** Take a box that lies over some discs, which go into it; false where anything else lies there. */
  takeOver(box: Box, own: readonly Disc[]): boolean {
    if (this.boxes.some((one) => meets(one, box))) return false;
    for (const disc of this.near(box)) if (!own.includes(disc) && apart(box, disc.x, disc.y) < disc.r + AIR) return false;
    this.addBox(box);
    return true;
  }

  /** Take the cheapest free place; null where none is worth its cost. What is needed pays any price. */
  take(key: string, places: Iterable<Place>, dearest = DEAREST, habit = HABIT): Place | null {
    let best: { place: Place; cost: number; number: number } | null = null;
    let number = -1;
    const before = this.habits.get(key);
    for (const place of places) {
      number++;
      if (best && place.dislike - habit >= best.cost) continue;
      const cost = this.cost(place) - (number === before ? habit : 0);
      if (cost > dearest || (best && cost >= best.cost)) continue;
      if (!this.isFree(place.box) || (place.leader && !this.isOpen(place.leader))) continue;
      best = { place, cost, number };
    }
    if (best) {
      this.habits.set(key, best.number);
      this.addBox(best.place.box);
    } else this.habits.delete(key);
    return best?.place ?? null;
  }
}

/** The eight places round a box in the order in which they read best: above, then clockwise; near ones first, then afar on a leader. */
export function* around(hull: Box, w: number, h: number, { gaps = [12, 40], from = 0, feet = [] as readonly Disc[], isLed = false } = {}): Generator<Place> {
  const [cx, cy] = [hull.x + hull.w / 2, hull.y + hull.h / 2];
  for (const gap of gaps) {
    const [west, east] = [hull.x - gap - w, hull.x + hull.w + gap];
    const [north, south] = [hull.y - gap - h, hull.y + hull.h + gap];
    // At a corner a label stands nearer, since the bases are round.
    const [left, right, up, down] = [west + gap * 0.3, east - gap * 0.3, north + gap * 0.3, south - gap * 0.3];
    const eight: Point[] = [
      [cx - w / 2, north], [right, up], [east, cy - h / 2], [right, down], [cx - w / 2, south], [left, down], [west, cy - h / 2], [left, up],
    ];
    for (let i = 0; i < 8; i++) {
      const k = (i + from) % 8;
      const box = { x: eight[k]![0], y: eight[k]![1], w, h };
      yield { box, dislike: gap + i * 0.5, leader: gap > gaps[0]! ? leaderTo(box, feet, [cx, cy]) : isLed ? longEnough(leaderTo(box, feet, [cx, cy])) : null };
    }
  }
}

/** The places that lie within a panel; one that would leave it is pushed back in, and points at what it speaks of. */
export function* within(panel: Box, places: Iterable<Place>, hull: Box, feet: readonly Disc[] = []): Generator<Place> {
  const middle: Point = [hull.x + hull.w / 2, hull.y + hull.h / 2];
  for (const place of places) {
    const { w, h } = place.box;
    if (w > panel.w || h > panel.h) continue;
    const box = { x: Math.max(panel.x, Math.min(panel.x + panel.w - w, place.box.x)), y: Math.max(panel.y, Math.min(panel.y + panel.h - h, place.box.y)), w, h };
    const pushed = Math.abs(box.x - place.box.x) + Math.abs(box.y - place.box.y);
    if (pushed) yield { box, dislike: place.dislike + pushed / 4, leader: place.leader && longEnough(leaderTo(box, feet, middle)) };
    else yield place;
  }
}

/** Pixels below which a label touches what it speaks of and needs no line. */
const TOUCHES = 9;
const longEnough = (leader: [Point, Point] | null): [Point, Point] | null => (leader && distance(...leader) > TOUCHES ? leader : null);

/** The straight line from a label to the rim of the nearest figure that it speaks of. */
export function leaderTo(box: Box, feet: readonly Disc[], middle: Point): [Point, Point] | null {
  const end = (x: number, y: number): Point => [Math.max(box.x, Math.min(box.x + box.w, x)), Math.max(box.y, Math.min(box.y + box.h, y))];
  if (!feet.length) return [end(...middle), middle];
  const foot = feet.reduce((best, one) => (apart(box, one.x, one.y) - one.r < apart(box, best.x, best.y) - best.r ? one : best));
  const from = end(foot.x, foot.y);
  const far = distance(from, [foot.x, foot.y]) || 1;
  if (far <= foot.r) return null;
  return [from, [foot.x + ((from[0] - foot.x) / far) * foot.r, foot.y + ((from[1] - foot.y) / far) * foot.r]];
}

/** The box around discs. */
export function hullOf(discs: readonly Disc[]): Box {
  const west = Math.min(...discs.map((one) => one.x - one.r));
  const north = Math.min(...discs.map((one) => one.y - one.r));
  const east = Math.max(...discs.map((one) => one.x + one.r));
  const south = Math.max(...discs.map((one) => one.y + one.r));
  return { x: west, y: north, w: east - west, h: south - north };
}

const WIDTHS: Record<string, number> = { i: 0.28, l: 0.28, j: 0.28, t: 0.36, f: 0.34, r: 0.39, " ": 0.25, ".": 0.27, ",": 0.27, ":": 0.29, "″": 0.38, m: 0.86, w: 0.78, M: 0.9, W: 0.96, "%": 0.86 };

/** About how wide words are, a little more rather than less. */
export const wordsWide = (words: string, size: number): number =>
  [...words].reduce((sum, one) => sum + (WIDTHS[one] ?? (one >= "A" && one <= "Z" ? 0.67 : 0.56)), 0) * size;
