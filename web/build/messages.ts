// Messages in ICU MessageFormat become plain functions: nothing is parsed in the browser.
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { readdirSync, readFileSync } from "node:fs";

export const WORDS = new URL("../src/words/", import.meta.url);
export type Catalogue = Record<string, string>;

/** The areas of the page, each with a file of messages. */
export function areas(language = "en"): string[] {
  return readdirSync(new URL(`${language}/`, WORDS)).filter((one) => one.endsWith(".json")).map((one) => one.slice(0, -5)).sort();
}

/** Real languages: every folder of messages. */
export function languages(): string[] {
  return readdirSync(WORDS, { withFileTypes: true }).filter((one) => one.isDirectory()).map((one) => one.name).sort();
}

export function catalogue(area: string, language = "en"): Catalogue {
  return JSON.parse(readFileSync(new URL(`${language}/${area}.json`, WORDS), "utf8")) as Catalogue;
}

export function parsed(message: string): MessageFormatElement[] {
  return parse(message, { shouldParseSkeletons: true, requiresOtherClause: true });
}

/** Whether a sentence holds something that is more than words. */
export function isRich(elements: readonly MessageFormatElement[]): boolean {
  return elements.some((one) => one.type === TYPE.tag || ("options" in one && Object.values(one.options).some((option) => isRich(option.value))));
}

/** A message as JavaScript: a string where it takes nothing, otherwise a function of its arguments. */
export function compiled(elements: readonly MessageFormatElement[]): string {
  if (isRich(elements)) return `(a) => ${listOf(elements, "")}`;
  const [only] = elements;
  if (elements.length === 0 || (elements.length === 1 && only?.type === TYPE.literal)) return JSON.stringify(only && "value" in only ? only.value : "");
  return `(a) => ${textOf(elements, "")}`;
}

/** Words without anything in them, as a template; `count` is what # stands for. */
function textOf(elements: readonly MessageFormatElement[], count: string): string {
  const parts = elements.map((one) => (one.type === TYPE.literal ? quoted(one.value) : `\${${valueOf(one, count, textOf)}}`));
  return `\`${parts.join("")}\``;
}

/** Words with tags, as a list of strings and pairs of tag and words. */
function listOf(elements: readonly MessageFormatElement[], count: string): string {
  const runs: MessageFormatElement[][] = [[]];
  for (const one of elements) {
    if (isRich([one])) runs.push([one], []);
    else runs.at(-1)!.push(one);
  }
  const parts = runs.filter((run) => run.length).map((run) => {
    const [one] = run;
    if (one?.type === TYPE.tag) return `[${JSON.stringify(one.value)}, ${textOf(one.children, count)}]`;
    return one && isRich(run) ? `...${valueOf(one, count, listOf)}` : textOf(run, count);
  });
  return `[${parts.join(", ")}]`;
}

function valueOf(one: MessageFormatElement, count: string, inner: (elements: MessageFormatElement[], count: string) => string): string {
  const cases = (options: Record<string, { value: MessageFormatElement[] }>, told: string): string =>
    `{ ${Object.entries(options).map(([name, { value }]) => `${JSON.stringify(name)}: ${inner(value, told)}`).join(", ")} }`;
  switch (one.type) {
    case TYPE.argument:
      return `a.${one.value}`;
    case TYPE.pound:
      return `$.number(${count})`;
    case TYPE.number:
      return one.style && typeof one.style === "object" ? `$.number(a.${one.value}, ${JSON.stringify(one.style.parsedOptions)})` : `$.number(a.${one.value})`;
    case TYPE.select:
      return `$.choose(a.${one.value}, ${cases(one.options, count)})`;
    case TYPE.plural: {
      const told = one.offset ? `a.${one.value} - ${one.offset}` : `a.${one.value}`;
      return `$.plural(a.${one.value}, ${cases(one.options, told)}${one.offset || one.pluralType !== "cardinal" ? `, ${one.offset}, ${JSON.stringify(one.pluralType)}` : ""})`;
    }
    default:
      throw new Error(`Messages of this page hold no ${TYPE[one.type]}; pass it as words.`);
  }
}

function quoted(words: string): string {
  return words.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");
}

/** What a message takes: the arguments with their types, and its tags. */
export function asked(elements: readonly MessageFormatElement[]): { values: Map<string, string>; tags: Set<string> } {
  const values = new Map<string, string>();
  const tags = new Set<string>();
  const note = (name: string, type: string): void => {
    // A number that is also printed plainly stays a number.
    if (!values.has(name) || values.get(name) === PLAIN) values.set(name, type);
  };
  const look = (list: readonly MessageFormatElement[]): void => {
    for (const one of list) {
      if (one.type === TYPE.argument && !values.has(one.value)) values.set(one.value, PLAIN);
      if (one.type === TYPE.number) note(one.value, "number");
      if (one.type === TYPE.plural) note(one.value, "number");
      if (one.type === TYPE.select) note(one.value, choices(Object.keys(one.options)));
      if (one.type === TYPE.tag) {
        tags.add(one.value);
        look(one.children);
      }
      if ("options" in one) for (const option of Object.values(one.options)) look(option.value);
    }
  };
  look(elements);
  return { values, tags };
}

const PLAIN = "string";

/** Yes or no where a message knows only the two; words otherwise, as `other` stands for any. */
function choices(names: string[]): string {
  const named = names.filter((one) => one !== "other");
  return named.length === 1 && named[0] === "true" ? "boolean" : "string";
}

/** The types of all messages, so that a wrong key or a missing argument does not pass. */
export function declarations(): string {
  const told = areas().map((area) => {
    const lines = Object.entries(catalogue(area)).map(([key, message]) => {
      const { values, tags } = asked(parsed(message));
      const takes = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => `${name}: ${type}`);
      const gives = tags.size ? `import("./spoken").Rich<${[...tags].sort().map((one) => JSON.stringify(one)).join(" | ")}>` : "string";
      return `  /** ${message.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n  export const ${key}: (${takes.length ? `a: { ${takes.join("; ")} }` : ""}) => ${gives};`;
    });
    return `declare module "words:${area}" {\n${lines.join("\n")}\n}`;
  });
  return `// Written by build/write_words.ts from the messages in en/; do not edit.\n\n${told.join("\n\n")}\n`;
}
