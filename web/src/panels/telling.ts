// The battlefield in words: every unit with its strength, range, bearing, ground and state.
import type { Outlook, Showing, Unit } from "../protocol";
import { bearing, boxOf, centroid, isInside, nearest, type Point } from "../table/geometry";
import { surfaceOf, type Surface } from "../table/surface";

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
  const whose = mySides.length ? (mySides.includes(unit.side) ? "yours" : "enemy") : (showing.sides?.find((one) => one.side === unit.side)?.name ?? "");
  const parts = [`${unit.name}, ${unit.kind}`, whose];
  if (unit.full_strength) parts.push(`strength ${unit.strength ?? 0} of ${unit.full_strength}`);
  if (unit.on_table === false || !unit.models?.length) {
    parts.push(unit.place || "not on the table");
    return `${parts.join(", ")}.`;
  }
  if (from && from.id !== unit.id && from.models?.length) {
    const near = nearest(from, unit);
    if (near) parts.push(`${surfaceOf(showing).spoken(near.gap)} ${bearing(centroid(from.models), centroid(unit.models))} of ${from.name}`);
  } else parts.push(placeOf(showing, unit));
  const under = groundUnder(showing, unit);
  parts.push(under ? `in the ${under}` : "in the open");
  parts.push(...lookedAt(unit, from, outlook, surfaceOf(showing)));
  for (const badge of unit.badges ?? []) parts.push(badge.word);
  if (unit.acted) parts.push("has acted");
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** What the chosen unit sees of another, and what it could do to it. */
function lookedAt(unit: Unit, from: Unit | null, outlook: Outlook | null, surface: Surface): string[] {
  const look = outlook && outlook.unit === from?.id ? outlook.looks.find((one) => one.unit === unit.id) : undefined;
  if (!look) return [];
  const can = look.can?.length ? [`${from?.name} can ${look.can.join(" or ")}`] : [];
  const threats = (outlook?.threats ?? []).filter((one) => one.unit === unit.id);
  const feared = threats.map((one) => `could ${one.kind} ${surface.spoken(one.inches)}`);
  return [look.how === "clear" || !look.how ? "in clear sight" : (look.words ?? ""), ...can, ...feared];
}

/** The part of the table, in words. */
const placeOf = (showing: Showing, unit: Unit): string => placeIn(showing, centroid(unit.models ?? []));

/** The part of the table in which a place lies. */
export function placeIn(showing: Showing, at: Point): string {
  return `in the ${surfaceOf(showing).part(at)} of the table`;
}

function groundUnder(showing: Showing, unit: Unit): string {
  const middle = centroid(unit.models ?? []);
  const found = [...showing.ground.pieces].reverse().find((piece) => isInside(middle, piece.outline));
  return found?.kind ?? "";
}

/** The terrain in words: what lies where. */
export function tellingGround(showing: Showing): string[] {
  const { far } = surfaceOf(showing);
  return showing.ground.pieces.map((piece) => {
    const box = boxOf(piece.outline);
    const traits = piece.traits.length ? `: ${piece.traits.join(", ")}` : "";
    return `${piece.kind} from ${far(box.west)} to ${far(box.east)} east and ${far(box.south)} to ${far(box.north)} north${traits}.`;
  });
}
