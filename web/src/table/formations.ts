// Where the models of a group would stand, to draw a plan before it is sent. The server checks the plan exactly.
import { centroid, type Point } from "./geometry";

export const SHAPES = ["block", "line", "column", "ring", "close"] as const;
export const AS_THEY_STAND = "as they stand";
export type Shape = (typeof SHAPES)[number] | typeof AS_THEY_STAND;

const SPACING = 0.5;
const ABREAST = 4;
const FILES = 2;

/** The places of a formation about its middle, its front towards an angle in degrees. */
export function slots(shape: Shape, models: readonly Point[], radius: number, at: Point, facing = 90): Point[] {
  if (shape === AS_THEY_STAND) {
    const middle = centroid(models);
    return models.map((one) => [one[0] + at[0] - middle[0], one[1] + at[1] - middle[1]]);
  }
  const angle = (facing * Math.PI) / 180;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  return pattern(shape, models.length, radius).map(([forward, left]) => [
    at[0] + forward * ux - left * uy,
    at[1] + forward * uy + left * ux,
  ]);
}

function pattern(shape: Exclude<Shape, typeof AS_THEY_STAND>, count: number, radius: number): Point[] {
  const pitch = 2 * radius + SPACING;
  switch (shape) {
    case "ring": {
      if (count === 1) return [[0, 0]];
      const wide = pitch / (2 * Math.sin(Math.PI / count));
      return Array.from({ length: count }, (_, i) => {
        const turn = (2 * Math.PI * i) / count;
        return [wide * Math.cos(turn), wide * Math.sin(turn)];
      });
    }
    case "line":
      return ranks(count, count, pitch, true);
    case "column":
      return ranks(count, FILES, pitch, true);
    case "close":
      return ranks(count, ABREAST, 2 * radius, false);
    case "block":
      return ranks(count, ABREAST, pitch, true);
  }
}

function ranks(count: number, abreast: number, pitch: number, isCentred: boolean): Point[] {
  const wide = Math.min(abreast, count);
  const deep = Math.ceil(count / wide);
  return Array.from({ length: count }, (_, i) => {
    const rank = Math.floor(i / wide);
    const file = i % wide;
    const here = isCentred ? Math.min(wide, count - rank * wide) : wide;
    return [((deep - 1) / 2 - rank) * pitch, ((here - 1) / 2 - file) * pitch];
  });
}
