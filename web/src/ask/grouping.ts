// Many answers about the same few units lie together: one line for each unit, its answers side by side.
// Many answers of one kind that names no unit lie folded under its name, so that the others stay in sight.
import type { Question, Showing } from "../protocol";
import { unitsIn } from "./asking.svelte";
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
  question.options.forEach((option, index) => {
    const units = unitsIn(option.answer, showing);
    const unit = units.length === 1 ? showing?.units?.find((one) => one.id === units[0]) : undefined;
    const isAbout = unit !== undefined && option.label.startsWith(`${unit.name} `);
    const key = isAbout ? unit.id : `answer ${index}`;
    const line = lines.get(key) ?? { key, name: isAbout ? unit.name : "", answers: [] };
    line.answers.push({ index, label: isAbout ? option.label.slice(unit.name.length + 1) : option.label });
    lines.set(key, line);
  });
  const found = [...lines.values()];
  const several = found.filter((one) => one.name && one.answers.length > 1);
  return several.length >= FEWEST_UNITS ? found : null;
}

/** Answers of one kind that are folded away until somebody wants them. */
export interface Fold {
  /** "Tactics", "Story Points". */
  name: string;
  /** The places of its answers among the options, each with what tells it from the others. */
  answers: { index: number; label: string }[];
}

const FEWEST_IN_FOLD = 3;
const FEWEST_TO_FOLD = 5;
const KIND = /^([^:]+): |^([a-z]+) /;

/** The answers that may be folded; none where few are asked for, or where all are of one kind. */
export function foldsOf(question: Question, showing: Showing | null): Fold[] {
  if (question.options.length < FEWEST_TO_FOLD) return [];
  const kinds = new Map<string, number[]>();
  question.options.forEach(({ answer, facts }, index) => {
    const found = typeof answer === "string" && !unitsIn(answer, showing).length ? KIND.exec(answer) : null;
    const kind = found?.[1] ?? found?.[2];
    if (!kind || facts?.["targets"] || facts?.["need"] !== undefined) return;
    kinds.set(kind, [...(kinds.get(kind) ?? []), index]);
  });
  return [...kinds]
    .filter(([, places]) => places.length >= FEWEST_IN_FOLD && places.length < question.options.length)
    .map(([kind, places]) => {
      const labels = places.map((index) => question.options[index]!.label);
      const start = labels.every((one) => one.includes(`${kind}: `)) ? `${kind}: ` : "";
      return {
        name: `${capital(kind)}s`,
        answers: places.map((index, i) => ({ index, label: capital(start ? labels[i]!.slice(labels[i]!.indexOf(start) + start.length) : labels[i]!) })),
      };
    });
}
