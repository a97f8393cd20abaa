// Languages that nobody speaks: made from the English one, so that a test sees what was forgotten.
import { TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { isRich } from "./messages.ts";

export interface Disguise {
  words: (words: string) => string;
  /** What stands around a message: its brackets, and marks of the direction in which it is read. */
  open: string;
  close: string;
  /** What stands around figures without words. */
  figures: readonly [string, string];
}

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = [..."áƀçđéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ"];
/** Real languages are often a third longer than English, and short words more than that. */
const LONGER = 0.35;
const FILLING = "~";
/** Marks that make Latin letters run from right to left. */
const [OVERRIDE, POP] = ["\u202e", "\u202c"];
/** A sign without a shape that is read from right to left, so that a sentence is; and what keeps figures from it. */
const FROM_RIGHT = "\u200f";
const FIGURES = ["\u2066", "\u2069"] as const;

const accented = (words: string): string => [...words].map((one) => ACCENTED[PLAIN.indexOf(one)] ?? one).join("");
const longer = (words: string): string => words.replaceAll(/\p{L}+/gu, (word) => `${word}${FILLING.repeat(Math.round(word.length * LONGER))}`);
const reversed = (words: string): string => words.replaceAll(/\p{L}+(?:['’]\p{L}+)*/gu, (word) => `${OVERRIDE}${word}${POP}`);

/** By their names as CLDR has them: English with accents and longer, and one that runs from right to left. */
export const PSEUDO: Record<string, Disguise> = {
  "en-XA": { words: (words) => accented(longer(words)), open: "⟦", close: "⟧", figures: ["", ""] },
  "ar-XB": { words: (words) => reversed(accented(words)), open: `⟦${FROM_RIGHT}`, close: "⟧", figures: FIGURES },
};

/** A message in disguise: its words changed, what is put into it left alone, brackets around each run of words. */
export function disguised(elements: readonly MessageFormatElement[], disguise: Disguise): MessageFormatElement[] {
  const runs: { isDone: boolean; run: MessageFormatElement[] }[] = [{ isDone: false, run: [] }];
  for (const one of elements) {
    if (isRich([one])) runs.push({ isDone: true, run: [within(one, (inner) => disguised(inner, disguise))] }, { isDone: false, run: [] });
    else runs.at(-1)!.run.push(one);
  }
  return runs.flatMap(({ isDone, run }) => {
    if (isDone || !run.length) return run;
    const [open, close] = hasWords(run) ? [disguise.open, disguise.close] : disguise.figures;
    return [literal(open), ...changed(run, disguise), literal(close)];
  });
}

/** What holds words, with something done to those within. */
function within(one: MessageFormatElement, deed: (inner: MessageFormatElement[]) => MessageFormatElement[]): MessageFormatElement {
  if (one.type === TYPE.tag) return { ...one, children: deed(one.children) };
  if (!("options" in one)) return one;
  const options = Object.fromEntries(Object.entries(one.options).map(([name, option]) => [name, { ...option, value: deed(option.value) }]));
  return { ...one, options } as MessageFormatElement;
}

function changed(elements: readonly MessageFormatElement[], disguise: Disguise): MessageFormatElement[] {
  return elements.map((one) => (one.type === TYPE.literal ? { ...one, value: disguise.words(one.value) } : within(one, (inner) => changed(inner, disguise))));
}

function hasWords(elements: readonly MessageFormatElement[]): boolean {
  return elements.some((one) => (one.type === TYPE.literal && /\p{L}/u.test(one.value)) || ("options" in one && Object.values(one.options).some((option) => hasWords(option.value))));
}

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });
