// What is pointed at and taken back before the server has said what it would do.
import { describe, expect, it } from "vitest";
import { Asking } from "../src/ask/asking.svelte";
import { Intending } from "../src/ask/intending.svelte";
import type { Room } from "../src/net/room.svelte";
import type { Question, Showing } from "../src/protocol";

const unit = (id: string, side: number, at: [number, number]) => ({ id, name: id, kind: "", side, seat: side ? "B" : "A", models: [at], radius: 0.5, strength: 1, full_strength: 1 });
const showing = { ground: { width: 36, depth: 36, pieces: [] }, sides: [], units: [unit("ames", 0, [10, 10]), unit("orc", 1, [10, 30])] } as unknown as Showing;
const question = { seat: "A", number: 1, prompt: "", kind: "choose one", about: [], form: { form: "choosing" }, options: [{ answer: "ames", label: "", about: ["ames"], points_at: ["deed"] }] } as unknown as Question;
const way = { answers: [{ answer: "ames", label: "" }], words: "", deed: "move", off: 1, cost: "", at: [10, 15] };

function scene(reach: unknown[] = []) {
  const waiting: ((found: unknown) => void)[] = [];
  const asked: unknown[] = [];
  const room = {
    showing,
    question,
    link: { kind: "open" },
    outlook: { unit: "ames", looks: [], threats: [], reach },
    sideOf: () => 0,
    sketch: (intention: unknown) => (asked.push(intention), new Promise((resolve) => waiting.push(resolve))),
  };
  const asking = new Asking();
  asking.put(question, showing);
  const intending = new Intending(room as unknown as Room, asking);
  const answer = async (found: unknown): Promise<void> => {
    waiting.shift()!(found);
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  return { asking, intending, answer, asked };
}

describe("what is pointed at", () => {
  it("shows nothing once it was taken back, however late the answer comes", async () => {
    const { asking, intending, answer } = scene();
    intending.ground([10, 15]);
    intending.follow();
    asking.gesture.clear();
    intending.follow();
    await answer({ ways: [way], why: "" });
    expect(asking.gesture.isSketched).toBe(false);
  });

  it("is gone towards, as far as one may, where nothing can be done to it, and says why", async () => {
    const { asking, intending, answer, asked } = scene([{ unit: "ames", kind: "move", inches: 5, outlines: [] }]);
    asking.gesture.aimAt("orc");
    intending.follow();
    await answer({ ways: [], why: "too far" });
    expect(asked[1]).toEqual({ who: "ames", at: [10, 15] });
    await answer({ ways: [way], why: "" });
    expect(asking.gesture.way).toMatchObject({ deed: "move", off: 0 });
    expect(asking.gesture.why).toBe("too far");
  });
});
