// Bare ground: blots so that no part is flat, tufts, pebbles and dots; the same on every screen.
import { f, scatter } from "../geometry";
import type { Level } from "./paper";
import { blades, chip, type Stroke } from "./strokes";

export interface Blot {
  x: number;
  y: number;
  rx: number;
  ry: number;
  turn: number;
  isDark: boolean;
}

const BLOTS = 16;
/** Marks a square inch. */
const MARKS = 0.2;

export function blots(wide: number, deep: number): Blot[] {
  const chance = scatter(`blots ${wide} ${deep}`);
  return Array.from({ length: BLOTS }, (_, i) => ({
    x: chance() * wide,
    y: chance() * deep,
    rx: (0.09 + chance() * 0.13) * wide,
    ry: (0.07 + chance() * 0.1) * deep,
    turn: Math.round(chance() * 180),
    isDark: i % 2 > 0,
  }));
}

export function bare(wide: number, deep: number, level: Level): Stroke[] {
  if (level === "far") return [];
  const chance = scatter(`bare ${wide} ${deep}`);
  const found = new Map<string, string[]>();
  const add = (ink: string, d: string): void => {
    if (!found.has(ink)) found.set(ink, []);
    found.get(ink)!.push(d);
  };
  const count = Math.round(wide * deep * MARKS * (level === "near" ? 1 : 0.5));
  for (let i = 0; i < count; i++) {
    const [x, y, kind] = [chance() * wide, chance() * deep, chance()];
    if (kind < 0.3) add("tuft", blades(x, y, 0.26, chance));
    else if (kind < 0.48) for (const { ink, d } of chip(x, y, 0.04 + chance() * 0.05, chance, "pebble").strokes) add(ink, d);
    else {
      const dots = 2 + Math.floor(chance() * 4);
      for (let k = 0; k < dots; k++) add("grains", `M${f(x + (chance() - 0.5) * 0.8)} ${f(y + (chance() - 0.5) * 0.5)}h.01`);
    }
  }
  return [...found].map(([ink, parts]) => ({ ink, d: parts.join("") }));
}
