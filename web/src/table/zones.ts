// Where something may be set down, as far as it can be drawn: the zones that a question names.
import { f, type Point } from "./geometry";
import type { Surface } from "./surface";

interface Zone {
  type: string;
  west?: number;
  south?: number;
  east?: number;
  north?: number;
  point?: Point;
  distance?: number;
  limit?: number;
  zones?: Zone[];
}

export interface DrawnZone {
  d: string;
  /** Whether the inside is barred rather than allowed. */
  isBarred: boolean;
}

/** Every part of a zone that has an outline; the server alone knows the whole of it. */
export function zonesOf(value: unknown, surface: Surface): DrawnZone[] {
  if (value === null || typeof value !== "object") return [];
  const zone = value as Zone;
  switch (zone.type) {
    case "field": {
      const { wide, deep } = surface;
      const [x0, y0] = surface.onSheet([Math.max(0, zone.west ?? 0), Math.max(0, zone.south ?? 0)]);
      const [x1, y1] = surface.onSheet([Math.min(wide, zone.east ?? wide), Math.min(deep, zone.north ?? deep)]);
      return [{ d: `M${f(x0)} ${f(y0)}H${f(x1)}V${f(y1)}H${f(x0)}z`, isBarred: false }];
    }
    case "near point":
    case "far from point": {
      const [x, y] = surface.onSheet(zone.point ?? [0, 0]);
      const r = zone.distance ?? 0;
      const d = `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 1 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 1 ${f(-2 * r)} 0z`;
      return [{ d, isBarred: zone.type === "far from point" }];
    }
    case "every":
    case "some":
      return (zone.zones ?? []).flatMap((one) => zonesOf(one, surface));
    default:
      return [];
  }
}

/** How far north the fields of a zone lie on the whole, in inches; null where it names none. */
export function northOf(value: unknown, surface: Surface): number | null {
  if (value === null || typeof value !== "object") return null;
  const zone = value as Zone;
  if (zone.type === "field") return (Math.max(0, zone.south ?? 0) + Math.min(surface.deep, zone.north ?? surface.deep)) / 2;
  const all = (zone.zones ?? []).map((one) => northOf(one, surface)).filter((one) => one !== null);
  return all.length ? all.reduce((sum, one) => sum + one, 0) / all.length : null;
}
