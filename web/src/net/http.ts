// What is set up over HTTP: books, games, forces, files.
import * as say from "words:page";
import type {
  BookCard, Force, ForceVerdict, GameCard, Health, Invitation, Inviting, Joined, Joining, LuckAccount, NearbyGame,
  NewGame, Offers, PuzzleCard, Reasons, Refusal, Refusals, Replay, Report, Rule, Showing,
} from "../protocol";

/** Why the server did not do it: every reason with its rule and its remedy. */
export class NotDone extends Error {
  constructor(readonly reasons: Refusal[], readonly status: number) {
    super(reasons.map((one) => one.reason).join(" "));
  }
}

const unreachable = (): Refusal => ({ rule: "", reason: say.theServerCannotBeReached(), remedy: say.lookWhetherItIsRunning() });

async function call<T>(path: string, init: RequestInit = {}, token = ""): Promise<T> {
  const headers = new Headers(init.headers);
  if (token) headers.set("authorization", `Bearer ${token}`);
  let reply: Response;
  try {
    reply = await fetch(path, { ...init, headers });
  } catch {
    throw new NotDone([unreachable()], 0);
  }
  if (!reply.ok) {
    const body = (await reply.json().catch(() => null)) as Refusals | null;
    const failed = { rule: "", reason: say.serverAnswered({ status: String(reply.status) }), remedy: say.tryAgain() };
    throw new NotDone(body?.reasons?.length ? body.reasons : [failed], reply.status);
  }
  if (reply.status === 204) return undefined as T;
  const kind = reply.headers.get("content-type") ?? "";
  return (kind.startsWith("application/json") ? await reply.json() : await reply.text()) as T;
}

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Through whose eyes: a seat's, or a watcher's. */
const through = (eyes: string | null): string => `watch=${encodeURIComponent(eyes ?? "")}`;

export const http = {
  health: () => call<Health>("/api/health"),
  books: () => call<BookCard[]>("/api/books"),
  offers: (book: string) => call<Offers>(`/api/books/${book}`),
  rule: (book: string, rule: string) => call<Rule>(`/api/books/${book}/rules/${encodeURIComponent(rule)}`),
  rules: (book: string, words: string) => call<Rule[]>(`/api/books/${book}/rules?words=${encodeURIComponent(words)}`),
  checkForce: (book: string, force: Force) => call<ForceVerdict>(`/api/books/${book}/forces/check`, post(force)),
  create: (game: NewGame) => call<Joined>("/api/games", post(game)),
  games: () => call<GameCard[]>("/api/games"),
  behind: (code: string) => call<GameCard[]>(`/api/games?code=${encodeURIComponent(code)}`),
  game: (game: string, token: string) => call<GameCard>(`/api/games/${game}`, {}, token),
  again: (game: string, token: string) => call<NewGame>(`/api/games/${game}/again`, {}, token),
  join: (joining: Joining) => call<Joined>("/api/join", post(joining)),
  invite: (game: string, token: string, inviting: Inviting) =>
    call<Invitation>(`/api/games/${game}/invitations`, post(inviting), token),
  nearby: () => call<NearbyGame[]>("/api/nearby"),
  players: () => call<string[]>("/api/players"),
  puzzle: (id: string) => call<Showing | null>(`/api/puzzles/${id}`),
  puzzles: () => call<PuzzleCard[]>("/api/puzzles"),
  luck: (game: string, token: string, eyes: string | null) => call<LuckAccount[]>(`/api/games/${game}/luck?${through(eyes)}`, {}, token),
  reasons: (game: string, token: string) => call<Reasons[]>(`/api/games/${game}/reasons`, {}, token),
  record: (game: string, token: string, eyes: string | null) => call<string>(`/api/games/${game}/record?${through(eyes)}`, {}, token),
  report: (game: string, token: string) => call<Report>(`/api/games/${game}/report`, {}, token),
  reportPage: (game: string, token: string) => call<string>(`/api/games/${game}/report/page`, {}, token),
  sheet: (game: string, token: string, eyes: string | null) => call<string>(`/api/games/${game}/sheet?${through(eyes)}`, {}, token),
  reportOf: (record: string) => call<Report>("/api/reports", { method: "POST", body: record }),
  reportPageOf: (record: string) => call<string>("/api/reports/page", { method: "POST", body: record }),
  open: (file: Blob | string, watch: string | null) =>
    call<Replay>(`/api/replays${watch === null ? "" : `?watch=${encodeURIComponent(watch)}`}`, { method: "POST", body: file }),
};

/** Every reason of whatever went wrong, to be shown. */
export function reasonsOf(failed: unknown): Refusal[] {
  if (failed instanceof NotDone) return failed.reasons;
  return [{ rule: "", reason: say.somethingFailedInThePage(), remedy: say.loadThePageAgain() }];
}
