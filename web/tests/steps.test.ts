import { describe, expect, it } from "vitest";
import { faceOf, handed, noteOf, takenBack, takerOfTheRest } from "../src/ask/handing";
import { framesOf, moved, timeOf } from "../src/pages/game/frames";
import type { Question, Showing, Told } from "../src/protocol";
import { edgeTowards } from "../src/table/lines";

const told = (kind: string, facts: Record<string, unknown> = {}, text = kind): Told => ({ kind, text, facts });
const showing = (x: number): Showing => ({
  ground: { width: 24, depth: 24, pieces: [] },
  units: [
    { id: "troll", name: "Troll", kind: "Monster", side: 1, seat: "", models: [[x, 2]] },
    { id: "mob", name: "Orcs", kind: "Mob", side: 1, seat: "", models: [[1, 1], [2, 1]], figures: ["mob.1", "mob.2"] },
  ],
});

describe("what happened, step by step", () => {
  const events = [
    told("dice rolled", { faces: [6] }),
    told("monster goes berserk", { figure: "troll", at: [8, 2] }),
    told("mob advances", { group: "mob", models: [[1, 5], [2, 5]] }),
    told("round over"),
  ];
  const frames = framesOf(events, 30, showing(4), showing(9));

  it("is a step for each line, dice with the line that follows them", () => {
    expect(frames.map((one) => one.events.length)).toEqual([2, 1, 1]);
    expect(frames.map((one) => one.at)).toEqual([30, 32, 33]);
  });

  it("moves each unit where its line says, and ends as the table is", () => {
    expect(frames[0]!.showing.units![0]!.models).toEqual([[8, 2]]);
    expect(frames[0]!.showing.units![1]!.models).toEqual([[1, 1], [2, 1]]);
    expect(frames[1]!.showing.units![1]!.models).toEqual([[1, 5], [2, 5]]);
    expect(frames[2]!.showing).toEqual(showing(9));
  });

  it("takes a figure to the end of its path", () => {
    const gone = moved(showing(4), told("figure moved", { figure: "troll", path: [[4, 2], [6, 6], [7, 9]] }));
    expect(gone.units![0]!.models).toEqual([[7, 9]]);
  });

  it("takes the one model of a body that stands where the path begins", () => {
    const gone = moved(showing(4), told("figure moved", { figure: "mob.2", path: [[2, 1], [2, 6]] }));
    expect(gone.units![1]!.models).toEqual([[1, 1], [2, 6]]);
    const before = showing(4);
    expect(moved(before, told("figure moved", { figure: "mob.2", path: [[9, 9], [2, 6]] }))).toBe(before);
  });

  it("shows a unit as it will be once nothing more is told of it, and brings in whoever arrives", () => {
    const arrived: Showing = { ...showing(4), units: [...showing(4).units!, { id: "M2", name: "Orcs", kind: "Mob", side: 1, seat: "", models: [[3, 3]], figures: ["M2.1"] }] };
    const [first, second] = framesOf([told("figure placed", { figure: "M2.1" }), told("round over")], 0, showing(4), arrived);
    expect(first!.showing.units!.map((one) => one.id)).toEqual(["troll", "mob", "M2"]);
    expect(second!.showing).toBe(arrived);
  });

  it("leaves the table alone where a line names no place, or too few of them", () => {
    const before = showing(4);
    expect(moved(before, told("mob waits", { group: "mob" }))).toBe(before);
    expect(moved(before, told("mob advances", { group: "mob", models: [[1, 5]] }))).toBe(before);
    expect(moved(before, told("nobody moves", { figure: "ghost", at: [1, 1] }))).toBe(before);
  });

  it("takes longer for a longer way", () => {
    expect(timeOf(showing(4), frames[0]!)).toBeGreaterThan(timeOf(showing(8), frames[0]!));
  });
});

describe("handing out", () => {
  const question: Question = {
    number: 1, seat: "A", kind: "allocate", topic: "x", prompt: "Who gets which die?", rules: [], about: [], facts: {}, hint: null, options: [], barred: [], more: false,
    form: {
      form: "handing",
      things: { d1: "a 3", d2: "a 5" }, holders: { S1: "Vance", S2: "Bell", nobody: "nobody" }, room: { S1: 1, S2: 0 },
      faces: { d1: 3, d2: 5 }, notes: { S1: "Reactions 2", S2: "stunned" },
    },
  };

  it("gives back what a full hand held", () => {
    const first = handed(question, {}, "d1", "S1");
    expect(handed(question, first, "d2", "S1")).toEqual({ d2: "S1" });
    expect(handed(question, first, "d1", "nobody")).toEqual({ d1: "nobody" });
    expect(takenBack(first, "d1")).toEqual({});
  });

  it("gives nothing to whoever has no room", () => {
    expect(handed(question, {}, "d1", "S2")).toEqual({});
  });

  it("draws dice as dice, says what the book says of a holder, and knows who takes the rest", () => {
    expect([faceOf(question, "d2"), faceOf(question, "x")]).toEqual([5, null]);
    expect([noteOf(question, "S1"), noteOf(question, "S2"), noteOf(question, "nobody")]).toEqual(["Reactions 2", "stunned", ""]);
    expect(takerOfTheRest(question)).toBe("nobody");
  });
});

describe("the border of a threat", () => {
  it("is named where it comes nearest, on the table", () => {
    const sweep = { unit: "mob", kind: "move" as const, inches: 6, outlines: [[[0, 10], [12, 10], [20, 20]] as [number, number][]] };
    expect(edgeTowards(sweep, [1, 9], showing(1))).toEqual([12, 10]);
  });
});
