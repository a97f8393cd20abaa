// One game as this device knows it: who sits where, who is here, and the eyes through which it looks now.
import * as say from "words:page";
import type {
  Batch, Chances, DiceAsked, DrawAsked, FromClient, FromServer, Given, Hello, Intention, Judged, LuckAccount, Odds, Outlook, Advice, PlanEnded, PlannedAnswer, Question, Refused, RematchOffered, Result,
  Said, Seat, Showing, Sketched, Spread, Status, Told, UndoAsked, UndoSettled,
} from "../protocol";
import { http } from "./http";
import { Sight, type Foretold } from "./sight.svelte";
import { PlaySocket, socketAddress, type LinkState } from "./socket";

type Reply = Extract<FromServer, { request: number }>;
type Asked = Exclude<FromClient, { type: "enter" | "ping" }>;

/** An answer on its way. */
interface Pending {
  seat: string;
  number: number;
  answer: unknown;
}

/** What has been told so far, where the page tells what happened a little behind the game. */
export interface Held {
  log: Told[];
  showing: Showing;
  /** Dice that fall just now: what they lead to is not told yet. */
  falling: readonly Told[];
}

export class Room {
  link = $state.raw<LinkState>({ kind: "joining", since: Date.now(), nextTry: null });
  hello = $state.raw<Hello | null>(null);
  seats = $state.raw<Seat[]>([]);
  /** When the seats were told of, for countdowns. */
  seatsAt = $state(0);
  private statusNow = $state<Status>("gathering");
  watchers = $state(0);
  /** The eyes of now: all that is drawn of the game itself is what they know. */
  sight = $state.raw(new Sight(null));
  /** Where it is set, everything that is drawn of the game stands there: nothing tells what happened later. */
  held = $state.raw<Held | null>(null);
  undoAsked = $state.raw<UndoAsked | null>(null);
  undoSettled = $state.raw<UndoSettled | null>(null);
  diceAsked = $state.raw<DiceAsked | null>(null);
  drawAsked = $state.raw<DrawAsked | null>(null);
  /** The next game, where somebody at this table has laid one out. */
  rematch = $state.raw<RematchOffered | null>(null);
  /** The names of those who watch. */
  watching = $state.raw<string[]>([]);
  /** What this device's player said last, in words; empty where nothing can be named. */
  lastWord = $state("");
  said = $state.raw<(Said & { at: number })[]>([]);
  pending = $state.raw<Pending | null>(null);
  /** Whether a plan is on its way. */
  private isPlanning = $state(false);
  /** How the standing orders of this device's seats are set. */
  orders = $state.raw<Hello["orders"]>({});
  /** How many answers this device has given. */
  answers = 0;
  /** How many rulings this device has given. */
  rulings = 0;
  /** Why this device may not enter, where that is final. */
  shut = $state.raw<Refused | null>(null);

  /** Eyes without secrets that this device has looked through before. */
  private readonly earlier = new Map<string | null, Sight>();
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private readonly listeners = new Set<(batch: Batch) => void>();
  private readonly socket: PlaySocket;
  private requests = 0;
  private looks = 0;
  /** Whether the pending answer is on the line now. */
  private isUnderway = false;

  /** Enter with the eyes that are wanted: a seat's, null for a watcher's, undefined for those that the server gives. */
  constructor(readonly game: string, private readonly token: string, private wanted?: string | null) {
    this.socket = new PlaySocket(socketAddress(), {
      enter: () => {
        const watch = this.wanted === undefined ? null : (this.wanted ?? WATCHER);
        return { type: "enter", token: this.token, watch, since: this.sight.number || null };
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

  sideOf(seat: string | null | undefined): number {
    return this.sight.sideOf(seat, this.seats);
  }

  nameOf(seat: string): string {
    return this.sight.nameOf(seat, this.seats);
  }

  /** What somebody is called who says something: devices without a name speak as their seat. */
  speaker(by: string): string {
    return this.seats.some((one) => one.seat === by) ? this.nameOf(by) : by;
  }

  // ---- what the eyes of now know ---------------------------------------------------------------------------

  get viewer(): string | null {
    return this.sight.viewer;
  }
  get log(): Told[] {
    return this.held?.log ?? this.sight.log;
  }
  get showing(): Showing | null {
    return this.held?.showing ?? this.sight.showing;
  }
  get question(): Question | null {
    return this.held ? null : this.sight.question;
  }
  get waitingFor(): string[] {
    return this.held ? [] : this.sight.waitingFor;
  }
  get isAwaited(): boolean {
    return !this.held && this.sight.isAwaited;
  }
  get result(): Result | null {
    return this.held ? null : this.sight.result;
  }
  get status(): Status {
    return this.held && this.statusNow === "over" ? "running" : this.statusNow;
  }
  get chances(): Chances | null {
    return this.held ? null : this.sight.chances;
  }
  get outlook(): Outlook | null {
    return this.held ? null : this.sight.outlook;
  }
  get halted(): PlanEnded | null {
    return this.sight.halted;
  }
  /** What the odds of the last own answer said, once it is given. */
  get cameTrue(): Foretold | null {
    const foretold = this.sight.foretold;
    return foretold && foretold.answers < this.answers ? foretold : null;
  }
  foretell(answer: unknown, spreads: readonly Spread[]): void {
    const { showing } = this;
    if (showing) this.sight.foretold = { answer, spreads, showing, answers: this.answers, at: this.log.length };
  }
  /** Odds of another answer than the one that is given are forgotten; those of one that was given stay until its dice have fallen. */
  private isGiven(answer: unknown): void {
    const { foretold } = this.sight;
    if (foretold?.answers === this.answers && JSON.stringify(foretold.answer) !== JSON.stringify(answer)) this.sight.foretold = null;
  }
  get given(): Given[] {
    return this.sight.given;
  }
  get luck(): LuckAccount[] {
    return this.held ? [] : this.sight.luck;
  }
  get refused(): Refused | null {
    return this.sight.refused;
  }
  set refused(refused: Refused | null) {
    this.sight.refused = refused;
  }

  // ---- what this device says --------------------------------------------------------------------------

  /** Answer the open question; resolves when the server has it on its disk or has refused it. */
  async answer(answer: unknown): Promise<boolean> {
    const question = this.question;
    if (!question || this.isSending) return false;
    this.refused = null;
    this.sight.fresh = [];
    this.isGiven(answer);
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
    if (reply.type === "refused" && this.viewer === pending.seat) this.refused = reply;
    return reply.type === "accepted";
  }

  /** Whether an answer, or a plan of answers, is on its way. */
  get isSending(): boolean {
    return this.pending !== null || this.isPlanning;
  }

  /** What a gesture would do; nothing is answered by asking. */
  async sketch(intention: Intention): Promise<Pick<Sketched, "ways" | "why"> | null> {
    const open = this.question;
    if (!open) return null;
    const reply = await this.call({ type: "ask_sketch", seat: open.seat, number: open.number, intention });
    if (reply?.type === "refused") return { ways: [], why: `${reply.reason} ${reply.remedy}`.trim() };
    return reply?.type === "sketched" ? reply : null;
  }

  /** Answer the open question and those that follow it; where something comes between, it is told why. */
  async plan(answers: PlannedAnswer[]): Promise<boolean> {
    const open = this.question;
    if (!open || this.isSending) return false;
    const sight = this.sight;
    sight.refused = null;
    sight.fresh = [];
    this.isGiven(answers[0]?.answer);
    this.answers += 1;
    this.isPlanning = true;
    const reply = await this.call({ type: "plan", seat: open.seat, number: open.number, answers });
    this.isPlanning = false;
    if (!reply) sight.refused = unheard(this.game, "plan");
    else if (reply.type === "refused") sight.refused = reply;
    else if (reply.type === "plan_ended") sight.halted = reply.done ? null : reply;
    return reply?.type === "plan_ended" && reply.done;
  }

  /** What may follow from an answer, or from a plan that begins with it. */
  async odds(answer: unknown, then: PlannedAnswer[] = []): Promise<Odds | Refused | null> {
    const open = this.question;
    if (!open) return null;
    const reply = await this.call({ type: "ask_odds", seat: open.seat, number: open.number, answer, then });
    return reply?.type === "odds" || reply?.type === "refused" ? reply : null;
  }

  /** Whether an answer would be accepted, and what it takes. */
  async judge(answer: unknown): Promise<Judged | null> {
    const open = this.question;
    if (!open) return null;
    const reply = await this.call({ type: "ask_judgement", seat: open.seat, number: open.number, answer });
    return reply?.type === "judged" ? reply : null;
  }

  async hint(): Promise<Advice | null> {
    const open = this.question;
    if (!open) return null;
    const reply = await this.call({ type: "ask_hint", seat: open.seat, number: open.number });
    return reply?.type === "hint" ? reply : null;
  }

  /** Look from a unit, through the eyes in use; nobody's outlook without one. */
  async look(unit: string | null): Promise<void> {
    const sight = this.sight;
    if (sight.outlook?.unit !== unit) sight.outlook = null;
    if (!unit) return;
    const asked = ++this.looks;
    const reply = await this.call({ type: "ask_outlook", unit });
    if (asked === this.looks && reply?.type === "looked" && reply.viewer === sight.viewer) sight.outlook = reply.outlook;
  }

  /** Ask for the luck of everybody so far. */
  async tallyLuck(): Promise<void> {
    const sight = this.sight;
    sight.luck = await http.luck(this.game, this.token, sight.viewer).catch(() => sight.luck);
  }

  /** Anything else; what is refused is shown. */
  async tell(message: Asked): Promise<boolean> {
    if (message.type === "give_ruling") this.rulings += 1;
    const sight = this.sight;
    const reply = await this.call(message);
    if (!reply) sight.refused = unheard(this.game, message.type);
    else if (reply.type === "refused") sight.refused = reply;
    return reply?.type === "accepted";
  }

  /** Send without waiting for a word. */
  say(message: Asked): void {
    this.socket.send({ ...message, request: ++this.requests });
  }

  /** See through the eyes of another seat of this device, or a watcher's; what the eyes of now know is put away at once. */
  watch(seat: string | null): void {
    this.wanted = seat;
    this.open(seat);
    this.say({ type: "watch", seat, since: this.sight.number || null });
  }

  private open(viewer: string | null): void {
    const left = this.sight;
    if (left.hasSecrets) this.earlier.delete(left.viewer);
    else this.earlier.set(left.viewer, left);
    this.sight = new Sight(viewer, this.earlier.get(viewer));
    this.held = null;
    // How many lines of a log would go is told to its own eyes.
    if (this.undoAsked) this.undoAsked = { ...this.undoAsked, lines: 0 };
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
        this.statusNow = message.status;
        this.watchers = message.watchers;
        this.watching = message.watching;
        return;
      case "chances":
        // They are worked out beside the game, which may have gone on meanwhile.
        if (message.seat === this.sight.question?.seat && message.number === this.sight.question.number) this.sight.chances = message;
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
      case "draw_asked":
        this.drawAsked = message;
        return;
      case "rematch_offered":
        this.rematch = message;
        return;
      case "ordered":
        this.orders = { ...this.orders, [message.seat]: message.orders };
        return;
      case "by_itself":
        if (message.seat === this.viewer) this.sight.hearGiven(message);
        return;
      case "said":
        this.said = [...this.said, { ...message, at: Date.now() }];
        return;
      case "pong":
        if (this.sight.isFresh && message.batch > this.sight.number) this.resume();
        return;
      case "refused":
        if (message.about === "enter" || (!this.hello && !message.request)) {
          this.shut = message;
          this.socket.close();
        }
        if (message.about === "watch") this.enterAnew();
        return;
    }
  }

  /** These eyes are not this device's any more: come in again, and look through those that are. */
  private enterAnew(): void {
    this.wanted = undefined;
    this.open(null);
    this.socket.connect();
  }

  private greet(hello: Hello): void {
    this.hello = hello;
    this.orders = hello.orders;
    this.seats = hello.seats;
    this.seatsAt = Date.now();
    this.statusNow = hello.status;
    if (this.wanted === undefined) this.wanted = hello.viewer;
    // Whoever comes back goes on with the question before the next word arrives.
    if (this.wanted !== this.viewer) this.open(this.wanted);
  }

  private resume(): void {
    this.say({ type: "resume", since: this.sight.number });
  }

  private take(batch: Batch): void {
    const sight = this.sight;
    if (batch.viewer !== sight.viewer) return;
    const fit = sight.take(batch);
    if (fit === "gap") this.resume();
    if (fit !== "next") return;
    if (sight.result) this.statusNow = "over";
    else if (this.statusNow === "over") this.statusNow = "running";
    this.settlePending(batch);
    this.askMore(sight);
    for (const listener of this.listeners) listener(batch);
  }

  /** Ask for what a question does not bring with it: chances, and proposals that take time. */
  private askMore({ question, chances }: Sight): void {
    if (!question || !this.mySeats.includes(question.seat)) return;
    // Answers that bring their own chances need no others.
    const isTold = question.options.some((one) => one.chance != null);
    if (!isTold && WITH_CHANCES.has(question.kind) && !chances) {
      this.say({ type: "ask_chances", seat: question.seat, number: question.number });
    }
    if (question.more) void this.listOptions(question);
  }

  /** Ask for all proposals where the question came with the first of them, so that nobody waited for the others. */
  private async listOptions(question: Question): Promise<void> {
    const reply = await this.call({ type: "ask_options", seat: question.seat, number: question.number });
    if (reply?.type === "options" && this.sight.question === question) this.sight.question = { ...question, options: reply.options, more: false };
  }

  private settlePending(batch: Batch): void {
    const pending = this.pending;
    if (!pending) return;
    const { question } = this.sight;
    const isOpen = question?.seat === pending.seat && question.number === pending.number;
    if (isOpen && !this.isUnderway) void this.transmitPending();
    else if (!isOpen && batch.viewer === pending.seat) this.pending = null;
  }
}

/** What is said where the line was cut: unlike an answer, nothing else is sent again by itself. */
const unheard = (game: string, about: string): Refused => ({
  type: "refused", game, request: 0, about, number: null, rule: "", more: [],
  reason: say.theTableDoesNotAnswer(),
  remedy: say.lookAtTheTableWhen(),
});

/** How a watcher's eyes are asked for on entering. */
const WATCHER = "";
const WITH_CHANCES = new Set<Question["kind"]>(["choose one", "yes or no"]);
