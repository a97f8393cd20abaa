// The words of a decision: what the button says, what the target number is.
import type { Chances, Option, Question, Showing } from "../protocol";
import type { Asking } from "./asking.svelte";
import { unitsIn } from "./asking.svelte";

/** A target number and a percentage, apart: "7+, 58 %" is set one over the other. */
export interface Needs {
  number: string;
  percent: string;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What an answer needs at once, from what the server has worked out or from what the option itself says. */
export function needsOf(option: Option, chances: Chances | null): Needs | null {
  const words = chances?.chances.find((one) => same(one.answer, option.answer))?.words ?? "";
  if (words) {
    const [number = "", percent = ""] = words.split(/,\s*/);
    return { number, percent };
  }
  const need = option.facts?.["need"];
  const chance = option.facts?.["chance"];
  if (need === undefined && chance === undefined) return null;
  return {
    number: need === undefined ? "" : `${String(need)}+`,
    percent: typeof chance === "number" ? percentage(chance) : "",
  };
}

export const percentage = (chance: number): string => {
  const hundred = chance * 100;
  if (hundred > 0 && hundred < 1) return "<1 %";
  if (hundred > 99 && hundred < 100) return ">99 %";
  return `${Math.round(hundred)} %`;
};

/** The number needed at the end of a label, where it is told beside it too. */
export const NEEDED = /, \d\+(\/\d\+)*$/;

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const small = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Where something lies, as programs say it at the end of a label. */
const PLACE = / \(at -?[\d.]+, ?-?[\d.]+\)$/;

/** What the last button says: the verb, never "OK". */
export function verbOf(asking: Asking, showing: Showing | null, chances: Chances | null): string {
  const question = asking.question;
  if (!question) return "";
  const named = (asking.option ?? asking.advised)?.label.replace(PLACE, "") ?? "";
  switch (question.kind) {
    case "choose one":
    case "yes or no": {
      const option = asking.option;
      if (!option) return "Choose an answer";
      const units = unitsIn(option.answer, showing);
      const unit = showing?.units?.find((one) => one.id === units[0]);
      if (unit && units.length === 1 && units[0] === option.answer && option.label === unit.name) return `Choose ${option.label}`;
      const weapon = option.facts?.["weapon"];
      const label = option.label.replace(NEEDED, "");
      if (typeof weapon === "string") return label.startsWith(weapon) ? `Fire the ${label}` : capital(label);
      return needsOf(option, chances) ? `Roll to ${small(label)}` : capital(label);
    }
    case "choose several":
      return asking.picks.length ? (asking.picks.length === 1 ? "Take this one" : `Take these ${asking.picks.length}`) : asking.least ? `Choose ${asking.least}` : "Take none";
    case "allocate":
      return asking.isReady ? "Hand them out" : "Something is still in your hand";
    case "place":
      return named ? `Place: ${named}` : "Place here";
    case "move":
      return named ? `Move: ${named}` : "Move here";
    case "target area":
      return named ? `Aim: ${named}` : "Aim here";
    case "number":
      return `Take ${asking.number}`;
    case "words":
      return asking.words ? "Say it" : "Say nothing";
    case "typed dice":
      return asking.isReady ? "These were my dice" : `${left(asking, question)} to go`;
  }
}

function left(asking: Asking, question: Question): string {
  const missing = Number(question.form["count"] ?? 0) - asking.faces.length;
  return missing === 1 ? "1 die" : `${missing} dice`;
}

/** How many answers have room on one line. */
const FEW = 4;

/** Whether a question and its answers have room on one line. */
export const isShort = (question: Question): boolean =>
  (question.kind === "choose one" || question.kind === "yes or no") && question.options.length <= FEW && !question.barred.length;

/** Coordinates in labels are for programs; a person looks at the ground. */
export function labelOf(option: Option): string {
  return capital(option.label.replace(PLACE, ""));
}
