declare module "words:languages" {
  export const real: readonly string[];
  export const fetched: Record<string, (() => Promise<{ default: unknown }>) | undefined>;
}
