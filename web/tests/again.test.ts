import { describe, expect, it } from "vitest";
import { changedSides } from "../src/pages/game/again";

describe("a rematch with sides changed", () => {
  it("leaves each force where it is and gives it to the other", () => {
    const plan = { book: "b", seats: { A: { sits: "here" as const, name: "Ines", force: "blue" }, B: { sits: "ai" as const, player: "greedy", force: "red" } } };
    expect(changedSides(plan)?.seats).toEqual({ A: { sits: "ai", player: "greedy", force: "blue" }, B: { sits: "here", name: "Ines", force: "red" } });
  });
  it("needs two", () => {
    expect(changedSides({ book: "b", seats: { A: { sits: "here" } } })).toBeNull();
  });
});
