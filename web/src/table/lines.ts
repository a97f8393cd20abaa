// Lines on the ground that belong to the chosen unit or to the ruler, each with one label.
import type { Asking } from "../ask/asking.svelte";
import { wayLength } from "../ask/measured";
import type { Showing } from "../protocol";
import { centroid, distance, inches, nearest, type Point } from "./geometry";
import type { TableState } from "./table.svelte";

export interface Line {
  key: string;
  kind: "sight" | "ruler";
  from: Point;
  to: Point;
  bold: string;
  rest: string;
}

export interface Label {
  key: string;
  at: Point;
  bold: string;
  rest: string;
}

const MOST_LINES = 5;
/** The server judges; a hair's breadth is not worth a word. */
const SLACK = 0.05;

/** The lines to draw now. */
export function linesOf(showing: Showing, table: TableState, asking: Asking | null): Line[] {
  const lines: Line[] = [];
  const unit = table.unit(showing);
  if (unit?.models?.length && table.sight && !asking?.plan) {
    const enemies = (showing.units ?? []).filter((one) => one.side !== unit.side && one.on_table !== false);
    const near = enemies.flatMap((one) => {
      const found = nearest(unit, one);
      return found ? [{ ...found, one }] : [];
    });
    near.sort((a, b) => a.gap - b.gap);
    for (const { from, to, gap, one } of near.slice(0, table.camera.width < 480 ? 2 : MOST_LINES)) {
      lines.push({ key: one.id, kind: "sight", from, to, bold: inches(gap), rest: table.camera.width < 480 ? "" : one.name });
    }
  }
  const [from, to] = table.ruler;
  if (from && to) lines.push({ key: "ruler", kind: "ruler", from, to, bold: inches(distance(from, to)), rest: "" });
  return lines;
}

/** The labels to set: on each line, and at the plan. */
export function labelsOf(showing: Showing, table: TableState, asking: Asking | null): Label[] {
  const labels: Label[] = linesOf(showing, table, asking).map(({ key, from, to, bold, rest }) => {
    const t = key === "ruler" ? 0.5 : 0.58;
    return { key, at: [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t], bold, rest };
  });
  const plan = asking?.plan;
  if (plan?.start.length) {
    const far = asking?.question?.form["inches"];
    const length = wayLength(plan);
    const rest = typeof far === "number" ? `of ${inches(far)}` : "";
    const from = centroid(plan.start);
    labels.push({ key: "plan", at: [(from[0] + plan.at[0]) / 2, (from[1] + plan.at[1]) / 2], bold: inches(length), rest: length > (Number(far) || Infinity) + SLACK ? `${rest}: too far` : rest });
  }
  return labels;
}
