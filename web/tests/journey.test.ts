// How far whoever acts has come in its turn, and where it has come to stand.
import { describe, expect, it } from "vitest";
import type { Frame } from "../src/pages/game/frames";
import { journeyOf } from "../src/pages/game/journey";
import type { Showing, Told } from "../src/protocol";
import type { Point } from "../src/table/geometry";

const told = (facts: Record<string, unknown>, activation = false): Told => ({ kind: "x", text: "", rules: [], facts, activation }) as unknown as Told;
const table = (mob: Point[], figures = ["mob.1", "mob.2"]): Showing =>
  ({
    ground: { width: 36, depth: 36, pieces: [] },
    units: [
      { id: "mob", name: "Orcs", kind: "", side: 1, seat: "", models: mob, figures, radius: 0.5 },
      { id: "ames", name: "Ames", kind: "", side: 0, seat: "A", models: [[10, 20]], radius: 0.5 },
    ],
  }) as unknown as Showing;
const turn = told({ mob: "mob" }, true);
const frame = (showing: Showing, ...events: Told[]): Frame => ({ events, at: 0, until: 0, dice: [], turn, showing });
const start = table([[10, 10], [12, 10]]);
const turns = [{ turn, at: 0 }];

describe("the way of whoever acts", () => {
  it("is as long as the longest way of its figures, half-way and on, and ends before whom it goes at", () => {
    const half = frame(table([[10, 12], [12, 10]]), turn, told({ figure: "mob.1", path: [[10, 10], [10, 12]] }));
    const end = frame(table([[10, 14], [12, 11]]), told({ figure: "mob.1", path: [[10, 12], [9, 12], [10, 14]], target: "ames" }), told({ figure: "mob.2", path: [[12, 10], [12, 11]] }));
    const found = journeyOf([half, end], 1, start, turns)!;
    expect(found.far).toBeCloseTo(2 + 1 + Math.sqrt(5), 5);
    expect(found.from).toEqual([[10, 10], [12, 10]]);
    expect(found.to).toEqual([[10, 14], [12, 11]]);
    expect(found.end).toMatchObject({ gap: 5, from: [10, 14], to: [10, 20] });
    expect(found.isMoving).toBe(true);
  });

  it("goes by the names of the figures where one has fallen on the way", () => {
    const found = journeyOf([frame(table([[12, 13]], ["mob.2"]), turn)], 0, start, turns)!;
    expect(found.from).toEqual([[12, 10]]);
    expect(found.number).toBe(1);
  });

  it("is none where nobody has gone anywhere, and stays when it is over", () => {
    expect(journeyOf([frame(start, turn)], 0, start, turns)).toBeNull();
    const moved = frame(table([[10, 13], [12, 10]]), turn, told({ figure: "mob.1", path: [[10, 10], [10, 13]] }));
    expect(journeyOf([moved, frame(moved.showing)], 1, start, turns)).toMatchObject({ far: 3, isMoving: false, end: null });
  });
});
