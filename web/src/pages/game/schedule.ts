// How long each step is looked at, so that nobody waits long for others: a unit's whole turn has a few seconds.
import type { Showing, Unit } from "../../protocol";
import { distance } from "../../table/geometry";
import type { Frame } from "./frames";

const STILL = 420;
/** Milliseconds in which the longest way is gone. */
const LONGEST = 1250;
const INCHES_A_SECOND = 6;
/** Milliseconds in which a letter is read. */
const A_LETTER = 9;
const LONGEST_READING = 1300;
/** Dice fall from left to right within half a second, and lie a moment. */
const FALLING = 500;
const LYING = 450;
/** Milliseconds for everything that one unit does in its turn, and for all that is told of nobody's turn. */
export const A_TURN = 4200;
export const NO_TURN = 2200;

/** Milliseconds for each step at speed 1; the last one, with which the next question opens, needs none. */
export function schedule(frames: readonly Frame[], before: Showing | null): number[] {
  const times = frames.map((frame, i) => timeOf(frames[i - 1]?.showing ?? before, frame));
  const sums = new Map<unknown, number>();
  frames.forEach(({ turn }, i) => sums.set(turn, (sums.get(turn) ?? 0) + times[i]!));
  return frames.map(({ turn }, i) => times[i]! * Math.min(1, (turn ? A_TURN : NO_TURN) / sums.get(turn)!));
}

/** How long a step would be looked at by itself: as long as its longest way takes, its words, or its dice. */
export function timeOf(before: Showing | null, frame: Frame): number {
  if (frame.dice.length) return FALLING + LYING;
  if (!frame.events.length) return 0;
  const old = new Map<string, Unit>((before?.units ?? []).map((one) => [one.id, one]));
  let far = 0;
  for (const unit of frame.showing.units ?? []) {
    const from = old.get(unit.id)?.models ?? [];
    unit.models?.forEach((at, i) => {
      if (from[i]) far = Math.max(far, distance(from[i], at));
    });
  }
  const letters = frame.events.reduce((sum, one) => sum + one.text.length, 0);
  const going = far < 0.05 ? 0 : Math.min(LONGEST, (far / INCHES_A_SECOND) * 1000);
  return STILL + Math.max(going, Math.min(LONGEST_READING, letters * A_LETTER));
}
