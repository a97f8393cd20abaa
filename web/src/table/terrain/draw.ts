// Terrain as a draughtsman draws it: kinds differ by pattern before colour. Rules live on the exact outline; the eye gets a
// drawing that is made from outline and seed alone, so that a table looks the same on every screen.
import type { Ground, Piece } from "../../protocol";
import { boxOf, distance, isInside, scatter, type Point } from "../geometry";
import type { Surface } from "../surface";
import { courseOf } from "./curves";
import { field, hedge, marsh, scrub, slow, wood } from "./growth";
import { hill } from "./heights";
import { layered, lookOf, type Look, type Looks } from "./kinds";
import { drawing, middleOf, type Drawing, type Level, type Opening, type Paper } from "./paper";
import { pillar, pit, rock, unseen } from "./rooms";
import { building, crags, opening, rubble, ruin, wall, yard } from "./stone";
import { edgeDistance, polygon, stacked, type Stroke } from "./strokes";
import { bridge, road, water } from "./waters";

export type { Stroke } from "./strokes";

const DRAW: Record<Look, (paper: Paper) => Drawing> = {
  wood, hedge, scrub, marsh, field, slow, hill, water, road, bridge, wall, ruin, rubble, crags, building, yard, opening,
  rock, pillar, pit, unseen,
  open: ({ outline }) => drawing([{ ink: "open", d: polygon(outline) }]),
};

/** Pixels per inch from which trees are drawn, and from which everything is. */
const [MIDDLE, NEAR] = [8, 22];
export const levelAt = (scale: number): Level => (scale < MIDDLE ? "far" : scale < NEAR ? "middle" : "near");

/** A piece that lies on a ground: how it is drawn, and the outline that the rules measure. */
export interface Laid {
  piece: Piece;
  look: Look;
  exact: string;
  /** Its strokes while figures stand somewhere. */
  strokes(figures: readonly Point[]): Stroke[];
}

/** Inches beyond an outline within which a figure may stand in a drawing's way. */
const NEARBY = 1.5;
/** Inches by which an opening may lie off the wall that it is in. */
const OFF_WALL = 0.6;

type Levels = Map<string, Laid[]>;
const kept = new WeakMap<Ground, Levels>();
/** The last grounds by what lies on them: every step of a replay brings the same ground as a new thing. */
const alike = new Map<string, Levels>();
const MOST_ALIKE = 4;

function levelsOf(ground: Ground): Levels {
  const known = kept.get(ground);
  if (known) return known;
  const text = JSON.stringify(ground);
  const levels = alike.get(text) ?? new Map<string, Laid[]>();
  alike.delete(text);
  alike.set(text, levels);
  if (alike.size > MOST_ALIKE) alike.delete(alike.keys().next().value!);
  kept.set(ground, levels);
  return levels;
}

/** Every piece of a ground in the order in which they are drawn; worked out once for each level. */
export function laidOn(ground: Ground, looks: Looks, surface: Surface, level: Level): Laid[] {
  const known = levelsOf(ground);
  const origin = surface.onSheet([0, 0]);
  const key = `${level} ${origin[0]} ${origin[1]} ${JSON.stringify(looks)}`;
  const found = known.get(key) ?? layered(ground.pieces, looks).filter((piece) => !isInWall(piece, ground, looks)).map((piece) => laid(piece, ground, looks, surface, level));
  known.set(key, found);
  return found;
}

function laid(piece: Piece, ground: Ground, looks: Looks, surface: Surface, level: Level): Laid {
  const look = lookOf(piece, looks);
  const paper = paperOf(piece, surface, level);
  paper.openings = openingsOf(piece, ground, surface);
  paper.flow = look === "bridge" ? flowAt(middleOf(piece.outline), ground, looks, surface) : null;
  // One who draws takes chances in order: each drawing begins anew.
  const begin = (isOpen: boolean): Drawing => DRAW[look]({ ...paper, chance: scatter(piece.id), isOpen });
  const whole = begin(false);
  const [under, over] = [whole.under.filter(isInked), whole.over.filter(isInked)];
  const clear = [...under, ...stacked(whole.items).filter(isInked), ...over];
  let last: { key: string; strokes: Stroke[] } = { key: "", strokes: clear };
  return {
    piece,
    look,
    exact: polygon(paper.outline),
    strokes(figures) {
      const near = whole.items.length || look === "building" ? standingIn(piece, figures) : [];
      const key = near.map((at) => `${at[0]} ${at[1]}`).join(" ");
      if (key === last.key) return last.strokes;
      let strokes = clear;
      if (look === "building") {
        if (near.some((at) => isInside(at, piece.outline))) strokes = begin(true).under.filter(isInked);
      } else if (near.length) {
        const there = near.map((at) => surface.onSheet(at));
        const items = whole.items.filter((one) => there.every((at) => distance(at, [one.x, one.y]) >= one.clear));
        if (items.length < whole.items.length) strokes = [...under, ...stacked(items).filter(isInked), ...over];
      }
      last = { key, strokes };
      return strokes;
    },
  };
}

const isInked = ({ d }: Stroke): boolean => d !== "";

function paperOf(piece: Piece, surface: Surface, level: Level): Paper {
  return {
    outline: piece.outline.map((at) => surface.onSheet(at)),
    chance: scatter(piece.id),
    height: piece.height,
    level,
    sheet: surface,
    openings: [],
    flow: null,
    isOpen: false,
  };
}

function standingIn(piece: Piece, figures: readonly Point[]): Point[] {
  const { west, east, south, north } = boxOf(piece.outline);
  return figures.filter(([x, y]) => x > west - NEARBY && x < east + NEARBY && y > south - NEARBY && y < north + NEARBY);
}

const isOpening = (piece: Piece): boolean => piece.traits.includes("opening");

/** Whether a piece is a door or a window of another, which draws it. */
function isInWall(piece: Piece, ground: Ground, looks: Looks): boolean {
  return isOpening(piece) && ground.pieces.some((one) => !isOpening(one) && hasWalls(lookOf(one, looks)) && isOf(piece, one));
}

const hasWalls = (look: Look): boolean => look === "building" || look === "ruin";

const isOf = (hole: Piece, piece: Piece): boolean => edgeDistance(middleOf(hole.outline), piece.outline) < OFF_WALL;

function openingsOf(piece: Piece, ground: Ground, surface: Surface): Opening[] {
  return ground.pieces
    .filter((one) => isOpening(one) && isOf(one, piece))
    .map((one) => ({ outline: one.outline.map((at) => surface.onSheet(at)), isDoor: one.traits.includes("door") }));
}

/** Which way the water runs at a place. */
function flowAt(at: Point, ground: Ground, looks: Looks, surface: Surface): Point | null {
  const under = ground.pieces.find((one) => lookOf(one, looks) === "water" && isInside(at, one.outline));
  const line = under ? courseOf(under.outline.map((one) => surface.onSheet(one)))?.line : undefined;
  if (!line) return null;
  const [a, b] = [line[0]!, line[line.length - 1]!];
  return [b[0] - a[0], b[1] - a[1]];
}

/** Every stroke of one piece by itself, as a legend shows it. */
export function drawn(piece: Piece, look: Look, surface: Surface): Stroke[] {
  const { under, items, over } = DRAW[look](paperOf(piece, surface, "middle"));
  return [...under, ...stacked(items), ...over].filter(isInked);
}
