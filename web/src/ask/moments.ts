// Answers that tell where others will stand when they are carried out: somebody shoots now, half-way, at the end.
import type { Option, Showing, Unit } from "../protocol";
import type { Point } from "../table/geometry";
import type { Asking } from "./asking.svelte";
import { figureOf } from "./figures";

/** One such answer, as the ground shows it. */
export interface Moment {
  option: Option;
  /** Its place among the answers. */
  index: number;
  isChosen: boolean;
  /** Where whoever does it stands, and whom it is done to. */
  from: Point;
  unit: Unit;
  /** Where that one stands now or will stand, and where the others will. */
  at: Point;
  ghosts: readonly Point[];
}

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
    return [{ option, index, isChosen: asking.index === index, from: from.at, unit: target.unit, at: ghosts[0] ?? target.at, ghosts }];
  });
}
