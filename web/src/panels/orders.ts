// Standing orders in words.
import * as say from "words:panels";
import type { Given, Hello } from "../protocol";
import type { Entry } from "./story";

/** What an order is called, for people. */
export const titleOfOrder = (hello: Hello | null, key: string): string => hello?.standing.find((one) => one.key === key)?.title ?? key;

/** Of two lines told at one place of the log, the one that answered itself comes first. */
const BEFORE = 0.5;
const STEP = 0.001;

/** The lines of a story with what answered itself between them. */
export function withItself(entries: readonly Entry[], given: readonly Given[], titleOf: (key: string) => string): Entry[] {
  if (!given.length) return [...entries];
  const told = given.map((one, i): Entry => ({
    at: one.line - BEFORE + i * STEP * BEFORE,
    kind: "itself",
    parts: [{ text: say.byItself({ answer: one.answer, asked: one.asked }), unit: null, side: null }],
    rolls: [],
    rules: [],
    reasons: [],
    order: { key: one.by, title: titleOf(one.by) },
  }));
  return [...entries, ...told].sort((a, b) => a.at - b.at);
}
