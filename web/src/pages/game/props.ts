import type { Asking } from "../../ask/asking.svelte";
import type { Room } from "../../net/room.svelte";
import type { Stage } from "./stage.svelte";
import type { TableState } from "../../table/table.svelte";

/** What every posture of the table is given. */
export interface TableProps {
  room: Room;
  table: TableState;
  asking: Asking;
  stage: Stage;
  canUndo: boolean;
  onundo: () => void;
  onconfirm: () => void;
  onunit: (unit: string, figure?: string) => void;
  onmenu: () => void;
  onlegend: () => void;
  onwords: () => void;
  /** Set right what the program believes of a real table; undefined where this device may not. */
  oncorrect?: (() => void) | undefined;
}
