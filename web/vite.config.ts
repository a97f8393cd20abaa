import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { glyphs } from "./build/glyphs.ts";
import { offline } from "./build/offline.ts";
import { words } from "./build/words.ts";

const SERVER = process.env["SANDTABLE_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), glyphs(), words(), offline()],
  build: {
    outDir: process.env["SANDTABLE_PAGE"] ?? "../src/sandtable/server/page",
    emptyOutDir: true,
    // Nothing inline: the server's content policy lets nothing inline run.
    assetsInlineLimit: 0,
    target: "es2022",
  },
  server: { proxy: { "/api": { target: SERVER, ws: true, changeOrigin: true } } },
  // A busy machine costs nobody a test.
  test: { include: ["tests/**/*.test.ts"], testTimeout: 120_000 },
});
