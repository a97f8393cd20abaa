// Terrain as a draughtsman draws it: kinds differ by pattern before colour, and edges stand where the rules measure.
import type { Piece } from "../../protocol";
import { f, scatter, type Point } from "../geometry";
import type { Surface } from "../surface";
import type { Look } from "./kinds";
import {
  between, circle, drawnIn, edgeDistance, lengthwise, line, polygon, scalloped, shifted, smooth, strewn, winding,
} from "./strokes";

/** One stroke of the pen: a path and how it is inked (a class of terrain.css). */
export interface Stroke {
  d: string;
  ink: string;
}

interface Paper {
  outline: Point[];
  chance: () => number;
  height: number;
}

/** Every stroke of a piece, in inches with y downward. */
export function drawn(piece: Piece, look: Look, surface: Surface): Stroke[] {
  const outline = piece.outline.map((at) => surface.onSheet(at));
  return DRAW[look]({ outline, chance: scatter(piece.id), height: piece.height });
}

const DRAW: Record<Look, (paper: Paper) => Stroke[]> = {
  wood({ outline, chance }) {
    const edge = scalloped(outline, 0.85, 0.17);
    const crowns = strewn(outline, 1.25, 0.55, chance).map(([x, y]) => [x, y, 0.34 + 0.2 * chance()] as const);
    return [
      { d: scalloped(shifted(outline, 0.18, 0.2), 0.85, 0.17), ink: "shade" },
      { d: edge, ink: "wood" },
      { d: crowns.map(([x, y, r]) => circle(x + 0.06, y + 0.09, r)).join(""), ink: "crown-shade" },
      { d: crowns.map(([x, y, r]) => circle(x, y, r)).join(""), ink: "crown" },
      { d: crowns.map(([x, y, r]) => glint(x, y, r)).join(""), ink: "crown-light" },
    ];
  },

  water({ outline }) {
    const d = polygon(outline);
    return [
      { d, ink: "water" },
      { d, ink: "water-line-2" },
      { d, ink: "water-gap-2" },
      { d, ink: "water-line-1" },
      { d, ink: "water-gap-1" },
      { d, ink: "bank" },
    ];
  },

  marsh({ outline, chance }) {
    const tufts = strewn(outline, 0.85, 0.35, chance).map(([x, y]) => tuft(x, y, 0.26 + 0.14 * chance()));
    return [
      { d: polygon(outline), ink: "marsh-bed" },
      { d: tufts.join(""), ink: "marsh" },
    ];
  },

  hill({ outline, height }) {
    const steps = Math.max(1, Math.min(3, Math.round(height) || 2));
    const strokes: Stroke[] = [
      { d: polygon(shifted(outline, 0.2, 0.24)), ink: "shade" },
      { d: polygon(outline), ink: "hill-1" },
    ];
    for (let step = 1; step < steps + 1; step++) {
      strokes.push({ d: smooth(drawnIn(outline, (0.78 * step) / (steps + 1) + 0.08)), ink: `hill-${step + 1}` });
    }
    return [...strokes, { d: hachures(outline), ink: "hachures" }];
  },

  field({ outline }) {
    const along = lengthwise(outline);
    const rows: string[] = [];
    if (along) {
      const count = Math.max(3, Math.round(distanceOf(along.left[0], along.right[0]) / 0.62));
      for (let i = 1; i < count; i++) {
        const t = i / count;
        const [a, b] = [between(along.left[0], along.right[0], t), between(along.left[1], along.right[1], t)];
        rows.push(line(between(a, b, 0.02), between(a, b, 0.98)));
      }
    }
    return [{ d: polygon(outline), ink: "field" }, { d: rows.join(""), ink: "rows" }];
  },

  road({ outline }) {
    const along = lengthwise(outline);
    const edges = along ? line(...along.left) + line(...along.right) : polygon(outline);
    return [{ d: polygon(outline), ink: "road" }, { d: edges, ink: "road-edge" }];
  },

  yard({ outline }) {
    return [{ d: polygon(outline), ink: "yard" }, { d: polygon(outline), ink: "yard-tiles" }, { d: polygon(outline), ink: "yard-edge" }];
  },

  bridge({ outline }) {
    const along = lengthwise(outline);
    if (!along) return [{ d: polygon(outline), ink: "road" }, { d: polygon(outline), ink: "road-edge" }];
    const count = Math.max(2, Math.round(along.length / 0.4));
    const planks = Array.from({ length: count - 1 }, (_, i) => crossing(along, (i + 1) / count));
    return [
      { d: polygon(outline), ink: "bridge" },
      { d: planks.join(""), ink: "planks" },
      { d: line(...along.left) + line(...along.right), ink: "parapet" },
    ];
  },

  rubble({ outline, chance }) {
    const chips = strewn(outline, 0.5, 0.2, chance, 150).map(([x, y]) => chip(x, y, chance));
    return [{ d: polygon(outline), ink: "rubble-bed" }, { d: chips.join(""), ink: "chips" }];
  },

  hedge({ outline }) {
    const along = lengthwise(outline);
    if (!along) return DRAW.wood({ outline, chance: scatter("hedge"), height: 0 });
    const count = Math.max(2, Math.round(along.length / 0.42));
    const thick = distanceOf(along.left[0], along.right[0]) / 2;
    const beads = Array.from({ length: count }, (_, i) => {
      const [x, y] = between(...middleOf(along), (i + 0.5) / count);
      return circle(x, y, Math.max(0.2, thick));
    });
    return [{ d: polygon(shifted(outline, 0.1, 0.14)), ink: "shade" }, { d: beads.join(""), ink: "hedge" }];
  },

  wall({ outline }) {
    const along = lengthwise(outline);
    const count = along ? Math.max(2, Math.round(along.length / 0.72)) : 0;
    const joints = along ? Array.from({ length: count - 1 }, (_, i) => crossing(along, (i + 1) / count)) : [];
    return [
      { d: polygon(shifted(outline, 0.12, 0.16)), ink: "shade" },
      { d: polygon(outline), ink: "wall" },
      { d: joints.join(""), ink: "joints" },
    ];
  },

  crags({ outline, chance }) {
    const ridges = strewn(outline, 0.8, 0.3, chance, 60).map(([x, y]) => ridge(x, y, edgeDistance([x, y], outline), chance));
    return [
      { d: polygon(shifted(outline, 0.16, 0.2)), ink: "shade" },
      { d: polygon(outline), ink: "crags" },
      { d: ridges.map((one) => one.face).join(""), ink: "crag-face" },
      { d: ridges.map((one) => one.edge).join(""), ink: "crag-edge" },
      { d: polygon(outline), ink: "crags-outline" },
    ];
  },

  building({ outline }) {
    const along = lengthwise(outline);
    const roof = along ? line(...middleOf(along)) : "";
    return [
      { d: polygon(shifted(outline, 0.22, 0.26)), ink: "shade" },
      { d: polygon(outline), ink: "building" },
      { d: polygon(outline), ink: "hatched" },
      { d: roof, ink: "roof" },
      { d: polygon(outline), ink: "building-edge" },
    ];
  },

  slow({ outline, chance }) {
    const dots = strewn(outline, 0.6, 0.25, chance, 160).map(([x, y]) => circle(x, y, 0.06));
    return [{ d: polygon(outline), ink: "slow" }, { d: dots.join(""), ink: "dots" }];
  },

  open({ outline }) {
    return [{ d: polygon(outline), ink: "open" }];
  },
};

type Along = NonNullable<ReturnType<typeof lengthwise>>;

const distanceOf = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const middleOf = (along: Along): [Point, Point] => [
  between(along.left[0], along.right[0], 0.5),
  between(along.left[1], along.right[1], 0.5),
];

const crossing = (along: Along, t: number): string => line(between(...along.left, t), between(...along.right, t));

const glint = (x: number, y: number, r: number): string =>
  `M${f(x - 0.55 * r)} ${f(y - 0.05 * r)}a${f(0.6 * r)} ${f(0.6 * r)} 0 0 1 ${f(0.5 * r)} ${f(-0.52 * r)}`;

function tuft(x: number, y: number, size: number): string {
  return [-0.9, -0.45, 0, 0.45, 0.9]
    .map((lean) => `M${f(x + lean * 0.25 * size)} ${f(y)}L${f(x + lean * size * 0.8)} ${f(y - size * (1.1 - 0.35 * Math.abs(lean)))}`)
    .join("") + line([x - size * 0.7, y], [x + size * 0.7, y]);
}

function chip(x: number, y: number, chance: () => number): string {
  const turn = chance() * Math.PI;
  const [wide, deep] = [0.12 + 0.1 * chance(), 0.08 + 0.05 * chance()];
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const corner = (u: number, v: number): Point => [x + u * wide * c - v * deep * s, y + u * wide * s + v * deep * c];
  return polygon([corner(-1, -1), corner(1, -0.8), corner(0.9, 1), corner(-0.8, 0.9)]);
}

function ridge(x: number, y: number, room: number, chance: () => number): { face: string; edge: string } {
  const size = Math.min(room * 0.9, 0.45 + 0.35 * chance());
  const top: Point = [x - 0.15 * size, y - size];
  const [left, right, foot]: [Point, Point, Point] = [[x - size, y + 0.35 * size], [x + size * 0.9, y + 0.25 * size], [x + 0.1 * size, y + 0.55 * size]];
  return { face: polygon([top, right, foot]), edge: polygon([top, right, foot, left]) + line(top, foot) };
}

/** Short strokes down the shaded side: where the outline looks south-east. */
function hachures(outline: readonly Point[]): string {
  const sign = winding(outline) > 0 ? 1 : -1;
  const parts: string[] = [];
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    const length = distanceOf(a, b) || 1;
    const out: Point = [(sign * (b[1] - a[1])) / length, (-sign * (b[0] - a[0])) / length];
    if (out[0] + out[1] < 0.25) return;
    const count = Math.floor(length / 0.55);
    for (let k = 1; k < count; k++) {
      const foot = between(a, b, k / count);
      const long = k % 2 ? 0.38 : 0.24;
      parts.push(line(foot, [foot[0] - out[0] * long, foot[1] - out[1] * long]));
    }
  });
  return parts.join("");
}
