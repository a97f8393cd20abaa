// Who has won, as everybody calls them.
import type { Room } from "../net/room.svelte";

export interface Winners {
  names: string[];
  /** The side of the first of them; -1 where nobody has won. */
  side: number;
}

/** Where no seat has won, the book's own side has, in which nobody sits; nobody where it is a draw. */
export function winnersOf(room: Room): Winners {
  const { result } = room;
  const own = result?.winners.length ? undefined : room.showing?.sides?.find((one) => !one.seats.length);
  if (own) return { names: [own.name], side: own.side };
  return { names: result?.winners.map((seat) => room.nameOf(seat)) ?? [], side: result?.winners[0] ? room.sideOf(result.winners[0]) : -1 };
}
