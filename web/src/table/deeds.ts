// Who has just done something to whom, and what has burst where, from what lines name: figures, units and places.
import type { Showing, Told, Unit } from "../protocol";
import { distance, type Point } from "./geometry";

export interface Arrow {
  key: string;
  from: Point;
  /** The middle of the figure that was meant, and how large its base is. */
  to: Point;
  radius: number;
  side: number;
}

export interface Blast {
  key: string;
  /** Where it was thrown from, where somebody threw it. */
  from: Point | null;
  at: Point;
  radius: number;
  side: number;
}

/** Where each figure was last seen, by its id; whoever has just fallen is found there. */
export type Known = Map<string, Point>;

interface Named {
  unit: Unit;
  /** Null for a whole unit. */
  figure: string | null;
}

const isPoint = (value: unknown): value is Point => Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");

/** Every figure and unit by its id. */
function ids(showing: Showing): Map<string, Named> {
  const found = new Map<string, Named>();
  for (const unit of showing.units ?? []) {
    for (const figure of unit.figures ?? []) found.set(figure, { unit, figure });
    found.set(unit.id, { unit, figure: null });
  }
  return found;
}

/** Whoever a line names, the one it is about first. Ids that are on no table any more are those of the unit that they begin with. */
function named(told: Told, known: ReadonlyMap<string, Named>, lost: ReadonlyMap<string, Named>): Named[] {
  const values = Object.values(told.facts ?? {}).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return values.flatMap((one) => (typeof one === "string" ? (known.get(one) ?? lost.get(one) ?? []) : []));
}

/** The place of whoever is named that is nearest to a point: of one figure where it stands, or stood. */
function placeOf({ unit, figure }: Named, towards: Point | null, places: Known): Point | null {
  if (figure) {
    const place = unit.figures?.indexOf(figure) ?? -1;
    return unit.models?.[place] ?? places.get(figure) ?? null;
  }
  const models = unit.models ?? [];
  if (!models.length) return places.get(unit.id) ?? null;
  return towards ? models.reduce((best, one) => (distance(one, towards) < distance(best, towards) ? one : best)) : models[0]!;
}

export function deedsOf(deeds: readonly Told[], showing: Showing, places: Known, owners: ReadonlyMap<string, string>): { arrows: Arrow[]; blasts: Blast[] } {
  const known = ids(showing);
  const lost = new Map<string, Named>();
  for (const [figure, unit] of owners) {
    const owner = known.get(unit)?.unit;
    if (owner && !known.has(figure)) lost.set(figure, { unit: owner, figure });
  }
  const arrows = new Map<string, Arrow>();
  const blasts: Blast[] = [];
  let thrower: { at: Point; side: number } | null = null;
  deeds.forEach((told, i) => {
    const who = named(told, known, lost);
    const { at, radius } = told.facts ?? {};
    if (isPoint(at) && typeof radius === "number") {
      blasts.push({ key: `blast ${i}`, from: thrower?.at ?? null, at, radius, side: thrower?.side ?? -1 });
      return;
    }
    // Who did it is named as such, or else whom it was done to.
    const { by, target } = told.facts ?? {};
    const is = ({ unit, figure }: Named, id: unknown): boolean => (figure ?? unit.id) === id;
    const first = who.find((one) => is(one, by)) ?? who.find((one) => !is(one, target)) ?? who[0];
    const other = who.find((one) => one.unit.side !== first?.unit.side);
    const roughly = first ? placeOf(first, null, places) : null;
    if (first && roughly) thrower = { at: roughly, side: first.unit.side };
    const to = other && roughly ? placeOf(other, roughly, places) : null;
    const from = first && to ? placeOf(first, to, places) : null;
    if (!first || !other || !from || !to) return;
    // One body of troops has one arrow to whomever it means, from whichever of its figures was named last.
    const key = `${first.unit.id} ${other.figure ?? other.unit.id}`;
    arrows.set(key, { key, from, to, radius: other.unit.radius ?? 0.5, side: first.unit.side });
  });
  return { arrows: [...arrows.values()], blasts };
}

/** Remember where everybody stands, and whose figure is whose. */
export function remember(showing: Showing, places: Known, owners: Map<string, string>): void {
  for (const unit of showing.units ?? []) {
    if (unit.models?.[0]) places.set(unit.id, unit.models[0]);
    unit.figures?.forEach((figure, i) => {
      const at = unit.models?.[i];
      if (at) places.set(figure, at);
      owners.set(figure, unit.id);
    });
  }
}
