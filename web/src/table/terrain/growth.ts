// What grows: woods, hedges, fields, marshes.
import type { Point } from "../geometry";
import { between, bumpy, courseOf, curve, organic, outward, stepped } from "./curves";
import { drawing, middleOf, isSingle, isThin, radiusOf, type Drawing, type Paper } from "./paper";
import { blades, broken, crown, ellipse, fir, polygon, polyline, shifted, strewn, tuft, type Item } from "./strokes";

/** One tree in so many is a fir. */
const FIRS = 0.18;

export function wood(paper: Paper): Drawing {
  const { outline, chance, level } = paper;
  if (isThin(outline)) return hedge(paper);
  if (isSingle(outline)) return tree(outline, chance);
  const grown = organic(outline, chance, 0.34, 3);
  const edge = stepped(grown, 0.62);
  const under = [
    { ink: "wood-shade", d: bumpy(shifted(edge, 0.16, 0.22), chance) },
    { ink: "wood", d: bumpy(edge, chance) },
  ];
  if (level === "far") return drawing(under);
  const trees = strewn(grown, level === "near" ? 0.98 : 1.12, 0.42, chance).map(([x, y]) => {
    const r = 0.36 + chance() * 0.26;
    return chance() < FIRS ? fir(x, y, r * 0.95, chance) : crown(x, y, r, chance);
  });
  return drawing(under, [...trees, ...(level === "near" ? fringe(edge, chance) : [])]);
}

/** A few low bushes outside the edge. */
function fringe(edge: readonly Point[], chance: () => number): Item[] {
  const out = outward(edge);
  return edge.flatMap(([x, y], i) => {
    if (chance() > 0.08) return [];
    const [dx, dy] = out[i]!;
    return [crown(x + dx * 0.5, y + dy * 0.5, 0.12 + chance() * 0.08, chance, 0.8)];
  });
}

function tree(outline: readonly Point[], chance: () => number): Drawing {
  const [x, y] = middleOf(outline);
  const r = radiusOf(outline) * 1.05;
  return drawing([], [{ ...(chance() < 0.5 ? fir(x, y, r, chance) : crown(x, y, r, chance)), clear: 0 }]);
}

export function hedge(paper: Paper): Drawing {
  const course = courseOf(paper.outline);
  if (!course) return scrub(paper);
  const { chance, level } = paper;
  const r = Math.max(0.2, course.wide * 0.56);
  const step = level === "far" ? Math.max(0.5, r * 1.5) : Math.max(0.3, r * 1.1);
  const bushes = stepped(course.line, step, false).map(([x, y]) => crown(x + (chance() - 0.5) * 0.08, y + (chance() - 0.5) * 0.08, r * (0.9 + chance() * 0.25), chance, 0.7));
  return drawing([{ ink: "hedge-bed", d: polygon(paper.outline) }], bushes);
}

/** Low bushes and grass on a pale bed. */
export function scrub({ outline, chance, level }: Paper): Drawing {
  const grown = organic(outline, chance, 0.3);
  const under = [{ ink: "scrub", d: curve(grown) }];
  const bushes = strewn(grown, level === "far" ? 1.2 : 0.62, 0.15, chance).map(([x, y]) =>
    chance() < 0.55 ? crown(x, y, 0.14 + chance() * 0.14, chance, 0.75) : tuft(x, y, 0.3, chance),
  );
  return drawing(under, bushes);
}

export function marsh({ outline, chance, level }: Paper): Drawing {
  const grown = organic(outline, chance, 0.34, 2);
  const pools = strewn(grown, 1.7, 0.7, chance).map(([x, y]) => pool(x, y, chance));
  const under = [{ ink: "marsh", d: curve(grown) }, { ink: "pool", d: pools.join("") }];
  if (level === "far") return drawing(under);
  const waters = strewn(grown, 0.5, 0.2, chance).map(([x, y]) => {
    const long = 0.16 + chance() * 0.3;
    return polyline([[x - long, y], [x + long, y]]);
  });
  const reeds = strewn(grown, level === "near" ? 0.62 : 0.95, 0.12, chance).map(([x, y]) => tuft(x, y, 0.42, chance, "reeds"));
  return drawing([...under, { ink: "marsh-lines", d: waters.join("") }], reeds);
}

function pool(x: number, y: number, chance: () => number): string {
  const [wide, deep] = [0.5 + chance() * 0.5, 0.22 + chance() * 0.2];
  const rim = Array.from({ length: 9 }, (_, i): Point => {
    const [angle, far] = [(i / 9) * 2 * Math.PI, 0.8 + chance() * 0.4];
    return [x + Math.cos(angle) * wide * far, y + Math.sin(angle) * deep * far];
  });
  return curve(rim);
}

/** Strips between the two long edges, a little bent, with a broken furrow in each. */
export function field({ outline, chance, level }: Paper): Drawing {
  if (outline.length !== 4) return drawing([{ ink: "field-edge strip-0", d: curve(organic(outline, chance, 0.2)) }], crops(outline, chance, level));
  const [a, b, c, d] = along(outline);
  const across = Math.hypot(d[0] - a[0], d[1] - a[1]);
  const count = Math.max(4, Math.round(across / 0.36));
  const shares = [0, 0.17, 0.34, 0.5, 0.67, 0.84, 1];
  // The bend dies away towards the edges, so that the field ends where the rules say.
  const at = (u: number, v: number): Point => between(between(a, b, u), between(d, c, u), v + (Math.sin(u * Math.PI) * 0.25 * 4 * v * (1 - v)) / across);
  const bands: [string[], string[]] = [[], []];
  const furrows: string[] = [];
  for (let i = 0; i < count; i++) {
    const [up, low] = [shares.map((u) => at(u, i / count)), shares.map((u) => at(u, (i + 1) / count))];
    bands[(i % 2) as 0 | 1].push(`${curve(up, false)}L${curve(low.reverse(), false).slice(1)}z`);
    if (level !== "far") furrows.push(broken(stepped(shares.map((u) => at(u, (i + 0.5) / count)), 0.2, false), 3, 1, chance));
  }
  const tufts = level === "near" ? stepped(outline, 0.55).filter(() => chance() < 0.5).map(([x, y]) => blades(x, y, 0.26, chance)) : [];
  return drawing([
    { ink: "strip-0", d: bands[0].join("") },
    { ink: "strip-1", d: bands[1].join("") },
    { ink: "furrows", d: furrows.join("") },
    { ink: "field-edge", d: polygon(outline) },
    { ink: "tuft", d: tufts.join("") },
  ]);
}

function crops(outline: readonly Point[], chance: () => number, level: Paper["level"]): Item[] {
  return level === "far" ? [] : strewn(outline, 0.6, 0.2, chance).map(([x, y]) => tuft(x, y, 0.34, chance, "furrows"));
}

/** The corners of a field, its first edge a long one. */
function along(outline: readonly Point[]): [Point, Point, Point, Point] {
  const [a, b, c, d] = outline as [Point, Point, Point, Point];
  return Math.hypot(b[0] - a[0], b[1] - a[1]) >= Math.hypot(c[0] - b[0], c[1] - b[1]) ? [a, b, c, d] : [b, c, d, a];
}

/** Ground that slows, of which no more is known. */
export function slow({ outline, chance }: Paper): Drawing {
  const grown = organic(outline, chance, 0.3);
  const dots = strewn(grown, 0.6, 0.2, chance, 160).map(([x, y]) => ellipse(x, y, 0.05 + chance() * 0.05, 0.04));
  return drawing([{ ink: "slow", d: curve(grown) }, { ink: "dots", d: dots.join("") }]);
}
