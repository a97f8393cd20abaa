// Lines on the ground that belong to the chosen unit or to the ruler, each with one label.
import type { Asking } from "../ask/asking.svelte";
import { figuresIn } from "../ask/figures";
import { wayLength } from "../ask/measured";
import type { Outlook, Showing, Sweep, Unit } from "../protocol";
import { centroid, distance, nearest, type Point } from "./geometry";
import { surfaceOf, type Surface } from "./surface";
import type { TableState } from "./table.svelte";

export interface Line {
  key: string;
  /** As the line is drawn: clear, in cover, hidden, only measured, or the ruler. */
  kind: "clear" | "cover" | "hidden" | "plain" | "ruler";
  from: Point;
  to: Point;
  /** Where sight ends. */
  stop: Point | null;
  bold: string;
  rest: string;
}

export interface Label {
  key: string;
  at: Point;
  bold: string;
  rest: string;
  /** Whose border it is written along, where it is one. */
  side?: number;
}

const MOST_LINES = 5;
const FEWEST_LINES = 2;
const NARROW = 480;
/** The server judges; a hair's breadth is not worth a word. */
const SLACK = 0.05;
/** Pixels by which a name stands above a base. */
const ABOVE = 18;

/** The lines to draw now. */
export function linesOf(showing: Showing, table: TableState, asking: Asking | null, outlook: Outlook | null): Line[] {
  const lines: Line[] = [];
  const surface = surfaceOf(showing);
  const unit = table.unit(showing);
  if (unit?.models?.length && table.sight && !asking?.plan) {
    const found = outlook?.unit === unit.id ? seen(outlook, surface) : measured(showing, unit, surface);
    lines.push(...found.slice(0, table.camera.width < NARROW ? FEWEST_LINES : MOST_LINES));
  }
  const [from, to] = table.ruler;
  if (from && to) lines.push({ key: "ruler", kind: "ruler", from, to, stop: null, bold: surface.far(surface.distance(from, to)), rest: "" });
  return lines;
}

/** As the book looks: with cover, and with what is in the way. */
function seen(outlook: Outlook, surface: Surface): Line[] {
  return outlook.looks.map((look) => ({
    key: look.unit,
    kind: look.how ?? "clear",
    from: look.start,
    to: look.end,
    stop: look.stop ?? null,
    bold: surface.far(look.inches),
    rest: look.words ?? "",
  }));
}

/** As the ruler measures, where nobody has looked. */
function measured(showing: Showing, unit: Unit, surface: Surface): Line[] {
  const near = (showing.units ?? []).flatMap((one) => {
    const found = one.side !== unit.side && one.on_table !== false ? nearest(unit, one) : null;
    return found ? [{ ...found, one }] : [];
  });
  near.sort((a, b) => a.gap - b.gap);
  return near.map(({ from, to, gap, one }) => ({ key: one.id, kind: "plain", from, to, stop: null, bold: surface.far(gap), rest: one.name }));
}

/** The labels to set: on each line, at the plan, and along the borders of threats. */
export function labelsOf(showing: Showing, table: TableState, asking: Asking | null, outlook: Outlook | null): Label[] {
  const labels: Label[] = linesOf(showing, table, asking, outlook).map(({ key, from, to, bold, rest }) => {
    const t = key === "ruler" ? 0.5 : 0.58;
    const words = table.camera.width < NARROW ? "" : rest;
    return { key, at: [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t], bold, rest: words };
  });
  const plan = asking?.plan;
  if (plan?.start.length) {
    const far = asking?.inches ?? null;
    const length = wayLength(plan);
    const surface = surfaceOf(showing);
    const rest = far !== null ? `of ${surface.far(far)}` : "";
    const from = centroid(plan.start);
    labels.push({ key: "plan", at: [(from[0] + plan.at[0]) / 2, (from[1] + plan.at[1]) / 2], bold: surface.far(length), rest: length > (far ?? Infinity) + SLACK ? `${rest}: too far` : rest });
  }
  // Whom the chosen answer names, by name, above the base.
  const aimed = plan ? [] : figuresIn(asking?.option ?? null, showing).filter((one) => one.unit.figures?.length);
  for (const { id, name, unit: of, at, share } of aimed) {
    const above = (of.radius ?? 0.5) + ABOVE / table.camera.scale;
    labels.push({ key: `aimed ${id}`, at: [at[0], at[1] + above], bold: name, rest: share ? `${share} ${share === 1 ? "die" : "dice"}` : "" });
  }
  const unit = table.unit(showing);
  if (unit?.models?.length && outlook?.unit === unit.id && table.sight && table.camera.width >= NARROW) {
    const middle = centroid(unit.models);
    outlook.threats.forEach((sweep, i) => {
      const at = edgeTowards(sweep, middle, showing);
      if (at) labels.push({ key: `threat ${i}`, at, bold: "", rest: sweep.words ?? "", side: sideOf(showing, sweep.unit) });
    });
  }
  return labels;
}

const sideOf = (showing: Showing, unit: string): number => showing.units?.find((one) => one.id === unit)?.side ?? 0;

/** Inches that a word on a border keeps from models. */
const CLEAR = 2.2;

/** The place of a border nearest to a point, on the table and clear of models. */
export function edgeTowards(sweep: Sweep, point: Point, showing: Showing): Point | null {
  const { wide, deep } = surfaceOf(showing);
  let best: Point | null = null;
  for (const at of sweep.outlines.flat()) {
    if (at[0] < 1 || at[1] < 1 || at[0] > wide - 1 || at[1] > deep - 1) continue;
    if (showing.units?.some((unit) => unit.models?.some((model) => distance(model, at) < CLEAR))) continue;
    if (!best || distance(at, point) < distance(best, point)) best = at;
  }
  return best;
}
