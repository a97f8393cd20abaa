// The open question in the player's hands: what is chosen so far, before it is sent.
import type { Option, Question, Showing } from "../protocol";
import type { Point } from "../table/geometry";
import type { Aim } from "./aims";
import { actorsOf, Gesture, proposedOf, takesGestures } from "./gesture.svelte";
import { adjusted, answerOf, firstPlan, laid, moved, planOf, turned, type Plan } from "./measured";
import { pursesOf } from "./purses";
import type { Shape } from "../table/formations";

const MEASURED = new Set<Question["kind"]>(["place", "move", "target area"]);

export class Asking {
  question = $state.raw<Question | null>(null);
  /** The place of the chosen answer among the options. */
  index = $state<number | null>(null);
  picks = $state.raw<string[]>([]);
  given = $state.raw<Record<string, string>>({});
  number = $state(0);
  words = $state("");
  faces = $state.raw<number[]>([]);
  /** What is filled into the fields of a form; a field that is not named is as it was. */
  filled = $state.raw<Record<string, unknown>>({});
  plan = $state.raw<Plan | null>(null);
  /** An answer that was advised and is none of the options; it is given as it is. */
  advised = $state.raw<{ answer: unknown; label: string } | null>(null);
  /** How many inches the plan lies from where it was meant to, where that place is not allowed. */
  snapped = $state(0);
  /** Whether the ground is drawn with north below. */
  isTurned = $state(false);
  /** Whether single models are dragged instead of the whole group. */
  adjusts = $state(false);
  /** Which of them is held by the keyboard; null for all together. */
  model = $state<number | null>(null);
  /** What is taken up and not handed out yet. */
  inHand = $state<string | null>(null);

  /** Whether somebody wanted to give an answer that still lacks something. */
  isWanted = $state(false);
  /** Whether it was said what the chosen answer would lose. */
  isWarned = $state(false);
  /** Whose purse is open, and whose have been looked into, as long as purses are asked about. */
  whose = $state("");
  looked = $state.raw<ReadonlySet<string>>(new Set());
  /** What could be done at once to those in sight of whoever may act. */
  aims = $state.raw<readonly Aim[]>([]);

  /** What is pointed at on the ground, beyond this one question. */
  readonly gesture = new Gesture();

  /** Another question, or the same one told again. */
  put(question: Question | null, showing: Showing | null): void {
    const old = this.question;
    this.question = question;
    if (question && old && old.number === question.number && old.seat === question.seat && old.prompt === question.prompt) return;
    if (question && !pursesOf(question).length) {
      this.whose = "";
      this.looked = new Set();
    }
    this.reset(question, showing);
  }

  /** Open somebody's purse; true where there is one. */
  lookAt(who: string): boolean {
    const purses = pursesOf(this.question);
    if (!purses.some((one) => one.of === who)) return false;
    this.looked = new Set([...this.looked, this.whose || (purses.find((one) => !one.shut) ?? purses[0]!).of, who]);
    this.whose = who;
    return true;
  }

  private reset(question: Question | null, showing: Showing | null): void {
    this.index = null;
    this.isWarned = this.isWanted = false;
    this.picks = question?.form.form === "taking" ? [...(question.form.proposed ?? [])] : [];
    this.given = {};
    this.number = this.least;
    this.words = "";
    this.faces = [];
    this.filled = {};
    this.adjusts = false;
    this.model = this.inHand = null;
    this.advised = null;
    this.aims = [];
    this.gesture.clear();
    this.plan = question && MEASURED.has(question.kind) ? firstPlan(question, showing) : null;
    if (question && this.plan) this.choose(0);
  }

  get isMeasured(): boolean {
    return this.question !== null && MEASURED.has(this.question.kind);
  }

  get option(): Option | null {
    return this.index === null ? null : (this.question?.options[this.index] ?? null);
  }

  /** What the answer as it stands would lose; empty where nothing, or where that was said. */
  get warning(): string {
    return this.isWarned || this.gesture.way ? "" : ((this.option ?? this.proposed)?.warns ?? "");
  }

  /** What is answered where nothing is chosen, or nothing handed out yet. */
  get proposed(): Option | null {
    return this.index === null && !Object.keys(this.given).length && !this.advised ? proposedOf(this.question) : null;
  }

  /** Choose the n-th answer; for several, take it in or out. */
  choose(index: number): void {
    const option = this.question?.options[index];
    if (!option) return;
    if (this.question?.kind === "choose several") {
      this.toggle(String(option.answer));
      return;
    }
    if (index !== this.index) this.isWarned = false;
    this.index = index;
    this.snapped = 0;
    this.advised = null;
    if (this.question?.kind === "allocate") this.given = { ...named(option.answer) };
    if (this.plan) this.plan = planOf(option, this.plan) ?? this.plan;
  }

  /** The id of whoever a gesture is for: who is chosen among those who may act, else the first of them, or whoever is asked about. */
  get who(): string {
    const question = this.question;
    if (!takesGestures(question) || !question) return "";
    if (this.gesture.who) return this.gesture.who;
    const actors = actorsOf(question);
    const named = this.option?.about?.[0];
    if (named && actors.includes(named)) return named;
    return actors[0] ?? question.about[0] ?? "";
  }

  /** Choose who acts, where that is asked. */
  name(who: string): void {
    const at = this.question?.options.findIndex((one) => one.points_at?.includes("deed") && one.about?.[0] === who) ?? -1;
    if (at >= 0) this.choose(at);
  }

  /** Nothing is chosen any more. */
  clear(): void {
    this.index = null;
    this.advised = null;
    this.picks = [];
    this.given = {};
    this.inHand = null;
    this.faces = [];
    this.filled = {};
    if (this.plan && this.question) this.choose(0);
  }

  toggle(key: string): void {
    const most = this.most;
    if (this.picks.includes(key)) this.picks = this.picks.filter((one) => one !== key);
    else this.picks = [...(this.picks.length >= most ? this.picks.slice(1) : this.picks), key];
  }

  get least(): number {
    const form = this.question?.form;
    return form?.form === "taking" || form?.form === "counting" ? (form.least ?? 0) : 0;
  }

  get most(): number {
    const form = this.question?.form;
    return form?.form === "taking" || form?.form === "counting" ? (form.most ?? Infinity) : Infinity;
  }

  /** How far something may go; null where it is placed, or where nothing is measured. */
  get inches(): number | null {
    const form = this.question?.form;
    return form?.form === "measuring" ? (form.inches ?? null) : null;
  }

  // ---- measured ----------------------------------------------------------------------------------------

  /** Go on from the proposal with a plan of one's own. */
  private replan(plan: Plan): void {
    this.plan = plan;
    this.index = null;
    this.advised = null;
    this.snapped = 0;
  }

  /** Take an advised answer over, drawn as far as it can be. */
  adopt(answer: unknown, label: string): void {
    if (!this.plan) return;
    this.plan = planOf({ answer, label }, this.plan, this.inches ?? Infinity) ?? this.plan;
    this.index = null;
    this.snapped = 0;
    this.advised = { answer, label };
  }

  /** Take the nearest place that the rules allow. */
  snapTo(answer: unknown, off: number): void {
    this.adopt(answer, "");
    this.snapped = off;
  }

  moveTo(to: Point): void {
    if (this.plan) this.replan(moved(this.plan, to));
  }

  moveModel(model: number, to: Point): void {
    if (this.plan) this.replan(adjusted(this.plan, model, to));
  }

  turn(by: number): void {
    if (this.plan) this.replan(turned(this.plan, by));
  }

  shape(shape: Shape): void {
    if (this.plan) this.replan(laid({ ...this.plan, shape, via: [] }));
  }

  /** Go through the present place on the way. */
  addVia(): void {
    if (this.plan) this.replan({ ...this.plan, via: [...this.plan.via, this.plan.at] });
  }

  dropVia(): void {
    if (this.plan) this.replan({ ...this.plan, via: this.plan.via.slice(0, -1) });
  }

  // ---- the answer --------------------------------------------------------------------------------------

  /** The answer as it would be sent now; undefined where something is missing. */
  get answer(): unknown {
    const question = this.question;
    if (!question) return undefined;
    switch (question.kind) {
      case "choose one":
      case "yes or no":
        return (this.option ?? this.proposed)?.answer;
      case "choose several":
        return this.picks.length >= this.least && this.picks.length <= this.most ? this.inOrder(question) : undefined;
      case "allocate":
        if (this.proposed) return this.proposed.answer;
        return question.form.form === "handing" && Object.keys(question.form.things).every((thing) => this.given[thing]) ? this.given : undefined;
      case "number":
        return this.number >= this.least && this.number <= this.most ? this.number : undefined;
      case "words":
        return this.words;
      case "fill in":
        return this.filled;
      case "typed dice":
        return question.form.form === "rolling" && this.faces.length === question.form.count ? this.faces : undefined;
      default:
        return this.option ? this.option.answer : this.advised ? this.advised.answer : this.plan ? answerOf(this.plan) : undefined;
    }
  }

  get isReady(): boolean {
    return this.answer !== undefined;
  }

  private inOrder(question: Question): string[] {
    return question.options.map((one) => String(one.answer)).filter((key) => this.picks.includes(key));
  }
}

/** A mapping of ids to names, whatever an answer holds. */
export function named(value: unknown): Record<string, string> {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, string>) : {};
}
