// The words of a decision: what the button says, what the target number is.
import * as say from "words:ask";
import { number } from "../words/spoken";
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
  return { number: option.need == null ? "" : say.atLeast({ need: option.need }), percent: option.chance == null ? "" : percentage(option.chance) };
}

function inFigures({ number: needed, chance, dice, hits }: Told): Needs {
  if (hits != null) return { number: say.diceInPool({ dice: dice ?? 0 }), percent: say.hits({ number: needed, hits }) };
  return { number: say.atLeast({ need: needed }), percent: chance == null ? "" : percentage(chance) };
}

/** A chance in hundredths, without the sign. */
export const share = (chance: number): string => {
  const hundred = chance * 100;
  if (hundred > 0 && hundred < 1) return "<1";
  if (hundred > 99 && hundred < 100) return ">99";
  return number(Math.round(hundred));
};
export const percentage = (chance: number): string => say.percent({ share: share(chance) });

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const small = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** What the last button says: the verb, never "OK". */
export function verbOf(asking: Asking, showing: Showing | null, chances: Chances | null): string {
  const question = asking.question;
  if (!question) return "";
  if (!asking.isReady) return missingOf(asking, question);
  const named = (asking.option ?? asking.advised)?.label ?? "";
  switch (question.kind) {
    case "choose one":
    case "yes or no": {
      const option = asking.option ?? asking.proposed;
      if (!option) return "";
      if (option.verb) return capital(option.verb);
      const unit = showing?.units?.find((one) => one.id === option.answer);
      if (unit && option.label === unit.name) return say.chooseNamed({ label: option.label });
      return needsOf(option, chances) ? say.rollTo({ label: small(option.label) }) : capital(option.label);
    }
    case "choose several":
      return asking.picks.length ? say.takeThese({ count: asking.picks.length }) : say.takeNone();
    case "allocate":
      return asking.proposed ? capital(asking.proposed.label) : say.handThemOut();
    case "place":
      return named ? say.place({ name: named }) : say.placeHere();
    case "move":
      return named ? say.move({ name: named }) : say.moveHere();
    case "target area":
      return named ? say.aim({ name: named }) : say.aimHere();
    case "number":
      return say.take({ number: asking.number });
    case "words":
      return asking.words ? say.sayIt() : say.sayNothing();
    case "fill in": {
      const count = Object.keys(asking.filled).length;
      return count ? say.enterThese({ count }) : capital(question.options[0]?.label ?? "");
    }
    case "typed dice":
      return say.theseWereMyDice();
  }
}

/** What an answer still lacks: said in the place of what the last button does, as long as it cannot be pressed. */
function missingOf(asking: Asking, question: Question): string {
  if (asking.gesture.isSketched) return say.pointElsewhere();
  switch (question.form.form) {
    case "taking":
      return asking.picks.length ? say.chooseMore({ more: asking.least - asking.picks.length }) : say.chooseSome({ least: asking.least });
    case "handing":
      return say.handOutTheRest({ left: Object.keys(question.form.things).filter((one) => !asking.given[one]).length });
    case "rolling":
      return say.diceToGo({ count: left(asking, question) });
    default:
      return say.chooseAnAnswer();
  }
}

function left(asking: Asking, question: Question): number {
  return (question.form.form === "rolling" ? question.form.count : 0) - asking.faces.length;
}

export const labelOf = (option: Option): string => capital(option.label);
