// The report of a game at which this device has a place, or of a record that was opened.
import * as say from "words:report";
import { placeAt, type Place } from "../../net/devices";
import { http, reasonsOf } from "../../net/http";
import type { Refusal, Report, Side } from "../../protocol";
import { dropped } from "../replay/replaying.svelte";

export class Reading {
  report = $state.raw<Report | null>(null);
  reasons = $state.raw<Refusal[]>([]);
  readonly place: Place | undefined;

  constructor(game: string) {
    this.place = placeAt(game);
  }

  /** Whether there is anything to report on. */
  get hasSomething(): boolean {
    return this.place !== undefined || dropped.text !== "";
  }

  async load(): Promise<void> {
    this.reasons = [];
    try {
      const place = this.place;
      this.report = await (place ? http.report(place.game, place.token) : http.reportOf(dropped.text));
    } catch (failed) {
      this.reasons = reasonsOf(failed);
    }
  }

  /** The report as one page that stands alone. */
  page(): Promise<string> {
    const place = this.place;
    return place ? http.reportPage(place.game, place.token) : http.reportPageOf(dropped.text);
  }

  /** The address at which a step of the record is watched. */
  watching(step: number): string {
    return `/replay${this.place ? `/${this.place.game}` : ""}?at=${step}`;
  }
}

/** The side of a seat. */
export const sideOfSeat = (report: Report, seat: string): Side | undefined =>
  report.sides.find((one) => one.seats.includes(seat));

/** A change of the chances: "+21 %". */
export const signedPercent = (change: number): string => (change >= 0 ? say.more : say.less)({ chance: Math.abs(Math.round(100 * change)) });

export const percent = (chance: number): string => say.percent({ chance: Math.round(100 * chance) });
