// One game as this device knows it: who sits where, the table, the log, the open question.
import type {
  Batch, Chances, FromClient, FromServer, Hello, Hint, Judged, Odds, Outlook, Question, Refused, Result, Said, Seat, Showing, Status,
  LuckAccount, Told, UndoAsked, UndoSettled, DiceAsked,
} from "../protocol";
import { tableAfter } from "./changes";
import { http } from "./http";
import { PlaySocket, socketAddress, type LinkState } from "./socket";

type Reply = Extract<FromServer, { request: number }>;
type Asked = Exclude<FromClient, { type: "enter" | "ping" }>;

/** What one pair of eyes has been told. */
export interface Known {
  number: number;
  log: Told[];
  showing: Showing | null;
}

/** An answer on its way. */
interface Pending {
  seat: string;
  number: number;
  answer: unknown;
}

export class Room {
  link = $state.raw<LinkState>({ kind: "joining", since: Date.now(), nextTry: null });
  hello = $state.raw<Hello | null>(null);
  seats = $state.raw<Seat[]>([]);
  /** When the seats were told of, for countdowns. */
  seatsAt = $state(0);
  status = $state<Status>("gathering");
  watchers = $state(0);
  viewer = $state<string | null>(null);
  log = $state.raw<Told[]>([]);
  /** What the last batch told. */
  news = $state.raw<Told[]>([]);
  showing = $state.raw<Showing | null>(null);
  question = $state.raw<Question | null>(null);
  waitingFor = $state.raw<string[]>([]);
  result = $state.raw<Result | null>(null);
  refused = $state.raw<Refused | null>(null);
  chances = $state.raw<Chances | null>(null);
  /** What the chosen unit sees and reaches, where the book says so. */
  outlook = $state.raw<Outlook | null>(null);
  /** What each seat rolled against what was to be expected, once somebody asks. */
  luck = $state.raw<LuckAccount[]>([]);
  undoAsked = $state.raw<UndoAsked | null>(null);
  undoSettled = $state.raw<UndoSettled | null>(null);
  diceAsked = $state.raw<DiceAsked | null>(null);
  said = $state.raw<(Said & { at: number })[]>([]);
  pending = $state.raw<Pending | null>(null);
  /** How many answers this device has given. */
  answers = 0;
  /** Why this device may not enter, where that is final. */
  shut = $state.raw<Refused | null>(null);

  private readonly known = new Map<string | null, Known>();
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private readonly listeners = new Set<(batch: Batch) => void>();
  private readonly socket: PlaySocket;
  private watching: string | null | undefined = undefined;
  private requests = 0;
  private looks = 0;
  /** Whether the pending answer is on the line now. */
  private isUnderway = false;

  constructor(readonly game: string, private readonly token: string, watch?: string) {
    this.watching = watch;
    this.socket = new PlaySocket(socketAddress(), {
      enter: () => {
        const eyes = this.watching ?? null;
        const since = this.known.get(eyes)?.number ?? null;
        return { type: "enter", token: this.token, watch: eyes, since };
      },
      hear: (message) => this.hear(message),
      linkChanged: (state) => this.linkChanged(state),
    });
  }

  enter(): void {
    this.socket.connect();
  }

  leave(): void {
    this.socket.close();
  }

  retry(): void {
    this.socket.connect();
  }

  /** Be told of every batch as it comes. */
  onBatch(listener: (batch: Batch) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get mySeats(): string[] {
    const hello = this.hello;
    return hello && (hello.role === "player" || hello.role === "game master") ? hello.your_seats : [];
  }

  seatOf(seat: string): Seat | undefined {
    return this.seats.find((one) => one.seat === seat);
  }

  /** The number of the side to which a seat belongs. */
  sideOf(seat: string | null | undefined): number {
    if (seat == null) return -1;
    const side = this.showing?.sides?.find((one) => one.seats.includes(seat))?.side;
    return side ?? this.seats.findIndex((one) => one.seat === seat);
  }

  /** How people call whoever sits there. */
  nameOf(seat: string): string {
    const named = this.seatOf(seat)?.name;
    return named || this.showing?.sides?.find((one) => one.seats.includes(seat))?.name || `Seat ${seat}`;
  }

  // ---- what this device says --------------------------------------------------------------------------

  /** Answer the open question; resolves when the server has it on its disk or has refused it. */
  async answer(answer: unknown): Promise<boolean> {
    const question = this.question;
    if (!question || this.pending) return false;
    this.refused = null;
    this.answers += 1;
    this.pending = { seat: question.seat, number: question.number, answer };
    return this.transmitPending();
  }

  private async transmitPending(): Promise<boolean> {
    const pending = this.pending;
    if (!pending) return false;
    this.isUnderway = true;
    const reply = await this.call({ type: "answer", ...pending });
    this.isUnderway = false;
    // No reply: the line was cut, and the answer goes out again with the next connection.
    if (!reply) return false;
    if (this.pending === pending) this.pending = null;
    if (reply.type === "refused") this.refused = reply;
    return reply.type === "accepted";
  }

  async odds(answer: unknown): Promise<Odds | Refused | null> {
    const open = this.question;
    if (!open) return null;
    const reply = await this.call({ type: "ask_odds", seat: open.seat, number: open.number, answer });
    return reply?.type === "odds" || reply?.type === "refused" ? reply : null;
  }

  /** Whether an answer would be accepted, and what it takes. */
  async judge(answer: unknown): Promise<Judged | null> {
    const open = this.question;
    if (!open) return null;
    const reply = await this.call({ type: "ask_judgement", seat: open.seat, number: open.number, answer });
    return reply?.type === "judged" ? reply : null;
  }

  async hint(): Promise<Hint | null> {
    const open = this.question;
    if (!open) return null;
    const reply = await this.call({ type: "ask_hint", seat: open.seat, number: open.number });
    return reply?.type === "hint" ? reply : null;
  }

  /** Look from a unit, through the eyes in use; nobody's outlook without one. */
  async look(unit: string | null): Promise<void> {
    if (this.outlook?.unit !== unit) this.outlook = null;
    if (!unit) return;
    const [viewer, asked] = [this.viewer, ++this.looks];
    const reply = await this.call({ type: "ask_outlook", unit });
    if (asked === this.looks && reply?.type === "looked" && reply.viewer === viewer) this.outlook = reply.outlook;
  }

  /** Ask for the luck of everybody so far. */
  async tallyLuck(): Promise<void> {
    this.luck = await http.luck(this.game, this.token).catch(() => this.luck);
  }

  /** Anything else; what is refused is shown. */
  async tell(message: Asked): Promise<boolean> {
    const reply = await this.call(message);
    if (!reply) this.refused = unheard(this.game, message.type);
    else if (reply.type === "refused") this.refused = reply;
    return reply?.type === "accepted";
  }

  /** Send without waiting for a word. */
  say(message: Asked): void {
    this.socket.send({ ...message, request: ++this.requests });
  }

  /** See through the eyes of another seat of this device. */
  watch(seat: string | null): void {
    this.watching = seat;
    this.put(null);
    this.say({ type: "watch", seat, since: this.known.get(seat)?.number ?? null });
  }

  private call(message: Asked): Promise<Reply | null> {
    const request = ++this.requests;
    if (!this.socket.send({ ...message, request })) return Promise.resolve(null);
    return new Promise((resolve) => this.waiting.set(request, resolve));
  }

  // ---- what it hears -----------------------------------------------------------------------------------

  private linkChanged(state: LinkState): void {
    this.link = state;
    if (state.kind === "open") return;
    for (const resolve of this.waiting.values()) resolve(null as never);
    this.waiting.clear();
  }

  private hear(message: FromServer): void {
    if ("request" in message && message.request) {
      this.waiting.get(message.request)?.(message);
      this.waiting.delete(message.request);
    }
    switch (message.type) {
      case "hello":
        return this.greet(message);
      case "batch":
        return this.take(message);
      case "presence":
        this.seats = message.seats;
        this.seatsAt = Date.now();
        this.status = message.status;
        this.watchers = message.watchers;
        return;
      case "chances":
        // They are worked out beside the game, which may have gone on meanwhile.
        if (message.seat === this.question?.seat && message.number === this.question.number) this.chances = message;
        return;
      case "undo_asked":
        this.undoAsked = message;
        this.undoSettled = null;
        return;
      case "undo_settled":
        this.undoAsked = null;
        this.undoSettled = message;
        return;
      case "dice_asked":
        this.diceAsked = message;
        return;
      case "said":
        this.said = [...this.said, { ...message, at: Date.now() }];
        return;
      case "pong":
        if (this.known.size && message.batch > this.current.number) this.resume();
        return;
      case "refused":
        if (message.about === "enter" || (!this.hello && !message.request)) {
          this.shut = message;
          this.socket.close();
        }
        return;
    }
  }

  private greet(hello: Hello): void {
    const isSame = this.hello !== null && this.viewer === hello.viewer;
    this.hello = hello;
    this.viewer = hello.viewer;
    this.watching = hello.viewer;
    this.seats = hello.seats;
    this.seatsAt = Date.now();
    this.status = hello.status;
    // Whoever comes back goes on with the question before the next word arrives.
    if (!isSame) this.put(null);
  }

  private get current(): Known {
    return this.known.get(this.viewer) ?? { number: 0, log: [], showing: null };
  }

  private resume(): void {
    this.say({ type: "resume", since: this.current.number });
  }

  private take(batch: Batch): void {
    if (batch.viewer !== this.viewer) return;
    const have = this.current;
    const hasGap = batch.previous > have.number || batch.first_event > have.log.length;
    if (!hasGap && batch.number < have.number && batch.previous > 0) return;
    // Changes are those since the previous batch; a whole table follows whatever there was.
    const isNext = batch.showing?.whole || batch.previous === have.number;
    const showing = tableAfter(have.showing, batch.showing);
    if (hasGap || !isNext || !showing) {
      this.resume();
      return;
    }
    this.known.set(this.viewer, {
      number: batch.number,
      log: [...have.log.slice(0, batch.first_event), ...batch.events],
      showing,
    });
    this.news = batch.previous === 0 ? [] : batch.events;
    this.put(batch);
    for (const listener of this.listeners) listener(batch);
  }

  /** Show what the present eyes know; without a batch no question is open. */
  private put(batch: Batch | null): void {
    const known = this.current;
    this.log = known.log;
    this.showing = known.showing;
    this.waitingFor = batch?.waiting_for ?? [];
    this.result = batch?.result ?? null;
    if (this.result) this.status = "over";
    else if (batch && this.status === "over") this.status = "running";
    const before = this.question;
    this.question = batch?.question ?? null;
    if (this.question?.number !== before?.number || this.question?.seat !== before?.seat) {
      this.chances = null;
      this.refused = null;
    }
    this.settlePending(batch);
    // Answers that bring their own chances need no others.
    const isTold = this.question?.options.some((one) => one.facts?.["chance"] !== undefined);
    if (this.question && !isTold && WITH_CHANCES.has(this.question.kind) && !this.chances && this.mySeats.includes(this.question.seat)) {
      this.say({ type: "ask_chances", seat: this.question.seat, number: this.question.number });
    }
    if (this.question?.more && this.mySeats.includes(this.question.seat)) void this.listOptions(this.question);
  }

  /** Ask for all proposals where the question came with the first of them, so that nobody waited for the others. */
  private async listOptions(question: Question): Promise<void> {
    const reply = await this.call({ type: "ask_options", seat: question.seat, number: question.number });
    if (reply?.type === "options" && this.question === question) this.question = { ...question, options: reply.options, more: false };
  }

  private settlePending(batch: Batch | null): void {
    const pending = this.pending;
    if (!pending || !batch) return;
    const isOpen = this.question?.seat === pending.seat && this.question.number === pending.number;
    if (isOpen && !this.isUnderway) void this.transmitPending();
    else if (!isOpen && batch.viewer === pending.seat) this.pending = null;
  }
}

/** What is said where the line was cut: unlike an answer, nothing else is sent again by itself. */
const unheard = (game: string, about: string): Refused => ({
  type: "refused", game, request: 0, about, number: null, rule: "", more: [],
  reason: "The table does not answer, so this may not have been heard.",
  remedy: "Look at the table when the line is back, and say it again.",
});

const WITH_CHANCES = new Set<Question["kind"]>(["choose one", "yes or no"]);
