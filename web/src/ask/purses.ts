// Purses from which answers are paid: whose is open, what it can go to, and who has nothing yet.
import type { Option, Purse, Question, Spent } from "../protocol";

/** Something that a purse can go to: to be paid, paid already, or out of reach, and why. */
export interface Ware {
  deed: string;
  option: Option;
  spent: Spent | null;
  why: string;
}

export const pursesOf = (question: Question | null): readonly Purse[] => (question?.form.form === "choosing" ? (question.form.purses ?? []) : []);

const spentOf = (purse: Purse): readonly Spent[] => purse.spent ?? [];
export const leftOf = (purse: Purse): number => purse.limit - spentOf(purse).reduce((sum, one) => sum + one.cost, 0);

/** For each point of a purse the place of what it went to; -1 where it is still there. */
export function cellsOf(purse: Purse): number[] {
  const cells = spentOf(purse).flatMap((one, i) => Array.from({ length: one.cost }, () => i));
  return Array.from({ length: purse.limit }, (_, i) => cells[i] ?? -1);
}

/** What a purse can go to, always in the same order: whatever cannot be paid now keeps its place. */
export function waresOf(question: Question, purse: Purse): Ware[] {
  const own = (one: Option): boolean => one.about?.[0] === purse.of && one.cost != null;
  const open = new Map(question.options.filter(own).map((one) => [one.deed ?? "", one]));
  const barred = new Map(question.barred.filter(own).map((one) => [one.deed ?? "", one]));
  return (purse.deeds ?? []).flatMap((deed) => {
    const spent = spentOf(purse).find((one) => one.deed === deed) ?? null;
    const option = open.get(deed) ?? barred.get(deed);
    const refusal = open.has(deed) || spent ? null : option?.refusal;
    return option ? [{ deed, option, spent, why: refusal ? `${refusal.reason} ${refusal.remedy}`.trim() : "" }] : [];
  });
}

/** Answers for all at once, and any others that nobody in particular pays for. */
export const othersOf = (question: Question): { all: Option[]; rest: Option[]; pass: Option | null } => {
  const back = new Set(pursesOf(question).flatMap((one) => spentOf(one).map(({ back }) => back)));
  const free = question.options.filter((one) => one.cost == null && !back.has(String(one.answer)));
  return {
    all: free.filter((one) => one.group),
    rest: free.filter((one) => !one.group && one.deed !== PASS),
    pass: free.find((one) => one.deed === PASS) ?? null,
  };
};
const PASS = "pass";

/** Those from whose purse something could be paid and nothing is, and into whose nobody has looked yet. */
export function idleOf(question: Question, looked: ReadonlySet<string>): Set<string> {
  const payers = new Set(question.options.flatMap((one) => (one.cost != null && one.about?.[0]) || []));
  const idle = pursesOf(question).filter((one) => payers.has(one.of) && !spentOf(one).length && !looked.has(one.of));
  return new Set(idle.map((one) => one.of));
}

/** The next of them after somebody; nobody where all are done. */
export function nextOf(purses: readonly Purse[], now: string, idle: ReadonlySet<string>): Purse | null {
  const at = purses.findIndex((one) => one.of === now);
  return [...purses.slice(at + 1), ...purses.slice(0, Math.max(0, at))].find((one) => idle.has(one.of)) ?? null;
}
