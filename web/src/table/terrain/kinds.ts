// How a piece of terrain is drawn: by the word for its kind, or else by its traits.
import type { Piece } from "../../protocol";

export type Look =
  | "hill" | "field" | "marsh" | "road" | "yard" | "water" | "bridge" | "rubble" | "wood" | "hedge" | "wall" | "crags"
  | "building" | "slow" | "open";

/** What lies under what. */
export const LAYERS: readonly Look[] = [
  "open", "hill", "field", "yard", "marsh", "slow", "road", "water", "bridge", "rubble", "wood", "hedge", "wall", "crags",
  "building",
];

const WORDS: readonly (readonly [RegExp, Look])[] = [
  [/\b(bridge|ford|planks?)\b/i, "bridge"],
  [/\b(wood|woods|forest|thicket|copse|grove|jungle|trees?|orchard)\b/i, "wood"],
  [/\b(marsh|swamp|bog|mire|fen|mud)\b/i, "marsh"],
  [/\b(river|stream|lake|pond|water|sea|canal|brook)\b/i, "water"],
  [/\b(hills?|hillocks?|knolls?|rise|ridge|mound|slope|dune)\b/i, "hill"],
  [/\b(crops?|field|meadow|corn|wheat|vineyard)\b/i, "field"],
  [/\b(hedges?|hedgerows?|bushes|scrub|brush)\b/i, "hedge"],
  [/\b(walls?|fence|palisade|rampart|barricade|barrier)\b/i, "wall"],
  [/\b(crags?|rocks?|boulders?|cliff|scree|mountain)\b/i, "crags"],
  [/\b(ruins?|rubble|debris|wreck(age)?|scrap)\b/i, "rubble"],
  [/\b(house|building|hut|barn|tower|church|chapel|mill|bunker|container|hall|temple)\b/i, "building"],
  [/\b(road|track|path|street|lane)\b/i, "road"],
  [/\b(yard|court|square|plaza|floor)\b/i, "yard"],
];

/** How to draw a piece. */
export function lookOf(piece: Pick<Piece, "kind" | "traits">): Look {
  for (const [word, look] of WORDS) if (word.test(piece.kind)) return look;
  const traits = new Set(piece.traits);
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
export function layered(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort((a, b) => LAYERS.indexOf(lookOf(a)) - LAYERS.indexOf(lookOf(b)));
}
