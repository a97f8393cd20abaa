// The shape of each side, drawn about 0,0.
import { f } from "../table/geometry";

/** A disc, a diamond, a triangle or a square of about the same weight. */
export function shapeOf(side: number, r: number): string {
  switch (side) {
    case 1:
      return `M0 ${f(-1.12 * r)}L${f(1.12 * r)} 0L0 ${f(1.12 * r)}L${f(-1.12 * r)} 0z`;
    case 2:
      return `M0 ${f(-1.05 * r)}L${f(1.05 * r)} ${f(0.85 * r)}H${f(-1.05 * r)}z`;
    case 3:
      return `M${f(-0.86 * r)} ${f(-0.86 * r)}H${f(0.86 * r)}V${f(0.86 * r)}H${f(-0.86 * r)}z`;
    default:
      return `M${f(-r)} 0a${f(r)} ${f(r)} 0 1 1 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 1 ${f(-2 * r)} 0z`;
  }
}

/** A star for the leader. */
export function star(r: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const reach = i % 2 ? r * 0.42 : r;
    const turn = (Math.PI * i) / 5 - Math.PI / 2;
    return `${f(reach * Math.cos(turn))} ${f(reach * Math.sin(turn))}`;
  });
  return `M${points.join("L")}z`;
}

/** The class that gives the colours of a side. */
export const sideClass = (side: number | null | undefined): string =>
  side == null || side < 0 ? "side-none" : `side-${side % 4}`;
