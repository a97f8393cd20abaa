import { describe, expect, it } from "vitest";
import { Asking } from "../src/ask/asking.svelte";
import { momentsOf, peopleOf, personOf } from "../src/ask/moments";
import type { Option, Question, Showing } from "../src/protocol";

const ground = { width: 36, depth: 36, pieces: [] };
const unit = (id: string, side: number, models: [number, number][], figures?: string[]) => ({
  id, name: id, kind: "", side, seat: side ? "" : "A", models, radius: 0.5, ...(figures ? { figures } : {}),
});
const showing = {
  ground,
  units: [unit("S1", 0, [[10, 10]]), unit("S2", 0, [[20, 10]]), unit("M1", 1, [[10, 20], [12, 20]], ["M1.1", "M1.2"])],
} as unknown as Showing;
const fires = (who: string, short: string, places: [number, number][] = []): Option => ({
  answer: `${who} ${short}`, label: `${who} fires ${short}`, short, about: [who, "M1.2"], places, need: 4, chance: 0.5,
});
const asked = (options: Option[]): Asking => {
  const asking = new Asking();
  const form = { form: "choosing" };
  asking.put({ number: 1, seat: "A", kind: "choose one", topic: "", prompt: "?", rules: [], about: ["M1.1", "M1.2"], form, facts: {}, options, barred: [] } as unknown as Question, showing);
  return asking;
};
const hold: Option = { answer: "pass", label: "hold fire", deed: "pass" };

describe("answers at several moments", () => {
  const both = [fires("S1", "now"), fires("S1", "later", [[12, 16], [10, 16]]), fires("S2", "now"), hold];

  it("belong to the first who may act until another is looked at", () => {
    const asking = asked(both);
    expect(peopleOf(asking)).toEqual(["S1", "S2"]);
    expect(personOf(asking)).toBe("S1");
    asking.whose = "S2";
    expect(momentsOf(asking, showing).map((one) => one.index)).toEqual([2]);
  });

  it("show the target where it stands now, or where it will stand", () => {
    const asking = asked(both);
    asking.choose(1);
    expect(momentsOf(asking, showing).map(({ at, ghosts, isChosen }) => ({ at, ghosts: ghosts.length, isChosen }))).toEqual([
      { at: [12, 20], ghosts: 0, isChosen: false },
      { at: [12, 16], ghosts: 2, isChosen: true },
    ]);
  });

  it("are nothing where no answer tells of a place", () => {
    expect(peopleOf(asked([fires("S1", "now"), hold]))).toEqual([]);
  });
});
