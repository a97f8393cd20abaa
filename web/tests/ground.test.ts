import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Ground, Showing, Told, Unit } from "../src/protocol";
import { deedsOf, remember } from "../src/table/deeds";
import { distance, isInside, scatter, type Point } from "../src/table/geometry";
import { around, hullOf, Room, within, type Box, type Disc } from "../src/table/placer";
import { surfaceOf } from "../src/table/surface";
import { courseOf, nearestOn, organic, OVER } from "../src/table/terrain/curves";
import { laidOn, levelAt } from "../src/table/terrain/draw";
import { LAYERS } from "../src/table/terrain/kinds";
import { stacked, type Item } from "../src/table/terrain/strokes";

const SCREEN: Box = { x: 0, y: 0, w: 600, h: 600 };
const SQUARE: Point[] = [[4, 4], [12, 4], [12, 12], [4, 12]];
const OVAL: Point[] = Array.from({ length: 12 }, (_, i) => [20 + 3 * Math.cos((i * Math.PI) / 6), 8 + 2 * Math.sin((i * Math.PI) / 6)]);
const looks = Object.fromEntries(LAYERS.map((one) => [one, one]));

function groundWith(kind: string, outline: Point[], more: Ground["pieces"] = []): Ground {
  return { width: 48, depth: 36, pieces: [{ id: `${kind} 1`, kind, outline: outline.map(([x, y]) => [x, y]), height: 1, traits: [] }, ...more] };
}
const strokesOf = (ground: Ground, figures: Point[] = [], level: "far" | "middle" | "near" = "near"): string =>
  laidOn(ground, looks, surfaceOf({ ground }), level).flatMap((one) => one.strokes(figures)).map(({ ink, d }) => `${ink}:${d}`).join("\n");

describe("the drawing of terrain", () => {
  it("never reaches farther over the outline that the rules measure than it may, and is about as large", () => {
    for (const outline of [SQUARE, OVAL, [[0, 0], [9, 1], [5, 7]] as Point[]]) {
      for (let seed = 0; seed < 12; seed++) {
        const drawn = organic(outline, scatter(`piece ${seed}`), 0.34, 3);
        for (const at of drawn) if (!isInside(at, outline)) expect(distance(at, nearestOn(outline, at))).toBeLessThanOrEqual(OVER + 1e-9);
        const area = (points: readonly Point[]): number => Math.abs(points.reduce((sum, a, i) => sum + a[0] * points[(i + 1) % points.length]![1] - points[(i + 1) % points.length]![0] * a[1], 0));
        expect(area(drawn) / area(outline)).toBeGreaterThan(0.8);
        expect(area(drawn) / area(outline)).toBeLessThan(1.15);
      }
    }
  });

  it("is the same for the same outline and id, and another for another id", () => {
    for (const kind of LAYERS) {
      expect(strokesOf(groundWith(kind, SQUARE))).toBe(strokesOf(groundWith(kind, SQUARE)));
      expect(strokesOf(groundWith(kind, SQUARE))).not.toContain("NaN");
      expect(strokesOf(groundWith(kind, OVAL))).not.toContain("NaN");
      expect(strokesOf(groundWith(kind, [[1, 1], [9, 1], [9, 1.4], [1, 1.4]]))).not.toContain("NaN");
      expect(strokesOf(groundWith(kind, SQUARE)).length).toBeGreaterThan(10);
    }
    const other = groundWith("wood", SQUARE);
    other.pieces[0]!.id = "wood 2";
    expect(strokesOf(other)).not.toBe(strokesOf(groundWith("wood", SQUARE)));
  });

  it("draws less from afar", () => {
    expect([4, 12, 30].map(levelAt)).toEqual(["far", "middle", "near"]);
    const ground = groundWith("wood", SQUARE);
    expect(strokesOf(ground, [], "far").length).toBeLessThan(strokesOf(ground, [], "near").length / 4);
    expect(strokesOf(ground, [], "far")).not.toContain("crown");
  });

  it("makes room for a figure: no crown within 1.1 inches, and the others stay where they were", () => {
    const ground = groundWith("wood", SQUARE);
    const surface = surfaceOf({ ground });
    const middles = (text: string): Point[] => [...text.matchAll(/M(-?[\d.]+) (-?[\d.]+)A/g)].map((one) => [Number(one[1]), Number(one[2])] as Point);
    const at: Point = [8, 8];
    const [before, after] = [strokesOf(ground), strokesOf(ground, [at])];
    expect(after.length).toBeLessThan(before.length);
    const crowns = after.split("\n").filter((one) => one.startsWith("crown tone")).join("");
    for (const one of middles(crowns)) expect(distance(one, surface.onSheet(at))).toBeGreaterThan(0.4);
    expect(strokesOf(ground)).toBe(before);
  });

  it("lifts a roof while somebody is inside, and leaves the door out of the walls", () => {
    const door = { id: "house 1 door", kind: "door", outline: [[7.4, 3.8], [8.6, 3.8], [8.6, 4.2], [7.4, 4.2]] as [number, number][], height: 0, traits: ["opening", "door"] };
    const ground = groundWith("building", SQUARE, [door]);
    expect(strokesOf(ground)).toContain("roof");
    expect(strokesOf(ground)).toContain("door:");
    expect(strokesOf(ground, [[8, 8]])).not.toContain("roof");
    expect(strokesOf(ground, [[8, 8]])).toContain("stone stone-1");
    expect(strokesOf(ground, [[8, 14]])).toContain("roof");
    expect(laidOn(ground, looks, surfaceOf({ ground }), "near").map((one) => one.piece.id)).toEqual(["building 1"]);
  });

  it("follows a course, and runs off the table where it meets the edge", () => {
    const bent: Point[] = [[0, 10], [16, 14], [32, 10], [48, 15], [48, 19], [32, 14], [16, 18], [0, 14]];
    const course = courseOf(bent)!;
    expect(course.wide).toBeCloseTo(4, 1);
    expect(course.line).toHaveLength(4);
    expect(courseOf(SQUARE)).toBeNull();
    const xs = [...strokesOf(groundWith("water", bent)).matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((one) => Number(one[1]));
    expect(Math.min(...xs)).toBeLessThan(-2);
    expect(Math.max(...xs)).toBeGreaterThan(50);
  });

  it("lays whatever stands farther south over what is north of it, in few strokes", () => {
    const item = (x: number, y: number): Item => ({ x, y, r: 1, clear: 0, strokes: [{ ink: "a", d: `a${x}` }, { ink: "b", d: `b${x}` }] });
    expect(stacked([item(0, 0), item(10, 0), item(1, 1)]).map(({ d }) => d)).toEqual(["a0a10", "b0b10", "a1", "b1"]);
  });
});

describe("the placer", () => {
  const crowd = (seed: string, count: number): Disc[] => {
    const chance = scatter(seed);
    return Array.from({ length: count }, () => ({ x: chance() * 600, y: chance() * 600, r: 6 + chance() * 8 }));
  };
  const overlaps = (box: Box, disc: Disc): boolean =>
    Math.hypot(disc.x - Math.max(box.x, Math.min(disc.x, box.x + box.w)), disc.y - Math.max(box.y, Math.min(disc.y, box.y + box.h))) < disc.r;

  it("never lays a label over a figure, another label or what is kept, and leaves out what does not fit", () => {
    let covered = 0;
    for (let game = 0; game < 20; game++) {
      const discs = crowd(`crowd ${game}`, 40 + game * 9);
      const room = new Room(SCREEN);
      for (const disc of discs) room.addDisc(disc);
      const kept: Box = { x: 0, y: 0, w: 46, h: 300 };
      room.addBox(kept);
      const set: Box[] = [kept];
      discs.slice(0, 60).forEach((disc, i) => {
        const place = room.take(`label ${i}`, around(hullOf([disc]), 40 + (i % 5) * 15, 20, { feet: [disc] }));
        if (!place) return;
        covered += discs.filter((one) => overlaps(place.box, one)).length;
        covered += set.filter((one) => one.x < place.box.x + place.box.w && place.box.x < one.x + one.w && one.y < place.box.y + place.box.h && place.box.y < one.y + one.h).length;
        set.push(place.box);
      });
      expect(set.length).toBeGreaterThan(1);
    }
    expect(covered).toBe(0);
  });

  it("puts a label afar on a leader that crosses no base, and keeps a place that it had", () => {
    const disc: Disc = { x: 300, y: 300, r: 10 };
    const habits = new Map<string, number>();
    const fresh = (): Room => {
      const room = new Room(SCREEN, habits);
      room.addDisc(disc);
      return room;
    };
    const room = fresh();
    for (let i = 0; i < 8; i++) room.take(`near ${i}`, around(hullOf([disc]), 30, 20, { feet: [disc] }));
    const far = room.take("far", around(hullOf([disc]), 30, 20, { feet: [disc] }));
    if (far?.leader) expect(distance(far.leader[1], [300, 300])).toBeCloseTo(10, 5);
    const first = fresh().take("one", around(hullOf([disc]), 50, 20, { feet: [disc] }))!;
    habits.set("one", 2);
    const kept = fresh().take("one", around(hullOf([disc]), 50, 20, { feet: [disc] }))!;
    expect(first.box.y).toBeLessThan(290);
    expect(kept.box.x).toBeGreaterThan(310);
  });

  it("never leaves the panel with what must be said, however close to the edge it is said of", () => {
    const edges: Disc[] = [[2, 300], [598, 300], [300, 2], [300, 598], [2, 2], [598, 598]].map(([x, y]) => ({ x: x!, y: y!, r: 9 }));
    for (const disc of edges) {
      const room = new Room(SCREEN);
      for (const one of [disc, ...crowd(`edge ${disc.x} ${disc.y}`, 60)]) room.addDisc(one);
      const hull = hullOf([disc]);
      const place = room.take("odds", within(SCREEN, around(hull, 90, 42, { feet: [disc], gaps: [12, 40, 72, 110], isLed: true }), hull, [disc]), 500);
      expect(place).not.toBeNull();
      const { x, y, w, h } = place!.box;
      expect([x >= 0, y >= 0, x + w <= 600, y + h <= 600]).toEqual([true, true, true, true]);
    }
  });

  it("does not write over a way where there is room beside it", () => {
    const disc: Disc = { x: 300, y: 300, r: 10 };
    const room = new Room(SCREEN);
    room.addDisc(disc);
    room.addWay([300, 0], [300, 290]);
    const place = room.take("odds", around(hullOf([disc]), 60, 24, { feet: [disc] }))!;
    expect(place.box.x > 300 || place.box.x + place.box.w < 300 || place.box.y > 300).toBe(true);
  });
});

describe("deeds", () => {
  const unit = (id: string, side: number, models: [number, number][], figures: string[]): Unit => ({ id, name: id, kind: "orcs", side, seat: "", models, figures, radius: 0.5 });
  const told = (facts: Record<string, unknown>): Told => ({ kind: "something", text: "", facts });
  const showing: Showing = {
    ground: { width: 24, depth: 24, pieces: [] },
    units: [unit("S1", 0, [[2, 2]], []), unit("M1", 1, [[10, 10], [12, 10], [14, 10]], ["M1.1", "M1.2", "M1.3"])],
  };

  it("end at the figure that was hit, also where it has just fallen", () => {
    const [places, owners] = [new Map<string, Point>(), new Map<string, string>()];
    const hit = [told({ figure: "S1", target: "M1.2" })];
    expect(deedsOf(hit, showing, places, owners).arrows.map((one) => one.to)).toEqual([[12, 10]]);
    remember(showing, places, owners);
    const after: Showing = { ...showing, units: [showing.units![0]!, unit("M1", 1, [[10, 10], [14, 10]], ["M1.1", "M1.3"])] };
    expect(deedsOf(hit, after, places, owners).arrows.map((one) => one.to)).toEqual([[12, 10]]);
    expect(deedsOf([told({ unit: "S1", target: "M1" })], after, places, owners).arrows.map((one) => one.to)).toEqual([[10, 10]]);
  });

  it("begin at whoever did it, whom a line need not name first", () => {
    const lines = [told({ target: "M1.2", figure: "S1" }), told({ figure: "M1.3", how: "casualty", by: "S1" })];
    const { arrows } = deedsOf(lines, showing, new Map(), new Map());
    expect(arrows.map(({ from, to }) => [from, to])).toEqual([[[2, 2], [12, 10]], [[2, 2], [14, 10]]]);
  });

  it("are a throw and a burst where a line tells of a place and how far around it", () => {
    const lines = [told({ figure: "S1", at: [9, 9] }), told({ at: [11, 9], radius: 2, figures: ["M1.1", "M1.2"] })];
    const { arrows, blasts } = deedsOf(lines, showing, new Map(), new Map());
    expect(arrows).toEqual([]);
    expect(blasts).toMatchObject([{ from: [2, 2], at: [11, 9], radius: 2, side: 0 }]);
  });
});

describe("the inks", () => {
  it("are there for every stroke, in every theme", () => {
    const css = readFileSync(new URL("../src/table/terrain/terrain.css", import.meta.url), "utf8");
    const classes = new Set(LAYERS.flatMap((kind) => [SQUARE, OVAL].flatMap((outline) => [...strokesOf(groundWith(kind, outline)).matchAll(/^([\w -]+):/gm)].flatMap((one) => one[1]!.split(" ")))));
    for (const one of classes) expect(css.includes(`.${one} `) || css.includes(`.${one},`) || css.includes(`.${one}.`), one).toBe(true);
    const inks = (from: string, to: string): string[] => [...css.slice(css.indexOf(from), css.indexOf(to)).matchAll(/(--ink-[\w-]+):/g)].map((one) => one[1]!);
    expect(inks('[data-theme="dark"] {', '[data-theme="contrast"] {').sort()).toEqual(inks(":root", '[data-theme="dark"] {').sort());
  });
});
