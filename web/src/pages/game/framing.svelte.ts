// The ground begins at those whom a question is about, not at the whole table; a small one follows whoever is chosen.
import { untrack } from "svelte";
import type { Asking } from "../../ask/asking.svelte";
import { figureOf, unitOf } from "../../ask/figures";
import { peopleOf } from "../../ask/moments";
import type { Room } from "../../net/room.svelte";
import type { Showing } from "../../protocol";
import { boxOf, type Point } from "../../table/geometry";
import type { TableState } from "../../table/table.svelte";
import type { Stage } from "./stage.svelte";

/** Inches around those who are looked at, and pixels per inch beyond which nobody comes nearer by itself. */
const AROUND = { wide: 3, small: 2 };
const CLOSEST = { wide: 30, small: 26 };
/** So many of the nearest enemies are in sight of whoever acts. */
const MOST_LOOKS = 4;

const modelsOf = (showing: Showing, id: string): readonly Point[] => {
  const unit = showing.units?.find((one) => one.id === id);
  if (unit) return unit.on_table === false ? [] : (unit.models ?? []);
  const figure = figureOf(id, showing);
  return figure && figure.unit.on_table !== false ? [figure.at] : [];
};

/** Whom to keep in sight: who acts with their reach, and whom it may be done to; everybody where nobody is asked for. */
function placesOf(room: Room, asking: Asking, table: TableState, isSmall: boolean): readonly Point[] {
  const { question, option, gesture } = asking;
  const showing = room.showing;
  if (!question || !showing) return [];
  const people = peopleOf(asking);
  if (people.length) {
    const ids = [...people, ...question.about];
    return [...ids.flatMap((id) => modelsOf(showing, id)), ...question.options.flatMap((one) => one.places ?? [])] as readonly Point[];
  }
  const who = unitOf(question, showing)?.id ?? (isSmall ? table.chosen : null);
  const own = who ? modelsOf(showing, who) : [];
  if (!who || !own.length) {
    const units = (showing.units ?? []).flatMap((one) => modelsOf(showing, one.id));
    return units.length ? [...units, ...(showing.markers ?? []).flatMap((one) => (one.target ? [one.at] : []))] : [];
  }
  const named = (isSmall ? [...(option?.about ?? []), ...(gesture.target ? [gesture.target] : [])] : [...question.about, ...question.options.flatMap((one) => one.about ?? [])]).flatMap((id) => modelsOf(showing, id));
  const outlook = room.outlook?.unit === who ? room.outlook : null;
  const looks = (outlook?.looks ?? []).slice(0, isSmall ? (named.length ? 0 : 1) : MOST_LOOKS).map((one) => one.end);
  const isAiming = question.options.some((one) => one.about?.some((id) => figureOf(id, showing)?.unit.figures?.length));
  const reach = isAiming ? [] : (outlook?.reach ?? []).flatMap((one) => one.outlines.flat());
  return [...own, ...named, ...looks, ...reach];
}

/** Keep the ground at what is asked, as long as nobody moves it by hand. */
export function frameQuestion(room: Room, asking: Asking, table: TableState, stage: Stage, isSmall: () => boolean): void {
  let actor: string | null = null;
  $effect(() => {
    const small = isSmall();
    void [asking.question?.number, asking.question?.seat, room.outlook, table.camera.width, table.camera.height];
    if (small) void [table.chosen, asking.index, asking.gesture.target];
    if (stage.isBehind || asking.gesture.dragged) return;
    untrack(() => {
      // A small ground that somebody moved follows the next one who acts again.
      const who = asking.question ? (unitOf(asking.question, room.showing)?.id ?? table.chosen) : actor;
      if (small && who !== actor) table.camera.isHeld = false;
      actor = who;
      const places = placesOf(room, asking, table, small);
      const size = small ? "small" : "wide";
      if (places.length) table.camera.frame(boxOf([...places]), AROUND[size], CLOSEST[size]);
    });
  });
}
