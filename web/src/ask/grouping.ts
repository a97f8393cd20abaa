// Many answers about the same few units lie together: one line for each unit, its answers side by side.
// Answers of one group lie folded under its name, so that the others stay in sight.
import type { Question, Showing } from "../protocol";
import { capital } from "./words";

/** One line of answers: those about a unit, or a single one about anything else. */
export interface Line {
  key: string;
  /** The unit's name; empty for an answer that stands alone. */
  name: string;
  answers: { index: number; label: string }[];
}

const FEWEST_UNITS = 2;
const FEWEST_ANSWERS = 5;

/** The answers in lines, where at least two units have several answers each; null where a plain list reads better. */
export function linesOf(question: Question, showing: Showing | null): Line[] | null {
  if (question.options.length < FEWEST_ANSWERS) return null;
  const lines = new Map<string, Line>();
  question.options.forEach(({ about, group, label, short }, index) => {
    const unit = short && !group && about?.length === 1 ? showing?.units?.find((one) => one.id === about[0]) : undefined;
    const key = unit ? unit.id : `answer ${index}`;
    const line = lines.get(key) ?? { key, name: unit?.name ?? "", answers: [] };
    line.answers.push({ index, label: unit && short ? short : label });
    lines.set(key, line);
  });
  const found = [...lines.values()];
  const several = found.filter((one) => one.name && one.answers.length > 1);
  return several.length >= FEWEST_UNITS ? found : null;
}

/** Answers of one group that are folded away until somebody wants them. */
export interface Fold {
  /** "Tactics", "Story Points". */
  name: string;
  /** The places of its answers among the options, each with what tells it from the others. */
  answers: { index: number; label: string }[];
}

const FEWEST_IN_FOLD = 3;
const FEWEST_TO_FOLD = 5;

/** The answers that may be folded; none where few are asked for, or where all are of one group. */
export function foldsOf(question: Question): Fold[] {
  if (question.options.length < FEWEST_TO_FOLD) return [];
  const folds = new Map<string, Fold>();
  question.options.forEach(({ group, label, short }, index) => {
    if (!group) return;
    const fold = folds.get(group) ?? { name: capital(group), answers: [] };
    fold.answers.push({ index, label: capital(short || label) });
    folds.set(group, fold);
  });
  return [...folds.values()].filter(({ answers }) => answers.length >= FEWEST_IN_FOLD && answers.length < question.options.length);
}
