// Which part of the ground is seen, and how large.
import type { Point } from "./geometry";
import type { Surface } from "./surface";

/** Pixels around the ground for its frame of inches. */
export const MARGIN = 26;
const NARROW_MARGIN = 22;
const NARROW = 480;
const CLOSEST = 120;
/** Pixels beside the ground in which its tools lie. */
const TOOLS = 50;

export class Camera {
  width = $state(0);
  height = $state(0);
  /** Pixels per inch. */
  scale = $state(10);
  /** Where the north-west corner of the ground lies on the screen. */
  x = $state(MARGIN);
  y = $state(MARGIN);
  private surface = $state.raw<Surface | null>(null);
  private isFitted = true;

  margin = $state(MARGIN);
  /** Whether the ground covers the whole window, cut where it does not fit, as a picture does. */
  covers = false;
  private hasTools = $state(false);
  /** Boxes of the window where tools lie. */
  kept = $state.raw<{ x: number; y: number; w: number; h: number }[]>([]);

  /** The window or the ground has another size. */
  resize(width: number, height: number, surface: Surface): void {
    const isNew = surface.wide !== this.wide || surface.deep !== this.deep;
    const [dx, dy] = [width - this.width, height - this.height];
    this.width = width;
    this.height = height;
    this.surface = surface;
    if (this.margin) this.margin = width < NARROW ? NARROW_MARGIN : MARGIN;
    if (isNew || this.isFitted) this.fit();
    else this.moveTo(this.scale, this.x + dx / 2, this.y + dy / 2);
  }

  private get wide(): number {
    return this.surface?.wide ?? 0;
  }

  private get deep(): number {
    return this.surface?.deep ?? 0;
  }

  /** Tools lie at the western edge, or no longer. */
  carryTools(isSo: boolean): void {
    if (this.hasTools === isSo) return;
    this.hasTools = isSo;
    if (this.isFitted && this.wide) this.fit();
  }

  /** Pixels at the west that are left to the tools, where they would lie on the frame of inches otherwise. */
  get gutter(): number {
    if (!this.hasTools || this.covers) return 0;
    const beside = (this.width - this.wide * this.scaleFor(0)) / 2;
    return beside < this.margin + TOOLS ? TOOLS : 0;
  }

  /** Pixels at the west before the ground begins. */
  get west(): number {
    return this.margin + this.gutter;
  }

  get leastScale(): number {
    return this.scaleFor(this.gutter);
  }

  /** Pixels per inch at which the whole ground is seen beside a gutter. */
  private scaleFor(gutter: number): number {
    const room = 2 * this.margin;
    const [across, down] = [(this.width - room - gutter) / (this.wide || 1), (this.height - room) / (this.deep || 1)];
    return Math.max(1, this.covers ? Math.max(across, down) : Math.min(across, down));
  }

  /** See the whole ground. */
  fit(): void {
    this.moveTo(this.leastScale, this.covers ? -1e6 : 0, this.covers ? -1e6 : 0);
    this.isFitted = true;
  }

  /** Come closer or go away, keeping the place under a point of the screen. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    const scale = Math.min(CLOSEST, Math.max(this.leastScale, this.scale * factor));
    const real = scale / this.scale;
    this.moveTo(scale, px - (px - this.x) * real, py - (py - this.y) * real);
    this.isFitted = scale <= this.leastScale * 1.001;
  }

  pan(dx: number, dy: number): void {
    this.moveTo(this.scale, this.x + dx, this.y + dy);
  }

  /** Bring a place into the middle. */
  centre(point: Point): void {
    const [x, y] = this.onSheet(point);
    this.moveTo(this.scale, (this.width + this.gutter) / 2 - x * this.scale, this.height / 2 - y * this.scale);
  }

  /** See a box of the ground, with room around it. */
  look(box: { west: number; south: number; east: number; north: number }, around = 4): void {
    const wide = box.east - box.west + 2 * around;
    const deep = box.north - box.south + 2 * around;
    const wanted = Math.min((this.width - 2 * this.margin - this.gutter) / wide, (this.height - 2 * this.margin) / deep);
    this.scale = Math.min(CLOSEST, Math.max(this.leastScale, wanted));
    this.isFitted = this.scale <= this.leastScale * 1.001;
    this.centre([(box.west + box.east) / 2, (box.south + box.north) / 2]);
  }

  /** A place of the ground on the screen. */
  toScreen(point: Point): Point {
    const [x, y] = this.onSheet(point);
    return [this.x + x * this.scale, this.y + y * this.scale];
  }

  /** A place of the screen on the ground. */
  toGround(px: number, py: number): Point {
    const drawn: Point = [(px - this.x) / this.scale, (py - this.y) / this.scale];
    return this.surface?.onGround(drawn) ?? drawn;
  }

  private onSheet(point: Point): Point {
    return this.surface?.onSheet(point) ?? point;
  }

  private moveTo(scale: number, x: number, y: number): void {
    this.scale = scale;
    this.x = this.gutter + kept(x - this.gutter, this.width - this.gutter, this.wide * scale, this.margin);
    this.y = kept(y, this.height, this.deep * scale, this.margin);
  }
}

/** The ground stays on the screen: in the middle where it is smaller, without a gap where it is larger. */
function kept(at: number, room: number, size: number, margin: number): number {
  if (size <= room - 2 * margin + 0.5) return (room - size) / 2;
  return Math.min(margin, Math.max(room - margin - size, at));
}
