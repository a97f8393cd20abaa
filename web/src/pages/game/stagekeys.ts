// The keys of whoever watches what happened.
import { settings, SPEEDS } from "../../settings.svelte";
import type { Stage } from "./stage.svelte";

/** Do what a key says while something is told; true if it said something. */
export function pressWhileTold(event: KeyboardEvent, stage: Stage): boolean {
  if (!stage.isBehind || event.ctrlKey || event.metaKey || event.altKey) return false;
  const isOnControl = (event.target as Element).closest("button, a, input, textarea, select, summary") !== null;
  switch (event.key) {
    case "Enter":
      return !isOnControl && done(() => stage.next());
    case " ":
      return !isOnControl && done(() => (stage.runs ? stage.pause() : stage.play()));
    case "ArrowRight":
      return done(() => stage.step(1));
    case "ArrowLeft":
      return done(() => stage.step(-1));
    case "+":
    case "=":
      return done(() => (settings.speed = paceBeside(1)));
    case "-":
      return done(() => (settings.speed = paceBeside(-1)));
    case "Escape":
      return done(() => stage.flush());
  }
  return false;
}

/** The next speed on that side of the present one, as long as there is one. */
function paceBeside(by: number): number {
  const moving: number[] = SPEEDS.filter((one) => one > 0);
  return moving[moving.indexOf(settings.speed) + by] ?? settings.speed;
}

function done(deed: () => void): true {
  deed();
  return true;
}
