import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const VIRTUAL = "virtual:glyphs";
const LIST = new URL("../src/look/glyphs.json", import.meta.url);

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

/** Takes the drawings that the table uses, and only those, out of the icon package. */
export function glyphs(): Plugin {
  return {
    name: "sandtable-glyphs",
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      const wanted = JSON.parse(readFileSync(LIST, "utf8")) as Record<string, string>;
      const found = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
      const set = JSON.parse(readFileSync(found, "utf8")) as IconSet;
      const drawn = Object.entries(wanted).map(([word, name]) => {
        const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ""];
        if (!icon) throw new Error(`There is no drawing called ${name} for ${word}.`);
        return [word, icon.body] as const;
      });
      return `export const drawings = ${JSON.stringify(Object.fromEntries(drawn))};`;
    },
  };
}
