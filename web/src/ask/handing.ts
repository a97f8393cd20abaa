// Handing things out: what a die shows, who holds what, and what happens when a hand is full.
import type { Handing, Question } from "../protocol";

export type Given = Readonly<Record<string, string>>;

const NOTHING: Handing = { form: "handing", things: {}, holders: {} };

/** What is handed out, and to whom. */
export const handingOf = (question: Question | null | undefined): Handing => (question?.form.form === "handing" ? question.form : NOTHING);

/** The face of a thing that is a die; null for any other thing. */
export const faceOf = (question: Question, thing: string): number | null => handingOf(question).faces?.[thing] ?? null;

/** The colour of a thing that is told apart by it. */
export const dyeOf = (question: Question, thing: string): NonNullable<Handing["dyes"]>[string] | null => handingOf(question).dyes?.[thing] ?? null;

/** What the book says of a holder. */
export const noteOf = (question: Question, holder: string): string => handingOf(question).notes?.[holder] ?? "";

/** How many things a holder may have; as many as there are where nothing is said. */
export const roomOf = (question: Question, holder: string): number => handingOf(question).room?.[holder] ?? Infinity;

export const heldBy = (given: Given, holder: string): string[] => Object.keys(given).filter((one) => given[one] === holder);

/** A thing goes to a holder; a full hand gives its first thing back. */
export function handed(question: Question, given: Given, thing: string, holder: string): Given {
  const { [thing]: _, ...rest } = given;
  const held = heldBy(rest, holder);
  const most = roomOf(question, holder);
  if (most <= 0) return given;
  const back = held.length >= most ? held[0] : undefined;
  const kept = back === undefined ? rest : Object.fromEntries(Object.entries(rest).filter(([one]) => one !== back));
  return { ...kept, [thing]: holder };
}

/** A thing is taken back. */
export function takenBack(given: Given, thing: string): Given {
  return Object.fromEntries(Object.entries(given).filter(([one]) => one !== thing));
}

/** Whoever may have everything that is left, if there is somebody. */
export function takerOfTheRest(question: Question): string | null {
  return Object.keys(handingOf(question).holders).find((one) => roomOf(question, one) === Infinity) ?? null;
}
