// What runs along a course, and standing water: rivers, roads, bridges, lakes.
import type { Point } from "../geometry";
import { between, courseOf, curve, organic, outward, ribbon, stepped, strip, type Ribbon } from "./curves";
import { drawing, type Drawing, type Level, type Paper } from "./paper";
import { broken, line, polygon, shifted, tuft, type Chance, type Item, type Stroke } from "./strokes";

/** The bank and the pale shore beyond it, in inches. */
const [BANK, SHORE] = [0.22, 0.42];

export function water(paper: Paper): Drawing {
  const course = courseOf(paper.outline, 2.2);
  if (!course) return lake(paper);
  const { sheet, chance, level } = paper;
  const { off } = ribbon(course, sheet, chance, 0.12);
  const wider = (inches: number): number => 1 + (2 * inches) / course.wide;
  const band = (share: number): string => strip(off(share), off(-share));
  const under: Stroke[] = [
    { ink: "shore", d: band(wider(SHORE)) },
    { ink: "bank", d: band(wider(BANK)) },
    { ink: "water", d: band(1) },
    { ink: "deep", d: band(0.62) },
    { ink: "waterline", d: curve(off(1), false) + curve(off(-1), false) },
  ];
  if (level === "far") return drawing(under);
  const flow = [-0.8, -0.5, -0.18, 0.16, 0.48, 0.78].map((share) => broken(off(share), 3, 4, chance));
  const sides = [1, -1].flatMap((side) => {
    const edge = stepped(off(side * wider(BANK)), 0.3, false);
    return ticks(edge, outward(edge, false).map(([x, y]): Point => [x * side, y * side]), chance);
  });
  under.push({ ink: "flow", d: flow.join("") }, { ink: "bank-ticks", d: sides.join("") });
  return drawing(under, level === "near" ? [1, -1].flatMap((side) => reeds(off(side * 1.05), chance)) : []);
}

const ticks = (edge: readonly Point[], out: readonly Point[], chance: Chance): string[] =>
  edge.flatMap((at, i) => {
    if (chance() > 0.62) return [];
    const long = 0.1 + chance() * 0.16;
    return [line(at, [at[0] + out[i]![0] * long, at[1] + out[i]![1] * long])];
  });

const reeds = (edge: readonly Point[], chance: Chance): Item[] =>
  edge.flatMap(([x, y]) =>
    chance() > 0.16 ? [] : [0, 1, 2].map(() => tuft(x + (chance() - 0.5) * 0.6, y + (chance() - 0.5) * 0.4, 0.34, chance, "reeds")),
  );

function lake({ outline, chance, level }: Paper): Drawing {
  const edge = organic(outline, chance, 0.3, 2);
  const out = outward(edge);
  const away = (by: number): Point[] => edge.map((at, i) => [at[0] + out[i]![0] * by, at[1] + out[i]![1] * by]);
  const under: Stroke[] = [
    { ink: "shore", d: curve(away(SHORE)) },
    { ink: "bank", d: curve(away(BANK)) },
    { ink: "water", d: curve(edge) },
    { ink: "deep", d: curve(away(-0.8)) },
    { ink: "waterline", d: curve(edge) },
  ];
  if (level === "far") return drawing(under);
  // Ripples follow the shore, broken by chance.
  const ripples = [-0.35, -0.75, -1.25].map((by) => broken(stepped(away(by), 0.3), 4, 5, chance));
  const shore = stepped(away(BANK), 0.3);
  under.push({ ink: "flow", d: ripples.join("") }, { ink: "bank-ticks", d: ticks(shore, outward(shore), chance).join("") });
  return drawing(under, level === "near" ? reeds(stepped(away(0.1), 0.7), chance) : []);
}

export function road({ outline, sheet, chance, level }: Paper): Drawing {
  const course = courseOf(outline);
  if (!course) return drawing([{ ink: "road", d: curve(organic(outline, chance, 0.15)) }]);
  const { off } = ribbon(course, sheet, chance, 0.06);
  const under: Stroke[] = [{ ink: "road", d: strip(off(1), off(-1)) }, { ink: "road-edge", d: edges(off, 1, [5, 1], chance) }];
  if (level === "far") return drawing(under);
  under.push({ ink: "ruts", d: edges(off, 0.42, [7, 4], chance) });
  return drawing(under, verge(off, chance, level));
}

const edges = (off: Ribbon["off"], share: number, [drawn, left]: [number, number], chance: Chance): string =>
  [share, -share].map((one) => broken(stepped(off(one), 0.22, false), drawn, left, chance)).join("");

const verge = (off: Ribbon["off"], chance: Chance, level: Level): Item[] =>
  level !== "near" ? [] : [1.16, -1.16].flatMap((share) => off(share).flatMap(([x, y]) => (chance() < 0.22 ? [tuft(x + (chance() - 0.5) * 0.3, y, 0.24, chance)] : [])));

/** Planks across, a rail on either side. */
export function bridge({ outline, flow, chance }: Paper): Drawing {
  if (outline.length !== 4) return drawing([{ ink: "bridge", d: polygon(outline) }]);
  const [a, b, c, d] = railFirst(outline, flow);
  const count = Math.max(3, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.3));
  const planks = Array.from({ length: count - 1 }, (_, i) => {
    const t = (i + 1 + (chance() - 0.5) * 0.15) / count;
    return line(between(a, b, t), between(d, c, t));
  });
  return drawing([
    { ink: "house-shade", d: polygon(shifted(outline, 0.16, 0.24)) },
    { ink: "bridge", d: polygon(outline) },
    { ink: "planks", d: planks.join("") },
    { ink: "rails", d: line(a, b) + line(d, c) },
  ]);
}

/** The corners of a bridge, its first edge a rail: one that leads across the water, or else a long one. */
function railFirst(outline: readonly Point[], flow: Point | null): [Point, Point, Point, Point] {
  const [a, b, c, d] = outline as [Point, Point, Point, Point];
  const [first, second]: [Point, Point] = [[b[0] - a[0], b[1] - a[1]], [c[0] - b[0], c[1] - b[1]]];
  const isFirst = flow ? alike(first, flow) <= alike(second, flow) : Math.hypot(...first) >= Math.hypot(...second);
  return isFirst ? [a, b, c, d] : [b, c, d, a];
}

/** How much two directions are one: 0 at a right angle, 1 where they are the same. */
const alike = (a: Point, b: Point): number => Math.abs(a[0] * b[0] + a[1] * b[1]) / (Math.hypot(...a) * Math.hypot(...b) || 1);
