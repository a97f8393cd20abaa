// Single figures that answers name: whom a shot would be fired at, whom a blast would reach.
import type { Option, Question, Showing, Unit } from "../protocol";
import type { Point } from "../table/geometry";

/** A figure of a unit, where it stands. */
export interface Figure {
  id: string;
  /** What players call it. */
  name: string;
  unit: Unit;
  at: Point;
  /** How many dice or the like are meant for it; 0 where nothing is said. */
  share: number;
}

const words = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);

/** The ids of figures that an answer is about. */
export const idsIn = (option: Option | null): string[] => {
  const facts = option?.facts ?? {};
  const targets = words(facts["targets"]);
  return targets.length ? targets : words(facts["figures"]);
};

/** A figure by its id; a unit of one figure is called as it is itself. */
export function figureOf(id: string, showing: Showing | null, share = 0): Figure | null {
  for (const unit of showing?.units ?? []) {
    const place = unit.figures?.indexOf(id) ?? -1;
    const at = place >= 0 ? unit.models?.[place] : unit.id === id ? unit.models?.[0] : undefined;
    if (at) return { id, name: (place >= 0 ? unit.names?.[place] : unit.name) ?? id, unit, at, share };
  }
  return null;
}

/** Where the figures stand that an answer is about. */
export function figuresIn(option: Option | null, showing: Showing | null): Figure[] {
  const dice = option?.facts?.["dice"];
  const ids = idsIn(option);
  const hasShares = Array.isArray(dice) && dice.length === ids.length && ids.length > 1;
  return ids.flatMap((id, i) => figureOf(id, showing, hasShares ? Number(dice[i]) : 0) ?? []);
}

/** The place of the answer that is about a figure: about it alone, if there is one; tapped again, the next such. */
export function answerAbout(question: Question, figure: string, now: number | null = null): number {
  const about = question.options.map((one) => idsIn(one));
  const places = about.flatMap((ids, i) => (ids.length === 1 && ids[0] === figure ? [i] : []));
  if (places.length) return places[(now === null ? -1 : places.indexOf(now)) + 1] ?? places[0]!;
  return about.findIndex((ids) => ids[0] === figure || ids.includes(figure));
}

/** The units that a question itself is about, besides whoever answers: those that move, or are shot at. */
export function unitsAsked(question: Question | null, showing: Showing | null): string[] {
  const form = question?.form ?? {};
  const ids = [...words(form["unit"]), ...(typeof form["target"] === "string" ? [form["target"]] : [])];
  return [...new Set(ids.flatMap((id) => figureOf(id, showing)?.unit.id ?? (showing?.units?.some((one) => one.id === id) ? id : [])))];
}
