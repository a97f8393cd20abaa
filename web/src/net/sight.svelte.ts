// What one pair of eyes has been told and is asked. Whoever looks through others has another one, and the old one is let go:
// nothing that a seat saw, asked or was refused is anywhere else.
import * as say from "words:page";
import type {
  Batch, ByItself, Chances, Given, LuckAccount, Outlook, PlanEnded, Question, Refused, Result, Seat, Showing, Spread, Told,
} from "../protocol";
import { tableAfter } from "./changes";

/** Odds that were shown for an answer, with the table of then. */
export interface Foretold {
  /** The answer, or the first one of the plan. */
  answer: unknown;
  spreads: readonly Spread[];
  showing: Showing;
  /** How many answers this device had given, and how long the log was. */
  answers: number;
  at: number;
}

/** How a batch fits what is known: it is the next, it is old, or something between is missing. */
type Fit = "next" | "old" | "gap";

export class Sight {
  /** The number of the last batch. */
  number = 0;
  log = $state.raw<Told[]>([]);
  showing = $state.raw<Showing | null>(null);
  question = $state.raw<Question | null>(null);
  waitingFor = $state.raw<string[]>([]);
  result = $state.raw<Result | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** A plan that ended before its end, until the next answer. */
  halted = $state.raw<PlanEnded | null>(null);
  /** What answered itself, by standing orders or since there was one answer. */
  given = $state.raw<Given[]>([]);
  /** Of those, the ones since the last own answer. */
  fresh = $state.raw<Given[]>([]);
  chances = $state.raw<Chances | null>(null);
  /** What the chosen unit sees and reaches, where the book says so. */
  outlook = $state.raw<Outlook | null>(null);
  /** What might have followed from the answer that was looked into last. */
  foretold = $state.raw<Foretold | null>(null);
  /** What each seat rolled against what was to be expected, once somebody asks. */
  luck = $state.raw<LuckAccount[]>([]);
  /** The question that was asked of others at the same time. */
  private together = $state(-1);
  /** Whether it has been told how things are now. */
  isFresh = $state(false);
  private hasOwnTable = $state(false);

  /** Eyes that open; those that have looked before and have no secrets go on from there. */
  constructor(readonly viewer: string | null, before?: Sight) {
    if (!before || before.hasSecrets) return;
    this.number = before.number;
    this.log = before.log;
    this.showing = before.showing;
  }

  /** Whether everybody else who was asked at the same time has answered. */
  get isAwaited(): boolean {
    return this.question !== null && this.question.number === this.together && this.waitingFor.length === 1;
  }

  /** Whether these eyes know anything that not everybody may know. */
  get hasSecrets(): boolean {
    return this.hasOwnTable || this.log.some((told) => told.secret);
  }

  /** Take in a batch for these eyes. */
  take(batch: Batch): Fit {
    const hasGap = batch.previous > this.number || batch.first_event > this.log.length;
    if (!hasGap && batch.number < this.number && batch.previous > 0) return "old";
    // Changes are those since the previous batch; a whole table follows whatever there was.
    const isNext = batch.showing?.whole || batch.previous === this.number;
    const showing = tableAfter(this.showing, batch.showing);
    if (hasGap || !isNext || !showing) return "gap";
    this.number = batch.number;
    this.log = [...this.log.slice(0, batch.first_event), ...batch.events];
    this.showing = showing;
    this.waitingFor = batch.waiting_for;
    if (batch.question && batch.waiting_for.length > 1) this.together = batch.question.number;
    this.result = batch.result;
    this.hasOwnTable = batch.secret;
    const before = this.question;
    this.question = batch.question;
    if (this.question?.number !== before?.number || this.question?.seat !== before?.seat) {
      this.chances = null;
      this.refused = null;
      this.halted = null;
    }
    this.isFresh = true;
    return "next";
  }

  /** Take in what answered itself. */
  hearGiven({ given, whole }: ByItself): void {
    this.given = whole ? given : [...this.given, ...given];
    this.fresh = whole ? [] : [...this.fresh, ...given];
  }

  /** The number of the side to which a seat belongs. */
  sideOf(seat: string | null | undefined, seats: readonly Seat[]): number {
    if (seat == null) return -1;
    const side = this.showing?.sides?.find((one) => one.seats.includes(seat))?.side;
    return side ?? seats.findIndex((one) => one.seat === seat);
  }

  /** How people call whoever sits there. */
  nameOf(seat: string, seats: readonly Seat[]): string {
    const named = seats.find((one) => one.seat === seat)?.name;
    return named || this.showing?.sides?.find((one) => one.seats.includes(seat))?.name || say.seat({ seat });
  }
}
