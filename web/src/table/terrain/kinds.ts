// How a piece of terrain is drawn: as its book draws its kind, or else by its traits.
import type { Piece } from "../../protocol";

export type Look =
  | "hill" | "field" | "marsh" | "road" | "yard" | "water" | "bridge" | "rubble" | "wood" | "hedge" | "wall" | "crags"
  | "building" | "ruin" | "scrub" | "slow" | "open" | "opening" | "rock" | "pillar" | "pit" | "unseen";

/** What lies under what. */
export const LAYERS: readonly Look[] = [
  "open", "hill", "field", "yard", "pit", "scrub", "marsh", "slow", "road", "water", "bridge", "ruin", "rubble", "wood", "hedge", "rock", "pillar",
  "wall", "crags", "building", "opening", "unseen",
];

export type Looks = Readonly<Record<string, string>> | undefined;

const isLook = (look: string | undefined): look is Look => (LAYERS as readonly (string | undefined)[]).includes(look);

/** How to draw a piece. */
export function lookOf(piece: Pick<Piece, "kind" | "traits">, looks: Looks): Look {
  const look = looks?.[piece.kind];
  if (isLook(look)) return look;
  const traits = new Set(piece.traits);
  if (traits.has("opening")) return "opening";
  if (traits.has("hill")) return "hill";
  if (traits.has("interior") || traits.has("block")) return "building";
  if (traits.has("linear")) return "wall";
  if (traits.has("individual")) return "crags";
  if (traits.has("impassable")) return traits.has("obscuring") ? "building" : "crags";
  if (traits.has("obstacle")) return "wall";
  if (traits.has("obscuring")) return "wood";
  if (traits.has("difficult") || traits.has("area")) return "slow";
  return "open";
}

/** The pieces in the order in which they are drawn. */
export function layered(pieces: readonly Piece[], looks: Looks): Piece[] {
  return [...pieces].sort((a, b) => LAYERS.indexOf(lookOf(a, looks)) - LAYERS.indexOf(lookOf(b, looks)));
}
