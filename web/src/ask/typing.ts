// Dice typed digit by digit.
import * as say from "words:ask";
import type { Question } from "../protocol";

type Rolling = Extract<Question["form"], { form: "rolling" }>;

/** What a digit makes of those before it: faces, as soon as no further digit could follow, and what is left open. A 0 of a D10 is its ten, a 00 of a D100 its hundred. */
export function digitTyped(before: string, digit: string, sides: number): { digits: string; faces: number[] } {
  const digits = before + digit;
  const number = Number(digits);
  const most = String(sides);
  if (number === 0) {
    const hasNaughts = Number.isInteger(Math.log10(sides));
    if (hasNaughts && digits.length === most.length - 1) return { digits: "", faces: [sides] };
    return { digits: hasNaughts ? digits : "", faces: [] };
  }
  if (number > sides) {
    // What was typed before is a face of its own, and this digit begins the next one.
    if (!Number(before)) return { digits: "", faces: [] };
    const next = digitTyped("", digit, sides);
    return { digits: next.digits, faces: [Number(before), ...next.faces] };
  }
  // With a naught before it a face is as long as it will be.
  const isWhole = number * 10 > sides || digits.length >= (digits.startsWith("0") ? most.length - 1 : most.length);
  return isWhole ? { digits: "", faces: [number] } : { digits, faces: [] };
}

/** How many dice of which sides. */
export function rollInWords(form: Rolling | null): string {
  if (!form) return "";
  return form.sides === 6 ? say.dice({ count: form.count }) : say.diceOfSides({ count: form.count, sides: form.sides });
}
