// Fingers, mouse and wheel on the ground: drag to pan, pinch and wheel to zoom, drag a plan to move it, drag somebody to say where they go.
import type { Camera } from "./camera.svelte";
import type { Point } from "./geometry";

/** What a hand holds: a whole plan, one model of it, or somebody who is to act. */
export type Held = "whole" | number | { who: string };

export interface Hands {
  camera: Camera;
  /** A tap on the open ground. */
  tap(at: Point): void;
  /** What a drag that begins here moves; null where it moves the view. */
  grabs(target: Element, at: Point): Held | null;
  drag(what: Held, at: Point, from: Point): void;
  /** The hand lets go, over something. */
  drop(what: Held, at: Point, over: Element | null): void;
}

const SLACK = 6;

/** Listen to fingers on an element. */
export function gestures(element: SVGSVGElement, hands: Hands): { destroy(): void } {
  const fingers = new Map<number, { x: number; y: number }>();
  let held: { what: Held; from: Point } | null = null;
  let start: { x: number; y: number } | null = null;
  let isDragging = false;
  let spread = 0;

  const place = (event: PointerEvent | WheelEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return unrotated(event.clientX - box.left, event.clientY - box.top, box, element);
  };
  const ground = (at: { x: number; y: number }): Point => hands.camera.toGround(at.x, at.y);

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = place(event);
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) {
      held = null;
      isDragging = true;
      spread = apart();
      return;
    }
    start = at;
    isDragging = false;
    const what = hands.grabs(event.target as Element, ground(at));
    if (what !== null) {
      held = { what, from: ground(at) };
      // Somebody who is only tapped is clicked.
      if (typeof what !== "object") element.setPointerCapture(event.pointerId);
    }
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const at = place(event);
    const middle = centre();
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) {
      const now = apart();
      const there = centre();
      if (spread > 0) hands.camera.zoom(now / spread, there.x, there.y);
      hands.camera.pan(there.x - middle.x, there.y - middle.y);
      spread = now;
      return;
    }
    if (!isDragging && start && Math.hypot(at.x - start.x, at.y - start.y) > SLACK) {
      isDragging = true;
      element.setPointerCapture(event.pointerId);
    }
    if (!isDragging) return;
    if (held) {
      hands.drag(held.what, ground(at), held.from);
      held = { ...held, from: ground(at) };
    } else hands.camera.pan(at.x - before.x, at.y - before.y);
  }

  function up(event: PointerEvent): void {
    const at = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (held && isDragging && event.type === "pointerup") hands.drop(held.what, ground(place(event)), document.elementFromPoint(event.clientX, event.clientY));
    else if (at && !isDragging && event.type === "pointerup" && fingers.size === 0) {
      const over = (event.target as Element).closest("[data-unit], .standard");
      if (!over) hands.tap(ground(at));
    }
    if (fingers.size === 0) {
      held = null;
      start = null;
    }
  }

  function click(event: MouseEvent): void {
    // What ended as a drag is no tap on whatever lies under the finger.
    if (isDragging) event.stopPropagation();
    isDragging = false;
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = place(event);
    hands.camera.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), at.x, at.y);
  }

  const both = (): [{ x: number; y: number }, { x: number; y: number }] => {
    const [a, b] = [...fingers.values()];
    return [a ?? { x: 0, y: 0 }, b ?? a ?? { x: 0, y: 0 }];
  };
  const apart = (): number => {
    const [a, b] = both();
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const centre = (): { x: number; y: number } => {
    const [a, b] = both();
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("click", click, true);
  element.addEventListener("wheel", wheel, { passive: false });
  return {
    destroy() {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("click", click, true);
      element.removeEventListener("wheel", wheel);
    },
  };
}

/** A ground that is turned round for its reader takes fingers from the other side. */
function unrotated(x: number, y: number, box: DOMRect, element: Element): { x: number; y: number } {
  return element.closest("[data-turned]") ? { x: box.width - x, y: box.height - y } : { x, y };
}
