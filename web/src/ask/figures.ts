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

/** The ids of single figures that an answer is about. */
export const idsIn = (option: Option | null, showing: Showing | null): string[] =>
  (option?.about ?? []).filter((id) => showing?.units?.some((unit) => unit.figures?.includes(id)));

/** The ids of whole units that an answer is about. */
export const unitsIn = (option: Option | null, showing: Showing | null): string[] =>
  (option?.about ?? []).filter((id) => showing?.units?.some((unit) => unit.id === id));

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
  const ids = idsIn(option, showing);
  const shares = ids.length > 1 ? (option?.shares ?? []) : [];
  return ids.flatMap((id) => figureOf(id, showing, shares[option?.about?.indexOf(id) ?? -1] ?? 0) ?? []);
}

/** The place of the answer that is about a figure: about it alone, if there is one; tapped again, the next such. */
export function answerAbout(question: Question, figure: string, now: number | null = null): number {
  const about = question.options.map((one) => one.about ?? []);
  const places = about.flatMap((ids, i) => (ids.length === 1 && ids[0] === figure ? [i] : []));
  if (places.length) return places[(now === null ? -1 : places.indexOf(now)) + 1] ?? places[0]!;
  return about.findIndex((ids) => ids[0] === figure || ids.includes(figure));
}

/** The units that a question is about, first that of whoever is asked. */
function unitsAbout(question: Question, showing: Showing | null): Unit[] {
  const units = question.about.flatMap((id) => figureOf(id, showing)?.unit ?? showing?.units?.find((one) => one.id === id) ?? []);
  return [...new Set(units)];
}

/** The unit of whoever is asked, if the question is about one. */
export function unitOf(question: Question, showing: Showing | null): Unit | null {
  return unitsAbout(question, showing).find((one) => one.seat === question.seat) ?? null;
}

/** The units that a question itself is about, besides that of whoever answers: those that move, or are shot at. */
export function unitsAsked(question: Question | null, showing: Showing | null): string[] {
  if (!question) return [];
  const own = unitOf(question, showing);
  return unitsAbout(question, showing).filter((one) => one !== own).map((one) => one.id);
}
