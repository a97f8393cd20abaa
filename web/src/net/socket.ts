// One connection to a game: enters, keeps its heart beating, and comes back by itself.
import type { Enter, FromClient, FromServer } from "../protocol";

/** How a connection stands. */
export interface LinkState {
  kind: "joining" | "open" | "cut" | "closed";
  /** When it came to stand so, in milliseconds of the clock. */
  since: number;
  /** When the next try is made, where it is cut. */
  nextTry: number | null;
}

/** What the connection needs of the world; tests bring their own. */
export interface World {
  open(url: string): WebSocket;
  now(): number;
  later(action: () => void, milliseconds: number): number;
  never(timer: number): void;
}

export interface Listener {
  /** The first frame of every connection. */
  enter(): Enter;
  hear(message: FromServer): void;
  linkChanged(state: LinkState): void;
}

/** Milliseconds between two beats, and how long an answer to one may take. */
export const BEAT = 10_000;
export const PATIENCE = 6_000;
/** Milliseconds until the first, second, … try to come back. */
export const TRIES = [300, 1_000, 2_000, 4_000, 5_000] as const;

const REAL: World = {
  open: (url) => new WebSocket(url),
  now: () => Date.now(),
  later: (action, milliseconds) => window.setTimeout(action, milliseconds),
  never: (timer) => window.clearTimeout(timer),
};

/** A connection that is never silent about being cut off. */
export class PlaySocket {
  state: LinkState;
  private socket: WebSocket | null = null;
  private beat: number | null = null;
  private waiting: number | null = null;
  private retry: number | null = null;
  private tries = 0;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    private readonly world: World = REAL,
  ) {
    this.state = { kind: "joining", since: world.now(), nextTry: null };
  }

  /** Connect; the same again after a cut, at once. */
  connect(): void {
    this.clear();
    const socket = this.world.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.transmit(this.listener.enter());
      this.expect();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.heard(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
    this.waiting = this.world.later(() => this.lose(), PATIENCE);
  }

  /** Send a message; false if there is nobody to hear it. */
  send(message: FromClient): boolean {
    if (this.state.kind !== "open") return false;
    this.transmit(message);
    return true;
  }

  /** Leave for good. */
  close(): void {
    this.clear();
    this.become("closed", null);
  }

  private heard(message: FromServer): void {
    this.quiet();
    if (message.type === "hello" && this.state.kind !== "open") {
      this.tries = 0;
      this.become("open", null);
      this.pulse();
    }
    this.listener.hear(message);
  }

  private pulse(): void {
    if (this.beat !== null) this.world.never(this.beat);
    this.beat = this.world.later(() => {
      this.transmit({ type: "ping" });
      this.expect();
      this.pulse();
    }, BEAT);
  }

  private expect(): void {
    this.quiet();
    this.waiting = this.world.later(() => this.lose(), PATIENCE);
  }

  private quiet(): void {
    if (this.waiting !== null) this.world.never(this.waiting);
    this.waiting = null;
  }

  private lose(): void {
    if (this.state.kind === "closed") return;
    this.clear();
    const wait = TRIES[Math.min(this.tries, TRIES.length - 1)] ?? 5_000;
    this.tries += 1;
    this.become("cut", this.world.now() + wait);
    this.retry = this.world.later(() => this.connect(), wait);
  }

  private clear(): void {
    for (const timer of [this.beat, this.waiting, this.retry]) if (timer !== null) this.world.never(timer);
    this.beat = this.waiting = this.retry = null;
    const old = this.socket;
    this.socket = null;
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
  }

  private become(kind: LinkState["kind"], nextTry: number | null): void {
    // A second failed try does not make the silence younger.
    const since = kind === this.state.kind ? this.state.since : this.world.now();
    this.state = { kind, since, nextTry };
    this.listener.linkChanged(this.state);
  }

  private transmit(message: FromClient): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }
}

/** The address of the play socket of this server. */
export function socketAddress(): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/play`;
}
