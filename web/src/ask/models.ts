// Questions about the models of one unit: "which of them leave?"
import type { Question, Showing, Unit } from "../protocol";
import type { Point } from "../table/geometry";
import { unitOf } from "./measured";

export interface AskedModels {
  unit: Unit;
  radius: number;
  models: { key: string; at: Point }[];
}

/** The models among which to choose, where a question is about those of one unit by their numbers. */
export function modelsAsked(question: Question | null, showing: Showing | null): AskedModels | null {
  if (!question || question.kind !== "choose several") return null;
  const unit = unitOf(question, showing);
  const places = unit?.models ?? [];
  const models = question.options.flatMap((option) => {
    const at = /^model\b/i.test(option.label) ? places[Number(option.answer) - 1] : undefined;
    return at ? [{ key: String(option.answer), at }] : [];
  });
  return unit && models.length && models.length === question.options.length ? { unit, radius: unit.radius ?? 0.5, models } : null;
}
