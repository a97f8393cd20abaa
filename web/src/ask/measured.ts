// Measured answers: a formation, single models, way-points, or one marker, as the server reads them.
import * as say from "words:ask";
import type { Option, Question, Showing, Unit } from "../protocol";
import { AS_THEY_STAND, SHAPES, slots, type Shape } from "../table/formations";
import { bearing, centroid, distance, type Point } from "../table/geometry";
import { surfaceOf, type Surface } from "../table/surface";
import { figureOf, unitOf } from "./figures";

/** A place, move or template that is being planned. */
export interface Plan {
  /** Whether a group of models is planned, or one thing that has a place and perhaps a turn. */
  what: "group" | "thing";
  unit: Unit | null;
  surface: Surface;
  /** Where the models stand now; empty where they come from outside. */
  start: readonly Point[];
  count: number;
  radius: number;
  shape: Shape;
  at: Point;
  /** Degrees, 90 towards the north; null leaves it to the server. */
  facing: number | null;
  models: readonly Point[];
  /** Whether single models were moved, so that every place is sent. */
  isAdjusted: boolean;
  via: readonly Point[];
  canTurn: boolean;
}

interface GroupAnswer {
  formation?: string;
  at?: Point;
  facing?: number;
  models?: Point[];
  paths?: Point[][];
  turn?: number;
  towards?: Point;
}

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");

export const asRecord = (value: unknown): GroupAnswer | null =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as GroupAnswer) : null;

/** A first plan for a measured question: the first proposal, or where the models stand. */
export function firstPlan(question: Question, showing: Showing | null): Plan | null {
  const form = question.form;
  if (form.form !== "measuring") return null;
  const isThing = !form.unit || question.kind === "target area";
  const placed = form.unit ? figureOf(form.unit, showing) : null;
  const unit = placed?.unit ?? showing?.units?.find((one) => one.id === form.unit) ?? unitOf(question, showing);
  const what = isThing ? "thing" : "group";
  const start = placed && placed.unit.id !== form.unit ? [placed.at] : (unit?.models ?? []);
  const surface = surfaceOf(showing ?? NOWHERE);
  const middle: Point = start.length ? centroid(start) : [surface.wide / 2, surface.deep / 2];
  const plan: Plan = {
    what,
    unit,
    surface,
    start,
    count: what === "thing" ? 1 : start.length || (form.models ?? 1),
    radius: form.radius ?? 0.5,
    shape: start.length ? AS_THEY_STAND : "block",
    at: middle,
    facing: null,
    models: start,
    isAdjusted: false,
    via: [],
    canTurn: form.can_turn ?? false,
  };
  return what === "thing" ? { ...plan, models: [middle], facing: 0 } : plan;
}

/** Somebody who stands, before the question where to go is asked; null for somebody who is not on the table. */
export function standingPlan(who: string, showing: Showing | null): Plan | null {
  const placed = figureOf(who, showing);
  if (!placed || placed.unit.on_table === false) return null;
  const { unit, at } = placed;
  const start = unit.id === who ? (unit.models ?? [at]) : [at];
  return {
    what: "group",
    unit,
    surface: surfaceOf(showing ?? NOWHERE),
    start,
    count: start.length,
    radius: unit.radius ?? 0.5,
    shape: AS_THEY_STAND,
    at: centroid(start),
    facing: null,
    models: start,
    isAdjusted: false,
    via: [],
    canTurn: false,
  };
}

const NOWHERE: Showing = { ground: { width: 0, depth: 0, pieces: [] } };

/** The plan that an answer stands for, as far as it can be drawn; null where it cannot. */
export function planOf(option: Option, plan: Plan, most = Infinity): Plan | null {
  const shown = option.places ?? [];
  const answer = asRecord(option.answer);
  // A formation is laid out here too, so that it can be turned; any other answer stands where its book says.
  if (shown.length && !isShape(answer?.formation)) {
    return { ...plan, models: shown, at: centroid(shown), isAdjusted: true, via: [], facing: answer?.turn ?? plan.facing };
  }
  if (!answer) return option.answer === "hold" ? { ...plan, models: plan.start, at: centroid(plan.start), via: [] } : null;
  if (Array.isArray(answer.models)) return { ...plan, models: answer.models, at: centroid(answer.models), isAdjusted: true, via: [] };
  if (isPoint(answer.towards)) {
    const at = asFarAs(centroid(plan.start), answer.towards, most);
    return { ...plan, models: [at], at, isAdjusted: true, via: [] };
  }
  if (!isPoint(answer.at)) return null;
  if (plan.what === "thing") return { ...plan, at: answer.at, models: [answer.at], facing: answer.turn ?? plan.facing };
  const shape = isShape(answer.formation) ? answer.formation : plan.shape;
  return laid({ ...plan, shape, at: answer.at, facing: answer.facing ?? null, isAdjusted: false, via: [] });
}

/** The way to a place, as far as one can go. */
function asFarAs(from: Point, to: Point, most: number): Point {
  const share = Math.min(1, most / Math.max(distance(from, to), 0.001));
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

export const isShape = (word: unknown): word is Shape =>
  word === AS_THEY_STAND || (SHAPES as readonly unknown[]).includes(word);

/** The same plan with its models laid out again. */
export function laid(plan: Plan): Plan {
  if (plan.what === "thing") return { ...plan, models: [plan.at] };
  const facing = plan.facing ?? towards(plan);
  const models = plan.start.length ? plan.start : Array.from({ length: plan.count }, (): Point => [0, 0]);
  return { ...plan, models: slots(plan.shape, models, plan.radius, plan.at, facing), isAdjusted: false };
}

/** A formation that moves looks where it goes; one that is set down looks north. */
function towards(plan: Plan): number {
  if (!plan.start.length) return 90;
  const from = centroid(plan.start);
  const far = distance(from, plan.at);
  return far < 0.01 ? 90 : (Math.atan2(plan.at[1] - from[1], plan.at[0] - from[0]) * 180) / Math.PI;
}

/** The whole plan elsewhere. */
export function moved(plan: Plan, to: Point): Plan {
  const by: Point = [to[0] - plan.at[0], to[1] - plan.at[1]];
  const models = plan.models.map(([x, y]): Point => [x + by[0], y + by[1]]);
  // A formation without a facing turns as it goes, so it is laid out anew.
  return plan.isAdjusted || plan.what === "thing" ? { ...plan, at: to, models } : laid({ ...plan, at: to });
}

/** One model elsewhere. */
export function adjusted(plan: Plan, model: number, to: Point): Plan {
  const models = plan.models.map((one, i) => (i === model ? to : one));
  return { ...plan, models, at: centroid(models), isAdjusted: true };
}

/** The plan turned by degrees. */
export function turned(plan: Plan, by: number): Plan {
  if (plan.what === "thing") return { ...plan, facing: (((plan.facing ?? 0) + by) % 360 + 360) % 360 };
  if (plan.isAdjusted || plan.shape === AS_THEY_STAND) {
    const turn = (by * Math.PI) / 180;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const [ox, oy] = centroid(plan.models);
    const models = plan.models.map(([x, y]): Point => [ox + (x - ox) * c - (y - oy) * s, oy + (x - ox) * s + (y - oy) * c]);
    return { ...plan, models, isAdjusted: true };
  }
  return laid({ ...plan, facing: (((plan.facing ?? towards(plan)) + by) % 360 + 360) % 360 });
}

/** The answer that is sent for a plan. */
export function answerOf(plan: Plan): unknown {
  const { snap } = plan.surface;
  if (plan.what === "thing") {
    return plan.canTurn ? { at: snap(plan.at), turn: plan.facing ?? 0 } : { at: snap(plan.at) };
  }
  if (plan.via.length && plan.start.length) {
    const from = centroid(plan.start);
    const ways = plan.start.map((start, i) => [
      ...plan.via.map((via) => snap([start[0] + via[0] - from[0], start[1] + via[1] - from[1]])),
      snap(plan.models[i]!),
    ]);
    return { paths: ways };
  }
  // One model has no formation.
  if (plan.isAdjusted || plan.count === 1) return { models: plan.models.map(snap) };
  const answer: Record<string, unknown> = { formation: plan.shape, at: snap(plan.at) };
  if (plan.facing !== null && plan.shape !== AS_THEY_STAND) answer["facing"] = Math.round(plan.facing * 10) / 10;
  return answer;
}

const STANDS = 0.05;

/** Where an answer leads, for whoever reads it beside others: "5.4″ to the north-east". */
export function wayInWords(answer: unknown, plan: Plan): string {
  const there = planOf({ answer, label: "" }, plan);
  if (!there || !plan.start.length) return say.asDrawnOnTheGround();
  const from = centroid(plan.start);
  const far = distance(from, there.at);
  if (far < STANDS) return say.stayHere();
  return say.toThe({ far: plan.surface.far(far), bearing: bearing(from, there.at) });
}

/** How long the way of the farthest model is; a shot is measured from the edge of the base. */
export function wayLength(plan: Plan): number {
  if (!plan.start.length) return 0;
  if (plan.what === "thing") return Math.max(0, distance(plan.start[0]!, plan.at) - (plan.unit?.radius ?? 0));
  if (plan.via.length) {
    const way = [centroid(plan.start), ...plan.via, plan.at];
    return way.slice(1).reduce((sum, to, i) => sum + distance(way[i]!, to), 0);
  }
  return Math.max(...plan.models.map((to, i) => (plan.start[i] ? distance(plan.start[i], to) : 0)));
}
