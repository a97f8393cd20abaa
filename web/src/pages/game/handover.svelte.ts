// One screen, several players: whose eyes are next, and whether a curtain falls between them.
import type { Room } from "../../net/room.svelte";
import type { Sight } from "../../net/sight.svelte";
import { rulebook } from "../../rulebook.svelte";
import { settings } from "../../settings.svelte";

export class HandOver {
  from = $state<string | null>(null);
  to = $state<string | null>(null);
  /** What a watcher knows: the curtain is drawn from it, and from nothing else. */
  watcher = $state.raw<Sight | null>(null);
  /** The seat for which this screen was opened last. */
  private admitted = $state<string | null>(null);
  /** Whether the curtain is being lifted: the next eyes are asked for. */
  private isLifted = $state(false);
  /** Whether several seats choose at once, each in secret. */
  private isTogether = false;

  constructor(private readonly room: Room) {}

  /** Whether nobody's own eyes may be on the screen now. */
  get isDrawn(): boolean {
    return this.to !== null || this.areClosed(this.room.sight);
  }

  /** Look whether another player of this device is asked now; runs again whenever that may have changed. */
  watch(): void {
    const { room } = this;
    const own = room.hello?.your_seats ?? [];
    if (settings.posture === "screen") {
      // A screen for everybody sees what everybody may see.
      if (own.length && room.viewer !== null) room.watch(null);
      return;
    }
    if (own.length === 1 && room.viewer === null) room.watch(own[0]!);
    const mine = room.mySeats;
    if (mine.length < 2 || !room.sight.isFresh) return;
    if (this.to !== null) {
      if (this.isLifted && room.viewer === this.to) this.lift(this.to);
    } else if (this.areClosed(room.sight)) this.draw(room.viewer!);
    else this.handOn(mine);
  }

  private handOn(mine: readonly string[]): void {
    const { room } = this;
    this.admitted = room.viewer;
    if (room.status !== "running") return;
    if (room.question) this.isTogether = room.waitingFor.length > 1;
    const next = room.waitingFor.find((seat) => mine.includes(seat));
    if (next === undefined || next === room.viewer || room.question || room.pending) return;
    const isSecret = this.isVeiled(room.sight) || (this.isTogether && this.isVeiling("secrets"));
    if (room.viewer !== null && isSecret) this.draw(next);
    else room.watch(next);
  }

  open(): void {
    if (this.to === null) return;
    this.isLifted = true;
    this.room.watch(this.to);
  }

  /** Eyes of nobody until the curtain opens: what was seen through others is put away, and nothing of it stays behind. */
  private draw(next: string): void {
    this.from = this.admitted === next ? null : this.admitted;
    this.to = next;
    this.admitted = null;
    this.isLifted = false;
    rulebook.close();
    this.room.watch(null);
    this.watcher = this.room.sight;
  }

  private lift(seat: string): void {
    this.admitted = seat;
    this.to = null;
    this.watcher = null;
    this.isTogether = false;
  }

  /** Whether these eyes are a seat's whose player has not said to be here, and must. */
  private areClosed(sight: Sight): boolean {
    return this.room.mySeats.length > 1 && sight.viewer !== null && sight.viewer !== this.admitted && this.isVeiled(sight);
  }

  private isVeiled(sight: Sight): boolean {
    return this.isVeiling("always") || (sight.hasSecrets && this.isVeiling("secrets"));
  }

  private isVeiling(when: "always" | "secrets"): boolean {
    return settings.posture === "auto" && (settings.curtain === "always" || settings.curtain === when);
  }
}
