// The words of a decision: what the button says, what the target number is.
import type { Chances, Needs as Told, Option, Question, Showing } from "../protocol";
import type { Asking } from "./asking.svelte";

/** A target number and a percentage, apart: they are set one over the other. */
export interface Needs {
  number: string;
  percent: string;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What an answer needs at once, as its book tells with it, or from what the server has worked out. */
export function needsOf(option: Option, chances: Chances | null): Needs | null {
  const told = chances?.chances.find((one) => same(one.answer, option.answer))?.needs;
  if (told) return inFigures(told);
  if (option.need == null && option.chance == null) return null;
  return { number: option.need == null ? "" : `${option.need}+`, percent: option.chance == null ? "" : percentage(option.chance) };
}

function inFigures({ number, chance, dice, hits }: Told): Needs {
  if (hits != null) return { number: `${dice ?? 0} dice`, percent: `${number}+, ${hits.toFixed(1)} hits` };
  return { number: `${number}+`, percent: chance == null ? "" : percentage(chance) };
}

export const percentage = (chance: number): string => {
  const hundred = chance * 100;
  if (hundred > 0 && hundred < 1) return "<1 %";
  if (hundred > 99 && hundred < 100) return ">99 %";
  return `${Math.round(hundred)} %`;
};

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const small = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** What the last button says: the verb, never "OK". */
export function verbOf(asking: Asking, showing: Showing | null, chances: Chances | null): string {
  const question = asking.question;
  if (!question) return "";
  const named = (asking.option ?? asking.advised)?.label ?? "";
  switch (question.kind) {
    case "choose one":
    case "yes or no": {
      const option = asking.option;
      if (!option) return "Choose an answer";
      if (option.verb) return capital(option.verb);
      const unit = showing?.units?.find((one) => one.id === option.answer);
      if (unit && option.label === unit.name) return `Choose ${option.label}`;
      return needsOf(option, chances) ? `Roll to ${small(option.label)}` : capital(option.label);
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
  const missing = (question.form.form === "rolling" ? question.form.count : 0) - asking.faces.length;
  return missing === 1 ? "1 die" : `${missing} dice`;
}

/** How many answers have room on one line. */
const FEW = 4;

/** Whether a question and its answers have room on one line. */
export const isShort = (question: Question): boolean =>
  (question.kind === "choose one" || question.kind === "yes or no") && question.options.length <= FEW && !question.barred.length;

export const labelOf = (option: Option): string => capital(option.label);
