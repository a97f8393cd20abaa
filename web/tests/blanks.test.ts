// A form of many fields: what makes a table, what stands alone, and what is said of what was filled in.
import { describe, expect, it } from "vitest";
import { countedUp, sheetOf, valueOf, withField } from "../src/ask/blanks";
import type { Blank, Question } from "../src/protocol";

const cell = (of: string, column: string): Blank => ({ key: `${of} ${column}`, label: `How many ${column}?`, usual: 0, most: 2, column, about: [of] });
const range: Blank = { key: "range", label: "How far?", usual: "long", words: [{ answer: "short", label: "near" }, { answer: "long", label: "far" }] };
const asked: Question = {
  number: 1, seat: "A", kind: "fill in", topic: "x", prompt: "What?", rules: [], about: [], facts: {}, hint: null, options: [], barred: [], more: false, orders: [], secret: true,
  form: { form: "filling", blanks: [cell("u1", "ghouls"), cell("u1", "wolves"), cell("u2", "wolves"), range] },
};

describe("a form", () => {
  it("has a row for each of those it is about and a column for each heading", () => {
    const sheet = sheetOf(asked, { ground: { width: 1, depth: 1, pieces: [] }, units: [] });
    expect(sheet.columns).toEqual(["ghouls", "wolves"]);
    expect(sheet.rows.map((row) => row.cells.map((one) => one?.key ?? null))).toEqual([["u1 ghouls", "u1 wolves"], [null, "u2 wolves"]]);
    expect(sheet.alone).toEqual([range]);
  });

  it("says only what is not as it was", () => {
    expect(withField({}, range, "short")).toEqual({ range: "short" });
    expect(withField({ range: "short" }, range, "long")).toEqual({});
    expect(valueOf(range, {})).toBe("long");
    expect(valueOf(range, { range: "short" })).toBe("short");
  });

  it("counts up by taps, and after the most from the beginning", () => {
    expect([0, 1, 2].map((one) => countedUp(cell("u1", "wolves"), one))).toEqual([1, 2, 0]);
  });
});
