// Odds as a person reads them, and the ground that begins at those whom a question is about.
import { describe, expect, it } from "vitest";
import { aimable } from "../src/ask/aims";
import { verbOfWay } from "../src/ask/gesture.svelte";
import { allBarsOf, isShortened, linesOf } from "../src/ask/outcome";
import type { Odds, Showing } from "../src/protocol";
import { Camera } from "../src/table/camera.svelte";
import { labelsOf } from "../src/table/lines";
import { surfaceOf } from "../src/table/surface";
import type { Asking } from "../src/ask/asking.svelte";
import type { TableState } from "../src/table/table.svelte";

const unit = (id: string, side: number, models: [number, number][], more = {}) => ({ id, name: id.toUpperCase(), kind: "", side, seat: "A", models, radius: 0.5, strength: 6, full_strength: 6, ...more });
const showing = {
  ground: { width: 48, depth: 48, pieces: [] },
  sides: [{ side: 0, name: "", seats: ["A"] }, { side: 1, name: "", seats: ["B"] }],
  units: [unit("own", 0, [[10, 10]]), unit("foe", 1, [[20, 10]]), unit("mob", 1, [[10, 20], [12, 20]], { figures: ["m1", "m2"], names: ["M 1", "M 2"] })],
} as unknown as Showing;
const odds = {
  seat: "A",
  exact: true,
  spreads: [{ unit: "own", changes: { 0: 0.73, "-1": 0.265, "-2": 0.005 } }, { unit: "foe", changes: { 0: 0.18, "-1": 0.31, "-2": 0.51 } }],
  lines: [
    { words: "the turn goes on", chance: 0.8, what: "goes on" },
    { words: "the turn is over", chance: 0.2 },
    { words: "nobody is hurt", chance: 0.1, what: "unhurt" },
    { words: "strength 6 to 5", chance: 0.31, unit: "foe", what: "strength" },
    { words: "gone", chance: 0.004, unit: "foe", what: "place" },
  ],
} as unknown as Odds;

describe("odds", () => {
  it("tell first what the others lose, with the likeliest marked and how likely at least one is", () => {
    const [first, second] = allBarsOf(odds, showing, 0);
    expect([first!.unit.id, second!.unit.id]).toEqual(["foe", "own"]);
    expect(first!.atLeastOne).toBeCloseTo(0.82);
    expect(first!.bars.map((one) => one.isLikeliest)).toEqual([false, false, true]);
  });

  it("leave out what is rarer than one in a hundred until all of it is wanted", () => {
    expect(allBarsOf(odds, showing, 0)[1]!.bars.map((one) => one.label)).toEqual(["0", "1"]);
    expect(allBarsOf(odds, showing, 0, true)[1]!.bars.map((one) => one.label)).toEqual(["0", "1", "2"]);
    expect(linesOf(odds, showing).map((one) => one.words)).toEqual(["the turn is over", "nobody is hurt"]);
    expect(linesOf(odds, showing, true)).toHaveLength(5);
    expect(isShortened(odds)).toBe(true);
  });
});

const asking = (index: number | null): Asking => {
  const options = [
    { answer: "foe", label: "", about: ["foe"], need: 5, chance: 1 / 3 },
    { answer: "m2", label: "", about: ["m2"], need: 4, chance: 0.5 },
    { answer: "own", label: "", about: ["own"], need: 2, chance: 1 },
  ];
  return { question: { seat: "A", options }, option: index === null ? null : options[index], plan: null, aims: [], gesture: { way: null, isSketched: false } } as unknown as Asking;
};
const table = { camera: { width: 900 }, sight: true, ruler: [], unit: () => showing.units![0] } as unknown as TableState;
const outlook = { unit: "own", reach: [], threats: [], looks: [{ unit: "foe", start: [10, 10], end: [20, 10], inches: 9, how: "cover", words: "cover: wall" }] } as never;

describe("odds on the ground", () => {
  it("hold what is needed, how far it is and what is in the way in one label at the target", () => {
    const labels = labelsOf(showing, table, asking(1), outlook);
    expect(labels).toHaveLength(2);
    expect(labels[0]).toMatchObject({ about: "foe", bold: "5+\u200233 %", rest: "9″ · cover: wall", odds: "offered" });
    expect(labels[1]).toMatchObject({ about: "m2", bold: "4+\u200250 %", odds: "chosen" });
    expect(labels[1]!.rest).toBe("9.2″");
  });

  it("stand beside whoever is in sight before anything is pointed at", () => {
    const looking = { ...asking(null), question: { seat: "A", options: [] }, aims: [{ target: "foe", need: 4, chance: 0.5 }] } as unknown as Asking;
    expect(labelsOf(showing, table, looking, outlook)).toMatchObject([{ about: "foe", bold: "4+\u200250 %", rest: "9″ · cover: wall", odds: "offered" }]);
    const pointing = { ...looking, gesture: { way: null, isSketched: true } } as unknown as Asking;
    expect(labelsOf(showing, table, pointing, outlook).some((one) => one.odds)).toBe(false);
  });

  it("are looked up for those to whom something can be done, of a mob for the figure that is seen", () => {
    const looks = [{ unit: "foe", start: [10, 10], end: [20, 10], inches: 9, can: ["shoot"] }, { unit: "mob", start: [10, 10], end: [12, 20], inches: 9, can: ["shoot"] }, { unit: "own", start: [0, 0], end: [1, 1], inches: 1 }];
    expect(aimable({ unit: "own", reach: [], threats: [], looks } as never, showing)).toEqual(["foe", "m2"]);
  });

  it("are not told of one's own people", () => {
    expect(labelsOf(showing, table, asking(2), outlook).map((one) => one.about)).not.toContain("own");
  });
});

describe("the button of a gesture", () => {
  const way = { words: "", deed: "fire", off: 0, cost: "2.4″", answers: [{ answer: "S1", label: "Ames acts" }, { answer: [1, 2], label: "2.4″" }, { answer: "rifle", label: "rifle at Orc 1" }] };
  it("says what is done, not by whom where that was asked, nor what it costs", () => {
    expect(verbOfWay(way as never, true)).toBe("rifle at Orc 1");
    expect(verbOfWay(way as never, false)).toBe("Ames acts, rifle at Orc 1");
  });
});

describe("the ground", () => {
  it("begins at a part of the table and stays where somebody put it", () => {
    const camera = new Camera();
    camera.resize(900, 600, surfaceOf(showing));
    const whole = camera.scale;
    camera.frame({ west: 10, south: 10, east: 20, north: 20 }, 3, 30);
    expect(camera.scale).toBeGreaterThan(whole * 1.5);
    expect(camera.sees({ west: 10, south: 10, east: 20, north: 20 })).toBe(true);
    camera.fit();
    camera.frame({ west: 10, south: 10, east: 20, north: 20 }, 3, 30);
    expect(camera.scale).toBe(whole);
  });
});
