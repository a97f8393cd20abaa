// The picture of the ground, a little behind the game: what others did is seen step by step.
import type { Room } from "../../net/room.svelte";
import { pace } from "../../settings.svelte";
import type { Batch, Showing, Unit } from "../../protocol";
import { distance } from "../../table/geometry";

const MOST_BEHIND = 6;
const STILL = 320;
const LONGEST = 1250;
const INCHES_A_SECOND = 6;

export class Stage {
  private shown = $state.raw<Showing | null>(null);
  private queue: Showing[] = [];
  private timer = 0;
  private viewer: string | null = null;

  constructor(private readonly room: Room) {}

  /** What to draw now. */
  get showing(): Showing | null {
    return this.shown ?? this.room.showing;
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
    const isOther = batch.viewer !== this.viewer || batch.previous === 0 || pace() === 0;
    this.viewer = batch.viewer;
    if (isOther || !this.shown) return this.flush();
    if (batch.showing) this.queue.push(now);
    if (this.queue.length > MOST_BEHIND) this.queue = this.queue.slice(-MOST_BEHIND);
    if (!this.timer) this.next();
  }

  private next(): void {
    const before = this.shown;
    const showing = this.queue.shift();
    this.timer = 0;
    if (!showing) return;
    this.shown = showing;
    this.timer = window.setTimeout(() => this.next(), timeOf(before, showing) / pace());
  }

  /** Show the game as it is, at once: somebody wants to go on. */
  flush(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    this.shown = this.room.showing;
  }
}

/** How long a step is looked at: as long as its longest way takes. */
function timeOf(before: Showing | null, now: Showing): number {
  const old = new Map<string, Unit>((before?.units ?? []).map((one) => [one.id, one]));
  let far = 0;
  for (const unit of now.units ?? []) {
    const from = old.get(unit.id)?.models ?? [];
    unit.models?.forEach((at, i) => {
      if (from[i]) far = Math.max(far, distance(from[i], at));
    });
  }
  return far < 0.05 ? STILL : Math.min(LONGEST, STILL + (far / INCHES_A_SECOND) * 1000);
}
