import { describe, expect, it } from "vitest";
import { answerOf, asRecord, firstPlan, moved, planOf, turned, wayLength } from "../src/ask/measured";
import type { Question, Showing, Unit } from "../src/protocol";
import { slots } from "../src/table/formations";
import { Camera } from "../src/table/camera.svelte";
import { bearing, centroid, distance, hull, isInside, nearest, ringAround, scatter, type Point } from "../src/table/geometry";
import { surfaceOf } from "../src/table/surface";
import { lookOf } from "../src/table/terrain/kinds";
import { zonesOf } from "../src/table/zones";

const INCHES = surfaceOf({ ground: { width: 54, depth: 36, pieces: [] } });
const SQUARE: Point[] = [[0, 0], [4, 0], [4, 4], [0, 4]];

describe("the camera", () => {
  const fitted = (width: number, height: number, hasTools: boolean): Camera => {
    const camera = new Camera();
    camera.resize(width, height, surfaceOf({ ground: { width: 36, depth: 36, pieces: [] } }));
    camera.carryTools(hasTools);
    return camera;
  };

  it("leaves the tools a gutter where they would lie on the frame of inches", () => {
    const camera = fitted(900, 900, true);
    expect(camera.gutter).toBe(50);
    expect(camera.x).toBeGreaterThanOrEqual(camera.west);
    expect(camera.x + 36 * camera.scale).toBeLessThanOrEqual(900 - camera.margin + 0.001);
    camera.zoom(3);
    camera.pan(5000, 0);
    expect(camera.x).toBe(camera.west);
  });

  it("leaves the ground its size where there is room beside it, or no tool", () => {
    expect(fitted(900, 500, true).scale).toBe(fitted(900, 500, false).scale);
    expect(fitted(900, 900, false).gutter).toBe(0);
  });
});

describe("the ground", () => {
  it("measures from base to base", () => {
    expect(nearest({ models: [[0, 0], [2, 0]], radius: 0.5 }, { models: [[8, 0]], radius: 1 })).toMatchObject({ gap: 4.5, from: [2, 0] });
    expect(nearest({ models: [] }, { models: [[1, 1]] })).toBeNull();
  });

  it("names directions with the north above", () => {
    expect(bearing([0, 0], [0, 5])).toBe("north");
    expect(bearing([0, 0], [-3, -3])).toBe("southWest");
    expect(bearing([0, 0], [4, 0.1])).toBe("east");
  });

  it("says distances as people do, in what the table is measured", () => {
    expect([7, 7.04, 7.06, 12.55].map(INCHES.far)).toEqual(["7″", "7″", "7.1″", "12.6″"]);
    expect([1, 6.5].map(INCHES.spoken)).toEqual(["1 inch", "6.5 inches"]);
    const metric = surfaceOf({ ground: { width: 90, depth: 90, pieces: [] }, unit: "cm" });
    expect([metric.far(7.04), metric.spoken(1), metric.size]).toEqual(["7 cm", "1 centimetre", "90 by 90 centimetres"]);
    expect(metric.ruler.across.filter((one) => one.word).map((one) => one.at)).toEqual([0, 15, 30, 45, 60, 75, 90]);
  });

  it("has the north on top, a figure for every sixth inch, and nine parts", () => {
    expect(INCHES.onSheet([3, 36])).toEqual([3, 0]);
    expect(INCHES.onGround(INCHES.onSheet([3, 7]))).toEqual([3, 7]);
    expect(INCHES.ruler.across.length).toBe(55);
    expect(INCHES.ruler.along.filter((one) => one.word).map((one) => one.word)).toEqual(["0", "6", "12", "18", "24", "30", "36"]);
    expect([[1, 1], [27, 35], [53, 18], [18, 12]].map((at) => INCHES.part(at as unknown as Point))).toEqual(["southWest", "north", "east", "middle"]);
    expect(INCHES.snap([1.23449, 2])).toEqual([1.234, 2]);
  });

  it("draws a ring that keeps every model inside and its distance from all of them", () => {
    const flip = ([x, y]: Point): Point => [x, 20 - y];
    for (const models of [SQUARE, [[3, 3]] as Point[], [[0, 0], [5, 2]] as Point[]]) {
      const numbers = [...ringAround(models, 1, flip).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
      for (const [, x, y] of numbers) {
        const there: Point = [Number(x), Number(y)];
        expect(Math.min(...models.map((one) => distance(flip(one), there)))).toBeGreaterThanOrEqual(0.999);
      }
    }
  });

  it("finds the outline and what lies in it", () => {
    expect(hull([...SQUARE, [2, 2]])).toHaveLength(4);
    expect(isInside([1, 1], SQUARE)).toBe(true);
    expect(isInside([5, 1], SQUARE)).toBe(false);
  });

  it("scatters alike for the same word", () => {
    const [one, two] = [scatter("wood 1"), scatter("wood 1")];
    expect([one(), one()]).toEqual([two(), two()]);
    expect(scatter("wood 2")()).not.toBe(scatter("wood 1")());
  });

  it("draws kinds as their book says and the rest by their traits", () => {
    const looks = { "tall crops": "field", mystery: "nothing that is drawn" };
    expect(lookOf({ kind: "tall crops", traits: ["obscuring"] }, looks)).toBe("field");
    expect(lookOf({ kind: "tall crops", traits: ["obscuring"] }, undefined)).toBe("wood");
    expect(lookOf({ kind: "statue", traits: ["impassable"] }, looks)).toBe("crags");
    expect(lookOf({ kind: "mystery", traits: [] }, looks)).toBe("open");
  });

  it("draws the zones that a question names, barred ones apart", () => {
    const zone = { type: "every", zones: [{ type: "field", west: 0, south: 27, east: 54, north: 36 }, { type: "far from point", point: [3, 3], distance: 6 }] };
    expect(zonesOf(zone, INCHES).map((one) => one.isBarred)).toEqual([false, true]);
    expect(zonesOf(null, INCHES)).toEqual([]);
  });
});

describe("formations", () => {
  it("stand as the server sets them: a block of four abreast, looking north", () => {
    const models = Array.from({ length: 12 }, (): Point => [0, 0]);
    const block = slots("block", models, 0.5, [27, 31.5], 90);
    expect(block[0]!.map((one) => Math.round(one * 100) / 100)).toEqual([24.75, 33]);
    expect(block[11]!.map((one) => Math.round(one * 100) / 100)).toEqual([29.25, 30]);
  });

  it("keep their shape as they stand", () => {
    const now: Point[] = [[1, 1], [3, 1]];
    expect(slots("as they stand", now, 0.5, [10, 10])).toEqual([[9, 10], [11, 10]]);
  });

  it("touch in close order", () => {
    const [one, two] = slots("close", Array.from({ length: 4 }, (): Point => [0, 0]), 0.5, [0, 0], 0);
    expect(distance(one!, two!)).toBeCloseTo(1);
  });
});

const UNIT: Unit = { id: "A1", name: "Bowmen", kind: "Light Missile", side: 0, seat: "A", models: [[0, 0], [2, 0]], radius: 0.5 };
const SHOWING: Showing = { ground: { width: 48, depth: 48, pieces: [] }, units: [UNIT] };
const QUESTION: Question = {
  number: 3, seat: "A", kind: "move", topic: "move", prompt: "Where?", rules: ["R"], about: ["A1"], form: { form: "measuring", unit: "A1", models: 2, inches: 6, is_formed: true }, facts: {}, hint: null, barred: [], more: false, orders: [], secret: false,
  options: [{ answer: { formation: "as they stand", at: [1, 5] }, label: "forward" }, { answer: "hold", label: "hold" }],
};

describe("a plan", () => {
  const plan = firstPlan(QUESTION, SHOWING)!;

  it("begins where the models stand", () => {
    expect(plan.models).toEqual(UNIT.models);
    expect(plan.what).toBe("group");
  });

  it("draws a proposal and measures the longest way", () => {
    const drawn = planOf(QUESTION.options[0]!, plan)!;
    expect(drawn.models).toEqual([[0, 5], [2, 5]]);
    expect(wayLength(drawn)).toBe(5);
  });

  it("is sent as a formation while nothing was moved singly, as models afterwards", () => {
    const there = moved(planOf(QUESTION.options[0]!, plan)!, [4, 4]);
    expect(answerOf(there)).toEqual({ formation: "as they stand", at: [4, 4] });
    const round = turned(there, 90);
    expect(asRecord(answerOf(round))!.models).toHaveLength(2);
    expect(centroid(round.models)[0]).toBeCloseTo(4);
  });

  it("goes through its way-points, every model on its own path", () => {
    const round = { ...moved(plan, [1, 6]), via: [[4, 3] as Point] };
    expect(answerOf(round)).toEqual({ paths: [[[3, 3], [0, 6]], [[5, 3], [2, 6]]] });
  });

  it("measures a shot from the edge of the base", () => {
    const unit: Unit = { id: "S1", name: "Harper", kind: "soldier", side: 0, seat: "A", models: [[10, 10]], radius: 0.5 };
    const aim = { answer: { at: [16.4, 10] }, label: "6 of Orcs 1" };
    const question: Question = { number: 1, seat: "A", kind: "target area", topic: "x", prompt: "Where?", rules: [], about: ["S1"], form: { form: "measuring", inches: 6, radius: 2 }, facts: {}, hint: null, options: [aim], barred: [], more: false, orders: [], secret: false };
    const plan = planOf(aim, firstPlan(question, { ground: { width: 36, depth: 36, pieces: [] }, units: [unit] })!)!;
    expect(wayLength(plan)).toBeCloseTo(5.9);
  });

  it("sets down one thing with its turn where the server asks for that", () => {
    const thing: Question = { ...QUESTION, kind: "place", about: [], form: { form: "measuring", can_turn: true }, options: [{ answer: { at: [8, 8], turn: 30 }, label: "there" }] };
    const laid = planOf(thing.options[0]!, firstPlan(thing, SHOWING)!)!;
    expect(answerOf(moved(laid, [9, 9]))).toEqual({ at: [9, 9], turn: 30 });
  });
});
