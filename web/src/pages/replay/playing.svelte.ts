// The replay running by itself, and every key that moves it.
import * as say from "words:keys";
import type { Replaying } from "./replaying.svelte";

/** Milliseconds for one step at full pace. */
const BEAT = 1100;
export const SPEEDS = [0.5, 1, 2, 4] as const;

export const keys = (): readonly (readonly [string, string])[] => [
  ["← →", say.replayStep()],
  [`${say.keyPage()} ↑ ↓`, say.replayRound()],
  [[say.keyHome(), say.keyEnd()].join(" "), say.replayEnds()],
  [say.keySpace(), say.replayPlay()],
  ["< >", say.slowerFaster()],
];

export class Playing {
  isOn = $state(false);
  speed = $state<number>(1);

  constructor(private readonly replaying: Replaying) {}

  /** Run while it is switched on; the work of an effect. */
  run(): (() => void) | undefined {
    if (!this.isOn) return undefined;
    const timer = window.setInterval(() => {
      if (this.replaying.at >= this.replaying.last) this.isOn = false;
      else this.replaying.stepBy(1);
    }, BEAT / this.speed);
    return () => window.clearInterval(timer);
  }

  toggle(): void {
    if (!this.isOn && this.replaying.at >= this.replaying.last) this.replaying.go(0);
    this.isOn = !this.isOn;
  }

  /** The next speed, and after the fastest the slowest again. */
  next(): void {
    const at = SPEEDS.findIndex((one) => one === this.speed);
    this.speed = SPEEDS[(at + 1) % SPEEDS.length] ?? 1;
  }

  private faster(by: 1 | -1): void {
    const at = SPEEDS.findIndex((one) => one === this.speed);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))] ?? 1;
  }

  /** Do what a key says; true if it said something. */
  press(event: KeyboardEvent): boolean {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (target.closest("input:not([type=range]), textarea, select, dialog")) return false;
    if (event.key === " " && target.closest("button, a, summary")) return false;
    const deeds: Record<string, () => void> = {
      ArrowRight: () => this.replaying.stepBy(1),
      ArrowLeft: () => this.replaying.stepBy(-1),
      PageDown: () => this.replaying.goRound(1),
      PageUp: () => this.replaying.goRound(-1),
      Home: () => this.replaying.go(0),
      End: () => this.replaying.go(this.replaying.last),
      " ": () => this.toggle(),
      ">": () => this.faster(1),
      "<": () => this.faster(-1),
    };
    const deed = deeds[event.key];
    if (deed && event.key !== " ") this.isOn = event.key === "<" || event.key === ">" ? this.isOn : false;
    deed?.();
    return deed !== undefined;
  }
}
