// The language that is spoken here, and what compiled messages are made of.
import { fetched, real } from "words:languages";

/** A sentence with something in it that is more than words: strings, and tags with theirs. */
export type Rich<Tag extends string = string> = readonly (string | readonly [tag: Tag, words: string])[];
type Said = string | Rich;
type Message = Said | ((args: never) => Said);

/** The languages that somebody speaks. */
export const LANGUAGES: readonly string[] = real;
export const ENGLISH = "en";
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];

const spoken = { language: ENGLISH, numbers: "en-GB", figures: "en-GB", messages: {} as Record<string, Message> };
let rules: Partial<Record<Intl.PluralRuleType, Intl.PluralRules>> = {};

const isFromRight = (language: string): boolean => RIGHT_TO_LEFT.includes(language.split("-")[0] ?? "");

/** Learn a language before the page is shown; whatever it lacks is said in English. */
export async function speak(language: string): Promise<void> {
  const fetch = fetched[language];
  if (fetch) {
    spoken.messages = (await fetch()).default as Record<string, Message>;
    spoken.language = language;
    // Nobody counts in the languages that are made from English; figures read from the right have their signs where those of Hebrew do.
    spoken.numbers = isReal(language) ? language : "en-GB";
    spoken.figures = isReal(language) ? language : isFromRight(language) ? "he" : "en-GB";
    rules = {};
    formats.clear();
  }
  const root = document.documentElement;
  root.lang = spoken.language;
  root.dir = isFromRight(spoken.language) ? "rtl" : "ltr";
}

const isReal = (language: string): boolean => LANGUAGES.includes(language);

/** How a language is called by those who speak it. */
export const nameOf = (language: string): string => new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;

/** A message under its key: in the language that is spoken, in English otherwise. */
export function message(key: string, english: Message): (args?: object) => Said {
  return (args) => {
    const said = spoken.messages[key] ?? english;
    return typeof said === "function" ? said(args as never) : said;
  };
}

export function plural<T>(count: number, cases: Record<string, T>, offset = 0, type: Intl.PluralRuleType = "cardinal"): T {
  const exact = cases[`=${count}`];
  if (exact !== undefined) return exact;
  const rule = (rules[type] ??= new Intl.PluralRules(spoken.numbers, { type }));
  return (cases[rule.select(count - offset)] ?? cases["other"]) as T;
}

export function choose<T>(value: unknown, cases: Record<string, T>): T {
  return cases[Object.hasOwn(cases, String(value)) ? String(value) : "other"] as T;
}

const formats = new Map<string, Intl.NumberFormat>();
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const kind = JSON.stringify(options);
  let format = formats.get(kind);
  if (!format) formats.set(kind, (format = new Intl.NumberFormat(spoken.figures, options)));
  return format.format(value);
}

/** Several as one: A, B and C. */
export function list(words: readonly string[], type: Intl.ListFormatType = "conjunction"): string {
  return new Intl.ListFormat(spoken.numbers, { type }).format(words);
}

/** A day and an hour, as this device writes them unless another language is spoken. */
export function moment(date: Date | string | number): string {
  return new Date(date).toLocaleString(spoken.language === ENGLISH || !isReal(spoken.language) ? undefined : spoken.language);
}
