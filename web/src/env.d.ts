declare module "virtual:glyphs" {
  import type names from "./look/glyphs.json";
  export const drawings: Record<keyof typeof names, string>;
}
