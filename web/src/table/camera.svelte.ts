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

/** A part of the ground. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}
/** By so much nearer the ground comes before it is worth a jump. */
const MUCH_CLOSER = 1.35;

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
  /** What of the ground is looked at by itself, with the room around it; null where all of it is. */
  private framed: { box: Box; around: number; closest: number } | null = null;
  /** Whether somebody has moved the ground by hand: then it stays as it is. */
  isHeld = $state(false);

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
    if (isNew) [this.framed, this.isHeld] = [null, false];
    if (this.framed && !this.isHeld) this.show(this.framed.box, this.framed.around, this.framed.closest);
    else if (isNew || this.isFitted) this.seeAll();
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
    if (this.isFitted && this.wide) this.seeAll();
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

  /** See the whole ground, because somebody wants to. */
  fit(): void {
    this.isHeld = true;
    this.seeAll();
  }

  private seeAll(): void {
    this.moveTo(this.leastScale, this.covers ? -1e6 : 0, this.covers ? -1e6 : 0);
    this.isFitted = true;
  }

  /** Come closer or go away, keeping the place under a point of the screen. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    this.isHeld = true;
    const scale = Math.min(CLOSEST, Math.max(this.leastScale, this.scale * factor));
    const real = scale / this.scale;
    this.moveTo(scale, px - (px - this.x) * real, py - (py - this.y) * real);
    this.isFitted = scale <= this.leastScale * 1.001;
  }

  pan(dx: number, dy: number): void {
    this.isHeld = true;
    this.moveTo(this.scale, this.x + dx, this.y + dy);
  }

  /** Bring a place into the middle. */
  centre(point: Point): void {
    const [x, y] = this.onSheet(point);
    this.moveTo(this.scale, (this.width + this.gutter) / 2 - x * this.scale, this.height / 2 - y * this.scale);
  }

  /** See a box of the ground, with room around it. */
  look(box: Box, around = 4, closest = CLOSEST): void {
    this.framed = null;
    this.show(box, around, closest);
  }

  private show(box: Box, around: number, closest: number): void {
    this.scale = this.scaleOf(box, around, closest);
    this.isFitted = this.scale <= this.leastScale * 1.001;
    this.centre([(box.west + box.east) / 2, (box.south + box.north) / 2]);
  }

  /** Keep those in sight whom a question is about, unless somebody holds the ground; it does not jump for a little. */
  frame(box: Box, around: number, closest: number): void {
    this.framed = { box, around, closest };
    if (this.isHeld || !this.wide || !this.width) return;
    const wanted = this.scaleOf(box, around, closest);
    if (this.sees(box) && wanted < this.scale * MUCH_CLOSER) return;
    this.show(box, around, closest);
  }

  private scaleOf(box: Box, around: number, closest: number): number {
    const wide = box.east - box.west + 2 * around;
    const deep = box.north - box.south + 2 * around;
    const tools = this.hasTools ? TOOLS : this.gutter;
    const wanted = Math.min((this.width - 2 * this.margin - tools) / wide, (this.height - 2 * this.margin) / deep);
    return Math.min(CLOSEST, Math.max(this.leastScale, Math.min(closest, wanted)));
  }

  /** Whether a box of the ground is seen whole, and not from afar only. */
  sees({ west, south, east, north }: Box): boolean {
    const corners = [this.toScreen([west, south]), this.toScreen([east, north])];
    const isFar = this.scale <= this.leastScale * 1.001;
    return !isFar && corners.every(([x, y]) => x >= this.west && y >= this.margin && x <= this.width - this.margin && y <= this.height - this.margin);
  }

  /** How to come back to what is seen now. */
  marked(): () => void {
    const { scale, isFitted } = this;
    const middle = this.toGround((this.width + this.gutter) / 2, this.height / 2);
    return () => {
      if (isFitted) return this.seeAll();
      this.scale = scale;
      this.centre(middle);
    };
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
