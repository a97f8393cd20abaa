// The battlefield in words: every unit with its strength, range, bearing, ground and state.
import * as say from "words:panels";
import { list } from "../words/spoken";
import type { Outlook, Showing, Unit } from "../protocol";
import { bearing, boxOf, centroid, distance, isInside, nearest, type Point } from "../table/geometry";
import { surfaceOf, type Surface } from "../table/surface";
import { nearestOn } from "../table/terrain/curves";

export interface TellingUnit {
  unit: Unit;
  words: string;
}

/** Every unit as one sentence, from where the chosen unit stands, or from the table as a whole. */
export function telling(showing: Showing, mySides: readonly number[], from: Unit | null, outlook: Outlook | null = null): TellingUnit[] {
  const units = [...(showing.units ?? [])].sort((a, b) => rank(a, mySides) - rank(b, mySides));
  return units.map((unit) => ({ unit, words: sentence(showing, unit, mySides, from, outlook) }));
}

const rank = (unit: Unit, mySides: readonly number[]): number => (mySides.includes(unit.side) ? 0 : 100) + (unit.on_table === false ? 50 : 0);

function sentence(showing: Showing, unit: Unit, mySides: readonly number[], from: Unit | null, outlook: Outlook | null): string {
  const whose = mySides.length ? (mySides.includes(unit.side) ? say.isYours() : say.isEnemy()) : (showing.sides?.find((one) => one.side === unit.side)?.name ?? "");
  const parts = [`${unit.name}, ${unit.kind}`, whose];
  if (unit.full_strength) parts.push(say.strengthIs({ strength: unit.strength ?? 0, full: unit.full_strength }));
  if (unit.on_table === false || !unit.models?.length) {
    parts.push(unit.place || say.notOnTheTable());
    return say.facts({ facts: list(parts.filter(Boolean), "unit") });
  }
  if (from && from.id !== unit.id && from.models?.length) {
    const near = nearest(from, unit);
    if (near) parts.push(say.awayFrom({ far: surfaceOf(showing).spoken(near.gap), bearing: bearing(centroid(from.models), centroid(unit.models)), name: from.name }));
  } else parts.push(placeOf(showing, unit));
  const under = groundUnder(showing, unit);
  parts.push(under ? say.inThe({ ground: under }) : say.inTheOpen());
  parts.push(...lookedAt(unit, from, outlook, surfaceOf(showing)));
  for (const badge of unit.badges ?? []) parts.push(badge.word);
  if (unit.acted) parts.push(say.hasActed());
  return say.facts({ facts: list(parts.filter(Boolean), "unit") });
}

/** What the chosen unit sees of another, and what it could do to it. */
function lookedAt(unit: Unit, from: Unit | null, outlook: Outlook | null, surface: Surface): string[] {
  const look = outlook && outlook.unit === from?.id ? outlook.looks.find((one) => one.unit === unit.id) : undefined;
  if (!look) return [];
  const can = look.can?.length ? [say.canDo({ name: from?.name ?? "", deeds: list(look.can, "disjunction") })] : [];
  const threats = (outlook?.threats ?? []).filter((one) => one.unit === unit.id);
  const feared = threats.map((one) => say.could({ kind: one.kind, far: surface.spoken(one.inches) }));
  return [look.how === "clear" || !look.how ? say.inClearSight() : (look.words ?? ""), ...can, ...feared];
}

/** The part of the table, in words. */
const placeOf = (showing: Showing, unit: Unit): string => placeIn(showing, centroid(unit.models ?? []));

/** The part of the table in which a place lies. */
export function placeIn(showing: Showing, at: Point): string {
  return say.inPart({ part: surfaceOf(showing).part(at) });
}

function groundUnder(showing: Showing, unit: Unit): string {
  const middle = centroid(unit.models ?? []);
  const found = [...showing.ground.pieces].reverse().find((piece) => isInside(middle, piece.outline));
  return found?.kind ?? "";
}

/** The terrain in words: what lies how far from the chosen unit, or in which part of the table, and how large it is. */
export function tellingGround(showing: Showing, from: Unit | null = null): string[] {
  const { spoken } = surfaceOf(showing);
  const models = from?.on_table === false ? [] : (from?.models ?? []);
  return showing.ground.pieces.map((piece) => {
    const [box, middle] = [boxOf(piece.outline), centroid(piece.outline)];
    const gap = Math.min(...models.map((at) => (isInside(at, piece.outline) ? 0 : Math.max(0, distance(at, nearestOn(piece.outline, at)) - (from?.radius ?? 0)))));
    const where = !from || !models.length ? placeIn(showing, middle) : gap ? say.awayFrom({ far: spoken(gap), bearing: bearing(centroid(models), nearestOn(piece.outline, centroid(models))), name: from.name }) : say.underUnit({ name: from.name });
    const large = say.soLarge({ wide: spoken(box.east - box.west), deep: spoken(box.north - box.south) });
    return say.facts({ facts: list([piece.kind, where, large, ...piece.traits], "unit") });
  });
}
