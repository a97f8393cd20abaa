// The bar of one's own people: who is in it, how they stand, and what has just happened to them.
import { describe, expect, it } from "vitest";
import { newsOf, peopleOf, stateOf } from "../src/panels/people";
import type { Showing, Unit } from "../src/protocol";

const unit = (id: string, more: Partial<Unit> = {}): Unit => ({ id, name: id, kind: "", side: 0, seat: "A", strength: 1, full_strength: 1, ...more });
const table = (...units: Unit[]): Showing => ({ ground: { width: 48, depth: 48 }, units }) as unknown as Showing;

describe("the bar of one's own people", () => {
  it("has a player's own first, then those of whoever shares the side, and nobody else", () => {
    const showing = table(unit("b", { seat: "B" }), unit("a"), unit("enemy", { side: 1, seat: "C" }), unit("guest", { seat: "" }));
    expect(peopleOf(showing, "A", 0).map((one) => one.id)).toEqual(["a", "b"]);
    expect(peopleOf(showing, null, -1)).toHaveLength(4);
  });

  it("tells what was lost and which states are new and bad, and nothing where nothing is", () => {
    const before = table(unit("a", { strength: 9, badges: [{ word: "Shaken", worse: true }] }));
    const now = unit("a", { strength: 7, badges: [{ word: "Shaken", worse: true }, { word: "Stunned", worse: true }, { word: "quick" }] });
    expect(newsOf(now, before)).toEqual({ lost: 2, states: ["Stunned"] });
    expect(newsOf(before.units![0]!, before)).toBeNull();
    expect(newsOf(unit("new"), before)).toBeNull();
    const rolled = { kind: "dice rolled", text: "", facts: { target: "a" } };
    expect(newsOf(unit("new"), before, [rolled])).toBeNull();
    expect(newsOf(before.units![0]!, before, [{ ...rolled, facts: { target: before.units![0]!.id } }])).toEqual({ lost: 0, states: [], isUnharmed: true });
  });

  it("says the worst of a unit first, then that it acts, then what it has done", () => {
    const down = { badges: [{ word: "holding" }, { word: "Stunned", worse: true }], acted: true };
    expect(stateOf(unit("a", down), true)).toBe("Stunned");
    expect(stateOf(unit("a", { acted: true }), true)).toBe("acts now");
    expect(stateOf(unit("a", { acted: true, badges: [{ word: "quick" }] }), false)).toBe("has acted");
    expect(stateOf(unit("a", { badges: [{ word: "quick" }] }), false)).toBe("quick");
    expect(stateOf(unit("a", { on_table: false, place: "fled" }), false)).toBe("fled");
  });
});
