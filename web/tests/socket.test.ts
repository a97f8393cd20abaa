import { describe, expect, it } from "vitest";
import type { Enter, FromServer } from "../src/protocol";
import { BEAT, PATIENCE, PlaySocket, TRIES, type LinkState, type World } from "../src/net/socket";

class FakeSocket {
  readyState = 0;
  sent: { type: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

/** A world whose clock only goes on when a test says so. */
class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  private time = 0;
  private timers: { id: number; at: number; action: () => void }[] = [];
  private ids = 0;
  open(): WebSocket {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket as unknown as WebSocket;
  }
  now(): number {
    return this.time;
  }
  later(action: () => void, milliseconds: number): number {
    this.timers.push({ id: ++this.ids, at: this.time + milliseconds, action });
    return this.ids;
  }
  never(timer: number): void {
    this.timers = this.timers.filter((one) => one.id !== timer);
  }
  pass(milliseconds: number): void {
    const until = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.time = next.at;
      this.never(next.id);
      next.action();
    }
    this.time = until;
  }
  get last(): FakeSocket {
    return this.sockets[this.sockets.length - 1]!;
  }
}

const HELLO = { type: "hello", game: "g" };

function begun(since: number | null = null): { world: FakeWorld; socket: PlaySocket; heard: FromServer[]; states: LinkState["kind"][] } {
  const world = new FakeWorld();
  const heard: FromServer[] = [];
  const states: LinkState["kind"][] = [];
  const enter = (): Enter => ({ type: "enter", token: "secret", watch: "A", since });
  const socket = new PlaySocket("ws://here", { enter, hear: (one) => heard.push(one), linkChanged: (one) => states.push(one.kind) }, world);
  socket.connect();
  return { world, socket, heard, states };
}

describe("the play socket", () => {
  it("says first of all who this device is and what it has", () => {
    const { world } = begun(41);
    world.last.opens();
    expect(world.last.sent).toEqual([{ type: "enter", token: "secret", watch: "A", since: 41 }]);
  });

  it("is open once the server has greeted it", () => {
    const { world, socket, heard } = begun();
    world.last.opens();
    expect(socket.send({ type: "ping" })).toBe(false);
    world.last.says(HELLO);
    expect(socket.state.kind).toBe("open");
    expect(heard).toHaveLength(1);
    expect(socket.send({ type: "ping" })).toBe(true);
  });

  it("pings, and is cut off where no answer comes", () => {
    const { world, socket } = begun();
    world.last.opens();
    world.last.says(HELLO);
    world.pass(BEAT);
    expect(world.last.sent.at(-1)).toEqual({ type: "ping" });
    world.last.says({ type: "pong", game: "g", request: 0, batch: 0 });
    world.pass(PATIENCE);
    expect(socket.state.kind).toBe("open");
    world.pass(BEAT + PATIENCE);
    expect(socket.state.kind).toBe("cut");
  });

  it("comes back by itself, ever more patiently, and counts the silence from its beginning", () => {
    const { world, socket, states } = begun();
    world.last.opens();
    world.last.says(HELLO);
    world.pass(1000);
    world.last.breaks();
    expect(socket.state).toMatchObject({ kind: "cut", since: 1000 });
    world.pass(TRIES[0]);
    expect(world.sockets).toHaveLength(2);
    world.last.breaks();
    world.pass(TRIES[1] - 1);
    expect(world.sockets).toHaveLength(2);
    world.pass(1);
    expect(world.sockets).toHaveLength(3);
    expect(socket.state.since).toBe(1000);
    world.last.opens();
    world.last.says(HELLO);
    expect(states.at(-1)).toBe("open");
  });

  it("tries at once when it is told to, and hears nothing of the old line", () => {
    const { world, socket, heard } = begun();
    world.last.opens();
    world.last.says(HELLO);
    const old = world.last;
    old.breaks();
    socket.connect();
    expect(world.sockets).toHaveLength(2);
    old.onmessage?.({ data: JSON.stringify(HELLO) });
    expect(heard).toHaveLength(1);
  });

  it("stays closed once it is closed", () => {
    const { world, socket } = begun();
    world.last.opens();
    world.last.says(HELLO);
    socket.close();
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
    expect(socket.state.kind).toBe("closed");
  });
});
