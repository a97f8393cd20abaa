import { describe, expect, it } from "vitest";
import { faceOf, handed, noteOf, takenBack, takerOfTheRest } from "../src/ask/handing";
import { framesOf, moved } from "../src/pages/game/frames";
import { A_TURN, NO_TURN, schedule, timeOf } from "../src/pages/game/schedule";
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
  const acts = (unit: string): Told => ({ ...told("unit acts", { unit }), activation: true });
  const events = [
    told("own things"),
    { ...told("phase begins"), heading: true },
    told("dice rolled", { faces: [6] }),
    told("rage", { mob: "mob" }),
    acts("troll"),
    told("monster goes berserk", { figure: "troll", at: [8, 2] }),
    acts("mob"),
    told("mob plans", { group: "mob", why: "it is near" }),
    told("mob advances", { group: "mob", models: [[1, 5], [2, 5]] }),
    { ...told("round over"), heading: true },
  ];
  const frames = framesOf(events, 30, showing(4), showing(9), 0);

  it("is a step for what came before, for dice, for what they mean, and for every deed of others", () => {
    expect(frames.map((one) => one.events.map(({ kind }) => kind))).toEqual([
      ["own things", "phase begins"], ["dice rolled"], ["rage"], ["unit acts"], ["monster goes berserk"], ["unit acts", "mob plans"], ["mob advances"], ["round over"],
    ]);
    expect(frames.map((one) => one.turn?.facts?.["unit"])).toEqual([undefined, undefined, undefined, "troll", "troll", "mob", "mob", undefined]);
  });

  it("writes the log after the dice lie, never before", () => {
    expect(frames.map((one) => one.until)).toEqual([32, 32, 34, 35, 36, 38, 39, 40]);
    expect(frames.map((one) => one.dice.length)).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
    expect(frames[1]!.showing).toBe(frames[0]!.showing);
  });

  it("moves each unit where its line says, and ends as the table is", () => {
    expect(frames[3]!.showing.units![0]!.models).toEqual([[4, 2]]);
    expect(frames[4]!.showing.units![0]!.models).toEqual([[8, 2]]);
    expect(frames[5]!.showing.units![1]!.models).toEqual([[1, 1], [2, 1]]);
    expect(frames[6]!.showing.units![1]!.models).toEqual([[1, 5], [2, 5]]);
    expect(frames[7]!.showing).toEqual(showing(9));
  });

  it("shows at once what one's own people do without dice", () => {
    const own = [acts("troll"), told("figure moved", { figure: "troll", at: [5, 2] }), told("troll is done")];
    expect(framesOf(own, 0, showing(4), showing(5), 1)).toHaveLength(1);
    expect(framesOf(own, 0, showing(4), showing(5), 0).length).toBeGreaterThan(1);
  });

  it("opens the next question when the last dice lie", () => {
    const [dice, end] = framesOf([told("dice rolled", { faces: [2] })], 7, showing(4), showing(9), 1);
    expect([dice!.until, dice!.showing]).toEqual([7, showing(4)]);
    expect([end!.until, end!.events, end!.showing]).toEqual([8, [], showing(9)]);
  });

  it("lets many rolls of one turn fall together, and all of it in its time", () => {
    const shots = Array.from({ length: 12 }, () => [told("dice rolled", { faces: [2] }), told("missed", { group: "mob" })]).flat();
    const shown = framesOf([acts("mob"), ...shots], 0, showing(4), showing(9), 0);
    expect(shown.filter((one) => one.dice.length)).toHaveLength(3);
    expect(shown.flatMap((one) => one.dice)).toHaveLength(12);
    expect(schedule(shown, showing(4)).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(A_TURN + 1);
  });

  it("tells three turns and what goes before them within fifteen seconds", () => {
    expect(3 * A_TURN + NO_TURN).toBeLessThanOrEqual(15_000);
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
    const [first, second] = framesOf([acts("troll"), told("figure placed", { figure: "M2.1" }), { ...told("round over"), heading: true }], 0, showing(4), arrived, 0);
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
    expect(timeOf(showing(4), frames[4]!)).toBeGreaterThan(timeOf(showing(8), frames[4]!));
  });
});

describe("handing out", () => {
  const question: Question = {
    number: 1, seat: "A", kind: "allocate", topic: "x", prompt: "Who gets which die?", rules: [], about: [], facts: {}, hint: null, options: [], barred: [], more: false, orders: [], secret: false,
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
