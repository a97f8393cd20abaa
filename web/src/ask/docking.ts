// How much room a dock needs so that its question, its first answers and its button are all in sight.
// Measured by layout and not by places on the screen: for whoever sits opposite the dock is turned.

/** Pixels of the dock's own edges. */
const EDGE = 8;

/** How high the answers that are always seen are: those that a kind of question marks, or the first ones. */
export function keptOf(answers: HTMLElement, most: number): number {
  const marked = [...answers.querySelectorAll<HTMLElement>("[data-keep]")];
  const first = marked.length ? marked : [...answers.querySelectorAll<HTMLElement>(".answer-row, [data-answer]")].slice(0, most);
  return Math.max(0, ...first.map((one) => one.offsetTop + one.offsetHeight)) + 2;
}

/** How high the dock must be, in whichever of its forms it is laid out now. */
export function needOf({ head, answers, foot }: Record<"head" | "answers" | "foot", HTMLElement>, kept: number, detail: number): number {
  const isAlong = answers.offsetLeft >= head.offsetLeft + head.offsetWidth - 1;
  if (isAlong) return EDGE + Math.max(kept, head.offsetHeight + foot.offsetHeight);
  const isBeside = foot.offsetLeft >= answers.offsetLeft + answers.offsetWidth - 1 || foot.offsetTop < answers.offsetTop;
  return EDGE + head.offsetHeight + kept + (isBeside ? 0 : foot.offsetHeight + detail);
}
