import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";
import { PSEUDO } from "./pseudo.ts";

const WORKER = new URL("../src/offline/worker.js", import.meta.url);

/** Writes the service worker with the list of files that are kept for days without a network. */
export function offline(): Plugin {
  return {
    name: "sandtable-offline",
    apply: "build",
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
      const isPseudo = (name: string): boolean => Object.keys(PSEUDO).some((one) => name.includes(`/${one}-`));
      const kept = built.filter((name) => (!/\.woff2?$/.test(name) || /-latin-[^/]*\.woff2$/.test(name)) && !isPseudo(name));
      const fixed = readdirSync(new URL("../public/", import.meta.url));
      const files = ["/", ...[...kept, ...fixed].filter((name) => name !== "index.html").map((name) => `/${name}`)];
      const mark = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
      const source = readFileSync(WORKER, "utf8")
        .replace("__MARK__", mark)
        .replace("[/* files */]", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
  };
}
