import { describe, expect, it } from "vitest";
import type { Correction, Showing } from "../src/protocol";
import { Correcting, placeOf, thingsOf } from "../src/table/correcting.svelte";

const SHOWING: Showing = {
  ground: { width: 24, depth: 24, pieces: [{ id: "T1", kind: "wood", outline: [[10, 10], [14, 10], [14, 14], [10, 14]], height: 0, traits: [] }] },
  units: [
    { id: "S1", name: "Quinn", kind: "soldier", side: 0, seat: "A", models: [[1, 1]], full_strength: 1 },
    { id: "M1", name: "Orcs M1", kind: "Orcs Warriors", side: 1, seat: "", models: [[5, 9], [6, 9]], figures: ["M1.2", "M1.4"], names: ["Orc 2 of mob 1", "Orc 4 of mob 1"], full_strength: 2 },
  ],
  markers: [{ id: "I1", kind: "investigation", at: [12, 12] }],
};
const OFFERED: Correction[] = [
  { ruling: "stands at", label: "stands elsewhere", about: "figure", asks_place: true },
  { ruling: "is gone", label: "is off the table", about: "figure", fields: [{ name: "how", label: "How", kind: "one of", default: "casualty", choices: [{ value: "casualty" }, { value: "fled" }] }] },
  { ruling: "piece lies at", label: "lies elsewhere", about: "piece", asks_place: true },
  { ruling: "marker lies at", label: "is taken away", about: "marker", facts: { gone: true } },
  { ruling: "over", label: "we stop", fields: [{ name: "why", label: "Why", kind: "words" }] },
];

describe("a table that is set right", () => {
  it("asks for what is missing and then tells one ruling", () => {
    const correcting = new Correcting(OFFERED);
    correcting.point("figure", "M1.2");
    expect(correcting.about.map((one) => one.ruling)).toEqual(["stands at", "is gone"]);
    correcting.choose(OFFERED[0]!);
    expect(correcting.ruling).toBeNull();
    correcting.tap([7.04, 8.96], SHOWING);
    expect(correcting.ruling).toEqual({ ruling: "stands at", facts: { figure: "M1.2", at: [7, 9] } });
  });

  it("says what is usual where nobody says otherwise", () => {
    const correcting = new Correcting(OFFERED);
    correcting.point("figure", "S1");
    correcting.choose(OFFERED[1]!);
    expect(correcting.ruling?.facts).toEqual({ figure: "S1", how: "casualty" });
  });

  it("means the marker that lies there before the piece beneath, and nothing on open ground", () => {
    const correcting = new Correcting(OFFERED);
    correcting.tap([12.3, 12], SHOWING);
    expect(correcting.thing).toEqual({ kind: "marker", id: "I1" });
    expect(correcting.ruling).toEqual({ ruling: "marker lies at", facts: { marker: "I1", gone: true } });
    correcting.tap([10.5, 13.5], SHOWING);
    expect(correcting.thing).toEqual({ kind: "piece", id: "T1" });
    correcting.clear();
    correcting.tap([20, 20], SHOWING);
    expect(correcting.thing).toBeNull();
  });

  it("can be about the whole of it, with words that must be said", () => {
    const correcting = new Correcting(OFFERED);
    expect(correcting.about.map((one) => one.ruling)).toEqual(["over"]);
    correcting.choose(OFFERED[4]!);
    expect(correcting.ruling).toBeNull();
    correcting.entry = { why: "late" };
    expect(correcting.ruling).toEqual({ ruling: "over", facts: { why: "late" } });
  });

  it("names everything that may be pointed at, and where it is believed to be", () => {
    expect(thingsOf(SHOWING).map((one) => one.name)).toEqual(["Quinn", "Orc 2 of mob 1", "Orc 4 of mob 1", "I1, investigation", "T1, wood"]);
    expect(placeOf({ kind: "figure", id: "M1.4" }, SHOWING)).toEqual([6, 9]);
    expect(placeOf({ kind: "piece", id: "T1" }, SHOWING)).toEqual([12, 12]);
  });
});
