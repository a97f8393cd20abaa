// From a wish to a game: create or join it, keep the place, go there.
import { http } from "../../net/http";
import { keep } from "../../net/devices";
import type { Joined, Joining, NewGame, Offers, PuzzleCard, SeatPlan, Suggestion } from "../../protocol";
import { go } from "../../router.svelte";
import { settings } from "../../settings.svelte";

/** Create a game and go to its table; `quick` lets the AI set up for whoever sits here, `first` is the book's own suggestion. */
export async function create(plan: NewGame, title: string, how: "" | "quick" | "first" = "", tell?: (joined: Joined) => void): Promise<void> {
  const joined = await http.create(plan);
  keep(joined, { book: plan.book ?? "", title, plan });
  // Others are told before this page goes where it cannot tell them.
  tell?.(joined);
  go(`/game/${joined.game}${{ "": "?brief", quick: "?quick", first: "?quick&first" }[how]}`);
}

/** Create a game for a real table and go there: what is only set-up the program rolls, then the table is laid by hand. */
export async function createOnMyTable(plan: NewGame, title: string, ownDice: boolean): Promise<void> {
  const joined = await http.create(plan);
  keep(joined, { book: plan.book ?? "", title, plan });
  go(`/game/${joined.game}?quick&lay${ownDice ? "&dice=typed" : ""}`);
}

/** The game that a book suggests to somebody who wants to play at once. */
export const firstGame = (book: string, offers: Offers): NewGame | null => suggested(book, offers, offers.first);

/** A game as a book suggests it, with our AI in every other seat. */
export function suggested(book: string, offers: Offers, first: Suggestion | null): NewGame | null {
  if (!first) return null;
  const me = first.person || offers.seats[0] || "";
  const seats: Record<string, SeatPlan> = {};
  for (const [seat, force] of Object.entries(first.seats)) {
    seats[seat] = seat === me ? { sits: "here", force, name: settings.myName } : { sits: "ai", force, player: "greedy" };
  }
  return { book, scenario: first.scenario, options: first.options ?? {}, seats, listed: false, name: settings.myName };
}

/** Play on from a puzzle: the first seat here, our AI in all others. */
export async function playPuzzle(puzzle: PuzzleCard): Promise<void> {
  const offers = await http.offers(puzzle.book);
  const seats: Record<string, SeatPlan> = {};
  offers.seats.forEach((seat, i) => (seats[seat] = i === 0 ? { sits: "here", name: settings.myName } : { sits: "ai", player: "greedy" }));
  await create({ puzzle: puzzle.id, book: puzzle.book, listed: false, seats }, puzzle.title);
}

/** Join by a code and go to the table. */
export async function join(joining: Joining): Promise<void> {
  const joined = await http.join({ name: settings.myName, ...joining });
  keep(joined, { book: "", title: "" });
  go(`/game/${joined.game}?brief`, true);
}
