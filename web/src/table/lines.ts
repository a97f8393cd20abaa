// Lines on the ground that belong to the chosen unit or to the ruler, each with one label.
import * as say from "words:table";
import type { Asking } from "../ask/asking.svelte";
import { figureOf, figuresIn } from "../ask/figures";
import { wayLength } from "../ask/measured";
import { momentsOf } from "../ask/moments";
import { needsOf, percentage } from "../ask/words";
import type { Chances, Option, Outlook, Showing, Sweep, Unit } from "../protocol";
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
  /** The unit or the figure that it speaks of and stands beside; without one it stands at its place. */
  about?: string;
  /** Whose border it is written along, where it is one. */
  side?: number;
  /** Whether it is what an answer needs against a target, and whether that answer is chosen. */
  odds?: "offered" | "chosen";
  /** The number of the answer that it belongs to. */
  number?: number;
  /** The base of whoever will stand at its place. */
  radius?: number;
}

/** Between a number and its chance, in one label. */
const APART = "\u2002";
const MOST_LINES = 5;
const FEWEST_LINES = 2;
const NARROW = 480;
/** The server judges; a hair's breadth is not worth a word. */
const SLACK = 0.05;

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

interface Offer {
  target: string;
  unit: Unit;
  bold: string;
  isChosen: boolean;
}

/** What each target needs: of every unit the chosen answer, or else the first that is about it. */
function offersOf(showing: Showing, asking: Asking, chances: Chances | null): Offer[] {
  const { question, option, gesture } = asking;
  const own = showing.sides?.find((one) => one.seats.includes(question?.seat ?? ""))?.side;
  const found = new Map<string, Offer>();
  const add = (target: string, bold: string, isChosen: boolean): void => {
    const unit = figureOf(target, showing)?.unit ?? showing.units?.find((one) => one.id === target);
    if (unit && unit.side !== own && unit.on_table !== false && bold && (isChosen || !found.has(unit.id))) found.set(unit.id, { target, unit, bold, isChosen });
  };
  const way = gesture.way;
  const inWords = (need?: number | null, chance?: number | null): string => [need == null ? "" : `${need}+`, chance == null ? "" : percentage(chance)].filter(Boolean).join(APART);
  if (way?.target) add(way.target, inWords(way.need, way.chance), true);
  if (way || gesture.isSketched) return [...found.values()];
  const say = (one: Option, isChosen: boolean): void => {
    const needs = one.about?.length === 1 ? needsOf(one, chances) : null;
    if (needs) add(one.about![0]!, [needs.number, needs.percent].filter(Boolean).join(APART), isChosen);
  };
  for (const one of question?.options ?? []) say(one, false);
  for (const { target, need, chance } of asking.aims) add(target, inWords(need, chance), false);
  if (option) say(option, true);
  return [...found.values()];
}

/** Odds on the ground hold what is needed, how far it is and what is in the way, in one label at the target. */
function oddsOf(showing: Showing, table: TableState, asking: Asking, outlook: Outlook | null, chances: Chances | null): Label[] {
  const surface = surfaceOf(showing);
  const from = table.unit(showing);
  return offersOf(showing, asking, chances).flatMap(({ target, unit, bold, isChosen }): Label[] => {
    const figure = unit.figures?.includes(target) ? figureOf(target, showing) : null;
    const at = figure?.at ?? (unit.models?.length ? centroid(unit.models) : null);
    if (!at) return [];
    const look = outlook && from && outlook.unit === from.id ? outlook.looks.find((one) => one.unit === unit.id) : undefined;
    const isSame = look && (!figure || surface.distance(look.end, at) < SLACK);
    const start = from?.models?.length === 1 ? from.models[0]! : null;
    const far = isSame ? look.inches : figure && start ? surface.distance(start, at) - (from?.radius ?? 0.5) - (unit.radius ?? 0.5) : null;
    const words = isSame && table.camera.width >= NARROW ? (look.words ?? "") : "";
    const rest = far === null || asking.gesture.way?.at ? "" : [surface.far(Math.max(0, far)), words].filter(Boolean).join(" · ");
    return [{ key: unit.id, at, about: target, bold, rest, odds: isChosen ? "chosen" : "offered" }];
  });
}

/** What each moment that can be chosen needs, where the target will stand then. */
function momentLabels(showing: Showing, asking: Asking): Label[] {
  const surface = surfaceOf(showing);
  return momentsOf(asking, showing).flatMap(({ option, index, isChosen, gap, unit, at, ghosts }): Label[] => {
    const needs = needsOf(option, null);
    if (!needs) return [];
    const far = surface.far(gap);
    const place = ghosts.length ? { radius: unit.radius ?? 0.5 } : { about: option.about![1]! };
    return [{ key: `${option.answer}`, at, ...place, bold: [needs.number, needs.percent].filter(Boolean).join(APART), rest: `${option.short} · ${far}`, odds: isChosen ? "chosen" : "offered", number: index + 1 }];
  });
}

/** The labels to set: on each line, at the plan, and along the borders of threats. */
export function labelsOf(showing: Showing, table: TableState, asking: Asking | null, outlook: Outlook | null, chances: Chances | null = null): Label[] {
  const moments = asking && !asking.plan ? momentLabels(showing, asking) : [];
  const odds = moments.length ? moments : asking && !asking.plan ? oddsOf(showing, table, asking, outlook, chances) : [];
  const told = new Set(odds.map((one) => one.key));
  const labels: Label[] = linesOf(showing, table, asking, outlook).filter(({ key }) => !told.has(key)).map(({ key, from, to, bold, rest }) => {
    const words = table.camera.width < NARROW ? "" : rest;
    const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    return key === "ruler" ? { key, at: middle, bold, rest: words } : { key, at: to, about: key, bold, rest: words };
  });
  labels.push(...odds);
  const plan = asking?.plan;
  if (plan?.start.length) {
    const far = asking?.inches ?? null;
    const length = wayLength(plan);
    const surface = surfaceOf(showing);
    const most = far === null ? "" : surface.far(far);
    const from = centroid(plan.start);
    labels.push({ key: "plan", at: [(from[0] + plan.at[0]) / 2, (from[1] + plan.at[1]) / 2], bold: surface.far(length), rest: far === null ? "" : length > far + SLACK ? say.tooFar({ most }) : say.ofMost({ most }) });
  }
  // Whom the chosen answer names, by name, where no odds stand there already.
  const isOne = moments.length > 0 || odds.some((one) => one.odds === "chosen");
  const aimed = plan || isOne ? [] : figuresIn(asking?.option ?? null, showing).filter((one) => one.unit.figures?.length);
  for (const { id, name, at, share } of aimed) {
    labels.push({ key: `aimed ${id}`, at, about: id, bold: name, rest: share ? say.dice({ count: share }) : "" });
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
