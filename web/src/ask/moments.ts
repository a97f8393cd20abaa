// Answers that tell where others will stand when they are carried out: somebody shoots now, half-way, at the end.
import type { Option, Showing, Unit } from "../protocol";
import { distance, type Point } from "../table/geometry";
import type { Asking } from "./asking.svelte";
import { figureOf } from "./figures";

/** One such answer, as the ground shows it. */
export interface Moment {
  option: Option;
  /** Its place among the answers. */
  index: number;
  isChosen: boolean;
  /** The rim of whoever does it, towards whom it is done to. */
  from: Point;
  /** How far apart their bases will be. */
  gap: number;
  unit: Unit;
  /** Where that one stands now or will stand, and where the others will. */
  at: Point;
  ghosts: readonly Point[];
}

/** Inches from the middle to the rim of a base of which nothing is told. */
const BASE = 0.5;

/** Whether an answer says who does something to whom. */
const isDoneTo = ({ about, short }: Option): boolean => !!short && about?.length === 2;

/** Who may do it at several moments, in their order; nobody where the question is not of that kind. */
export function peopleOf(asking: Asking): string[] {
  const options = asking.question?.kind === "choose one" ? asking.question.options : [];
  if (!options.some((one) => isDoneTo(one) && one.places?.length)) return [];
  return [...new Set(options.filter(isDoneTo).map((one) => one.about![0]!))];
}

/** Of whom the answers are shown: who is chosen, else the first. */
export function personOf(asking: Asking): string {
  const people = peopleOf(asking);
  const named = [asking.option?.about?.[0], asking.whose].find((one) => one && people.includes(one));
  return named ?? people[0] ?? "";
}

/** The answers of one of them, with where everybody will stand. */
export function momentsOf(asking: Asking, showing: Showing): Moment[] {
  const who = personOf(asking);
  const from = who ? figureOf(who, showing) : null;
  if (!from) return [];
  return (asking.question?.options ?? []).flatMap((option, index): Moment[] => {
    const target = isDoneTo(option) && option.about![0] === who ? figureOf(option.about![1]!, showing) : null;
    if (!target) return [];
    const ghosts = (option.places ?? []) as readonly Point[];
    const at = ghosts[0] ?? target.at;
    const [own, far] = [from.unit.radius ?? BASE, distance(from.at, at)];
    const share = far ? Math.min(1, own / far) : 0;
    const rim: Point = [from.at[0] + (at[0] - from.at[0]) * share, from.at[1] + (at[1] - from.at[1]) * share];
    const gap = Math.max(0, far - own - (target.unit.radius ?? BASE));
    return [{ option, index, isChosen: asking.index === index, from: rim, gap, unit: target.unit, at, ghosts }];
  });
}
