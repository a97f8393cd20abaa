// What a report says, worked out from the steps of a game: strength over time, turning points, rounds, losses.
import type { Showing, Standing, Unit } from "../../protocol";
import type { Step } from "../replay/replaying.svelte";

export interface Moment {
  step: number;
  round: number;
  /** The share of its strength that each side has left, by the number of the side. */
  left: number[];
}

export interface TurningPoint {
  step: number;
  round: number;
  /** By how much the balance moved towards the first side, in hundredths of its strength. */
  swing: number;
  words: string;
}

const strengthOf = (units: readonly Unit[], side: number): number =>
  units.filter((one) => one.side === side && one.on_table !== false).reduce((sum, one) => sum + (one.strength ?? 0), 0);

/** The strength of each side over time, from the first step of the fighting on. */
export function course(steps: readonly Step[], sides: readonly Standing[]): Moment[] {
  const begun = steps.findIndex((one) => (one.showing?.clock?.turn ?? 0) > 0);
  if (begun < 0) return [];
  const full = sides.map((side) => strengthOf(steps[begun]!.showing?.units ?? [], side.side) || 1);
  return steps.slice(begun).map((one, i) => ({
    step: begun + i,
    round: one.showing?.clock?.round ?? 0,
    left: sides.map((side, k) => Math.min(1, strengthOf(one.showing?.units ?? [], side.side) / full[k]!)),
  }));
}

/** The steps at which the balance moved most, in their order. */
export function turningPoints(steps: readonly Step[], moments: readonly Moment[], most = 4): TurningPoint[] {
  const found: TurningPoint[] = [];
  for (let i = 1; i < moments.length; i++) {
    const [before, now] = [moments[i - 1]!, moments[i]!];
    const swing = now.left[0]! - now.left[1]! - (before.left[0]! - before.left[1]!);
    if (Math.abs(swing) < 0.03) continue;
    const events = steps[now.step]!.frame.events.filter((one) => one.kind !== "dice rolled");
    const telling = events.find((one) => /lost|routed|gone|killed|removed|exchanged|suffered/i.test(one.kind)) ?? events[0];
    if (telling) found.push({ step: now.step, round: now.round, swing, words: telling.text });
  }
  return found.sort((a, b) => Math.abs(b.swing) - Math.abs(a.swing)).slice(0, most).sort((a, b) => a.step - b.step);
}

/** A few rounds to draw as maps: the first, the last, and some between. */
export function rounds(steps: readonly Step[], most = 4): { round: number; showing: Showing }[] {
  const last = new Map<number, Showing>();
  for (const { showing } of steps) if (showing?.clock?.round) last.set(showing.clock.round, showing);
  const all = [...last].map(([round, showing]) => ({ round, showing }));
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]!);
}
