// The telling of what happened, a little behind the game: deed by deed, and again if wanted. While it goes on, everything on the
// page stands at the step that is shown.
import type { Room } from "../../net/room.svelte";
import { pace } from "../../settings.svelte";
import type { Batch, Showing, Told } from "../../protocol";
import { framesOf, type Frame } from "./frames";
import { journeyOf } from "./journey";
import { schedule } from "./schedule";

/** When more than this many steps wait, they go by faster, but never faster than they can be followed. */
const PATIENCE = 24;
const FASTEST = 0.5;
/** So many steps can be gone back. */
const MOST_KEPT = 200;

export class Stage {
  /** The steps since this device's player gave the last answer. */
  frames = $state.raw<Frame[]>([]);
  /** The table as it was before the first of them. */
  before = $state.raw<Showing | null>(null);
  /** The step that is shown; one past the last where the table is shown as it is. */
  index = $state(0);
  /** Whether steps go by by themselves. */
  runs = $state(true);
  private timer = 0;
  private viewer: string | null;
  private answered: number;
  /** Whose turn was told of last. */
  private turn: Told | null = null;
  /** The table, and the length of the log, after the last batch. */
  private last: Showing | null;
  private told: number;

  constructor(
    private readonly room: Room,
    /** Whether nobody wants to watch what happens now. */
    private readonly isHurried: () => boolean = () => false,
  ) {
    this.viewer = room.viewer;
    this.answered = room.answers;
    this.last = room.sight.showing;
    this.told = room.sight.log.length;
  }

  /** What to draw now. */
  get showing(): Showing | null {
    return this.room.showing;
  }

  /** The step that is looked at now. */
  get frame(): Frame | null {
    return this.frames[Math.min(this.index, this.frames.length - 1)] ?? null;
  }

  /** Whether the picture is behind the game. */
  get isBehind(): boolean {
    return this.index < this.frames.length - 1;
  }

  /** What has been told since the last answer, up to the step that is shown; while dice fall, not what they show. */
  readonly tale = $derived(this.frames.slice(0, this.index + 1).flatMap((one, i) => (one.dice.length && i === this.index && this.index < this.frames.length - 1 ? [] : one.events)));

  /** The table as it stood before a line of the log was told; null where that is too long ago. */
  tableAt(at: number): Showing | null {
    const place = this.frames.findLastIndex((one) => one.at <= at);
    return place < 0 ? null : place === 0 ? this.before : this.frames[place - 1]!.showing;
  }

  /** Milliseconds for each step at speed 1. */
  readonly times = $derived(schedule(this.frames, this.before));

  /** Those whose turns are told, in their order, each with the place of its first step. */
  readonly turns = $derived.by(() => {
    const found = new Map<Told, number>();
    this.frames.forEach(({ turn }, i) => {
      if (turn && !found.has(turn)) found.set(turn, i);
    });
    return [...found].map(([turn, at]) => ({ turn, at }));
  });

  /** How far whoever acts has come in the turn that is told; null where nobody goes anywhere, or nothing is told any more. */
  readonly journey = $derived.by(() => (this.isBehind ? journeyOf(this.frames, this.index, this.before, this.turns) : null));

  /** Follow the room; gives back how to stop. */
  follow(): () => void {
    const stop = this.room.onBatch((batch) => this.take(batch));
    return () => {
      stop();
      window.clearTimeout(this.timer);
      this.room.held = null;
    };
  }

  private take(batch: Batch): void {
    const now = this.room.sight.showing;
    if (!now) return;
    const isOther = batch.viewer !== this.viewer || batch.previous === 0;
    this.viewer = batch.viewer;
    const before = this.frames[this.frames.length - 1]?.showing ?? this.last ?? now;
    const isUndone = batch.first_event < this.told;
    if (this.room.answers !== this.answered || isOther || isUndone) {
      // A new answer: what came before it has been seen.
      this.answered = this.room.answers;
      this.frames = [];
      this.index = 0;
    }
    if (!this.frames.length) this.before = isOther ? null : before;
    if (isOther || isUndone) this.turn = null;
    else this.frames = [...this.frames, ...framesOf(batch.events, batch.first_event, before, now, this.room.sideOf(batch.viewer), this.turn)].slice(-MOST_KEPT);
    this.told = batch.first_event + batch.events.length;
    this.turn = this.frames[this.frames.length - 1]?.turn ?? this.turn;
    this.last = now;
    if (isOther || isUndone || pace() === 0 || !this.frames.length || this.isHurried()) return this.flush();
    this.index = Math.min(this.index, this.frames.length - 1);
    if (!this.timer && this.runs) this.show(this.index);
    else this.hold();
  }

  /** Everything on the page stands at the step that is shown; with the last one, as the game is. */
  private hold(): void {
    const frame = this.isBehind ? this.frame : null;
    this.room.held = frame && { log: this.room.sight.log.slice(0, frame.until), showing: frame.showing, falling: frame.dice };
  }

  private show(index: number): void {
    const frame = this.frames[index];
    window.clearTimeout(this.timer);
    this.timer = 0;
    if (!frame) return;
    this.index = index;
    this.hold();
    if (!this.runs || pace() === 0) return;
    const waiting = this.frames.length - 1 - index;
    const time = (this.times[index]! / pace()) * Math.max(FASTEST, Math.min(1, PATIENCE / Math.max(1, waiting)));
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (this.index < this.frames.length - 1) this.show(this.index + 1);
    }, time);
  }

  /** One step back or on, by hand. */
  step(by: number): void {
    this.go(this.index + by);
  }

  /** To a step, and stand there. */
  go(to: number): void {
    this.runs = false;
    const index = Math.max(0, Math.min(this.frames.length - 1, to));
    this.show(index);
    if (index === this.frames.length - 1) this.runs = true;
  }

  /** To the turn of the next one who acts, or to the end; whatever went by itself goes on by itself. */
  next(): void {
    const runs = this.runs;
    this.go(this.turns.find(({ at }) => at > this.index)?.at ?? this.frames.length - 1);
    if (runs && this.isBehind) {
      this.runs = true;
      this.show(this.index);
    }
  }

  /** Let the steps go by, from the present one or, at the end, from the first. */
  play(): void {
    this.runs = pace() > 0;
    this.show(this.isBehind ? this.index + 1 : 0);
  }

  /** Stand still at the present step. */
  pause(): void {
    this.runs = false;
    window.clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Show the game as it is, at once: somebody wants to go on. */
  flush(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.runs = true;
    this.index = Math.max(0, this.frames.length - 1);
    this.room.held = null;
  }
}
