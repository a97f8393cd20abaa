// A game that is over, or a file that somebody opened: its steps, and the one that is looked at.
import { list } from "../../words/spoken";
import * as say from "words:replay";
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
  /** Whether anything is to be seen or read in it. */
  tells: boolean;
}

/** Where a round begins. */
export interface RoundMark {
  round: number;
  at: number;
}

export class Replaying {
  replay = $state.raw<Replay | null>(null);
  steps = $state.raw<Step[]>([]);
  log = $state.raw<Told[]>([]);
  at = $state(0);
  watch = $state<string | null>(ALL);
  reasons = $state.raw<Refusal[]>([]);
  isLoading = $state(false);
  /** The file itself, to be shared. */
  text = $state.raw("");
  private readonly seen = new Map<string | null, Replay>();

  constructor(private readonly read: () => Promise<string>) {}

  /** Read it through somebody's eyes; the place in it is kept. */
  async load(watch: string | null): Promise<void> {
    this.isLoading = true;
    this.reasons = [];
    try {
      if (!this.text) this.text = await this.read();
      const found = this.seen.get(watch) ?? (await http.open(this.text, watch));
      this.seen.set(watch, found);
      this.take(found, watch);
    } catch (failed) {
      if (watch === ALL && this.text) {
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
    this.steps = replay.frames.map((frame, i) => {
      const tells = i === 0 || frame.events.length > 0 || frame.showing !== null;
      showing = frame.showing ?? showing;
      log.push(...frame.events);
      return { frame, showing, lines: log.length, tells };
    });
    this.log = log;
    this.replay = replay;
    this.watch = watch;
    this.go(this.at);
  }

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  get last(): number {
    return Math.max(0, this.steps.length - 1);
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.last, Number.isFinite(to) ? to : 0));
  }

  /** To the next step in which something happens, or the one before. */
  stepBy(by: 1 | -1): void {
    let to = this.at + by;
    while (to > 0 && to < this.last && !this.steps[to]!.tells) to += by;
    this.go(to);
  }

  /** Every step at which a round begins. */
  get rounds(): RoundMark[] {
    const found: RoundMark[] = [];
    this.steps.forEach(({ showing }, at) => {
      const round = showing?.clock?.round ?? 0;
      if (round && round !== found[found.length - 1]?.round) found.push({ round, at });
    });
    return found;
  }

  /** To where the next round begins, or the one before. */
  goRound(by: 1 | -1): void {
    const marks = this.rounds;
    const there = by > 0 ? marks.find((one) => one.at > this.at) : [...marks].reverse().find((one) => one.at < this.at);
    this.go(there ? there.at : by > 0 ? this.last : 0);
  }
}

/** The side to which a seat belongs at a step. */
export function sideOfSeat(showing: Showing | null, seat: string): number {
  return showing?.sides?.find((one) => one.seats.includes(seat))?.side ?? -1;
}

/** Keep a file for the replay page. */
export async function take(file: File): Promise<void> {
  dropped.text = await file.text();
  dropped.name = file.name;
}

/** An answer on one line. */
export function answerInWords(answer: unknown): string {
  if (typeof answer === "boolean") return answer ? say.yes() : say.no();
  if (Array.isArray(answer)) return answer.length ? answer.map(String).join(", ") : say.none();
  if (answer !== null && typeof answer === "object") {
    const parts = Object.entries(answer);
    if (parts.every(([, one]) => typeof one === "string")) return list(parts.map(([what, who]) => (parts.length > 1 ? say.goesTo({ what, who: String(who) }) : `${what} ${String(who)}`)), "unit");
    const at = (answer as { at?: unknown }).at;
    return Array.isArray(at) ? say.to({ place: at.map((one) => Number(one).toFixed(0)).join(", ") }) : say.asLaid();
  }
  return answer === null || answer === undefined ? "" : String(answer);
}
