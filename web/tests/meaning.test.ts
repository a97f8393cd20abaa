// Meaning comes as data: the page reads no English, knows no book and no rule.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "..", "src");
const BOOKS = join(import.meta.dirname, "..", "..", "src", "sandtable", "books");

/** Files that may use regular expressions, each with its reason. */
const ALLOWED: Record<string, string> = {
  "keys.ts": "a digit is a key",
  "ask/TypedDice.svelte": "a digit is a key",
  "panels/marking.ts": "a name is found in a sentence only where a word begins and ends; names come from the table",
  "pages/lobby/Code.svelte": "a code that somebody types has letters and digits",
  "pages/lobby/PuzzleSlip.svelte": "a title is set in two sizes",
  "pages/report/Page.svelte": "the name of a file",
  "pages/replay/Page.svelte": "the name of a file",
};

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((one) => one.endsWith(".ts") || one.endsWith(".svelte") || one.endsWith(".js"))
  .map((one) => one.replaceAll("\\", "/"));
const textOf = (file: string): string => readFileSync(join(SOURCE, file), "utf8");

/** How many regular expressions a program has, be they written or made. */
function expressionsIn(file: string, text: string): number {
  return file.endsWith(".svelte") ? inTree(parse(text, { modern: true })) : inScript(text);
}

function inTree(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((sum: number, one) => sum + inTree(one), 0);
  if (node === null || typeof node !== "object") return 0;
  const { type, regex, name } = node as { type?: unknown; regex?: unknown; name?: unknown };
  if (type === "Literal" && regex) return 1;
  const own = type === "Identifier" && name === "RegExp" ? 1 : 0;
  return own + Object.values(node).reduce((sum: number, one) => sum + inTree(one), 0);
}

function inScript(text: string): number {
  let found = 0;
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) || (ts.isIdentifier(node) && node.text === "RegExp")) found++;
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest));
  return found;
}

describe("the page", () => {
  it("finds nothing out by regular expressions", () => {
    expect(files.length).toBeGreaterThan(100);
    const using = files.filter((one) => expressionsIn(one, textOf(one)));
    expect(using.sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it("would be found out wherever one stands", () => {
    expect(expressionsIn("a.ts", "const a = /x/.test(b);")).toBe(1);
    expect(expressionsIn("a.ts", "const a = b / c / d; // /x/")).toBe(0);
    expect(expressionsIn("a.ts", 'new RegExp("x")')).toBe(1);
    expect(expressionsIn("a.svelte", '<script lang="ts">const a: string = "/x/";</script>{#if /x/.test(a)}<a href="/x/y">x</a>{/if}')).toBe(1);
  });

  it("knows no book and no rule by name", () => {
    const folders = readdirSync(BOOKS, { withFileTypes: true }).filter((one) => one.isDirectory() && !one.name.startsWith("_"));
    const coming = readFileSync(join(BOOKS, "coming.yaml"), "utf8").split("\n").filter((one) => one.startsWith("- id: ")).map((one) => one.slice(6));
    const books = [...folders.map((one) => one.name.replaceAll("_", "-")), ...coming];
    expect(books.length).toBe(5);
    const words = books.flatMap((one) => [one, one.replaceAll("-", "_"), one.replaceAll("-", " ")]);
    const named = files.filter((file) => words.some((one) => textOf(file).toLowerCase().includes(one)));
    expect(named).toEqual([]);
    expect(files.filter((file) => /\b[A-Z]{2}-[A-Z]{2,}/.test(textOf(file)))).toEqual([]);
  });
});
