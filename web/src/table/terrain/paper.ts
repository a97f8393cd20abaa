// What a recipe is given and what it gives back.
import type { Point } from "../geometry";
import { courseOf } from "./curves";
import { edgeDistance, type Chance, type Item, type Stroke } from "./strokes";

/** How much is drawn: flat shapes from afar, everything near by. */
export type Level = "far" | "middle" | "near";

/** A door or a window in the walls of a piece. */
export interface Opening {
  outline: Point[];
  isDoor: boolean;
}

export interface Paper {
  /** The outline that the rules measure, on the sheet. */
  outline: Point[];
  chance: Chance;
  height: number;
  level: Level;
  sheet: { wide: number; deep: number };
  openings: Opening[];
  /** Which way the water runs that lies beneath, where some does. */
  flow: Point | null;
  /** Whether somebody is inside, so that there is no roof. */
  isOpen: boolean;
}

export interface Drawing {
  under: Stroke[];
  /** What makes room for figures. */
  items: Item[];
  over: Stroke[];
}

export const drawing = (under: Stroke[], items: Item[] = [], over: Stroke[] = []): Drawing => ({ under, items, over });

/** How wide and how deep the box around an outline is, the smaller first. */
function sides(outline: readonly Point[]): [number, number] {
  const span = (values: number[]): number => Math.max(...values) - Math.min(...values);
  const [wide, deep] = [span(outline.map((one) => one[0])), span(outline.map((one) => one[1]))];
  return wide < deep ? [wide, deep] : [deep, wide];
}

/** Pieces so small are one thing: a tree, a boulder. */
const SINGLE = 1.7;
export const isSingle = (outline: readonly Point[]): boolean => sides(outline)[1] < SINGLE;

/** Pieces so thin are a row of things. */
const THIN = 1.1;
export const isThin = (outline: readonly Point[]): boolean => !isSingle(outline) && (courseOf(outline)?.wide ?? Infinity) < THIN;

/** Whether there is room for something large. */
export const isRoomy = (outline: readonly Point[]): boolean => sides(outline)[0] > 2.5;

export function middleOf(outline: readonly Point[]): Point {
  const sum = outline.reduce<Point>((all, one) => [all[0] + one[0], all[1] + one[1]], [0, 0]);
  return [sum[0] / outline.length, sum[1] / outline.length];
}

/** The radius of a piece that is one thing. */
export const radiusOf = (outline: readonly Point[]): number => Math.max(0.25, edgeDistance(middleOf(outline), outline));
