// Handing things out: what a die shows, who holds what, and what happens when a hand is full.
import type { Question } from "../protocol";
import { named } from "./asking.svelte";

export type Given = Readonly<Record<string, string>>;

/** The face of a thing that is a die; null for any other thing. */
export function faceOf(question: Question, thing: string): number | null {
  const faces = question.form["faces"];
  const face = faces !== null && typeof faces === "object" ? (faces as Record<string, unknown>)[thing] : undefined;
  return typeof face === "number" ? face : null;
}

/** What is to be said of a holder: the book's own words, or the numbers that it gives for each of them. */
export function noteOf(question: Question, holder: string): string {
  const notes = named(question.form["notes"]);
  if (notes[holder]) return notes[holder];
  const holders = named(question.form["holders"]);
  const told: string[] = [];
  for (const [label, value] of Object.entries(question.form)) {
    if (label === "holders" || label === "room" || label === "notes") continue;
    const row = named(value) as Record<string, unknown>;
    const keys = Object.keys(row);
    if (keys.length && keys.every((key) => key in holders) && typeof row[holder] === "number") told.push(`${label} ${row[holder]}`);
  }
  return told.join(", ");
}

/** How many things a holder may have; as many as there are where nothing is said. */
export function roomOf(question: Question, holder: string): number {
  const room = (named(question.form["room"]) as Record<string, unknown>)[holder];
  return typeof room === "number" ? room : Infinity;
}

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
  return Object.keys(named(question.form["holders"])).find((one) => roomOf(question, one) === Infinity) ?? null;
}
