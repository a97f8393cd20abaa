// Where standards stand: beside their group, never over a model, never over each other.
import type { Unit } from "../protocol";
import { isFigure } from "../panels/naming";
import type { Camera } from "./camera.svelte";

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

export interface Wanted {
  id: string;
  /** The box around the group's bases, in pixels. */
  around: Box;
}

export interface Placed {
  id: string;
  x: number;
  y: number;
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

function covered(box: Box, disc: Disc): number {
  const nx = Math.max(box.x, Math.min(disc.x, box.x + box.w));
  const ny = Math.max(box.y, Math.min(disc.y, box.y + box.h));
  const near = Math.hypot(disc.x - nx, disc.y - ny);
  return near >= disc.r ? 0 : (disc.r - near) * disc.r;
}

/** The middle of each standard of a size, on a screen, away from boxes that are kept for other things. */
export function placed(wanted: readonly Wanted[], discs: readonly Disc[], size: number, screen: Box, kept: readonly Box[] = []): Placed[] {
  const taken: Box[] = [...kept];
  return wanted.map(({ id, around }) => {
    let best: { x: number; y: number; cost: number } | null = null;
    for (const [x, y, dislike] of places(around, size)) {
      const box = { x: x - size / 2, y: y - size / 2, w: size * 1.25, h: size * 1.1 };
      const out = box.w * box.h - overlap(box, screen);
      const cost =
        dislike + 4 * out + discs.reduce((sum, one) => sum + 3 * covered(box, one), 0) +
        taken.reduce((sum, one) => sum + 4 * overlap(box, one), 0);
      if (!best || cost < best.cost) best = { x, y, cost };
    }
    const { x, y } = best!;
    taken.push({ x: x - size / 2, y: y - size / 2, w: size * 1.25, h: size * 1.1 });
    return { id, x, y };
  });
}

/** Places around a box, those that read best first. */
function places({ x, y, w, h }: Box, size: number): [number, number, number][] {
  const gap = size / 2 + 3;
  const found: [number, number, number][] = [];
  for (const [far, dislike] of [[gap, 0], [gap * 1.7, 60], [gap * 2.6, 160]] as const) {
    const [west, east, north, south] = [x - far, x + w + far - 4, y - far, y + h + far];
    const [cx, cy] = [x + w / 2, y + h / 2];
    found.push(
      [east, cy, dislike], [west, cy, dislike + 2], [east, y, dislike + 4], [east, y + h, dislike + 5], [west, y, dislike + 6],
      [west, y + h, dislike + 7], [cx, north, dislike + 8], [cx, south, dislike + 9], [x, north, dislike + 10],
      [x + w, north, dislike + 10], [x, south, dislike + 11], [x + w, south, dislike + 11],
    );
  }
  return found;
}

/** The size of a standard: the same on the screen whatever the zoom, a little smaller far away. */
export const standardSize = (camera: Camera): number =>
  Math.min(42, Math.max(camera.width < 480 ? 26 : 30, camera.scale * 2.2));

/** Where the standards of all units on the ground stand. */
export function standards(units: readonly Unit[], camera: Camera): Placed[] {
  const { margin, scale } = camera;
  const standing = units.filter((unit) => unit.on_table !== false && unit.models?.length);
  const discs = standing.flatMap((unit) =>
    unit.models!.map((at) => {
      const [x, y] = camera.toScreen(at);
      return { x, y, r: (unit.radius ?? 0.5) * scale };
    }),
  );
  const wanted = standing.filter((unit) => !isFigure(unit)).map((unit) => {
    const all = unit.models!.map((at) => camera.toScreen(at));
    const r = (unit.radius ?? 0.5) * scale;
    const [west, east] = [Math.min(...all.map((p) => p[0])) - r, Math.max(...all.map((p) => p[0])) + r];
    const [north, south] = [Math.min(...all.map((p) => p[1])) - r, Math.max(...all.map((p) => p[1])) + r];
    return { id: unit.id, around: { x: west, y: north, w: east - west, h: south - north } };
  });
  const screen = { x: margin, y: margin, w: camera.width - 2 * margin, h: camera.height - 2 * margin };
  // The name of a figure stands under its base.
  const figures = standing.filter(isFigure).map((unit) => {
    const [x, y] = camera.toScreen(unit.models![0]!);
    return { id: unit.id, x, y: y + (unit.radius ?? 0.5) * scale + 11 };
  });
  return [...placed(wanted, discs, standardSize(camera), screen, camera.kept), ...figures];
}
