// One gesture, one intention: what is pointed at on the ground is sketched by the server, and carried out with one word.
import * as say from "words:ask";
import type { Room } from "../net/room.svelte";
import type { Along, Unit, Way } from "../protocol";
import { centroid, distance, type Point } from "../table/geometry";
import type { Asking } from "./asking.svelte";
import { figureOf } from "./figures";
import { aimable, lookAround } from "./aims";
import { actorsOf, canTurn, takesGestures } from "./gesture.svelte";

export class Intending {
  private asked = 0;
  private latest: "ground" | "unit" = "ground";
  /** The unit that was aimed at last. */
  private aimed = "";

  constructor(private readonly room: Room, private readonly asking: Asking) {}

  /** Whether the open question, and those that follow it, can be answered by pointing. */
  get isOpen(): boolean {
    return takesGestures(this.asking.question) && this.room.link.kind === "open";
  }

  /** Ask what the gesture would do, whenever another is made. */
  follow(): void {
    const { asking, room } = this;
    const { at, target, who: next, isTogether } = asking.gesture;
    const who = asking.who;
    const number = asking.question?.number;
    if (number === undefined || number !== room.question?.number || !who || (!at && !target && !next)) {
      // What is still being sketched for something that was taken back is not wanted any more.
      this.asked += 1;
      return;
    }
    void this.sketch(who, at, target, isTogether && at ? this.others(who, at) : []);
  }

  /** Look what could be done at once to those in sight of whoever may act; returns what ends it. */
  lookAround(): (() => void) | undefined {
    const { asking, room } = this;
    const { who, gesture } = asking;
    asking.aims = [];
    const isSeen = room.outlook && room.outlook.unit === (figureOf(who, room.showing)?.unit.id ?? "");
    if (!this.isOpen || gesture.isOn || !isSeen || !room.outlook || !room.showing) return undefined;
    return lookAround(room, asking, who, aimable(room.outlook, room.showing));
  }

  /** All others who may act, each as far and in the same direction. */
  private others(who: string, at: Point): Along[] {
    const { asking, room } = this;
    const from = figureOf(who, room.showing)?.at;
    const found = actorsOf(asking.question).flatMap((one) => (one === who ? [] : (figureOf(one, room.showing) ?? [])));
    return from ? found.map((one) => ({ who: one.id, at: [one.at[0] + at[0] - from[0], one.at[1] + at[1] - from[1]] })) : [];
  }

  private async sketch(who: string, at: Point | null, target: string, along: Along[]): Promise<void> {
    const { asking, room } = this;
    const asked = ++this.asked;
    const number = asking.question?.number;
    // What was sketched for a question that is answered by now says nothing of the next.
    const isLate = (): boolean => asked !== this.asked || number !== asking.question?.number;
    let found = await room.sketch({ who, at: at as [number, number] | null, target, along });
    if (isLate() || !found) return;
    if (!found.ways.length && at && target) {
      // Both together cannot be done: what was pointed at last is what is meant.
      const alone = await room.sketch(this.latest === "unit" ? { who, target } : { who, at: at as [number, number] });
      if (isLate()) return;
      if (alone?.ways.length) found = alone;
    }
    if (asking.gesture.isCarried && !isShotFrom(found.ways[0])) {
      const other = await this.likeliest(who, target);
      if (isLate()) return;
      if (!other) return asking.gesture.clear();
      asking.gesture.aimAt(other.target, true);
      return;
    }
    // Whoever cannot act is only looked at.
    if (!found.ways.length && !at && !target) return asking.gesture.clear();
    const why = found.ways.length ? "" : found.why || say.nothingOfTheKindCan();
    const nearer = why && target ? await this.nearer(who, target) : null;
    if (isLate()) return;
    asking.gesture.tell({ ways: nearer ?? found.ways, why });
  }

  /** Nothing can be done to somebody, not even from elsewhere: one can still go towards them. */
  private async nearer(who: string, target: string): Promise<Way[] | null> {
    const { outlook, showing } = this.room;
    const [from, there] = [figureOf(who, showing), figureOf(target, showing)];
    const far = outlook?.unit === from?.unit.id ? outlook?.reach?.find((one) => one.kind === "move")?.inches : undefined;
    if (!from || !there || !far) return null;
    for (const share of AS_FAR) {
      const part = Math.min(1, (share * far) / Math.max(far, distance(from.at, there.at)));
      const at: [number, number] = [from.at[0] + (there.at[0] - from.at[0]) * part, from.at[1] + (there.at[1] - from.at[1]) * part];
      const found = await this.room.sketch({ who, at });
      if (found?.ways.length) return found.ways.slice(0, 1).map((one) => ({ ...one, off: 0 }));
    }
    return null;
  }

  /** A tap on the ground; at the same place again it is confirmed. True where it meant something. */
  ground(at: Point): boolean {
    const { gesture } = this.asking;
    if (!this.isOpen) return false;
    if (gesture.way && gesture.isAt(at)) void this.confirm();
    else {
      this.latest = "ground";
      gesture.pointAt(at);
    }
    return true;
  }

  /** A tap on somebody of another side; the same again is confirmed. True where it meant something. */
  unit(unit: Unit, figure?: string): boolean {
    const { asking } = this;
    const { gesture } = asking;
    if (!this.isOpen) return false;
    if (unit.side === this.room.sideOf(asking.question?.seat)) return this.turn(unit);
    const target = figure ?? this.nearestOf(unit);
    if (gesture.way && gesture.target === target) void this.confirm();
    else {
      this.latest = "unit";
      gesture.aimAt(target);
    }
    return true;
  }

  /** A tap on another of one's own where one is asked what somebody does: that one is done, this one is next. */
  private turn(unit: Unit): boolean {
    const { asking } = this;
    if (canTurn(asking.question) && unit.seat === asking.question?.seat && unit.id !== asking.who && !asking.question.about.includes(unit.id)) asking.gesture.turnTo(unit.id);
    return false;
  }

  /** Whoever is next aims where the last shot went; where that cannot be, at whoever is likeliest to be hit. */
  carry(): void {
    const { asking } = this;
    if (!this.aimed || !this.isOpen || !actorsOf(asking.question).length) return;
    const enemies = this.enemies();
    const unit = enemies.find((one) => one.id === this.aimed) ?? enemies[0];
    if (unit) asking.gesture.aimAt(this.nearestOf(unit), true);
  }

  /** The units of others on the table, those nearest to whoever may act first. */
  private enemies(): Unit[] {
    const { asking, room } = this;
    const from = figureOf(asking.who, room.showing)?.at;
    const side = room.sideOf(asking.question?.seat);
    const far = (unit: Unit): number => (from ? Math.min(...unit.models!.map((at) => distance(from, at))) : 0);
    const found = (room.showing?.units ?? []).filter((one) => one.side !== side && one.on_table !== false && one.models?.length);
    return found.map((unit) => ({ unit, far: far(unit) })).sort((a, b) => a.far - b.far).map((one) => one.unit);
  }

  /** The likeliest shot from where somebody stands, at the nearest of each unit, but for one that was tried. */
  private async likeliest(who: string, tried: string): Promise<{ target: string; chance: number } | null> {
    let best: { target: string; chance: number } | null = null;
    for (const unit of this.enemies().slice(0, MOST_TRIED)) {
      const target = this.nearestOf(unit);
      const way = target === tried ? undefined : (await this.room.sketch({ who, target }))?.ways[0];
      if (way && isShotFrom(way) && (way.chance ?? 0) > (best?.chance ?? 0)) best = { target, chance: way.chance ?? 0 };
    }
    return best;
  }

  /** Of a unit whose figures are named one by one, the nearest; else the unit. */
  private nearestOf(unit: Unit): string {
    const from = figureOf(this.asking.who, this.room.showing)?.at;
    const figures = unit.figures ?? [];
    if (!figures.length) return unit.id;
    const far = (i: number): number => (from && unit.models?.[i] ? distance(from, unit.models[i]) : 0);
    return figures.map((id, i) => ({ id, far: far(i) })).reduce((best, one) => (one.far < best.far ? one : best)).id;
  }

  /** Somebody who may be dragged: whoever can be told to act, or is asked what to do. */
  canDrag(id: string): boolean {
    const { asking } = this;
    return this.isOpen && (actorsOf(asking.question).includes(id) || asking.who === id);
  }

  /** Somebody is being dragged. */
  drag(who: string, to: Point): void {
    const { asking } = this;
    if (asking.gesture.isOn) asking.gesture.clear();
    asking.name(who);
    asking.gesture.dragged = { who, to };
  }

  /** Whoever was dragged, to a place or onto somebody. */
  dropped(who: string, to: Point, onto: Unit | null, figure?: string): void {
    const { asking } = this;
    asking.gesture.clear();
    asking.name(who);
    if (onto && this.unit(onto, figure)) return;
    this.ground(to);
  }

  /** Shift the place that is pointed at; from where the one stands who acts. */
  shift(dx: number, dy: number): boolean {
    const { asking } = this;
    const { gesture } = asking;
    const stands = figureOf(asking.who, this.room.showing);
    if (!this.isOpen || !stands) return false;
    const from = gesture.way?.at ?? gesture.at ?? (stands.unit.id === asking.who ? centroid(stands.unit.models ?? [stands.at]) : stands.at);
    this.latest = "ground";
    gesture.pointAt([from[0] + dx, from[1] + dy]);
    return true;
  }

  /** Aim at the next of those who could be aimed at, the nearest first. */
  next(): boolean {
    const { asking, room } = this;
    const from = figureOf(asking.who, room.showing)?.at;
    if (!this.isOpen || !from) return false;
    const side = room.sideOf(asking.question?.seat);
    const all = (room.showing?.units ?? [])
      .filter((one) => one.side !== side && one.on_table !== false && one.models?.length)
      .flatMap((one) => (one.figures?.length ? one.figures.map((id, i) => ({ id, at: one.models![i] ?? one.models![0]! })) : [{ id: one.id, at: one.models![0]! }]))
      .sort((a, b) => distance(a.at, from) - distance(b.at, from));
    const now = all.findIndex((one) => one.id === asking.gesture.target);
    const next = all[(now + 1) % all.length];
    if (!next) return false;
    this.latest = "unit";
    asking.gesture.aimAt(next.id);
    return true;
  }

  /** A plan that the rules do not allow goes to the nearest place where they do. */
  async snap(): Promise<void> {
    const { asking, room } = this;
    const { question, plan, answer } = asking;
    if (!plan || answer === undefined || asking.adjusts || plan.via.length) return;
    const judged = await room.judge(answer);
    if (!judged?.refusal || asking.plan !== plan) return;
    const found = await room.sketch({ at: [plan.at[0], plan.at[1]] });
    const way = found?.ways[0];
    if (asking.question === question && asking.plan === plan && way?.answers.length === 1) asking.snapTo(way.answers[0]!.answer, way.off);
  }

  /** Carry the chosen way out; true where there was one. */
  async confirm(): Promise<boolean> {
    const { way, target } = this.asking.gesture;
    if (!way || this.room.isSending) return false;
    // Who only moves in between changes nothing about where the others shoot.
    this.aimed = figureOf(target, this.room.showing)?.unit.id ?? this.aimed;
    await this.room.plan(way.answers);
    return true;
  }
}

/** So many units are tried for a shot. */
const MOST_TRIED = 4;
/** How much of what somebody may move is tried on the straight way towards an enemy. */
const AS_FAR = [1, 0.6];

/** Whether a way leads nowhere else and rolls no dice before its end. */
const isShotFrom = (way: Way | undefined): boolean => way !== undefined && !way.unsure && way.answers.every((one) => typeof one.answer === "string");
