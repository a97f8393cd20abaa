// A game that is over, or a file that somebody opened: its steps, and the one that is looked at.
import { http, reasonsOf } from "../../net/http";
import type { Frame, Refusal, Replay, Showing, Told } from "../../protocol";

/** A file that was dropped on the page, on its way to the replay page. */
export const dropped = $state<{ name: string; text: string }>({ name: "", text: "" });

/** The eyes that see everything. */
export const ALL = "all";

export interface Step {
  frame: Frame;
  showing: Showing | null;
  /** How many lines of the log there are after it. */
  lines: number;
}

export class Replaying {
  replay = $state.raw<Replay | null>(null);
  steps = $state.raw<Step[]>([]);
  log = $state.raw<Told[]>([]);
  at = $state(0);
  watch = $state<string | null>(ALL);
  reasons = $state.raw<Refusal[]>([]);
  isLoading = $state(false);

  constructor(private readonly text: () => Promise<string>) {}

  /** Read it through somebody's eyes; the place in it is kept. */
  async load(watch: string | null): Promise<void> {
    this.isLoading = true;
    this.reasons = [];
    try {
      const text = await this.text();
      this.take(await http.open(text, watch), watch);
    } catch (failed) {
      if (watch === ALL) {
        // Whoever may not see everything sees what everybody saw.
        this.isLoading = false;
        return this.load(null);
      }
      this.reasons = reasonsOf(failed);
    }
    this.isLoading = false;
  }

  private take(replay: Replay, watch: string | null): void {
    let showing: Showing | null = null;
    const log: Told[] = [];
    this.steps = replay.frames.map((frame) => {
      showing = frame.showing ?? showing;
      log.push(...frame.events);
      return { frame, showing, lines: log.length };
    });
    this.log = log;
    this.replay = replay;
    this.watch = watch;
    this.at = Math.min(this.at, Math.max(0, this.steps.length - 1));
  }

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
  }

  /** To where the next round begins, or the one before. */
  goRound(by: number): void {
    const now = this.step?.showing?.clock?.round ?? 0;
    const there = this.steps.findIndex((one) => (one.showing?.clock?.round ?? 0) === now + by);
    this.go(there >= 0 ? there : by > 0 ? this.steps.length - 1 : 0);
  }
}

/** The side to which a seat belongs at a step. */
export function sideOfSeat(showing: Showing | null, seat: string): number {
  return showing?.sides?.find((one) => one.seats.includes(seat))?.side ?? -1;
}
