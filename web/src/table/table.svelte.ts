// What a player looks at on the ground: the chosen unit, the tool in hand, what is shown besides.
import type { Showing, Unit } from "../protocol";
import { Camera } from "./camera.svelte";
import type { Correcting } from "./correcting.svelte";
import type { Point } from "./geometry";

export type Tool = "look" | "measure";

export class TableState {
  camera = new Camera();
  chosen = $state<string | null>(null);
  /** Whether nobody has chosen that unit: it is proposed. */
  isProposed = false;
  tool = $state<Tool>("look");
  ruler = $state.raw<Point[]>([]);
  legend = $state(false);
  names = $state(false);
  sight = $state(true);
  /** Whether the outlines that the rules measure are drawn over the ground. */
  outlines = $state(false);
  /** Pieces that were tapped, to see where exactly they end. */
  pointed = $state.raw<readonly string[]>([]);
  /** Whom somebody looks for: a unit or one of its figures. */
  found = $state.raw<{ id: string } | null>(null);
  /** Whether north lies below, before a player who sits there. */
  isTurned = $state(false);
  /** What is being set right, while somebody does. */
  correcting = $state.raw<Correcting | null>(null);

  unit(showing: Showing | null): Unit | null {
    return showing?.units?.find((one) => one.id === this.chosen) ?? null;
  }

  /** Choose a unit; a second time lets it go. */
  choose(unit: string): void {
    this.chosen = this.chosen === unit ? null : unit;
  }

  /** Show where a unit or a figure stands; as often as it is asked for. */
  find(id: string): void {
    this.found = { id };
  }

  take(tool: Tool): void {
    this.tool = this.tool === tool ? "look" : tool;
    this.ruler = [];
  }

  /** Lay one end of the ruler down, then the other; a third point begins anew. */
  measure(point: Point): void {
    this.ruler = this.ruler.length === 1 ? [...this.ruler, point] : [point];
  }
}
