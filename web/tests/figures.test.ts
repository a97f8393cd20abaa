import { describe, expect, it } from "vitest";
import { answerAbout, figuresIn, unitOf, unitsAsked } from "../src/ask/figures";
import { foldsOf, linesOf } from "../src/ask/grouping";
import type { Question, Showing } from "../src/protocol";

const SHOWING: Showing = {
  ground: { width: 24, depth: 24, pieces: [] },
  units: [
    { id: "S1", name: "Quinn", kind: "soldier", side: 0, seat: "A", models: [[1, 1]] },
    { id: "S2", name: "Ames", kind: "soldier", side: 0, seat: "A", models: [[3, 1]] },
    { id: "M1", name: "Orcs M1", kind: "Orcs Warriors", side: 1, seat: "", models: [[5, 9], [6, 9]], figures: ["M1.2", "M1.4"], names: ["Orc 1.2", "Orc 1.4"] },
  ],
};
const asked = (options: Question["options"], about: string[] = []): Question => ({
  number: 1, seat: "A", kind: "choose one", topic: "x", prompt: "What?", rules: [], about, form: { form: "choosing" }, facts: {}, hint: null, options, barred: [], more: false, orders: [], secret: false,
});
const shot = (targets: string[], dice: number[]): Question["options"][number] => ({ answer: targets.join(" "), label: "rifle", about: targets, shares: dice });

describe("single figures", () => {
  it("stand where their unit says, with the dice that are meant for each", () => {
    const found = figuresIn(shot(["M1.4", "M1.2"], [3, 1]), SHOWING);
    expect(found.map((one) => [one.id, one.name, one.at, one.share])).toEqual([["M1.4", "Orc 1.4", [6, 9], 3], ["M1.2", "Orc 1.2", [5, 9], 1]]);
  });

  it("are tapped for the answer that is about them alone, if there is one", () => {
    const question = asked([shot(["M1.2", "M1.4"], [1, 1]), shot(["M1.4"], [1])]);
    expect(answerAbout(question, "M1.4")).toBe(1);
    expect(answerAbout(question, "M1.2")).toBe(0);
    expect(answerAbout(question, "M9.1")).toBe(-1);
  });

  it("are tapped again for the next answer about them", () => {
    const question = asked([shot(["M1.4"], [1]), shot(["M1.2"], [1]), shot(["M1.4"], [2])]);
    expect([null, 0, 2, 1].map((now) => answerAbout(question, "M1.4", now))).toEqual([0, 2, 0, 0]);
  });

  it("of a unit that moves tell which unit the question is about", () => {
    expect(unitsAsked(asked([], ["M1.2", "S1", "M1.4"]), SHOWING)).toEqual(["M1"]);
    expect(unitOf(asked([], ["M1.2", "S1"]), SHOWING)?.id).toBe("S1");
  });
});

describe("many answers about a few units", () => {
  it("lie together, unit by unit, and everything else stays a line of its own", () => {
    const options = [
      { answer: "S1", label: "Quinn acts", about: ["S1"], short: "acts" }, { answer: "S2", label: "Ames acts", about: ["S2"], short: "acts" },
      { answer: "x", label: "Quinn holds", about: ["S1"], short: "holds" }, { answer: "y", label: "Ames holds", about: ["S2"], short: "holds" },
      { answer: "all", label: "all others hold" },
    ];
    const lines = linesOf(asked(options), SHOWING);
    expect(lines?.map((one) => [one.name, one.answers.map((answer) => answer.label)])).toEqual([
      ["Quinn", ["acts", "holds"]], ["Ames", ["acts", "holds"]], ["", ["all others hold"]],
    ]);
  });

  it("are a plain list where each unit has one", () => {
    expect(linesOf(asked([{ answer: "S1", label: "Quinn acts", about: ["S1"], short: "acts" }, { answer: "S2", label: "Ames acts", about: ["S2"], short: "acts" }]), SHOWING)).toBeNull();
  });
});

describe("many answers of one group", () => {
  const tactics = ["Light them up!", "Firepower!", "Mortars!"].map((name) => ({ answer: name, label: name, group: "Tactics" }));
  const orders = ["Move", "Move and Dash", "Fire", "end the activation"].map((label) => ({ answer: label, label }));

  it("are folded under its name, and what is left stays in sight", () => {
    const [fold, ...rest] = foldsOf(asked([...orders.slice(0, 3), ...tactics, orders[3]!]));
    expect(rest).toEqual([]);
    expect(fold?.name).toBe("Tactics");
    expect(fold?.answers).toEqual([{ index: 3, label: "Light them up!" }, { index: 4, label: "Firepower!" }, { index: 5, label: "Mortars!" }]);
  });

  it("say there only what tells them apart", () => {
    const uses = ["Advance", "ally roll", "replacement"].map((short) => ({ answer: short, label: `use a Story Point: ${short}`, group: "Story Points", short }));
    const [fold] = foldsOf(asked([...uses, ...orders]));
    expect(fold?.answers.map((one) => one.label)).toEqual(["Advance", "Ally roll", "Replacement"]);
  });

  it("stay a list where they are few, or are all there is; words alone fold nothing", () => {
    expect(foldsOf(asked([...orders.slice(0, 1), ...tactics]))).toEqual([]);
    expect(foldsOf(asked([...tactics, ...tactics]))).toEqual([]);
    const faces = [1, 2, 3, 4, 5, 6, 7].map((face) => ({ answer: `tactic ${face}`, label: `tactic: a ${face}` }));
    expect(foldsOf(asked(faces))).toEqual([]);
  });
});
