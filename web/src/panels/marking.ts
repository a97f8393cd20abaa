// Names in sentences: where a unit or a side is called by its name, it is set in its colour and can be tapped.
import type { Showing } from "../protocol";

export interface Part {
  text: string;
  side: number | null;
  unit: string | null;
}

export interface Mark {
  words: string;
  shown: string;
  side: number;
  unit: string | null;
}

export function marksOf(showing: Showing | null): Mark[] {
  const marks: Mark[] = [];
  for (const unit of showing?.units ?? []) {
    marks.push({ words: `${unit.id} ${unit.name}`, shown: unit.name, side: unit.side, unit: unit.id });
    marks.push({ words: unit.name, shown: unit.name, side: unit.side, unit: unit.id });
    for (const name of unit.names ?? []) marks.push({ words: name, shown: name, side: unit.side, unit: unit.id });
  }
  for (const side of showing?.sides ?? []) {
    for (const seat of side.seats) marks.push({ words: `${side.name} (${seat})`, shown: side.name, side: side.side, unit: null });
    marks.push({ words: side.name, shown: side.name, side: side.side, unit: null });
  }
  return marks.filter((one) => one.words.trim()).sort((a, b) => b.words.length - a.words.length);
}

/** A sentence in parts, the names of units and sides apart. */
export function partsOf(text: string, marks: readonly Mark[]): Part[] {
  const parts: Part[] = [];
  let plain = "";
  for (let i = 0; i < text.length; ) {
    const isStart = i === 0 || !/[\p{L}\p{N}]/u.test(text[i - 1]!);
    const mark = isStart
      ? marks.find((one) => text.startsWith(one.words, i) && !/[\p{L}\p{N}]/u.test(text[i + one.words.length] ?? ""))
      : undefined;
    if (!mark) {
      plain += text[i++];
      continue;
    }
    if (plain) parts.push({ text: plain, side: null, unit: null });
    plain = "";
    parts.push({ text: mark.shown, side: mark.side, unit: mark.unit });
    i += mark.words.length;
  }
  if (plain) parts.push({ text: plain, side: null, unit: null });
  return parts;
}

/** A sentence with names instead of ids, without any drawing. */
export const plainly = (text: string, showing: Showing | null): string =>
  partsOf(text, marksOf(showing)).map((part) => part.text).join("");
