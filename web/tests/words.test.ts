// Words that a person reads stand in the catalogues: whole sentences, used and typed, and none beside them.
import { parse } from "svelte/compiler";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as ask from "words:ask";
import * as lobby from "words:lobby";
import * as panels from "words:panels";
import { areas, asked, catalogue, declarations, languages, parsed } from "../build/messages";
import { disguised, PSEUDO } from "../build/pseudo";
import { list } from "../src/words/spoken";

const SOURCE = join(import.meta.dirname, "..", "src");
/** Drawings have classes and seeds, and nothing to read. */
const DRAWINGS = "table/terrain/";
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .map((one) => one.replaceAll("\\", "/"))
  .filter((one) => (one.endsWith(".ts") || one.endsWith(".svelte")) && !one.endsWith(".d.ts") && one !== "protocol.ts" && !one.startsWith("words/") && !one.startsWith(DRAWINGS));
const textOf = (file: string): string => readFileSync(join(SOURCE, file), "utf8");

/** Attributes that are read, by eye or by ear. */
const READ = new Set(["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "label", "sub"]);
/** Attributes whose words are the machine's. */
const UNREAD = new Set(["class", "style", "href", "src", "d", "id", "for", "name", "transform", "viewBox", "points", "accept", "aria-labelledby", "aria-describedby", "key"]);
/** What is the same in every language. */
const NAMES = new Set(["Sandtable", "sandtable serve --lan"]);
/** Strings that look like words and are not: keys of what is drawn, keys of a keyboard, a unit of measure, names on a picture. */
const ALLOWED: Record<string, string[]> = {
  "ask/grouping.ts": ["answer "],
  "keys.ts": ["N P"],
  "pages/lobby/scene.ts": ["Rook Lancers", "Alder Spears", "Kestrels", "Thorn", "Ash Riders", "Gorse Spears"],
  "pages/lobby/SeatForm.svelte": ["kept "],
  "table/deeds.ts": ["blast "],
  "table/lines.ts": ["aimed ", "threat "],
  "table/setting.ts": ["standard ", "state ", "name ", "thing ", "height "],
  "table/surface.ts": [" cm"],
};
const KEYS = new Set(["Enter", "Escape", "Backspace", "Home", "End", "Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Notification"]);
const DEEDS_ON_SELECTORS = new Set(["closest", "querySelector", "querySelectorAll", "matchMedia", "matches"]);
const wire = new Set([...textOf("protocol.ts").matchAll(/"([^"]+)"/g)].map(([, one]) => one));
for (const one of ["dice rolled", "as they stand", "near point", "far from point", "not this round", "choose several"]) wire.add(one);

interface Node {
  type?: string;
  start?: number;
  name?: unknown;
  data?: string;
  value?: unknown;
  [more: string]: unknown;
}
const isNode = (one: unknown): one is Node => one !== null && typeof one === "object" && "type" in one;

/** Whether something in quotes looks like words for a person, and not like an id, a path or a selector. */
const looksRead = (words: string): boolean =>
  /\p{L}\s+\p{L}|^\p{Lu}\p{Ll}|^[,.:·]? \p{L}{2}|\p{L}{2} $/u.test(words) && !wire.has(words) && !NAMES.has(words) && !KEYS.has(words) && !/^[./?]|:\/\/|^(sandtable\.|https?:|wss?:|Bearer )/.test(words);

const trees = new Map<string, ReturnType<typeof parsedAs>>();
const parsedAs = (text: string) => parse(text, { modern: true });
/** A program as a tree; each is read once. */
function treeOf(file: string, text: string): ReturnType<typeof parsedAs> {
  const whole = file.endsWith(".svelte") ? text : `<script lang="ts">${text}</script>`;
  const tree = trees.get(whole) ?? parsedAs(whole);
  trees.set(whole, tree);
  return tree;
}

/** Every word in a program that a person would read and that stands in no catalogue. */
function bareIn(file: string, text: string): string[] {
  const found: string[] = [];
  const tree = treeOf(file, text);
  const note = (words: string): void => {
    if (!NAMES.has(words.trim()) && !ALLOWED[file]?.includes(words)) found.push(words.trim());
  };
  /** What an expression may become where it is shown: nothing in it may be a word. */
  const shown = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === "Literal" && typeof node.value === "string" && /\p{L}/u.test(node.value)) note(node.value);
    else if (node.type === "TemplateLiteral") for (const one of node["quasis"] as Node[]) if (/\p{L}/u.test((one.value as { cooked: string }).cooked)) note((one.value as { cooked: string }).cooked);
    if (node.type === "ConditionalExpression") for (const one of ["consequent", "alternate"]) shown(node[one]);
    if (node.type === "LogicalExpression" || node.type === "BinaryExpression") for (const one of ["left", "right"]) shown(node[one]);
    if (node.type === "TemplateLiteral") for (const one of node["expressions"] as Node[]) shown(one);
  };
  const look = (node: unknown, where: "markup" | "read" | "code"): void => {
    if (Array.isArray(node)) return node.forEach((one) => look(one, where));
    if (node === null || typeof node !== "object") return;
    const { type } = node as Node;
    const one = node as Node;
    if (type === "ImportDeclaration" || type === "StyleSheet" || type === "StyleDirective" || (type?.startsWith("TS") && !/^TS(As|NonNull|Satisfies)/.test(type))) return;
    if (type === "Attribute") {
      if (typeof one.name === "string" && UNREAD.has(one.name)) return;
      const isRead = READ.has(String(one.name));
      for (const part of [one.value].flat()) if (isNode(part)) isRead && part.type === "ExpressionTag" ? (shown(part["expression"]), look(part["expression"], "code")) : look(part, isRead ? "read" : "code");
      return;
    }
    if (type === "Text" && (where === "markup" || where === "read") && /\p{L}/u.test(one.data ?? "")) note(one.data ?? "");
    if (type === "ExpressionTag" && where === "markup") shown(one["expression"]);
    if (type === "CallExpression" || type === "NewExpression") {
      const callee = one["callee"] as Node;
      const called = callee.type === "MemberExpression" ? (callee["property"] as Node).name : callee.name;
      if (DEEDS_ON_SELECTORS.has(String(called)) || called === "Error") return;
    }
    if (type === "BinaryExpression" && /^(===|!==|in)$/.test(String(one["operator"]))) return;
    if (where === "code" || type === "Literal" || type === "TemplateElement") {
      if (type === "Literal" && typeof one.value === "string" && looksRead(one.value)) note(one.value);
      if (type === "TemplateElement" && looksRead((one.value as { cooked: string }).cooked)) note((one.value as { cooked: string }).cooked);
    }
    for (const [key, next] of Object.entries(one)) if (!["loc", "parent", "metadata", "css", "options", "typeAnnotation"].includes(key)) look(next, type === "ExpressionTag" ? "code" : where);
  };
  look(tree.fragment, "markup");
  look(tree.instance?.content, "code");
  look(tree.module?.content, "code");
  return [...new Set(found)];
}

/** The messages that a program names, by area, and those it says while its module is loaded. */
function saidIn(file: string, text: string): { named: string[]; early: string[] } {
  const tree = treeOf(file, text);
  const spaces = new Map([...text.matchAll(/import \* as (\w+) from "words:(\w+)"/g)].map(([, name, area]) => [name!, area!]));
  const named: string[] = [];
  const early: string[] = [];
  const look = (node: unknown, isLater: boolean): void => {
    if (Array.isArray(node)) return node.forEach((one) => look(one, isLater));
    if (node === null || typeof node !== "object") return;
    const one = node as Node;
    const keyOf = (member: Node): string | undefined => {
      const area = member.type === "MemberExpression" ? spaces.get(String((member["object"] as Node).name)) : undefined;
      return area && `${area}.${String((member["property"] as Node).name)}`;
    };
    const key = keyOf(one);
    if (key) named.push(key);
    const called = one.type === "CallExpression" ? keyOf(one["callee"] as Node) : undefined;
    if (called && !isLater) early.push(called);
    const isInside = isLater || /Function|PropertyDefinition|MethodDefinition/.test(one.type ?? "");
    for (const [name, next] of Object.entries(one)) if (name !== "loc" && name !== "parent" && name !== "metadata") look(next, isInside);
  };
  // A component is made when it is shown; only what stands in a module is there before any language is.
  look(tree.fragment, true);
  look(tree.instance?.content, file.endsWith(".svelte"));
  look(tree.module?.content, false);
  return { named, early };
}

describe("the page", { timeout: 60_000 }, () => {
  it("has no words beside its catalogues", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(Object.fromEntries(files.map((file) => [file, bareIn(file, textOf(file))]).filter(([, found]) => found!.length))).toEqual({});
  });

  it("would be found out wherever a word stands", () => {
    expect(bareIn("a.svelte", "<p>Well {said} <b>you</b></p>")).toEqual(["Well", "you"]);
    expect(bareIn("a.svelte", '<p aria-label="Well" class="Well said">{isIt ? "ready" : say.no()}</p>')).toEqual(["Well", "ready"]);
    expect(bareIn("a.svelte", '<Frame title={isIt ? `at ${here}` : ""} {kind} />')).toEqual(["at"]);
    expect(bareIn("a.svelte", '<script lang="ts">const a = "Well said";</script>{#if a === "Well said"}{a}{/if}')).toEqual(["Well said"]);
    expect(bareIn("a.ts", 'export const a = (): string => `${one} of ${many}`;')).toEqual(["of"]);
    expect(bareIn("a.ts", 'document.querySelector("main a"); const b = "choose one"; throw new Error("This is ours");')).toEqual([]);
  });

  it("uses every message, and none that is missing", () => {
    const used = new Set(files.flatMap((file) => saidIn(file, textOf(file)).named));
    const known = areas().flatMap((area) => Object.keys(catalogue(area)).map((key) => `${area}.${key}`));
    expect(known.filter((one) => !used.has(one))).toEqual([]);
    expect([...used].filter((one) => !known.includes(one))).toEqual([]);
  });

  it("says nothing before a language is there", () => {
    expect(files.flatMap((file) => saidIn(file, textOf(file)).early.map((key) => `${file} ${key}`))).toEqual([]);
    expect(saidIn("a.ts", 'import * as say from "words:ask";\nconst A = say.yes();\nconst b = () => say.no();').early).toEqual(["ask.yes"]);
  });

  it("has the types of its messages", () => {
    expect(readFileSync(join(SOURCE, "words", "words.d.ts"), "utf8"), "run npm run words").toBe(declarations());
  });
});

describe("a catalogue", () => {
  it("holds whole sentences with what they need", () => {
    for (const area of areas()) {
      for (const [key, message] of Object.entries(catalogue(area))) {
        expect(key, area).toMatch(/^[a-z][A-Za-z0-9]*$/);
        expect(() => parsed(message), `${area}.${key}`).not.toThrow();
      }
    }
  });

  it("has in every language what it has in English", () => {
    for (const language of languages()) {
      for (const area of areas()) {
        const [english, other] = [catalogue(area), catalogue(area, language)];
        expect(Object.keys(other).sort(), `${language} ${area}`).toEqual(Object.keys(english).sort());
        for (const key of Object.keys(english)) expect(asked(parsed(other[key]!)), `${language} ${area}.${key}`).toEqual(asked(parsed(english[key]!)));
      }
    }
  });

  it("counts as the language does", () => {
    expect([0, 1, 4].map((count) => panels.steps({ count }))).toEqual(["0 steps", "1 step", "4 steps"]);
    expect([0, 1, 2].map((count) => lobby.seatsFree({ title: "Orcs", count }))).toEqual(["Orcs. Watching only.", "Orcs. 1 seat free.", "Orcs. 2 seats free."]);
    expect(ask.besideTheNearest({ far: 2 })).toBe("2.0″ beside where you pointed: the nearest place the rules allow.");
    expect(list(["Ann", "Bo", "Cy"])).toBe("Ann, Bo and Cy");
    expect(list(["a", "b", "c"], "unit")).toBe("a, b, c");
  });

  it("keeps what is more than words apart", () => {
    expect(panels.noWordFor({ count: 1 })).toEqual([["b", "No word from the table for 1 second."], " Trying again by itself."]);
    expect(ask.diceToGoBold({ count: 3 })).toEqual([["b", "3"], " dice to go"]);
  });
});

describe("a language that nobody speaks", () => {
  const told = (message: string, language: string): unknown => disguised(parsed(message), PSEUDO[language]!);

  it("marks every run of words and leaves what is put in alone", () => {
    expect(told("Undo", "en-XA")).toMatchObject([{ value: "⟦" }, { value: "Úñđó~" }, { value: "⟧" }]);
    expect(told("{name} won", "en-XA")).toMatchObject([{ value: "⟦" }, { value: "name" }, { value: " ŵóñ~" }, { value: "⟧" }]);
    expect(told("{n, number}″", "ar-XB")).toMatchObject([{ value: "\u2066" }, { value: "n" }, { value: "″" }, { value: "\u2069" }]);
    expect(told("<b>So</b> it is", "ar-XB")).toMatchObject([{ value: "b", children: [{ value: "⟦\u200f" }, { value: "\u202eŠó\u202c" }, { value: "⟧" }] }, { value: "⟦\u200f" }, {}, { value: "⟧" }]);
  });
});
