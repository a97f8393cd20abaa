// Questions about the models of one unit: "which of them leave?"
import type { Question, Showing, Unit } from "../protocol";
import type { Point } from "../table/geometry";
import { unitOf } from "./figures";

export interface AskedModels {
  unit: Unit;
  radius: number;
  models: { key: string; at: Point }[];
}

/** The models among which to choose, where every answer is one that stands somewhere. */
export function modelsAsked(question: Question | null, showing: Showing | null): AskedModels | null {
  if (!question || question.kind !== "choose several") return null;
  const unit = unitOf(question, showing);
  const models = question.options.flatMap(({ answer, places }) => (places?.length === 1 ? [{ key: String(answer), at: places[0]! }] : []));
  return unit && models.length && models.length === question.options.length ? { unit, radius: unit.radius ?? 0.5, models } : null;
}
