// How this device shows things; kept by the browser, never part of a game.

export type Theme = "auto" | "light" | "dark" | "contrast";
export type Posture = "auto" | "between" | "screen";
export type Curtain = "secrets" | "always" | "never";

export interface Kept {
  /** The language of the page; what a game says comes as its book has it. */
  language: string;
  theme: Theme;
  textScale: number;
  /** How fast things move; 0 for not at all. */
  speed: number;
  posture: Posture;
  curtain: Curtain;
  names: boolean;
  sightLines: boolean;
  showsOdds: boolean;
  myName: string;
  /** Whether talk is muted. */
  isQuiet: boolean;
  /** Signs when it is my turn, each off until asked for. */
  hasSound: boolean;
  vibrates: boolean;
  notifies: boolean;
  /** The books that were played here, so that nobody is told twice how a turn goes. */
  played: string[];
  /** What newcomers were told here. */
  told: string[];
}

const SHELF = "sandtable.settings";
const USUAL: Kept = {
  language: "en",
  theme: "auto",
  textScale: 1,
  speed: 1,
  posture: "auto",
  curtain: "secrets",
  names: false,
  sightLines: true,
  showsOdds: true,
  myName: "",
  isQuiet: false,
  hasSound: false,
  vibrates: false,
  notifies: false,
  played: [],
  told: [],
};

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...USUAL };
  }
}

export const TEXT_SCALES = [1, 1.25, 1.5, 2] as const;
export const SPEEDS = [0, 0.5, 1, 2, 4] as const;

export const settings = $state<Kept>(read());

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The theme that shows, where the choice is left to the device. */
export function shownTheme(): "light" | "dark" | "contrast" {
  if (settings.theme !== "auto") return settings.theme;
  if (contrast.matches) return "contrast";
  return dark.matches ? "dark" : "light";
}

/** How fast things move now: a device that wants stillness gets it. */
export function pace(): number {
  return still.matches ? 0 : settings.speed;
}

/** Dress the page and keep what was chosen. */
export function apply(): void {
  const root = document.documentElement;
  root.dataset["theme"] = shownTheme();
  root.dataset["motion"] = pace() === 0 ? "none" : "some";
  root.style.setProperty("--text-scale", String(settings.textScale));
  const room = getComputedStyle(root).getPropertyValue("--room").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", room);
  try {
    localStorage.setItem(SHELF, JSON.stringify(settings));
  } catch {
    // A browser without storage forgets.
  }
}

for (const wish of [dark, contrast, still]) wish.addEventListener("change", apply);
