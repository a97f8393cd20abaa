// Hills: contours shrunk towards a summit a little north-west of the middle, hachures by slope and light.
import type { Point } from "../geometry";
import { curve, organic, outward, stepped } from "./curves";
import { drawing, isSingle, isThin, middleOf, type Drawing, type Paper } from "./paper";
import { crags } from "./stone";
import { polygon, shifted, type Chance, type Stroke } from "./strokes";

export function hill(paper: Paper): Drawing {
  const { outline, height, chance, level } = paper;
  if (isThin(outline) || isSingle(outline)) return crags(paper);
  const steps = Math.max(2, Math.min(3, Math.round(height) + 1 || 2));
  const foot = organic(outline, chance, 0.3, 3);
  const [x, y] = middleOf(foot);
  const top: Point = [x - 0.5, y - 0.45];
  const strokes: Stroke[] = [{ ink: "hill-shade", d: curve(shifted(foot, 0.22, 0.3)) }];
  for (let step = 0; step < steps; step++) {
    const share = 1 - step / (steps + 0.25);
    const phase = chance() * 6.28;
    const ring = step
      ? foot.map(([px, py], i): Point => {
          const far = share * (1 + 0.07 * Math.sin((i / foot.length) * 6.283 * 3 + phase));
          return [top[0] + (px - top[0]) * far, top[1] + (py - top[1]) * far];
        })
      : foot;
    strokes.push({ ink: `hill hill-${step + 1}`, d: curve(ring) });
    if (level !== "far") strokes.push({ ink: "hachures", d: hachures(ring, level === "near" ? 0.2 : 0.4, chance) });
  }
  return drawing(strokes);
}

/** Thin triangles that point downhill: long and thick where the slope looks south-east, short and sparse where it is lit. */
function hachures(ring: readonly Point[], apart: number, chance: Chance): string {
  const feet = stepped(ring, apart);
  const out = outward(feet);
  return feet
    .map(([x, y], i) => {
      const [nx, ny] = out[i]!;
      const shade = nx * 0.66 + ny * 0.75;
      const isLit = shade < -0.2 && i % 3 > 0;
      const long = (shade > 0 ? 0.28 + 0.3 * shade : 0.1 + 0.1 * (1 + shade)) * (0.72 + chance() * 0.5);
      const wide = shade > 0.1 ? 0.022 + 0.034 * shade : 0.014;
      const lean = (chance() - 0.5) * 0.3;
      if (isLit) return "";

      const tip: Point = [x + (nx - ny * lean) * long, y + (ny + nx * lean) * long];
      return polygon([[x - ny * wide, y + nx * wide], tip, [x + ny * wide, y - nx * wide]]);
    })
    .join("");
}
