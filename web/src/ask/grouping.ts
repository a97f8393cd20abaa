// Many answers about the same few units lie together: one line for each unit, its answers side by side.
import type { Question, Showing } from "../protocol";
import { unitsIn } from "./asking.svelte";

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
