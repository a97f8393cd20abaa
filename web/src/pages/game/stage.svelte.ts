// The picture of the ground, a little behind the game: what happened is seen step by step, and again if wanted.
import type { Room } from "../../net/room.svelte";
import { pace } from "../../settings.svelte";
import type { Batch, Showing } from "../../protocol";
import { framesOf, timeOf, type Frame } from "./frames";

/** When more than this many steps wait, they go by faster, but never faster than they can be followed. */
const PATIENCE = 12;
const FASTEST = 0.5;
/** So many steps can be gone back. */
const MOST_KEPT = 200;

export class Stage {
  /** The steps since this device's player gave the last answer. */
  frames = $state.raw<Frame[]>([]);
  /** The step that is shown; one past the last where the table is shown as it is. */
  index = $state(0);
  /** Whether steps go by by themselves. */
  runs = $state(true);
  private shown = $state.raw<Showing | null>(null);
  private timer = 0;
  private viewer: string | null;
  private answered: number;

  constructor(
    private readonly room: Room,
    /** Whether nobody wants to watch what happens now. */
    private readonly isHurried: () => boolean = () => false,
  ) {
    this.shown = room.showing;
    this.viewer = room.viewer;
    this.answered = room.answers;
  }

  /** What to draw now. */
  get showing(): Showing | null {
    return this.shown ?? this.room.showing;
  }

  /** The step that is looked at now. */
  get frame(): Frame | null {
    return this.frames[Math.min(this.index, this.frames.length - 1)] ?? null;
  }

  /** Whether the picture is behind the game. */
  get isBehind(): boolean {
    return this.index < this.frames.length - 1;
  }

  /** Follow the room; gives back how to stop. */
  follow(): () => void {
    const stop = this.room.onBatch((batch) => this.take(batch));
    return () => {
      stop();
      window.clearTimeout(this.timer);
    };
  }

  private take(batch: Batch): void {
    const now = this.room.showing;
    if (!now) return;
    const isOther = batch.viewer !== this.viewer || batch.previous === 0;
    this.viewer = batch.viewer;
    if (isOther) this.frames = [];
    if (this.room.answers !== this.answered) {
      // A new answer: what came before it has been seen.
      this.answered = this.room.answers;
      this.frames = [];
      this.index = 0;
    }
    const before = this.frames[this.frames.length - 1]?.showing ?? this.shown ?? now;
    const isUndone = batch.first_event < (this.frames[this.frames.length - 1]?.at ?? 0);
    if (isUndone) this.frames = [];
    if (!isOther) this.frames = [...this.frames, ...framesOf(batch.events, batch.first_event, before, now)].slice(-MOST_KEPT);
    if (isOther || isUndone || !this.shown || pace() === 0 || !this.frames.length || this.isHurried()) return this.flush();
    this.index = Math.min(this.index, this.frames.length - 1);
    if (!this.timer && this.runs) this.show(this.index);
  }

  private show(index: number): void {
    const before = this.shown;
    const frame = this.frames[index];
    window.clearTimeout(this.timer);
    this.timer = 0;
    if (!frame) return;
    this.index = index;
    this.shown = index === this.frames.length - 1 ? this.room.showing : frame.showing;
    if (!this.runs || pace() === 0) return;
    const waiting = this.frames.length - 1 - index;
    const time = (timeOf(before, frame) / pace()) * Math.max(FASTEST, Math.min(1, PATIENCE / Math.max(1, waiting)));
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (this.index < this.frames.length - 1) this.show(this.index + 1);
    }, time);
  }

  /** One step back or on, by hand. */
  step(by: number): void {
    this.runs = false;
    const index = Math.max(0, Math.min(this.frames.length - 1, this.index + by));
    this.show(index);
    if (index === this.frames.length - 1) this.runs = true;
  }

  /** Let the steps go by, from the present one or, at the end, from the first. */
  play(): void {
    this.runs = true;
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
    this.shown = this.room.showing;
  }
}
