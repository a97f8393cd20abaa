// What a key does, and that where the focus lies never changes what was chosen.
import { describe, expect, it } from "vitest";
import { Asking } from "../src/ask/asking.svelte";
import * as byKeys from "../src/ask/bykeys";
import { press, type Deeds } from "../src/keys";
import type { Question, Showing } from "../src/protocol";

/** A key that is pressed while something of a role has the focus. */
function pressed(key: string, role = "", attributes: Record<string, string> = {}): string[] {
  const done: string[] = [];
  const deeds = new Proxy({}, { get: (_, name: string) => () => done.push(name) }) as Deeds;
  const control = role ? { getAttribute: (name: string) => ({ role, ...attributes })[name] ?? null } : null;
  const fits = (selector: string): boolean =>
    control !== null && (selector === "button, a, summary" || (selector.startsWith(".decision") && /radio|checkbox/.test(role)) || (selector.startsWith("button") && !(role === "radio" && attributes["aria-checked"] === "true")));
  const target = { closest: (selector: string) => (fits(selector) ? control : null) };
  press({ key, target, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false } as unknown as KeyboardEvent, deeds);
  return done;
}

describe("a key", () => {
  it("gives what is chosen by Enter, wherever among the answers the focus lies", () => {
    expect(pressed("Enter")).toEqual(["confirm"]);
    expect(pressed("Enter", "radio", { "aria-checked": "true" })).toEqual(["confirm"]);
    // Of several, Space alone takes one in or out.
    expect(pressed("Enter", "checkbox", { "aria-checked": "false" })).toEqual(["confirm"]);
    expect(pressed(" ", "radio", { "aria-checked": "true" })).toEqual(["centre"]);
    // A button that has the focus keeps its own keys.
    expect(pressed("Enter", "button")).toEqual([]);
    expect(pressed("Enter", "radio", { "aria-checked": "false" })).toEqual([]);
  });

  it("shifts a plan while an answer has the focus", () => {
    expect(pressed("ArrowUp", "radio", { "aria-checked": "true" })).toEqual(["shift"]);
  });
});

const handing = { seat: "A", number: 1, prompt: "", kind: "allocate", about: [], options: [{ answer: { a: "x", b: "y", c: "x" }, label: "as the book would" }], form: { form: "handing", things: { a: "a 6", b: "a 5", c: "a 1" }, holders: { x: "Harper", y: "Quinn" }, room: { x: 2, y: 1 } } } as unknown as Question;

describe("things that are handed out by the keyboard", () => {
  it("are taken up one by one and given by the digit of whoever gets them", () => {
    const asking = new Asking();
    asking.put(handing, null);
    byKeys.takeUp(asking);
    byKeys.takeUp(asking);
    expect(asking.inHand).toBe("b");
    byKeys.choose(asking, 0);
    expect([asking.given, asking.inHand]).toEqual([{ b: "x" }, null]);
    byKeys.takeBack(asking);
    expect([asking.given, asking.inHand]).toEqual([{}, "b"]);
    byKeys.choose(asking, 1);
    byKeys.takeUp(asking);
    byKeys.choose(asking, 0);
    byKeys.takeUp(asking);
    byKeys.choose(asking, 0);
    expect([asking.given, asking.isReady]).toEqual([{ b: "y", a: "x", c: "x" }, true]);
  });

  it("go as the book proposes by a digit while nothing is in hand", () => {
    const asking = new Asking();
    asking.put(handing, null);
    byKeys.choose(asking, 0);
    expect(asking.given).toEqual({ a: "x", b: "y", c: "x" });
  });
});

describe("single models by the keyboard", () => {
  const showing = { ground: { width: 48, depth: 48, pieces: [] }, units: [{ id: "A1", name: "Axes", kind: "", side: 0, seat: "A", models: [[10, 10], [11, 10], [12, 10]], radius: 0.4 }] } as unknown as Showing;
  const moving = { seat: "A", number: 2, prompt: "", kind: "move", about: ["A1"], options: [{ answer: "hold", label: "stay" }], form: { form: "measuring", unit: "A1", inches: 6 } } as unknown as Question;

  it("are held one after the other, then all of them again", () => {
    const asking = new Asking();
    asking.put(moving, showing);
    byKeys.nextModel(asking);
    byKeys.nextModel(asking);
    byKeys.shift(asking, 0, 2);
    expect(asking.plan?.models).toEqual([[10, 10], [11, 12], [12, 10]]);
    byKeys.nextModel(asking);
    byKeys.nextModel(asking);
    expect([asking.model, asking.adjusts]).toEqual([null, false]);
    byKeys.shift(asking, 1, 0);
    expect(asking.plan?.models).toEqual([[11, 10], [12, 12], [13, 10]]);
  });

  it("stand in the next formation by one key", () => {
    const asking = new Asking();
    asking.put(moving, showing);
    byKeys.nextShape(asking);
    expect(asking.answer).toMatchObject({ formation: "block" });
  });
});
