// A real table: what is still to be done with the miniatures, unit by unit, before the game goes on.
import { unitsNamed } from "../../panels/naming";
import type { Room } from "../../net/room.svelte";
import type { Batch, Told, Unit } from "../../protocol";

/** What is done with one unit in one go. */
export interface HandStep {
  unit: Unit | null;
  told: readonly Told[];
  /** The place in the log up to which all is done with it. */
  until: number;
}

const SHELF = "sandtable.done.";

/** Instructions from a place in the log on, those of one unit that follow each other as one step. */
export function stepsOf(log: readonly Told[], from: number, unitOf: (told: Told) => Unit | null): HandStep[] {
  const steps: { unit: Unit | null; told: Told[]; until: number }[] = [];
  log.slice(from).forEach((told, i) => {
    if (!told.by_hand) return;
    const [unit, last] = [unitOf(told), steps.at(-1)];
    if (last && last.unit?.id === unit?.id) {
      last.told.push(told);
      last.until = from + i + 1;
    } else steps.push({ unit, told: [told], until: from + i + 1 });
  });
  return steps;
}

export class ByHand {
  /** How much of the log has been done on the table. */
  private done = $state(0);
  /** Whether the table itself is still to be laid. */
  isLaying = $state(false);
  private isKnown = false;
  private ruled = 0;

  constructor(private readonly room: Room, private readonly isSettingUp: () => boolean, isNew: boolean) {
    this.isLaying = isNew;
  }

  /** Follow the log: what was there before anybody came to this table, or was set up, is on the sheet. */
  follow(): () => void {
    const kept = read(this.room.game);
    if (kept !== null) [this.done, this.isKnown] = [kept, true];
    return this.room.onBatch((batch) => this.take(batch));
  }

  private take(batch: Batch): void {
    const isMine = this.room.rulings !== this.ruled;
    this.ruled = this.room.rulings;
    // What is being told is on the server's table already.
    const { log } = this.room.sight;
    const before = stepsOf(log.slice(0, batch.first_event), this.done, () => null);
    // What a player says of the table is done there already.
    if (!this.isKnown || this.isSettingUp() || (isMine && !before.length)) this.finish(log.length);
    else if (batch.first_event < this.done) this.finish(batch.first_event);
  }

  private finish(until: number): void {
    [this.done, this.isKnown] = [until, true];
    write(this.room.game, until);
  }

  get steps(): HandStep[] {
    const { room } = this;
    if (!room.mySeats.length || this.isSettingUp()) return [];
    return stepsOf(room.log, this.done, (told) => unitsNamed(told.facts, room.showing)[0] ?? null);
  }

  /** Whether the game waits for hands. */
  get waits(): boolean {
    return (this.isLaying && !this.isSettingUp()) || this.steps.length > 0;
  }

  /** The table is laid, or the first step is done. */
  next(): void {
    if (this.isLaying) this.isLaying = false;
    else this.finish(this.steps[0]?.until ?? this.room.log.length);
  }
}

function read(game: string): number | null {
  try {
    const kept = localStorage.getItem(SHELF + game);
    return kept === null ? null : Number(kept);
  } catch {
    return null;
  }
}

function write(game: string, until: number): void {
  try {
    localStorage.setItem(SHELF + game, String(until));
  } catch {
    // A browser without storage asks once more after it was closed.
  }
}
