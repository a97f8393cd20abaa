// The places that this device has at tables: its secret tokens, kept by the browser.
import type { Joined, NewGame, Role } from "../protocol";

export interface Place {
  game: string;
  code: string;
  token: string;
  role: Role;
  seats: string[];
  link: string;
  book: string;
  title: string;
  /** When it was last used, in milliseconds. */
  used: number;
  /** The game as it was set up here, so that it can be played again. */
  plan?: NewGame;
}

const SHELF = "sandtable.places";
const MOST = 40;

/** Every place, the last used first. */
export function places(): Place[] {
  try {
    const kept = JSON.parse(localStorage.getItem(SHELF) ?? "[]") as Place[];
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** The place at one game. */
export function placeAt(game: string): Place | undefined {
  return places().find((one) => one.game === game);
}

/** The eyes through which a place is looked at before anybody says who looks: where several share it, a watcher's. */
export function eyesOf(place: Place): string | null {
  return place.seats.length === 1 ? place.seats[0]! : null;
}

/** Keep a place that was just given out. */
export function keep(joined: Joined, more: { book: string; title: string; plan?: NewGame }): Place {
  const place: Place = { ...joined, ...more, used: Date.now() };
  write([place, ...places().filter((one) => one.game !== joined.game)]);
  return place;
}

/** Mark a place as used now. */
export function touch(game: string, change: Partial<Place> = {}): void {
  const all = places();
  const found = all.find((one) => one.game === game);
  if (found) write([{ ...found, ...change, used: Date.now() }, ...all.filter((one) => one !== found)]);
}

/** Forget a place. */
export function forget(game: string): void {
  write(places().filter((one) => one.game !== game));
}

function write(all: Place[]): void {
  try {
    localStorage.setItem(SHELF, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // A browser without storage plays until its page is closed.
  }
}
