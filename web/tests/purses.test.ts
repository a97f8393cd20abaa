// What is paid for: whose purse it comes from, what keeps its place, who has nothing to do yet.
import { describe, expect, it } from "vitest";
import { cellsOf, idleOf, leftOf, nextOf, othersOf, waresOf } from "../src/ask/purses";
import type { Option, Purse, Question } from "../src/protocol";

const ware = (of: string, deed: string, cost: number): Option => ({ answer: `${of} ${deed}`, label: deed, about: [of], deed, cost });
const barred = (of: string, deed: string, cost: number): Option => ({ ...ware(of, deed, cost), refusal: { rule: "R", reason: "Too dear.", remedy: "Wait." } });
const one: Purse = { of: "u1", limit: 20, deeds: ["aid", "fire", "aim"], spent: [{ deed: "fire", cost: 10, back: "u1 back fire" }] };
const two: Purse = { of: "u2", limit: 20, deeds: ["fire"] };
const three: Purse = { of: "u3", limit: 0, shut: "It is down." };
const asked: Question = {
  number: 1, seat: "A", kind: "choose one", topic: "x", prompt: "What?", rules: [], about: [], facts: {}, hint: null, more: false, orders: [], secret: true,
  form: { form: "choosing", purses: [one, two, three] },
  options: [{ answer: "all", label: "all", group: "the team" }, ware("u1", "aid", 10), ware("u2", "fire", 10), { answer: "u1 back fire", label: "back", about: ["u1"] }, { answer: "end", label: "end", deed: "pass" }],
  barred: [barred("u1", "aim", 20), barred("u1", "fire", 10)],
};

describe("a purse", () => {
  it("is filled point by point with what it went to", () => {
    expect(leftOf(one)).toBe(10);
    expect(cellsOf(one)).toEqual([...Array<number>(10).fill(0), ...Array<number>(10).fill(-1)]);
  });

  it("lists what it can go to in one order, whether it can be paid or not", () => {
    expect(waresOf(asked, one).map(({ deed, spent, why }) => [deed, spent !== null, why])).toEqual([["aid", false, ""], ["fire", true, ""], ["aim", false, "Too dear. Wait."]]);
  });

  it("leads on to those that could do something and have nothing to do yet", () => {
    expect([...idleOf(asked, new Set())]).toEqual(["u2"]);
    expect([...idleOf(asked, new Set(["u2"]))]).toEqual([]);
    expect(nextOf([one, two, three], "u1", new Set(["u2"]))).toBe(two);
    expect(nextOf([one, two, three], "u2", new Set(["u2"]))).toBeNull();
  });

  it("leaves aside what is for all, and the end", () => {
    const { all, rest, pass } = othersOf(asked);
    expect([all.length, rest.length, pass?.answer]).toEqual([1, 0, "end"]);
  });
});
