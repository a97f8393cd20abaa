// A small ground for the lobby's picture: a river, a bridge, woods, and groups that face each other.
import type { Piece, Showing, Unit } from "../../protocol";
import type { Point } from "../../table/geometry";

const WIDE = 46;
const DEEP = 24;

function curve(from: number, to: number, step: number, at: (x: number) => number): Point[] {
  const points: Point[] = [];
  for (let x = from; x <= to; x += step) points.push([x, at(x)]);
  return points;
}

function blob(x: number, y: number, rx: number, ry: number, corners = 14): [number, number][] {
  return Array.from({ length: corners }, (_, i) => {
    const turn = (2 * Math.PI * i) / corners;
    const wave = 1 + 0.09 * Math.sin(3 * turn + x);
    return [x + rx * wave * Math.cos(turn), y + ry * wave * Math.sin(turn)];
  });
}

const course = (x: number): number => 12.6 + 2.2 * Math.sin((x - 4) / 7.5) + 0.09 * (x - 20);
const north = curve(-2, WIDE + 2, 1.2, (x) => course(x) + 1.5);
const south = curve(-2, WIDE + 2, 1.2, (x) => course(x) - 1.5).reverse();

const piece = (id: string, kind: string, outline: readonly (readonly [number, number])[], height = 0, traits: string[] = []): Piece => ({
  id, kind, outline: outline.map(([x, y]) => [x, y]), height, traits,
});

const road = (x: number): [number, number] => [x, 0];
const PIECES: Piece[] = [
  piece("hill", "hill", blob(9, 22, 8, 4.5), 2),
  piece("road", "road", [[29.4, -1], road(31.6), [33.6, 9], [34.2, 16], [33, 25], [30.8, 25], [32, 16], [31.4, 9]]),
  piece("withy", "river", [...north, ...south]),
  piece("bridge", "bridge", [[31.3, course(32) - 2], [33.7, course(33) - 2], [34.1, course(33) + 2.2], [31.7, course(32) + 2.2]]),
  piece("lark", "wood", blob(15, 3.2, 5, 3.6)),
  piece("crow", "wood", blob(22, 21, 3.8, 2.6)),
  piece("fen", "marsh", blob(2.5, 11, 3, 1.6)),
  piece("hedge", "hedge", [[36, 5.6], [44, 7.2], [43.9, 7.7], [35.9, 6.1]]),
  piece("barn", "house", [[40, 1.2], [44.4, 2], [43.9, 4.8], [39.500, 4]], 2),
];

function block(x: number, y: number, count: number, abreast: number, pitch: number, turn = 0): [number, number][] {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return Array.from({ length: count }, (_, i) => {
    const [u, v] = [(i % abreast) * pitch, Math.floor(i / abreast) * pitch];
    return [x + u * c - v * s, y - u * s - v * c];
  });
}

const unit = (id: string, glyph: string, side: number, models: [number, number][], radius: number, more: Partial<Unit> = {}): Unit => ({
  id, name: id, kind: "", glyph, side, seat: side ? "B" : "A", models, radius, strength: models.length, full_strength: models.length, ...more,
});

export const scene: Showing = {
  ground: { width: WIDE, depth: DEEP, pieces: PIECES },
  // Kinds are called here as they are drawn.
  looks: { ...Object.fromEntries(PIECES.map((one) => [one.kind, one.kind])), river: "water", house: "building" },
  units: [
    unit("Rook Lancers", "cavalry", 0, block(21.5, 6.8, 6, 3, 1.75, -0.3), 0.72),
    unit("Alder Spears", "spears", 0, block(28, 5.6, 12, 4, 1.15, 0.15), 0.5, { leader: 0 }),
    unit("Kestrels", "horse", 0, block(37.5, 9.8, 5, 3, 1.9, 0.2), 0.72, { acted: true }),
    unit("Thorn", "shield", 1, block(19.8, 21.7, 10, 4, 1.2, 0.05), 0.5),
    unit("Ash Riders", "horse", 1, block(38.5, 21.6, 4, 2, 1.9, 0.1), 0.72),
    unit("Gorse Spears", "spears", 1, block(27.2, 22.6, 8, 4, 1.15, 0.2), 0.5, { leader: 0 }),
  ],
};
