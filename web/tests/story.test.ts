import { describe, expect, it } from "vitest";
import type { Showing, Told } from "../src/protocol";
import { bundled, lastRolls, reasonFor, rollOf, storyOf } from "../src/panels/story";
import { telling, tellingGround } from "../src/panels/telling";
import { needsOf, percentage } from "../src/ask/words";

const SHOWING: Showing = {
  ground: { width: 48, depth: 36, pieces: [{ id: "wood 1", kind: "wood", outline: [[8, 8], [14, 8], [14, 14], [8, 14]], height: 0, traits: ["difficult"] }] },
  units: [
    { id: "A3", name: "Outriders", kind: "Heavy Cavalry", side: 0, seat: "A", models: [[10, 10]], radius: 0.75, strength: 5, full_strength: 6 },
    { id: "B3", name: "Hounds", kind: "Light Beast", side: 1, seat: "B", models: [[10, 20]], radius: 1, strength: 4, full_strength: 6, badges: [{ word: "Shaken", worse: true }] },
  ],
  sides: [{ side: 0, name: "River Watch", seats: ["A"] }, { side: 1, name: "Hill Raiders", seats: ["B"] }],
};
const sideOf = (seat: string): number => (seat === "A" ? 0 : 1);
const told = (kind: string, text: string, facts: Record<string, unknown> = {}): Told => ({ kind, text, rules: ["CC-X-01"], facts });

describe("the log", () => {
  it("finds the names of units and sides in a sentence and leaves their ids out", () => {
    const [entry] = storyOf([told("hits scored", "A3 Outriders scored 6 hits on B3 Hounds of Hill Raiders (B).")], SHOWING, sideOf);
    expect(entry!.parts.map((one) => one.text).join("")).toBe("Outriders scored 6 hits on Hounds of Hill Raiders.");
    expect(entry!.parts.filter((one) => one.unit).map((one) => one.unit)).toEqual(["A3", "B3"]);
  });

  it("does not find a name inside another word", () => {
    const [entry] = storyOf([told("x", "Houndsmen went home.")], SHOWING, sideOf);
    expect(entry!.parts).toHaveLength(1);
  });

  it("draws a pool sorted, successes first, and tells it to those who cannot see it", () => {
    const roll = rollOf(told("dice rolled", "…", { faces: [2, 6, 4], need: 4, target: "B3", seat: "A" }), sideOf)!;
    expect(roll.dice).toEqual([{ face: 6, how: "hit" }, { face: 4, how: "hit" }, { face: 2, how: "miss" }]);
    expect(roll.spoken).toBe("2 of 3 at 4 or more: 6 4 2");
  });

  it("draws two dice as one total", () => {
    const roll = rollOf({ ...told("dice rolled", "…", { faces: [1, 3], need: 5, seat: "A" }), purpose: "Outriders to Move, needs 5+" }, sideOf)!;
    expect(roll.dice.every((one) => one.how === "miss")).toBe(true);
    expect(roll.note).toBe("4: Outriders to Move, needs 5+");
  });

  it("says of a roll what the book says, and nothing that it has read out of a sentence", () => {
    const roll = rollOf({ ...told("dice rolled", "Somebody else: 5.", { faces: [5], need: 6, why: "hit S4", seat: "A" }), purpose: "Boyd to hit, needs 6+" }, sideOf)!;
    expect(roll.note).toBe("Boyd to hit, needs 6+");
    const [entry] = storyOf([told("dice rolled", "…", { faces: [5], modifiers: ["+0 hardly visible (FR-LOS-04)", "+1 Bane (FR-SPL-41)"] })], SHOWING, sideOf);
    expect(entry!.reasons).toEqual(["hardly visible (FR-LOS-04)", "+1 Bane (FR-SPL-41)"]);
  });

  it("finds the single figures of a unit by their names", () => {
    const units = [{ id: "M1", name: "Orcs 1", kind: "Orcs", side: 1, seat: "", models: [[1, 1], [2, 1]] as [number, number][], figures: ["M1.2", "M1.4"], names: ["Orc 1.2", "Orc 1.4"] }];
    const [entry] = storyOf([told("x", "Orc 1.4 of Orcs 1 moves 2″.")], { ...SHOWING, units }, sideOf);
    expect(entry!.parts.filter((one) => one.unit).map((one) => [one.text, one.unit])).toEqual([["Orc 1.4", "M1"], ["Orcs 1", "M1"]]);
    const before = [told("plan", "…", { figure: "M1.2", why: "near" }), told("plan", "…", { figure: "M1.4", why: "far" }), told("plan", "…", { figure: "M1.2", why: "in Cover" })];
    const why = (figure: string): unknown => reasonFor([told("moved", "…", { figure })], before, { ...SHOWING, units })?.facts?.["why"];
    expect([why("M1.4"), why("M1.2"), why("M1.9")]).toEqual(["far", "in Cover", undefined]);
  });

  it("folds what the figures of one body do, one by one, and nothing that somebody else has to do with", () => {
    const units = [...SHOWING.units!, { id: "M1", name: "Orcs 1", kind: "Orcs", side: 1, seat: "", models: [[1, 1], [2, 1]] as [number, number][], figures: ["M1.1", "M1.2"], names: ["Orc 1.1", "Orc 1.2"] }];
    const log = [
      told("plan", "Orcs 1 advance.", { mob: "M1" }),
      told("moved", "Orc 1.1 moves 2″.", { figure: "M1.1" }),
      told("moved", "Orc 1.2 moves 3″.", { figure: "M1.2" }),
      told("struck", "Orc 1.2 strikes Outriders.", { figure: "M1.2", target: "A3" }),
      told("moved", "Orc 1.1 moves 1″.", { figure: "M1.1" }),
    ];
    const entries = storyOf(log, { ...SHOWING, units }, sideOf);
    expect(entries.map((one) => [one.at, one.kind])).toEqual([[0, "line"], [1, "details"], [3, "line"], [4, "line"]]);
    expect(entries[1]!.details?.lines).toEqual(["Orc 1.1 moves 2″.", "Orc 1.2 moves 3″."]);
  });

  it("keeps dice that were rolled again, struck, before the new ones", () => {
    const roll = rollOf(told("dice rolled", "…", { faces: [6], was: [1], need: 3, target: "B3", seat: "A" }), sideOf)!;
    expect(roll.dice).toEqual([{ face: 1, how: "again" }, { face: 6, how: "hit" }]);
  });
});

describe("the battlefield in words", () => {
  it("tells range, bearing, ground and state from the chosen unit", () => {
    const [mine, theirs] = telling(SHOWING, [0], SHOWING.units![0]!);
    expect(mine!.words).toContain("Outriders, Heavy Cavalry, yours, strength 5 of 6");
    expect(mine!.words).toContain("in the wood");
    expect(theirs!.words).toBe("Hounds, Light Beast, enemy, strength 4 of 6, 8.3 inches north of Outriders, in the open, Shaken.");
  });
});

describe("the ground in words", () => {
  const ground = { width: 48, depth: 48, pieces: [{ id: "T1", kind: "wood", outline: [[20, 10], [26, 10], [26, 18], [20, 18]] as [number, number][], height: 0, traits: ["difficult"] }] };
  const unit = (at: [number, number]) => ({ id: "A1", name: "Axes", kind: "", side: 0, seat: "A", models: [at], radius: 0.5 });

  it("tells how far every piece is from the chosen unit, and in which direction", () => {
    expect(tellingGround({ ground }, unit([10, 14]))).toEqual(["wood, 9.5 inches east of Axes, 6 inches by 8 inches, difficult."]);
    expect(tellingGround({ ground }, unit([22, 14]))).toEqual(["wood, touching Axes, 6 inches by 8 inches, difficult."]);
  });

  it("tells in which part of the table it lies where nobody is chosen", () => {
    expect(tellingGround({ ground })).toEqual(["wood, in the south of the table, 6 inches by 8 inches, difficult."]);
  });
});

describe("what an answer needs", () => {
  it("is the target number over the percentage", () => {
    const chances = { type: "chances" as const, game: "g", request: 1, seat: "A", number: 1, chances: [{ answer: "move", needs: { number: 5, chance: 0.8333 } }, { answer: "hold", needs: null }] };
    expect(needsOf({ answer: "move", label: "Move" }, chances)).toEqual({ number: "5+", percent: "83 %" });
    expect(needsOf({ answer: "hold", label: "hold" }, chances)).toBeNull();
    expect(needsOf({ answer: "x", label: "x", need: 7, chance: 0.5833 }, null)).toEqual({ number: "7+", percent: "58 %" });
  });

  it("never says nothing or all where that is not so", () => {
    expect([0, 0.004, 0.5, 0.996, 1].map(percentage)).toEqual(["0 %", "<1 %", "50 %", ">99 %", "100 %"]);
  });
});

describe("a volley", () => {
  const die = (face: number, how: "hit" | "miss") => ({ face, how });

  it("bundles dice into what they cost, and what is left over", () => {
    const hits = [6, 6, 5, 5, 5, 4, 4].map((face) => die(face, "hit"));
    const found = bundled([...hits, die(1, "miss")], 3);
    expect(found.map(({ dice, word }) => [dice.length, word])).toEqual([[3, "1 lost"], [3, "1 lost"], [1, "1 over"], [1, ""]]);
    expect(bundled(hits.slice(0, 2), 3).map(({ word, isOver }) => [word, isOver])).toEqual([["2 of 3", true]]);
    expect(bundled(hits, 1).map((one) => one.word)).toEqual(["7 lost"]);
    expect(bundled(hits, 0).map((one) => one.word)).toEqual([""]);
  });

  it("is every roll of the same at the same, with the words between them", () => {
    const table = { ground: { width: 1, depth: 1, pieces: [] }, units: ["A1", "B1", "C1"].map((id) => ({ id, name: id, kind: "", side: 0 })) } as unknown as Showing;
    const roll = (facts: Record<string, unknown>) => told("dice rolled", "…", { faces: [4], ...facts });
    const [hit, harm, test] = [roll({ figure: "A1", target: "B1" }), roll({ figure: "A1", target: "B1" }), roll({ mob: "B1" })];
    const log = [roll({ figure: "C1", target: "B1" }), told("words", "Missed."), hit, told("words", "1 Hit."), harm, told("gone", "B1 is gone.")];
    expect(lastRolls(log, [], table)).toEqual({ dice: [hit, harm], means: [log[5]], at: 2 });
    // What falls now lies beside what fell before; the test that follows is a roll of its own.
    expect(lastRolls(log.slice(0, 4), [harm], table).dice).toEqual([hit, harm]);
    expect(lastRolls([...log, test], [], table).dice).toEqual([test]);
    // Whoever fell is known from the table before.
    const after = { ...table, units: table.units!.filter((one) => one.id !== "B1") };
    expect(lastRolls(log, [], after).dice).toEqual([harm]);
    expect(lastRolls(log, [], after, table).dice).toEqual([hit, harm]);
  });
});
