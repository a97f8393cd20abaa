// As long as an answer cannot be given, the last button says what it lacks.
import { describe, expect, it } from "vitest";
import { Asking } from "../src/ask/asking.svelte";
import { verbOf } from "../src/ask/words";
import type { Question } from "../src/protocol";

const option = (answer: string) => ({ answer, label: `lose ${answer}` });
function asked(kind: string, form: object, options: string[] = []): Asking {
  const asking = new Asking();
  asking.put({ seat: "A", number: 1, prompt: "", kind, about: [], orders: [], rules: [], barred: [], form, options: options.map(option) } as unknown as Question, null);
  return asking;
}
const says = (asking: Asking): string => verbOf(asking, null, null);

describe("the button of an answer that still lacks something", () => {
  it("says how many more are to be chosen", () => {
    const asking = asked("choose several", { form: "taking", least: 3, most: 3 }, ["1", "2", "3", "4"]);
    expect([asking.isReady, says(asking)]).toEqual([false, "Choose 3"]);
    asking.choose(0);
    expect([asking.isReady, says(asking)]).toEqual([false, "Choose 2 more"]);
    asking.choose(1);
    expect(says(asking)).toBe("Choose one more");
    asking.choose(2);
    expect([asking.isReady, says(asking)]).toEqual([true, "Take these 3"]);
  });

  it("says how many are still to be handed out", () => {
    const asking = asked("allocate", { form: "handing", things: { a: "a 6", b: "a 5", c: "a 1" }, holders: { harper: "Harper" } });
    expect([asking.isReady, says(asking)]).toEqual([false, "Hand out the other 3"]);
    asking.given = { a: "harper", b: "harper" };
    expect(says(asking)).toBe("Hand out the last one");
    asking.given = { ...asking.given, c: "harper" };
    expect([asking.isReady, says(asking)]).toEqual([true, "Hand them out"]);
  });

  it("says that an answer is to be chosen, or that something else is to be pointed at", () => {
    const asking = asked("choose one", { form: "choosing" }, ["ames", "boyd"]);
    expect([asking.isReady, says(asking)]).toEqual([false, "Choose an answer"]);
    asking.gesture.aimAt("orc");
    asking.gesture.tell({ ways: [], why: "too far" });
    expect(says(asking)).toBe("Point elsewhere, or clear");
  });

  it("says how many dice are still to be typed", () => {
    const asking = asked("typed dice", { form: "rolling", count: 2, sides: 6 });
    asking.faces = [4];
    expect([asking.isReady, says(asking)]).toEqual([false, "1 die to go"]);
  });
});
