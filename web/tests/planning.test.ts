import { describe, expect, it } from "vitest";
import { Planning } from "../src/pages/lobby/plan.svelte";
import type { Offers, SwitchOffer } from "../src/protocol";

const HARD: SwitchOffer = { name: "difficulty", sentence: "", rule: "X-01", default: "", values: ["Larger mobs", "Danger zone"], several: true };
const HINTS: SwitchOffer = { name: "hints", sentence: "", rule: "X-02", default: "exercises", values: ["exercises", "always"], proposed: "always" };
const OFFERS = { seats: ["A"], scenarios: [], forces: [], switches: [HARD, HINTS], units: [], most_seats: 1, first: null, roster: null, corrections: [], on_my_table: null, turn: "", lessons: [] } as Offers;

describe("a game that is planned", () => {
  it("begins with what the book proposes to people", () => {
    const plan = new Planning("book", OFFERS, "");
    expect(plan.game.options).toEqual({ hints: "always" });
    plan.set(HINTS, "exercises");
    expect(plan.game.options).toEqual({});
  });

  it("takes several values of a switch that allows it, and leaves them again", () => {
    const plan = new Planning("book", { ...OFFERS, switches: [HARD] }, "");
    plan.toggle(HARD, "Danger zone");
    plan.toggle(HARD, "Larger mobs");
    expect(plan.game.options).toEqual({ difficulty: "Danger zone, Larger mobs" });
    plan.toggle(HARD, "Danger zone");
    plan.toggle(HARD, "Larger mobs");
    expect(plan.game.options).toEqual({});
  });
});
