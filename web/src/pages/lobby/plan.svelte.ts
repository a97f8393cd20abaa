// A game that is being planned: scenario, who sits where with which force, switches, dice.
import * as say from "words:laying";
import type { DiceChoice, ForceOffer, NewGame, Offers, SeatPlan, Sitting, SwitchOffer } from "../../protocol";

export interface SeatWish {
  seat: string;
  sits: Sitting;
  name: string;
  player: string;
  /** The id of a ready force, or "own" for a text, or "" where none is needed. */
  force: string;
  text: string;
  /** Whether a roster of one's own is written as text, not filled in. */
  isText: boolean;
  /** A roster of one's own as data. */
  data: Record<string, unknown> | null;
  /** The ready force from which it began. */
  from: string;
  ownDice: boolean;
}

/** How strong our AI is, in words. */
export const strengths = (): readonly (readonly [string, string, string])[] => [
  ["uniform", say.reckless(), say.anyLegalAnswerByChance()],
  ["greedy", say.steady(), say.theAnswerWithTheBest()],
  ["search:1", say.strong(), say.looksAheadForASecond()],
  ["search:3", say.strongest(), say.looksAheadForThreeSeconds()],
];

/** A player that whoever runs this server has brought. */
export const ofThisServer = (name: string): readonly [string, string, string] => [name, name, say.aPlayerOfThisServer()];

/** A roster of one's own, before anybody has begun one. */
const OWN = { text: "", isText: false, data: null, from: "", ownDice: false };

export class Planning {
  scenario = $state("");
  seats = $state<SeatWish[]>([]);
  options = $state<Record<string, unknown>>({});
  dice = $state<DiceChoice>("app");
  listed = $state(true);

  constructor(readonly book: string, readonly offers: Offers, myName: string) {
    this.scenario = offers.first?.scenario ?? offers.scenarios[0]?.id ?? "";
    this.options = Object.fromEntries(offers.switches.flatMap((one) => (one.proposed == null ? [] : [[one.name, one.proposed]])));
    this.seats = offers.seats.map((seat, i) => ({
      seat,
      sits: i === 0 ? "here" : "ai",
      name: i === 0 ? myName : "",
      player: "greedy",
      force: offers.forces[i % Math.max(1, offers.forces.length)]?.id ?? "",
      ...OWN,
    }));
  }

  /** Begin a roster of one's own with a ready force, or go on with it. */
  own(seat: SeatWish, from: string): void {
    const first = this.offers.forces.find((one) => one.id === from) ?? this.offers.forces[0];
    if (first && from && (from !== seat.from || !seat.data)) {
      [seat.data, seat.from, seat.text, seat.isText] = [null, first.id, first.text ?? "", false];
    }
    seat.force = "own";
  }

  /** What a seat brings; null leaves it to whoever joins, or to a book that needs none. */
  broughtBy(seat: SeatWish): unknown {
    if (seat.force === "own") return this.offers.roster && !seat.isText ? $state.snapshot(seat.data) : seat.text;
    return seat.force === "" || (seat.sits === "elsewhere" && seat.force === "theirs") ? null : seat.force;
  }

  forceOf(seat: SeatWish): ForceOffer | undefined {
    return this.offers.forces.find((one) => one.id === seat.force);
  }

  valueOf(one: SwitchOffer): unknown {
    return this.options[one.name] ?? one.default;
  }

  /** The values that are chosen of a switch that takes several. */
  severalOf(one: SwitchOffer): string[] {
    return String(this.valueOf(one)).split(",").map((word) => word.trim()).filter(Boolean);
  }

  /** Take one of several values, or leave it. */
  toggle(one: SwitchOffer, value: unknown): void {
    const now = this.severalOf(one);
    const word = String(value);
    this.set(one, (now.includes(word) ? now.filter((each) => each !== word) : [...now, word]).join(", "));
  }

  set(one: SwitchOffer, value: unknown): void {
    const { [one.name]: _, ...rest } = this.options;
    this.options = value === one.default ? rest : { ...rest, [one.name]: value };
  }

  addSeat(): void {
    const names = "ABCDEFGHIJKLMNOP";
    const next = [...names].find((name) => !this.seats.some((one) => one.seat === name));
    if (!next) return;
    const force = this.offers.forces[this.seats.length % Math.max(1, this.offers.forces.length)]?.id ?? "";
    this.seats = [...this.seats, { seat: next, sits: "ai", name: "", player: "greedy", force, ...OWN }];
  }

  dropSeat(seat: string): void {
    this.seats = this.seats.filter((one) => one.seat !== seat);
  }

  /** The game as the server is asked for it. */
  get game(): NewGame {
    const seats: Record<string, SeatPlan> = {};
    for (const one of this.seats) {
      const force = this.broughtBy(one);
      seats[one.seat] = {
        sits: one.sits,
        name: one.name,
        ...(one.sits === "ai" ? { player: one.player } : {}),
        ...(force === null ? {} : { force }),
        ...(one.ownDice && one.sits !== "ai" ? { dice: "typed" as const } : {}),
      };
    }
    const me = this.seats.find((one) => one.sits === "here");
    return {
      book: this.book,
      scenario: this.scenario || null,
      seats,
      options: $state.snapshot(this.options),
      dice: this.dice,
      listed: this.listed,
      name: me?.name ?? "",
      salt: this.dice === "sealed" ? crypto.getRandomValues(new Uint32Array(4)).join("-") : "",
    };
  }
}
