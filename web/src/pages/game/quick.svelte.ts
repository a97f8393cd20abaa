// Setting up by itself: until the battle begins, this device answers as our AI would.
import type { Room } from "../../net/room.svelte";

export class QuickStart {
  isOn = $state(false);
  private busyWith = "";

  constructor(
    private readonly room: Room,
    isWanted: boolean,
    /** Whether, once all is set up, dice are rolled on the real table. */
    private readonly thenTyped = false,
  ) {
    this.isOn = isWanted;
  }

  stop(): void {
    this.isOn = false;
  }

  /** Answer the open question if the battle has not begun; runs again with every question. */
  watch(): void {
    const { room } = this;
    const question = room.question;
    if (!this.isOn || !room.showing) return;
    const clock = room.showing.clock;
    if ((clock?.turn ?? 0) > 0 || (clock?.round ?? 0) > 0 || room.status === "over" || room.status === "ended") {
      this.isOn = false;
      if (this.thenTyped) this.typeDice();
      return;
    }
    if (!question || room.pending || room.link.kind !== "open") return;
    const key = `${question.seat} ${question.number}`;
    if (this.busyWith === key) return;
    this.busyWith = key;
    void this.answer(key);
  }

  private typeDice(): void {
    for (const seat of this.room.mySeats) {
      if (this.room.seatOf(seat)?.dice === "app") void this.room.tell({ type: "change_dice", seat, source: "typed" });
    }
  }

  private async answer(key: string): Promise<void> {
    const hint = await this.room.hint();
    const open = this.room.question;
    if (!this.isOn || !open || `${open.seat} ${open.number}` !== key) return;
    const answer = hint?.advice[0]?.answer ?? open.options[0]?.answer;
    if (answer === undefined || !(await this.room.answer(answer))) this.isOn = false;
  }
}
