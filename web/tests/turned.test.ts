// Each player sees the table from their own edge.
import { describe, expect, it } from "vitest";
import type { Ground, Unit } from "../src/protocol";
import { looksSouth, surfaceOf } from "../src/table/surface";
import { northOf, zonesOf } from "../src/table/zones";

const ground = { width: 48, depth: 36 } as Ground;
const at = (side: number, y: number): Unit => ({ id: `${side}${y}`, name: "", kind: "", side, seat: "", models: [[10, y]] });

describe("a table that is turned", () => {
  it("draws the north-east below and at the left, and finds the way back", () => {
    const surface = surfaceOf({ ground }, true);
    expect(surface.onSheet([48, 36])).toEqual([0, 36]);
    expect(surface.onSheet([0, 0])).toEqual([48, 0]);
    expect(surface.onGround(surface.onSheet([7, 5]))).toEqual([7, 5]);
    expect(surfaceOf({ ground }).onSheet([0, 0])).toEqual([0, 36]);
  });

  it("is turned for those who stand north of the others, and for nobody before that is clear", () => {
    const units = [at(0, 4), at(1, 30)];
    expect(looksSouth({ ground, units }, 0)).toBe(false);
    expect(looksSouth({ ground, units }, 1)).toBe(true);
    expect(looksSouth({ ground, units: [at(1, 30)] }, 1)).toBe(true);
    expect(looksSouth({ ground, units: [at(0, 17), at(1, 18)] }, 1)).toBeNull();
    expect(looksSouth({ ground, units: [] }, 0)).toBeNull();
  });

  it("shows a zone where its places are drawn", () => {
    const zone = { type: "field", west: 0, south: 30, east: 48, north: 36 };
    const [drawn] = zonesOf(zone, surfaceOf({ ground }, true));
    expect(drawn?.d).toBe("M48 30H0V36H48z");
  });

  it("is turned before anybody stands there, by where one's people may be set down", () => {
    const zone = { type: "every", zones: [{ type: "field", south: 30 }, { type: "near point", point: [1, 1], distance: 3 }] };
    const down = northOf(zone, surfaceOf({ ground }));
    expect(down).toBe(33);
    expect(looksSouth({ ground, units: [] }, 0, down)).toBe(true);
    expect(northOf({ type: "near point" }, surfaceOf({ ground }))).toBeNull();
  });
});
