// What is pointed at on the ground before anything is answered: a place, somebody, and the ways to do what that means.
import type { Option, Question, Sketched, Way } from "../protocol";
import { distance, type Point } from "../table/geometry";

/** Inches within which a second touch is one of the same place. */
const SAME = 0.75;

/** The ids of those who may be told to act by the answers to a question. */
export const actorsOf = (question: Question | null): string[] =>
  (question?.options ?? []).flatMap((one) => (one.points_at?.includes("deed") && one.about?.[0] ? [one.about[0]] : []));

/** Whether pointing at the ground or at somebody can answer a question and those that follow it. */
export const takesGestures = (question: Question | null): boolean =>
  question?.kind === "choose one" && question.options.some((one) => one.points_at?.length);

/** What a mere nod answers: things are handed out as the book would, nothing is used, or whoever acts is done. */
export const proposedOf = (question: Question | null): Option | null => {
  if (question?.kind === "allocate") return question.options[0] ?? null;
  return (question?.kind === "choose one" && question.options.find((one) => one.deed === PASS || one.points_at?.includes("who"))) || null;
};
const PASS = "pass";

/** Whether somebody acts who may be done, so that the next one can be pointed at. */
export const canTurn = (question: Question | null): boolean => question?.options.some((one) => one.points_at?.includes("who")) ?? false;

export class Gesture {
  /** Who acts next, where whoever is asked about is done. */
  who = $state("");
  at = $state.raw<Point | null>(null);
  target = $state("");
  /** Whether the aim is that of whoever acted before; it goes as soon as something else is pointed at. */
  isCarried = $state(false);
  /** Whether all others who may act go along. */
  isTogether = $state(false);
  ways = $state.raw<readonly Way[]>([]);
  index = $state(0);
  /** Why there is no way. */
  why = $state("");
  /** Whom something is dragged from, and where the hand is. */
  dragged = $state.raw<{ who: string; to: Point } | null>(null);

  get way(): Way | null {
    return this.ways[this.index] ?? null;
  }

  get isOn(): boolean {
    return this.at !== null || this.target !== "" || this.who !== "";
  }

  /** Whether it is known what the gesture would do, or why nothing. */
  get isSketched(): boolean {
    return this.ways.length > 0 || this.why !== "";
  }

  turnTo(who: string): void {
    this.clear();
    this.who = who;
  }

  pointAt(at: Point): void {
    this.at = at;
    if (this.isCarried) this.target = "";
    this.isTogether = this.isCarried = false;
    this.forget();
  }

  aimAt(target: string, isCarried = false): void {
    this.target = target;
    this.isCarried = isCarried;
    this.forget();
  }

  /** All others go along, or none of them. */
  gather(): void {
    this.isTogether = !this.isTogether;
    this.forget();
  }

  /** Whether the same place is meant as before. */
  isAt(at: Point): boolean {
    return [this.at, this.way?.at ?? null].some((one) => one !== null && distance(one, at) < SAME);
  }

  tell({ ways, why }: Pick<Sketched, "ways" | "why">): void {
    this.ways = ways;
    this.why = why;
    this.index = 0;
  }

  choose(index: number): void {
    if (this.ways[index]) this.index = index;
  }

  /** What was worked out holds no more. */
  forget(): void {
    this.tell({ ways: [], why: "" });
  }

  clear(): void {
    this.who = "";
    this.at = null;
    this.target = "";
    this.isTogether = this.isCarried = false;
    this.dragged = null;
    this.forget();
  }
}

/** What a way says, part by part. */
export const partsOf = (way: Way): string[] => way.answers.flatMap((one) => one.label || []);

/** What the button says of a way: what is done, without what it costs, and without who does it where that is answered first. */
export function verbOfWay(way: Way, isWhoFirst: boolean): string {
  const done = way.answers.flatMap(({ label }, i) => (label && label !== way.cost && !(isWhoFirst && i === 0) ? [label] : []));
  return done.join(", ") || way.words;
}
