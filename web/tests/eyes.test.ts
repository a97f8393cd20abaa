import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Room } from "../src/net/room.svelte";
import type { Batch, Hello, Showing } from "../src/protocol";

/** The other end of the line. */
class Line {
  static last: Line;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  lastSent(type: string): Record<string, unknown> {
    return this.sent.filter((one) => one["type"] === type).at(-1)!;
  }
}

const showing = { ground: { width: 24, depth: 24, pieces: [] }, units: [], markers: [], notes: [{ label: "an aim", value: "" }] } as unknown as Showing;
const hello = (viewer: string | null): Partial<Hello> & { type: string } => ({
  type: "hello", role: "player", your_seats: ["A", "B"], viewer, seats: [], status: "running", rulings: [],
});
const batch = (viewer: string | null, more: Partial<Batch> = {}): object => ({
  type: "batch", viewer, number: 3, previous: 0, first_event: 0,
  events: [{ kind: "aims chosen", text: `what ${viewer} knows`, secret: viewer !== null }],
  showing: { ...showing, whole: true }, waiting_for: ["A"], result: null, secret: viewer !== null,
  question: viewer === null ? null : { seat: viewer, number: 1, kind: "choose one", prompt: "?", topic: "x", about: [], facts: {}, hint: null, rules: [], form: { form: "choosing" }, options: [], barred: [], more: false },
  ...more,
});

describe("eyes that are changed", () => {
  let room: Room;
  let line: Line;
  beforeEach(() => {
    vi.stubGlobal("WebSocket", Line);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    vi.stubGlobal("window", { setTimeout: () => 0, clearTimeout: () => {} });
    room = new Room("game", "token", null);
    room.enter();
    line = Line.last;
    line.onopen?.();
    line.says(hello(null));
    room.watch("A");
    line.says(hello("A"));
    line.says(batch("A"));
  });
  afterEach(() => vi.unstubAllGlobals());

  const nothing = (): void => {
    expect(room.log).toEqual([]);
    expect([room.showing, room.question, room.outlook, room.refused, room.chances, room.result]).toEqual([null, null, null, null, null, null]);
    expect(room.luck).toEqual([]);
  };

  it("enter as a watcher where nobody has said who looks", () => {
    expect(line.sent[0]).toMatchObject({ type: "enter", watch: "" });
  });

  it("know at once nothing that the others knew", () => {
    expect(room.log[0]!.text).toBe("what A knows");
    room.refused = { type: "refused" } as never;
    room.watch(null);
    expect(room.viewer).toBeNull();
    nothing();
  });

  it("are told nothing that comes late for the others", async () => {
    const looking = room.look("troll");
    const asked = line.lastSent("ask_outlook");
    const telling = room.tell({ type: "undo", seat: "A" });
    const undone = line.lastSent("undo");
    room.watch(null);
    line.says({ type: "looked", request: asked["request"], viewer: "A", unit: "troll", outlook: { unit: "troll" } });
    line.says({ type: "refused", request: undone["request"], about: "undo", reason: "A did something." });
    line.says({ type: "chances", seat: "A", number: 1, chances: [] });
    line.says(batch("A", { number: 4, previous: 3 }));
    line.says(hello("A"));
    await Promise.all([looking, telling]);
    expect(room.viewer).toBeNull();
    nothing();
  });

  it("come back to a line that was cut as those that they are", () => {
    room.watch(null);
    line.says(hello(null));
    line.says(batch(null));
    room.retry();
    Line.last.onopen?.();
    expect(Line.last.sent[0]).toMatchObject({ type: "enter", watch: "", since: 3 });
  });

  it("begin anew where there are secrets, and go on where there are none", () => {
    room.watch(null);
    line.says(hello(null));
    line.says(batch(null));
    room.watch("A");
    expect(line.lastSent("watch")).toMatchObject({ seat: "A", since: null });
    nothing();
    room.watch(null);
    expect(line.lastSent("watch")).toMatchObject({ seat: null, since: 3 });
    expect(room.log[0]!.text).toBe("what null knows");
  });

  it("do not read how many lines of the others' log an undo would take", () => {
    line.says({ type: "undo_asked", undo: 1, by: "C", lines: 7, missing: ["B"] });
    expect(room.undoAsked!.lines).toBe(7);
    room.watch("B");
    expect(room.undoAsked!.lines).toBe(0);
  });

  it("that are refused are given up for those that the server gives", () => {
    room.watch("B");
    const before = Line.last;
    line.says({ type: "refused", request: 0, about: "watch", reason: "Not yours." });
    expect(Line.last).not.toBe(before);
    Line.last.onopen?.();
    expect(Line.last.sent[0]).toMatchObject({ type: "enter", watch: null });
  });
});
