// Where little of the ground has room, it shows what is told of: whoever does something, and to whom.
import { untrack } from "svelte";
import { unitsNamed } from "../../panels/naming";
import { boxOf } from "../../table/geometry";
import type { TableState } from "../../table/table.svelte";
import type { Stage } from "./stage.svelte";

/** Inches around those who are looked at. */
const AROUND = 6;

/** Keep the camera on the action while it is told, and bring it back when it is over. */
export function followAction(stage: Stage, table: TableState, isOn: () => boolean): void {
  let back: (() => void) | null = null;
  $effect(() => {
    const frame = stage.isBehind && isOn() ? stage.frame : null;
    // What is told takes room from the ground.
    void [table.camera.width, table.camera.height];
    untrack(() => {
      if (!frame) {
        back?.();
        back = null;
        return;
      }
      const before = stage.frames[stage.index - 1]?.showing ?? stage.before;
      const told = [...(frame.turn ? [frame.turn] : []), ...frame.events];
      const places = [frame.showing, before].flatMap((showing) =>
        told.flatMap((one) => unitsNamed(one.facts, showing)).flatMap((unit) => (unit.on_table === false ? [] : (unit.models ?? []))),
      );
      if (!places.length) return;
      back ??= table.camera.marked();
      const box = boxOf(places);
      if (!table.camera.sees(box)) table.camera.look(box, AROUND);
    });
  });
}
