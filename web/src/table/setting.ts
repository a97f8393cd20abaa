// Everything that is written on the ground, set in the order of what matters: standards first since they stay, then what a
// plan costs and whom an answer names, then sight, states, names of people, names of things.
import type { Asking } from "../ask/asking.svelte";
import { figureOf } from "../ask/figures";
import { momentsOf } from "../ask/moments";
import { capital } from "../ask/words";
import { isFigure } from "../panels/naming";
import type { Chances, Outlook, Showing, Unit } from "../protocol";
import type { Camera } from "./camera.svelte";
import { centroid, distance, type Point } from "./geometry";
import { labelsOf, linesOf, type Label } from "./lines";
import { around, hullOf, leaderTo, Room, within, wordsWide, type Box, type Disc, type Place } from "./placer";
import type { Surface } from "./surface";
import type { TableState } from "./table.svelte";
import { nearestOn } from "./terrain/curves";

export interface Standard {
  unit: Unit;
  x: number;
  y: number;
  size: number;
  /** From the plate to the rim of the nearest figure; null where the plate takes the place of a group too small to see. */
  pole: [Point, Point] | null;
}

export type Sort = "paper" | "odds" | "chosen" | "border" | "badge" | "name" | "group" | "thing" | "height";

export interface Set {
  key: string;
  sort: Sort;
  x: number;
  y: number;
  w: number;
  h: number;
  bold: string;
  rest: string;
  side: number | undefined;
  leader: [Point, Point] | null;
  /** The number of the answer that it belongs to. */
  number?: number | undefined;
}

export interface Setting {
  standards: Standard[];
  labels: Set[];
  /** Groups whose figures have gone into their plates. */
  plates: string[];
}

export interface Scene {
  showing: Showing;
  table: TableState;
  asking: Asking | null;
  outlook: Outlook | null;
  /** What the answers need at once. */
  chances: Chances | null;
  surface: Surface;
  /** Units whose names are wanted. */
  named: readonly string[];
  hasNames: boolean;
  /** Whether a step of the past is shown, in which nothing is measured. */
  isPast: boolean;
  /** A marker that was tapped. */
  marker: string | null;
}

/** The sizes of a standard; a group that is smaller than the least becomes one plate. */
const SIZES = [34, 26, 22] as const;
const PLATE = 14;
/** Pixels per inch from which standards have their full size. */
const ROOMY = 9;
/** Pixels per inch from which people are called by name without being asked for. */
const LEGIBLE = 12;
const MOST_LABELS = 5;
/** A name comes back under its figure as soon as there is room; it stays elsewhere for this little only. */
const NAMES_STAY = 0.4;

interface Standing {
  unit: Unit;
  discs: Disc[];
  hull: Box;
}

export function setting(scene: Scene, habits: Map<string, number>): Setting {
  const { showing, table } = scene;
  const { camera } = table;
  const room = new Room(seenOf(camera, scene.surface), habits);
  for (const box of camera.kept) room.addBox(box);
  const standing = standingOn(showing.units ?? [], camera);
  for (const { discs } of standing) for (const disc of discs) room.addDisc(disc);
  addThings(room, scene);
  const { standards, plates } = setStandards(room, standing, camera.scale >= ROOMY);
  const labels = [
    ...(scene.isPast ? [] : setWords(room, scene, standing)),
    ...setStates(room, standing, standards),
    ...setNames(room, scene, standing),
    ...setThings(room, scene),
    ...setHeights(room, scene),
  ];
  return { standards, labels, plates };
}

/** The part of the ground that is seen: nothing is written on the frame. */
function seenOf(camera: Camera, surface: Surface): Box {
  const [x, y] = [Math.max(camera.west, camera.x), Math.max(camera.margin, camera.y)];
  const east = Math.min(camera.width - camera.margin, camera.x + surface.wide * camera.scale);
  const south = Math.min(camera.height - camera.margin, camera.y + surface.deep * camera.scale);
  return { x, y, w: Math.max(0, east - x), h: Math.max(0, south - y) };
}

function standingOn(units: readonly Unit[], camera: Camera): Standing[] {
  return units.flatMap((unit) => {
    if (unit.on_table === false || !unit.models?.length) return [];
    const discs = unit.models.map((at) => {
      const [x, y] = camera.toScreen(at);
      return { x, y, r: (unit.radius ?? 0.5) * camera.scale };
    });
    const hull = hullOf(discs);
    const isSeen = discs.some(({ x, y }) => x > camera.west - 4 && y > camera.margin - 4 && x < camera.width - camera.margin + 4 && y < camera.height - camera.margin + 4);
    return isSeen ? [{ unit, discs, hull }] : [];
  });
}

/** Markers, plans and lines are kept clear too. */
function addThings(room: Room, { showing, table, asking, outlook, isPast }: Scene): void {
  const { camera } = table;
  for (const { at, size = [1, 1] } of showing.markers ?? []) {
    const [x, y] = camera.toScreen(at);
    room.addDisc({ x, y, r: Math.max(7, (Math.max(...size) / 2) * camera.scale) });
  }
  if (isPast) return;
  const plan = asking?.plan;
  if (plan) {
    for (const at of plan.models) {
      const [x, y] = camera.toScreen(at);
      room.addDisc({ x, y, r: Math.min(1, plan.radius) * camera.scale });
    }
    const way = plan.start.length ? [centroid(plan.start), ...plan.via, plan.at].map((at) => camera.toScreen(at)) : [];
    way.slice(1).forEach((to, i) => room.addWay(way[i]!, to));
  }
  for (const { ghosts, unit, from, at, isChosen } of asking ? momentsOf(asking, showing) : []) {
    for (const ghost of ghosts) {
      const [x, y] = camera.toScreen(ghost);
      room.addDisc({ x, y, r: (unit.radius ?? 0.5) * camera.scale });
    }
    if (isChosen) room.addWay(camera.toScreen(from), camera.toScreen(at));
  }
  for (const one of linesOf(showing, table, asking, outlook)) room.addWay(camera.toScreen(one.from), camera.toScreen(one.stop ?? one.to));
}

/** The box of a standard about the middle of its plate: the plate with the tag of its strength. */
function boxOfPlate(size: number, strength: number): Box {
  const tag = 12 + 8 * String(strength).length;
  return { x: -0.53 * size, y: -0.53 * size, w: 0.89 * size + tag / 2 + 1, h: 0.89 * size + 9.5 };
}

/** Each group's standard stands beside it, on a pole from its nearest figure. */
function setStandards(room: Room, standing: readonly Standing[], isRoomy: boolean): { standards: Standard[]; plates: string[] } {
  const plates: string[] = [];
  const standards = standing.flatMap(({ unit, discs, hull }): Standard[] => {
    if (isFigure(unit)) return [];
    const wide = Math.max(hull.w, hull.h);
    const small = boxOfPlate(SIZES[2], unit.strength ?? 0);
    const [cx, cy] = [hull.x + hull.w / 2, hull.y + hull.h / 2];
    if (wide < PLATE && room.takeOver({ ...small, x: cx + small.x, y: cy + small.y }, discs)) {
      plates.push(unit.id);
      return [{ unit, x: cx, y: cy, size: SIZES[2], pole: null }];
    }
    const wanted = SIZES.findIndex((one) => one <= wide * 0.95 && (one < SIZES[0] || isRoomy));
    for (const size of SIZES.slice(wanted < 0 ? 2 : wanted)) {
      const { x, y, w, h } = boxOfPlate(size, unit.strength ?? 0);
      const places = around(hull, w, h, { gaps: [4, 16, 34, 56], from: 1, feet: discs });
      const place = room.take(`standard ${unit.id}`, places, 160);
      if (!place) continue;
      const middle: Point = [place.box.x - x, place.box.y - y];
      const pole = leaderTo({ x: middle[0], y: middle[1], w: 0, h: 0 }, discs, middle);
      return [{ unit, x: middle[0], y: middle[1], size, pole }];
    }
    return [];
  });
  return { standards, plates };
}

/** What is said of a plan, of sight and of whom an answer names. */
function setWords(room: Room, { showing, table, asking, outlook, chances }: Scene, standing: readonly Standing[]): Set[] {
  const found: Set[] = [];
  const wanted = labelsOf(showing, table, asking, outlook, chances);
  const order = ({ key, odds }: Label): number => (key === "plan" || key === "ruler" || odds === "chosen" ? 0 : odds || key.startsWith("aimed") ? 1 : key.startsWith("threat") ? 3 : 2);
  wanted.sort((a, b) => order(a) - order(b));
  const own = showing.sides?.find((one) => one.seats.includes(asking?.question?.seat ?? ""))?.side;
  for (const label of wanted) {
    const { key, at, about, bold, rest, side, odds, number } = label;
    const isNeeded = order(label) < 2;
    if (found.length >= MOST_LABELS && !isNeeded) break;
    const isBorder = side !== undefined;
    const [w, h] = isBorder ? [wordsWide(rest, 14.5), 18] : odds ? [18 + Math.max(wordsWide(bold, 16.5), wordsWide(rest, 13)), rest ? 42 : 26] : [20 + wordsWide(bold, 14.5) + (rest ? (bold ? 6 : 0) + wordsWide(rest, 14) : 0), 24];
    const [x, y] = table.camera.toScreen(at);
    const ghosts = key === "plan" ? (asking?.plan?.models ?? []) : label.radius ? [at] : [];
    // Whoever lies outside of what is seen has a pill at the edge.
    if (about && !isNeeded && !standing.some((one) => one.unit.id === about || one.unit.figures?.includes(about))) continue;
    const hull = hullAbout(about, standing, showing, table.camera) ?? hullOfGhosts(ghosts, label.radius ?? asking?.plan?.radius ?? 0.5, table.camera) ?? { discs: [], hull: { x: x - 2, y: y - 2, w: 4, h: 4 } };
    const places = isBorder
      ? [{ box: { x: x - w / 2, y: y - h / 2, w, h }, dislike: 0, leader: null }]
      : within(room.screen, around(hull.hull, w, h, { feet: hull.discs, gaps: isNeeded ? [12, 40, 72, 110] : [12, 40], isLed: key !== "ruler" }), hull.hull, hull.discs);
    const place = room.take(key, places, isNeeded && odds !== "offered" ? 500 : undefined);
    const sort = isBorder ? "border" : odds === "chosen" ? "chosen" : odds ? "odds" : "paper";
    if (place) found.push({ ...middleOf(place), key, sort, bold, rest, side: odds ? own : side, leader: place.leader, number });
  }
  return found;
}

const middleOf = ({ box }: Place): { x: number; y: number; w: number; h: number } => ({ x: box.x + box.w / 2, y: box.y + box.h / 2, w: box.w, h: box.h });

/** The figures that a label speaks of: a whole unit, or one of its figures. */
function hullAbout(id: string | undefined, standing: readonly Standing[], showing: Showing, camera: Camera): { discs: Disc[]; hull: Box } | null {
  if (!id) return null;
  const whole = standing.find((one) => one.unit.id === id);
  if (whole) return whole;
  const figure = figureOf(id, showing);
  if (!figure) return null;
  const [x, y] = camera.toScreen(figure.at);
  const disc = { x, y, r: (figure.unit.radius ?? 0.5) * camera.scale };
  return { discs: [disc], hull: hullOf([disc]) };
}

/** The cost of a way stands beside where it leads. */
function hullOfGhosts(ghosts: readonly Point[], radius: number, camera: Camera): { discs: Disc[]; hull: Box } | null {
  if (!ghosts.length) return null;
  const discs = ghosts.map((at) => {
    const [x, y] = camera.toScreen(at);
    return { x, y, r: Math.min(1, radius) * camera.scale };
  });
  return { discs, hull: hullOf(discs) };
}

/** The worst state of each unit, beside its standard or its base. */
function setStates(room: Room, standing: readonly Standing[], standards: readonly Standard[]): Set[] {
  return standing.flatMap(({ unit, hull, discs }): Set[] => {
    const worst = unit.badges?.find((one) => one.worse);
    if (!worst) return [];
    const w = 12 + wordsWide(worst.word, 13);
    const flag = standards.find((one) => one.unit === unit);
    const by = flag ? { x: flag.x - flag.size / 2, y: flag.y - flag.size / 2, w: flag.size * 1.2, h: flag.size * 1.2 } : hull;
    const place = room.take(`state ${unit.id}`, [...around(by, w, 20, { gaps: [4, 14], from: 0 }), ...around(hull, w, 20, { gaps: [4, 30], from: 4, feet: discs })]);
    return place ? [{ ...middleOf(place), key: `state ${unit.id}`, sort: "badge", bold: worst.word, rest: "", side: unit.side, leader: place.leader }] : [];
  });
}

function setNames(room: Room, { named, table }: Scene, standing: readonly Standing[]): Set[] {
  return standing.flatMap(({ unit, hull, discs }): Set[] => {
    const isOne = isFigure(unit);
    const isAsked = named.includes(unit.id);
    if (!isAsked && !(isOne && table.camera.scale >= LEGIBLE)) return [];
    const [w, h] = isOne ? [wordsWide(unit.name, 13.5) + 4, 16] : [wordsWide(unit.name, 15) + 4, 19];
    const gaps = isAsked ? [3, 14, 34] : [3];
    const place = room.take(`name ${unit.id}`, around(hull, w, h, { gaps, from: 4, feet: discs }), undefined, NAMES_STAY);
    return place ? [{ ...middleOf(place), key: `name ${unit.id}`, sort: isOne ? "name" : "group", bold: unit.name, rest: "", side: unit.side, leader: place.leader }] : [];
  });
}

/** What has to be done is called by its name as long as there is room; other things when they are asked for. */
function setThings(room: Room, { showing, table, hasNames, marker }: Scene): Set[] {
  const { camera } = table;
  return (showing.markers ?? []).flatMap((one): Set[] => {
    const isAsked = hasNames || one.id === marker;
    if (!isAsked && !(one.target && camera.scale >= LEGIBLE)) return [];
    const words = one.word || capital(one.kind);
    const [x, y] = camera.toScreen(one.at);
    const r = Math.max(7, (Math.max(...(one.size ?? [1, 1])) / 2) * camera.scale);
    const places = around({ x: x - r, y: y - r, w: 2 * r, h: 2 * r }, wordsWide(words, 13) + 6, 17, { gaps: isAsked ? [3, 14, 34] : [3], from: 4 });
    const place = room.take(`thing ${one.id}`, places, one.id === marker ? 500 : undefined);
    return place ? [{ ...middleOf(place), key: `thing ${one.id}`, sort: "thing", bold: words, rest: "", side: undefined, leader: place.leader }] : [];
  });
}

/** Pixels across which a piece must be for its height to be written on it. */
const LEAST = 40;

function setHeights(room: Room, { showing, table, surface }: Scene): Set[] {
  const { camera } = table;
  return showing.ground.pieces.flatMap((piece): Set[] => {
    const middle = centroid(piece.outline);
    if (piece.height <= 0 || 2 * distance(middle, nearestOn(piece.outline, middle)) * camera.scale < LEAST) return [];
    const words = `▲ ${piece.height}${surface.sign}`;
    const [w, h] = [wordsWide(words, 13) + 8, 16];
    const [x, y] = camera.toScreen(middle);
    const steps: readonly Point[] = [[0, 0], [0, 14], [0, -14], [16, 0], [-16, 0]];
    const places = steps.map(([dx, dy]) => ({ box: { x: x + dx - w / 2, y: y + dy - h / 2, w, h }, dislike: Math.abs(dx) + Math.abs(dy), leader: null }));
    const place = room.take(`height ${piece.id}`, places, 50);
    return place ? [{ ...middleOf(place), key: `height ${piece.id}`, sort: "height", bold: words, rest: "", side: undefined, leader: null }] : [];
  });
}
