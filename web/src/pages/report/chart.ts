// Where the lines, washes and numbers of the win curve lie, in shares of its width and height.
import * as say from "words:report";
import { list } from "../../words/spoken";
import type { CoursePoint, Report } from "../../protocol";

export type Place = readonly [x: number, y: number];

export interface Flag {
  number: number;
  x: number;
  y: number;
  above: boolean;
  far: boolean;
}

const NEAR = 0.07;
const CORNER = [0.3, 0.16] as const;

/** The first and the last moment, in rounds. */
export function span(course: readonly CoursePoint[]): [number, number] {
  const first = Math.floor(course[0]?.at ?? 0);
  return [first, Math.max(first + 1, course[course.length - 1]?.at ?? 0)];
}

export function placesOf(course: readonly CoursePoint[]): Place[] {
  const [first, last] = span(course);
  return course.map((one) => [(one.at - first) / (last - first), 1 - one.chance]);
}

/** The numbers of the turning points, on the side of the line where there is room. */
export function flagsOf(report: Report): Flag[] {
  const [first, last] = span(report.course);
  const found: Flag[] = [];
  for (const point of report.turning_points) {
    const [x, y] = [(point.at - first) / (last - first), 1 - point.chance];
    const hasRoom = y > 0.2 && y < 0.8;
    const near = found.filter((other) => Math.abs(x - other.x) < NEAR);
    let above = hasRoom ? point.change > 0 : y > 0.5;
    if (hasRoom && near.some((other) => other.above === above)) above = !above;
    found.push({ number: point.number, x, y, above, far: near.some((other) => other.above === above) });
  }
  return found;
}

/** The line with the places where it crosses the middle. */
function crossed(places: readonly Place[]): Place[] {
  const found: Place[] = [];
  places.forEach(([x, y], i) => {
    const before = places[i - 1];
    if (before && (before[1] - 0.5) * (y - 0.5) < 0) {
      found.push([before[0] + ((x - before[0]) * (0.5 - before[1])) / (y - before[1]), 0.5]);
    }
    found.push([x, y]);
  });
  return found;
}

/** The area between the line and the middle in one half, as a CSS shape. */
export function wash(places: readonly Place[], half: "upper" | "lower"): string {
  const kept = crossed(places).map(([x, y]): Place => [x, half === "upper" ? Math.min(y, 0.5) : Math.max(y, 0.5)]);
  const [first, last] = [kept[0]?.[0] ?? 0, kept[kept.length - 1]?.[0] ?? 1];
  const corners: Place[] = [[first, 0.5], ...kept, [last, 0.5]];
  return `polygon(${corners.map(([x, y]) => `${(100 * x).toFixed(2)}% ${(100 * y).toFixed(2)}%`).join(", ")})`;
}

/** Whether the line runs through the corner in which the name of a half would stand. */
export const isCornerTaken = (places: readonly Place[], half: "upper" | "lower"): boolean =>
  places.some(([x, y]) => x < CORNER[0] && (half === "upper" ? y < CORNER[1] : y > 1 - CORNER[1]));

/** The chance at the end of each round, to be read aloud. */
export function inWords(report: Report): string {
  const [first] = span(report.course);
  const byRound = new Map<number, number>();
  for (const one of report.course) byRound.set(Math.max(first, Math.floor(one.at - 1e-6)), one.chance);
  const told = [...byRound].map(([round, chance]) => say.chanceIn({ round, chance: Math.round(100 * chance) }));
  return say.chanceByRound({ name: report.sides[0]?.name ?? say.theFirstSide(), told: list(told, "unit") });
}
