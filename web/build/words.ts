import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { areas, catalogue, compiled, languages, parsed, WORDS } from "./messages.ts";
import { disguised, PSEUDO } from "./pseudo.ts";

const MARK = "words:";
const ALL = "languages";
const SPOKEN = fileURLToPath(new URL("spoken.ts", WORDS));
const HELP = `import * as $ from ${JSON.stringify(SPOKEN)};\n`;

/**
 * Makes modules of messages: `words:AREA` is one area in English, `words:language/NAME` a whole other language, and
 * `words:languages` tells which there are. The languages that nobody speaks are made from the English one.
 */
export function words(): Plugin {
  return {
    name: "sandtable-words",
    resolveId: (id) => (id.startsWith(MARK) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${MARK}`)) return undefined;
      const wanted = id.slice(MARK.length + 1);
      if (wanted === ALL) return listed();
      const [kind, language] = wanted.split("/");
      const read = (area: string, from: string): ReturnType<typeof catalogue> => {
        this.addWatchFile(fileURLToPath(new URL(`${from}/${area}.json`, WORDS)));
        return catalogue(area, from);
      };
      return language === undefined ? area(wanted, read(wanted, "en")) : whole(kind === "language" ? language : "", read);
    },
  };
}

function area(name: string, messages: ReturnType<typeof catalogue>): string {
  const lines = Object.entries(messages).map(
    ([key, message]) => `export const ${key} = /* @__PURE__ */ $.message("${shortOf(name, key)}", ${compiled(parsed(message))});`,
  );
  return HELP + lines.join("\n");
}

function whole(language: string, read: (area: string, from: string) => ReturnType<typeof catalogue>): string {
  const pseudo = PSEUDO[language];
  const from = pseudo ? "en" : language;
  const lines = areas(from).flatMap((name) =>
    Object.entries(read(name, from)).map(([key, message]) => {
      const elements = parsed(message);
      return `  "${shortOf(name, key)}": ${compiled(pseudo ? disguised(elements, pseudo) : elements)},`;
    }),
  );
  return `${HELP}export default {\n${lines.join("\n")}\n};`;
}

/** A key as the page carries it: its area, and its place among the English messages. */
const shortOf = (area: string, key: string): string => `${area}${Object.keys(catalogue(area)).indexOf(key)}`;

/** What a menu may offer, and how each is fetched; English is here already. */
function listed(): string {
  const real = languages();
  const fetched = [...real.filter((one) => one !== "en"), ...Object.keys(PSEUDO)];
  const lines = fetched.map((one) => `  "${one}": () => import("${MARK}language/${one}"),`);
  return `export const real = ${JSON.stringify(real)};\nexport const fetched = {\n${lines.join("\n")}\n};`;
}
