// What a real table shows and the program does not know: pointed at on the ground, then told as a ruling.
import { valueOf, type Entry } from "../fill/filling";
import { figureOf } from "../ask/figures";
import type { Correction, Showing } from "../protocol";
import { centroid, distance, isInside, type Point } from "./geometry";

export type Kind = NonNullable<Correction["about"]>;

export interface Thing {
  kind: Kind;
  id: string;
}

/** Inches within which a tap means a marker. */
const NEAR = 1;

export class Correcting {
  thing = $state.raw<Thing | null>(null);
  correction = $state.raw<Correction | null>(null);
  at = $state.raw<Point | null>(null);
  entry = $state.raw<Entry>({});

  constructor(readonly offered: readonly Correction[]) {}

  /** What can be said of the thing that was pointed at, or of the table as a whole. */
  get about(): Correction[] {
    const kind = this.thing?.kind ?? "";
    return this.offered.filter((one) => (one.about ?? "") === kind);
  }

  point(kind: Kind, id: string): void {
    this.thing = { kind, id };
    this.correction = null;
    this.begin();
    const only = this.about;
    if (only.length === 1) this.choose(only[0]!);
  }

  choose(correction: Correction | null): void {
    this.correction = correction;
    this.begin();
  }

  private begin(): void {
    this.at = null;
    this.entry = {};
  }

  /** From the beginning. */
  clear(): void {
    this.thing = null;
    this.correction = null;
    this.begin();
  }

  /** The ground was tapped: the place that is asked for, or the marker or piece that lies there. */
  tap(at: Point, showing: Showing): void {
    if (this.correction?.asks_place) {
      this.at = [tenth(at[0]), tenth(at[1])];
      return;
    }
    const marker = (showing.markers ?? []).find((one) => distance(one.at, at) <= NEAR);
    if (marker && this.hasAbout("marker")) return this.point("marker", marker.id);
    const piece = [...showing.ground.pieces].reverse().find((one) => !one.traits.includes("opening") && isInside(at, one.outline));
    if (piece && this.hasAbout("piece")) return this.point("piece", piece.id);
    this.clear();
  }

  private hasAbout(kind: Kind): boolean {
    return this.offered.some((one) => one.about === kind);
  }

  /** What would be told; null where something is missing. */
  get ruling(): { ruling: string; facts: Record<string, unknown> } | null {
    const { correction, thing, at } = this;
    if (!correction || (correction.about && !thing) || (correction.asks_place && !at)) return null;
    const facts: Record<string, unknown> = { ...correction.facts };
    for (const field of correction.fields ?? []) {
      const value = valueOf(this.entry, field);
      if (value === undefined || value === null || value === "") return null;
      facts[field.name] = value;
    }
    if (thing && correction.about) facts[correction.about] = thing.id;
    if (correction.asks_place && at) facts["at"] = [...at];
    return { ruling: correction.ruling, facts };
  }
}

const tenth = (inches: number): number => Math.round(inches * 10) / 10;

/** What somebody may point at without a finger, each with how it is called. */
export function thingsOf(showing: Showing): { kind: Kind; id: string; name: string }[] {
  const figures = (showing.units ?? []).flatMap((unit) => {
    const ids = unit.figures?.length ? unit.figures : [unit.id];
    return ids.map((id, i) => ({ kind: "figure" as const, id, name: unit.names?.[i] ?? (unit.id === id ? unit.name : `${id}, ${unit.name}`) }));
  });
  const markers = (showing.markers ?? []).map((one) => ({ kind: "marker" as const, id: one.id, name: `${one.id}, ${one.word || one.kind}` }));
  const pieces = showing.ground.pieces.filter((one) => !one.traits.includes("opening")).map((one) => ({ kind: "piece" as const, id: one.id, name: `${one.id}, ${one.kind}` }));
  return [...figures, ...markers, ...pieces];
}

/** Where a thing is believed to be; null beside the table. */
export function placeOf(thing: Thing, showing: Showing): Point | null {
  if (thing.kind === "marker") return showing.markers?.find((one) => one.id === thing.id)?.at ?? null;
  if (thing.kind === "piece") {
    const piece = showing.ground.pieces.find((one) => one.id === thing.id);
    return piece ? centroid(piece.outline) : null;
  }
  return figureOf(thing.id, showing)?.at ?? null;
}
