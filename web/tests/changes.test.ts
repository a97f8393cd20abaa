import { describe, expect, it } from "vitest";
import { tableAfter } from "../src/net/changes";
import type { Shown, Showing, Unit } from "../src/protocol";

function unit(id: string, strength: number): Unit {
  return { id, name: id, kind: "Foot", side: 0, seat: "A", strength };
}

const WHOLE: Shown = {
  whole: true,
  ground: { width: 48, depth: 48, pieces: [] },
  units: [unit("a1", 5), unit("a2", 6), unit("b1", 7)],
  markers: [{ id: "m1", kind: "Treasure", at: [3, 3] }],
  clock: { round: 1 },
  sides: [],
  title: "A battle",
  notes: [],
  gauges: [],
};

describe("the table after a batch", () => {
  const before = tableAfter(null, WHOLE) as Showing;

  it("is as it was where nothing has changed", () => {
    expect(tableAfter(before, null)).toBe(before);
    expect(tableAfter(null, null)).toBeNull();
  });

  it("has a changed unit in its place, a new one at the end, and none that is gone", () => {
    const after = tableAfter(before, { units: [unit("a2", 1), unit("b2", 9)], gone: { units: ["a1"] } });
    expect(after?.units?.map((one) => [one.id, one.strength])).toEqual([["a2", 1], ["b1", 7], ["b2", 9]]);
    expect(after?.units?.[1]).toBe(before.units?.[2]);
    expect(after?.markers).toBe(before.markers);
    expect(after?.clock).toBe(before.clock);
    expect(after?.ground).toBe(before.ground);
  });

  it("has new parts in place of old ones, empty ones too", () => {
    const after = tableAfter(before, { clock: { round: 2 }, notes: [], gone: { markers: ["m1"] } });
    expect([after?.clock?.round, after?.notes, after?.markers]).toEqual([2, [], []]);
    expect(after?.units).toBe(before.units);
  });

  it("keeps nothing of an earlier table where it is told as a whole", () => {
    expect(tableAfter(before, { ...WHOLE, units: [unit("c1", 2)], markers: [] })?.units?.map((one) => one.id)).toEqual(["c1"]);
  });

  it("is not known where only a change of it is", () => {
    expect(tableAfter(null, { clock: { round: 2 } })).toBeNull();
  });
});
