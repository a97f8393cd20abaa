// What hands do on the ground and with things that are handed out, for whoever has the keyboard alone.
import { tick } from "svelte";
import { AS_THEY_STAND, SHAPES, type Shape } from "../table/formations";
import type { Asking } from "./asking.svelte";
import { handed, handingOf, takenBack } from "./handing";

/** What nobody has yet. */
export const loose = (asking: Asking): string[] => Object.keys(handingOf(asking.question).things).filter((one) => !asking.given[one]);

/** Take up the next thing that nobody has; from none the first. */
export function takeUp(asking: Asking): void {
  const things = loose(asking);
  asking.inHand = things[(asking.inHand === null ? -1 : things.indexOf(asking.inHand)) + 1] ?? things[0] ?? null;
}

/** Give what is in hand, or the first that nobody has, to somebody; the next is taken up by whoever wants it. */
export function give(asking: Asking, thing: string | null | undefined, holder: string | undefined): void {
  if (!asking.question || !thing || holder === undefined) return;
  asking.index = null;
  asking.given = handed(asking.question, asking.given, thing, holder);
  asking.inHand = null;
}

/** Take back what was planned last: the thing that was given, or the way-point. */
export function takeBack(asking: Asking): void {
  const last = Object.keys(asking.given).at(-1);
  if (asking.question?.kind === "allocate" && last !== undefined) {
    asking.index = null;
    asking.given = takenBack(asking.given, last);
    asking.inHand = last;
  } else if (asking.plan?.via.length) asking.dropVia();
}

/** Choose the answer of a number; with something in hand, who gets it. */
export function choose(asking: Asking, index: number): void {
  if (asking.inHand !== null) give(asking, asking.inHand, Object.keys(handingOf(asking.question).holders)[index]);
  else if (asking.gesture.ways.length) asking.gesture.choose(index);
  else asking.choose(index);
}

/** Take hold of single models, one after the other, then of the whole again. */
export function nextModel(asking: Asking): void {
  const { plan } = asking;
  if (!plan || plan.what !== "group" || plan.count < 2) return;
  const next = (asking.model ?? -1) + 1;
  asking.model = next < plan.models.length ? next : null;
  asking.adjusts = asking.model !== null;
}

/** The next formation of those in which a plan may stand. */
export function nextShape(asking: Asking): void {
  const { plan } = asking;
  if (!plan || plan.what !== "group" || plan.count < 2) return;
  const shapes: Shape[] = plan.start.length ? [AS_THEY_STAND, ...SHAPES] : [...SHAPES];
  const now = plan.isAdjusted ? -1 : shapes.indexOf(plan.shape);
  asking.shape(shapes[(now + 1) % shapes.length]!);
}

/** Shift what is planned, or the one model that is held; true where there was something to shift. */
export function shift(asking: Asking, dx: number, dy: number): boolean {
  const { plan, model } = asking;
  if (!plan) return false;
  const held = model === null ? undefined : plan.models[model];
  if (model !== null && held) asking.moveModel(model, [held[0] + dx, held[1] + dy]);
  else asking.moveTo([plan.at[0] + dx, plan.at[1] + dy]);
  return true;
}

/** The choice takes the focus along, so that Enter gives what was chosen; with nothing to focus Enter is the button's. */
export async function focusChosen(): Promise<void> {
  await tick();
  const chosen = document.querySelector<HTMLElement>(".decision [role=radio][aria-checked=true]");
  if (chosen) chosen.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
