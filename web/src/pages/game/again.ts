import type { NewGame, SeatPlan } from "../../protocol";

/** The same game with the people of two seats in each other's place; null where there are not two. */
export function changedSides(plan: NewGame): NewGame | null {
  const [a, b, ...more] = Object.entries(plan.seats ?? {});
  if (!a || !b || more.length) return null;
  const [[first, one], [second, other]] = [a, b];
  // A force stays where it is; whoever leads it changes.
  return { ...plan, seats: { [first]: withForce(other, one), [second]: withForce(one, other) } };
}

function withForce({ force: _, ...who }: SeatPlan, { force }: SeatPlan): SeatPlan {
  return force === undefined ? who : { ...who, force };
}
