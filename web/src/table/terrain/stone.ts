// What is built or broken: walls, ruins, rubble, crags, buildings, yards.
import { distance, isInside, type Point } from "../geometry";
import { between, courseOf, curve, organic, stepped, winding } from "./curves";
import { drawing, middleOf, isRoomy, isSingle, isThin, radiusOf, type Drawing, type Opening, type Paper } from "./paper";
import { blades, chip, circle, edgeDistance, line, lit, polygon, shifted, strewn, type Chance, type Item, type Stroke } from "./strokes";

/** How thick the walls of houses are drawn, in inches. */
const THICK = 0.4;

export function wall({ outline, chance, level }: Paper): Drawing {
  const course = courseOf(outline);
  if (!course) return crags({ outline, chance, level } as Paper);
  const strokes = stones(course.line, course.wide, chance);
  if (level === "far") return drawing(strokes);
  const ends = [course.line[0]!, course.line[course.line.length - 1]!];
  return drawing(strokes, ends.flatMap((end) => fallen(end, chance)));
}

/** Three stones that lie about. */
const fallen = ([x, y]: Point, chance: Chance): Item[] =>
  [0, 1, 2].map(() => chip(x + (chance() - 0.5) * 0.8, y + (chance() - 0.5) * 0.8, 0.07 + chance() * 0.08, chance));

/** Single stones along a line: a dark bed, a shadow, three tones. */
function stones(along: readonly Point[], thick: number, chance: Chance): Stroke[] {
  const found: string[][] = [[], [], []];
  const bed: Point[][] = [];
  along.slice(1).forEach((b, i) => {
    const a = along[i]!;
    const length = distance(a, b);
    const [ux, uy] = [(b[0] - a[0]) / (length || 1), (b[1] - a[1]) / (length || 1)];
    const at = (x: number, y: number): Point => [a[0] + ux * x - uy * y, a[1] + uy * x + ux * y];
    bed.push([at(0, -thick / 2), at(length, -thick / 2), at(length, thick / 2), at(0, thick / 2)]);
    for (let far = 0; far < length - 0.05; ) {
      let long = Math.min(0.3 + chance() * 0.28, length - far);
      if (length - far - long < 0.14) long = length - far;
      const half = thick * (0.42 + chance() * 0.08);
      const jolt = (): number => (chance() - 0.5) * 0.04;
      const corners = [[far + 0.02, -half], [far + long - 0.02, -half], [far + long - 0.02, half], [far + 0.02, half]].map(([x, y]) => at(x! + jolt(), y! + jolt()));
      found[Math.floor(chance() * 3)]!.push(polygon(corners));
      far += long;
    }
  });
  return [
    { ink: "wall-shade", d: bed.map((one) => polygon(shifted(one, 0.1, 0.16))).join("") },
    { ink: "wall-bed", d: bed.map(polygon).join("") },
    ...found.map((parts, i) => ({ ink: `stone stone-${i + 1}`, d: parts.join("") })),
  ];
}

/** Flagstones in running bond, one in five missing, weeds in the gaps; over a whole outline. */
function flags(outline: readonly Point[], chance: Chance, missing = 0.2): Stroke[] {
  const [a, b] = [outline[0]!, outline[1]!];
  const length = distance(a, b) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const turned = outline.map(([x, y]): Point => [(x - a[0]) * ux + (y - a[1]) * uy, (y - a[1]) * ux - (x - a[0]) * uy]);
  const limits = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  const [[west, east], [north, south]] = [limits(turned.map((one) => one[0])), limits(turned.map((one) => one[1]))];
  const SIZE = 0.82;
  const found: string[][] = [[], [], []];
  const weeds: string[] = [];
  for (let j = 0; north + j * SIZE < south - 0.1; j++) {
    for (let i = 0; west + (i - 0.5) * SIZE < east; i++) {
      const [x, y] = [west + i * SIZE - (j % 2) * SIZE * 0.5, north + j * SIZE];
      const back = ([m, n]: Point): Point => [a[0] + ux * m - uy * n, a[1] + uy * m + ux * n];
      const [x0, x1, y0, y1] = [Math.max(west, x) + 0.03, Math.min(east, x + SIZE) - 0.03, y + 0.03, Math.min(south, y + SIZE) - 0.03];
      if (x1 - x0 < 0.1 || y1 - y0 < 0.1) continue;
      const middle = back([(x0 + x1) / 2, (y0 + y1) / 2]);
      if (!isInside(middle, outline)) continue;
      if (chance() < missing) {
        if (chance() < 0.6) weeds.push(blades(middle[0], middle[1], 0.3, chance));
        continue;
      }
      const jolt = (): number => (chance() - 0.5) * 0.06;
      const corners = ([[x0, y0], [x1, y0], [x1, y1], [x0, y1]] as Point[]).map(([m, n]) => back([m + jolt(), n + jolt()]));
      found[Math.floor(chance() * 3)]!.push(polygon(corners));
    }
  }
  return [...found.map((parts, i) => ({ ink: `flag flag-${i + 1}`, d: parts.join("") })), { ink: "tuft", d: weeds.join("") }];
}

/** What is left of each side of an outline once gaps are taken out of it. */
function walled(outline: readonly Point[], gaps: readonly Point[][]): [Point, Point][] {
  // Walls stand inside the outline, so that nothing is drawn over where the rules end.
  const sign = winding(outline) > 0 ? 1 : -1;
  return outline.flatMap((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    const length = distance(a, b) || 1;
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const inward: Point = [-sign * uy * (THICK / 2), sign * ux * (THICK / 2)];
    let parts: [number, number][] = [[0, length]];
    for (const gap of gaps) {
      const middle = middleOf(gap);
      const off = Math.abs((middle[1] - a[1]) * ux - (middle[0] - a[0]) * uy);
      if (off > THICK) continue;
      const ends = gap.map(([x, y]) => (x - a[0]) * ux + (y - a[1]) * uy);
      const [from, to] = [Math.min(...ends), Math.max(...ends)];
      if (to < 0 || from > length || to - from < 0.3) continue;
      parts = parts.flatMap(([x, y]) => [[x, Math.min(y, from)], [Math.max(x, to), y]] as [number, number][]).filter(([x, y]) => y - x > 0.2);
    }
    const at = (far: number): Point => [a[0] + ux * far + inward[0], a[1] + uy * far + inward[1]];
    return parts.map(([x, y]): [Point, Point] => [at(x), at(y)]);
  });
}

/** Gaps by chance where nobody has said where the doors are. */
function breaches(outline: readonly Point[], chance: Chance): Point[][] {
  return outline.flatMap((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    const length = distance(a, b);
    if (length < 2 || chance() < 0.2) return [];
    const [at, wide] = [0.2 + 0.6 * chance(), 0.5 + 0.7 * chance()];
    return [[between(a, b, at - wide / length), between(a, b, at + wide / length)]];
  });
}

export function ruin({ outline, chance, openings, level }: Paper): Drawing {
  const gaps = openings.length ? openings.filter((one) => one.isDoor).map((one) => one.outline) : breaches(outline, chance);
  const parts = walled(outline, gaps);
  const under = [{ ink: "floor", d: polygon(outline) }, ...(level === "far" ? [] : flags(outline, chance))];
  under.push(...parts.flatMap(([a, b]) => stones([a, b], THICK, chance)), ...windows(openings));
  return drawing(under, level === "far" ? [] : parts.flatMap(([, end]) => (chance() < 0.5 ? fallen(end, chance) : [])));
}

const windows = (openings: readonly Opening[]): Stroke[] => {
  const d = openings.filter((one) => !one.isDoor).map((one) => polygon(one.outline)).join("");
  return d ? [{ ink: "window", d }] : [];
};

export function yard({ outline, chance, level }: Paper): Drawing {
  return drawing([{ ink: "floor", d: polygon(outline) }, ...(level === "far" ? [] : flags(outline, chance, 0.1)), { ink: "yard-edge", d: polygon(outline) }]);
}

/** A sandy bed without a line, chips that thin out towards the edge, two charred beams. */
export function rubble({ outline, chance, level }: Paper): Drawing {
  const grown = organic(outline, chance, 0.3);
  const under: Stroke[] = [{ ink: "rubble-bed", d: curve(grown) }];
  const apart = level === "near" ? 0.26 : level === "middle" ? 0.38 : 0.7;
  const chips = strewn(grown, apart, 0, chance, 420).flatMap(([x, y]) => {
    const inside = edgeDistance([x, y], grown);
    if (chance() > 0.35 + inside * 0.9) return [];
    return [chip(x, y, Math.max(apart * 0.28, 0.05 + chance() * chance() * 0.17 + Math.min(0.05, inside * 0.04)), chance)];
  });
  const [cx, cy] = middleOf(grown);
  const beams = [0, 1].map(() => {
    const [turn, long] = [chance() * Math.PI, 0.5 + chance() * 0.4];
    const [x, y] = [cx + (chance() - 0.5) * 1.2, cy + (chance() - 0.5) * 0.9];
    return line([x - Math.cos(turn) * long, y - Math.sin(turn) * long], [x + Math.cos(turn) * long, y + Math.sin(turn) * long]);
  });
  return drawing(under, chips, isRoomy(outline) ? [{ ink: "beams", d: beams.join("") }] : []);
}

/** Boulders with facets in three tones, from north to south so that the near ones overlap. */
export function crags({ outline, chance, level }: Paper): Drawing {
  if (isThin(outline)) {
    const course = courseOf(outline)!;
    return drawing([], stepped(course.line, 0.5, false).map(([x, y]) => boulder(x, y, Math.max(0.3, course.wide * 0.7) * (0.9 + chance() * 0.3), chance)));
  }
  if (isSingle(outline)) {
    const [x, y] = middleOf(outline);
    return drawing([], [{ ...boulder(x, y, radiusOf(outline) * 1.1, chance), clear: 0 }]);
  }
  const grown = organic(outline, chance, 0.1);
  const under: Stroke[] = [{ ink: "wood-shade", d: curve(shifted(grown, 0.16, 0.22)) }, { ink: "crag-bed", d: curve(grown) }];
  const apart = level === "far" ? 1.2 : 0.78;
  // A rock is high where it is thick.
  const rocks = strewn(grown, apart, 0.3, chance).map(([x, y]) => boulder(x, y, Math.min((0.56 + chance() * 0.36) * (apart / 0.78), edgeDistance([x, y], grown) + 0.3), chance));
  return drawing(under, rocks);
}

function boulder(x: number, y: number, r: number, chance: Chance): Item {
  const count = 6 + Math.floor(chance() * 2);
  const turn = chance() * 6.28;
  const corners = Array.from({ length: count }, (_, i): Point => {
    const [angle, far] = [turn + (i / count) * 2 * Math.PI, r * (0.78 + chance() * 0.34)];
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.86];
  });
  const peak: Point = [x - r * 0.18, y - r * 0.2];
  const facets = corners.map((a, i): Stroke => {
    const b = corners[(i + 1) % count]!;
    const away: Point = [(a[0] + b[0]) / 2 - peak[0], (a[1] + b[1]) / 2 - peak[1]];
    const length = Math.hypot(...away) || 1;
    return { ink: `facet facet-${lit([away[0] / length, away[1] / length])}`, d: polygon([a, b, peak]) };
  });
  return {
    x, y, r: r * 1.05, clear: 0,
    strokes: [{ ink: "chip-shade", d: polygon(shifted(corners, r * 0.2, r * 0.3)) }, ...facets, { ink: "boulder", d: polygon(corners) }],
  };
}

/** A roof with its ridge along the long side, or floor and walls while somebody is inside. */
export function building(paper: Paper): Drawing {
  const { outline, chance, openings, isOpen, height, level } = paper;
  if (isOpen) {
    const gaps = openings.filter((one) => one.isDoor).map((one) => one.outline);
    const walls = walled(outline, gaps).flatMap(([a, b]) => stones([a, b], THICK, chance));
    return drawing([{ ink: "floor", d: polygon(outline) }, ...flags(outline, chance, 0), ...walls, ...windows(openings)]);
  }
  const far = 0.12 + Math.min(0.5, height * 0.11 || 0.25);
  const shade: Stroke = { ink: "house-shade", d: polygon(shifted(outline, far, far * 1.25)) };
  const marks = [
    ...windows(openings),
    { ink: "door", d: openings.filter((one) => one.isDoor).map((one) => polygon(one.outline)).join("") },
  ];
  if (outline.length !== 4) return drawing([shade, { ink: "roof roof-2", d: polygon(outline) }, { ink: "roof-edge", d: polygon(outline) }, ...marks]);
  return drawing([shade, ...roof(outline, chance, level !== "far"), ...marks]);
}

function roof(outline: readonly Point[], chance: Chance, isFine: boolean): Stroke[] {
  const thatch = chance() < 0.5 ? " thatch" : "";
  const [a, b, c, d] = distance(outline[0]!, outline[1]!) >= distance(outline[1]!, outline[2]!) ? outline : [outline[1]!, outline[2]!, outline[3]!, outline[0]!];
  const [long, short] = [distance(a!, b!), distance(b!, c!)];
  const isHipped = long > 4;
  const hip = isHipped ? Math.min(0.45, (short * 0.42) / long) : 0;
  const [from, to] = [between(a!, d!, 0.5), between(b!, c!, 0.5)];
  const [one, two] = [between(from, to, hip), between(from, to, 1 - hip)];
  const planes: Point[][] = [[a!, b!, two, one], [one, two, c!, d!], ...(isHipped ? [[b!, c!, two], [a!, one, d!]] : [])];
  const whole = middleOf(outline);
  const strokes: Stroke[] = planes.map((plane) => {
    const [x, y] = middleOf(plane);
    const length = Math.hypot(x - whole[0], y - whole[1]) || 1;
    return { ink: `roof roof-${lit([(x - whole[0]) / length, (y - whole[1]) / length])}${thatch}`, d: polygon(plane) };
  });
  if (isFine) strokes.push({ ink: `tiles${thatch}`, d: tiles(planes.slice(0, 2), short, chance) });
  const ridges = line(one, two) + (isHipped ? [line(a!, one), line(d!, one), line(b!, two), line(c!, two)].join("") : "");
  strokes.push({ ink: `ridge${thatch}`, d: ridges }, { ink: `roof-edge${thatch}`, d: polygon(outline) });
  if (isFine) strokes.push(...chimney(between(one, two, 0.25), chance));
  return strokes;
}

/** Rows parallel to the ridge, broken by chance. */
function tiles(planes: readonly Point[][], short: number, chance: Chance): string {
  const rows = Math.max(2, Math.round(short / 2 / 0.26));
  return planes
    .map((plane, side) => {
      const [eaves, ridge] = side ? [[plane[3]!, plane[2]!], [plane[0]!, plane[1]!]] : [[plane[0]!, plane[1]!], [plane[3]!, plane[2]!]];
      return Array.from({ length: rows - 1 }, (_, i) => {
        const t = (i + 1) / rows;
        const [a, b] = [between(eaves[0]!, ridge[0]!, t), between(eaves[1]!, ridge[1]!, t)];
        const parts: string[] = [];
        for (let from = 0.02 + chance() * 0.08; from < 0.95; ) {
          const to = Math.min(0.98, from + 0.08 + chance() * 0.22);
          parts.push(line(between(a, b, from), between(a, b, to)));
          from = to + 0.03 + chance() * 0.08;
        }
        return parts.join("");
      }).join("");
    })
    .join("");
}

function chimney([x, y]: Point, chance: Chance): Stroke[] {
  const [dx, dy] = [(chance() - 0.5) * 0.3, -0.2];
  const square = (r: number): Point[] => [[x + dx - r, y + dy - r], [x + dx + r, y + dy - r], [x + dx + r, y + dy + r], [x + dx - r, y + dy + r]];
  return [
    { ink: "house-shade", d: polygon(shifted(square(0.2), 0.1, 0.14)) },
    { ink: "stone stone-1", d: polygon(square(0.2)) },
    { ink: "door", d: circle(x + dx, y + dy, 0.09) },
  ];
}

/** A door or a window by itself, where no house is known to have it. */
export const opening = ({ outline }: Paper): Drawing => drawing([{ ink: "window", d: polygon(outline) }]);

