// What halls and vaults are made of: living rock, pillars, pits, and what nobody has seen yet.
import { boxOf } from "../geometry";
import { drawing, middleOf, type Drawing, type Paper } from "./paper";
import { circle, line, polygon, strewn } from "./strokes";

/** Inches between two bundles of hachures, and how long a stroke of them is. */
const [APART, LONG] = [0.42, 0.3];

/** Rock around a room: bundles of strokes that turn against each other, as a map of vaults has them. */
export function rock({ outline, chance, level }: Paper): Drawing {
  const body = { ink: "rock", d: polygon(outline) };
  if (level === "far") return drawing([body]);
  const strokes = strewn(outline, APART, 0.12, chance, 900).flatMap(([x, y]) => {
    const turn = chance() * Math.PI;
    const [dx, dy] = [Math.cos(turn) * LONG / 2, Math.sin(turn) * LONG / 2];
    return [-0.09, 0, 0.09].map((aside) => {
      const [ax, ay] = [x - Math.sin(turn) * aside, y + Math.cos(turn) * aside];
      return line([ax - dx, ay - dy], [ax + dx, ay + dy]);
    });
  });
  return drawing([body, { ink: "rock-lines", d: strokes.join("") }]);
}

/** A slab with a round shaft on it. */
export function pillar({ outline }: Paper): Drawing {
  const { west, east, south, north } = boxOf(outline);
  const [x, y] = middleOf(outline);
  const least = Math.min(east - west, north - south);
  return drawing([
    { ink: "slab", d: polygon(outline) },
    { ink: "shaft", d: circle(x, y, least * 0.34) },
  ]);
}

/** Darkness with ledges across it. */
export function pit({ outline, level }: Paper): Drawing {
  const { west, east, south, north } = boxOf(outline);
  const ledges: string[] = [];
  for (let y = south + 0.5; level !== "far" && y < north; y += 1) ledges.push(line([west + 0.1, y], [east - 0.1, y]));
  return drawing([
    { ink: "pit", d: polygon(outline) },
    { ink: "ledges", d: ledges.join("") },
  ]);
}

/** Where nobody has looked yet: nothing at all is drawn there. */
export const unseen = ({ outline }: Paper): Drawing => drawing([{ ink: "unseen", d: polygon(outline) }]);
