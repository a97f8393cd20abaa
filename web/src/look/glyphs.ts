// The drawings of the house; books name them.
import { drawings } from "virtual:glyphs";

export type Glyph = keyof typeof drawings & string;

const named: Readonly<Record<string, string | undefined>> = drawings;

/** The drawing itself, 512 by 512; where there is none of that name, the usual one. */
export const drawing = (glyph: string | undefined, usual: Glyph): string => named[glyph ?? ""] ?? named[usual] ?? "";
