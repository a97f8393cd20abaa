import { describe, expect, it } from "vitest";
import { firstBattles } from "../src/pages/lobby/battles";
import type { BookCard } from "../src/protocol";

const card = (id: string, first: boolean, ready = true): BookCard => ({ id, title: id, prefix: "", version: "", rules: 0, ready, first, on_my_table: false, cover: {} });

describe("the first battle", () => {
  it("is of the first book on the server's shelf that has one, whatever else stands there", () => {
    const shelf = [card("unwritten", true, false), card("undrawn", false), card("companies-and-captains", true), card("aardvark", true)];
    expect(firstBattles(shelf).map((one) => one.id)).toEqual(["companies-and-captains", "aardvark"]);
  });
  it("is none where no book has one", () => {
    expect(firstBattles([card("undrawn", false)])).toEqual([]);
  });
});
