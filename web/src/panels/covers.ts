// The covers of the books: colours that live here and on emblems only, and never colour a control.
import type { Glyph } from "../look/glyphs";

export interface Cover {
  colour: string;
  glyph: Glyph;
  round: string;
  line: string;
  who: string;
}

const COVERS: Record<string, Cover> = {
  "companies-and-captains": {
    colour: "#1d4f91", glyph: "flag", round: "50%", line: "Whole companies, fickle orders", who: "2 sides · about an hour",
  },
  "forgotten-ruin": {
    colour: "#55602b", glyph: "orc", round: "4px 4px 50% 50%", line: "A squad of soldiers among orcs", who: "Solo or together",
  },
  "heroic-endeavors": {
    colour: "#6d2f63", glyph: "swords", round: "4px", line: "Heroes in the dark, square by square", who: "Heroes and a Game Master",
  },
  "lands-of-ruin": {
    colour: "#7d3d16", glyph: "skull", round: "10px", line: "Secret orders, and the Rotters", who: "2 bands",
  },
  "rugged-adventures": {
    colour: "#0f5c5a", glyph: "compass", round: "2px", line: "Everyone acts at once", who: "Many and a Game Master",
  },
};

const PLAIN: Cover = { colour: "#4b5054", glyph: "book", round: "4px", line: "", who: "" };

export const coverOf = (book: string): Cover => COVERS[book] ?? PLAIN;
/** All five, in the order of the shelf. */
export const SHELF = Object.keys(COVERS);
/** A book's name from its id, until the server has told it. */
export const titleOf = (book: string): string =>
  book.split("-").map((word) => (word === "and" || word === "of" ? word : word.slice(0, 1).toUpperCase() + word.slice(1))).join(" ");
