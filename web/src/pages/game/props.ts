import type { Asking } from "../../ask/asking.svelte";
import type { Intending } from "../../ask/intending.svelte";
import type { Room } from "../../net/room.svelte";
import type { ByHand } from "./byhand.svelte";
import type { Stage } from "./stage.svelte";
import type { TableState } from "../../table/table.svelte";

/** What every posture of the table is given. */
export interface TableProps {
  room: Room;
  table: TableState;
  asking: Asking;
  stage: Stage;
  /** What is meant by pointing at the ground. */
  intending: Intending;
  byHand: ByHand;
  token: string;
  canUndo: boolean;
  onundo: () => void;
  onconfirm: () => void;
  onunit: (unit: string, figure?: string) => void;
  /** Open the standing orders, at one of them. */
  onorders: (order: string) => void;
  onmenu: () => void;
  onlegend: () => void;
  onwords: () => void;
  /** Set right what the program believes of a real table; undefined where this device may not. */
  oncorrect?: (() => void) | undefined;
}

/** What can be opened beside the question or over the lower part of the ground. */
export type Drawer = "card" | "log" | "notes" | "advice" | "people" | "dice";
