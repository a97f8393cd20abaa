// Choosing is looking: what could be done to those in sight of whoever may act now, before anything is pointed at.
import type { Room } from "../net/room.svelte";
import type { Outlook, Showing } from "../protocol";
import { distance } from "../table/geometry";
import type { Asking } from "./asking.svelte";

/** What the best shot or attack at somebody needs, and how likely that is. */
export interface Aim {
  target: string;
  need: number | null;
  chance: number | null;
}

/** So many are looked up, one after the other, the nearest first. */
const MOST = 5;
/** Whoever goes on at once does not want to know. */
const PAUSE = 350;

/** Whom something can be done to from where a unit stands: of several figures the one that is seen. */
export function aimable(outlook: Outlook, showing: Showing): string[] {
  return outlook.looks
    .filter((look) => look.can?.length)
    .slice(0, MOST)
    .flatMap((look) => {
      const unit = showing.units?.find((one) => one.id === look.unit);
      if (!unit?.figures?.length) return unit ? [unit.id] : [];
      const far = unit.figures.map((_, i) => distance(unit.models?.[i] ?? look.start, look.end));
      return unit.figures[far.indexOf(Math.min(...far))] ?? [];
    });
}

/** Look up the aims of whoever may act, as long as the same one is looked at; returns what ends it. */
export function lookAround(room: Room, asking: Asking, who: string, targets: readonly string[]): () => void {
  let isWanted = true;
  const look = async (): Promise<void> => {
    for (const target of targets) {
      if (!isWanted || room.isSending) return;
      const way = (await room.sketch({ who, target }))?.ways[0];
      if (isWanted && way && !way.at) asking.aims = [...asking.aims, { target, need: way.need ?? null, chance: way.chance ?? null }];
    }
  };
  const timer = window.setTimeout(() => void look(), PAUSE);
  return () => {
    isWanted = false;
    window.clearTimeout(timer);
  };
}
