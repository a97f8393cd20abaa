// One screen, several players: whose eyes are next, and whether a curtain falls between them.
import type { Room } from "../../net/room.svelte";
import { plainly } from "../../panels/story";
import { settings } from "../../settings.svelte";

export class HandOver {
  from = $state<string | null>(null);
  to = $state<string | null>(null);
  isDrawn = $state(false);
  facts = $state.raw<string[]>([]);

  /** Whether several seats choose at once, each in secret. */
  private isTogether = false;

  constructor(private readonly room: Room) {}

  /** Look whether another player of this device is asked now; runs again whenever that may have changed. */
  watch(): void {
    const { room } = this;
    const mine = room.mySeats;
    if (mine.length < 2 || this.isDrawn || !room.showing || room.status !== "running") return;
    if (room.question) this.isTogether = room.waitingFor.length > 1;
    const next = room.waitingFor.find((seat) => mine.includes(seat));
    if (next === undefined || next === room.viewer || room.question || room.pending) return;
    const isSecret = settings.curtain === "always" || (settings.curtain === "secrets" && (this.isTogether || this.hasSecrets()));
    this.from = room.viewer;
    this.to = next;
    if (isSecret && settings.posture !== "between") {
      this.facts = this.publicFacts();
      this.isDrawn = true;
      // Eyes of nobody until the curtain opens: nothing secret stays behind it.
      room.watch(null);
    } else room.watch(next);
  }

  open(): void {
    if (this.to !== null) this.room.watch(this.to);
    this.isDrawn = false;
    this.isTogether = false;
  }

  /** Whether the eyes of now see something that others may not: their own notes. */
  private hasSecrets(): boolean {
    return Boolean(this.room.showing?.notes?.length);
  }

  private publicFacts(): string[] {
    const lines = this.room.log.filter((told) => told.kind !== "dice rolled").slice(-3);
    return lines.map((told) => plainly(told.text, this.room.showing));
  }
}
