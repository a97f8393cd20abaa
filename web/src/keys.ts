// Every key of the table, and what it does.

export const KEYS: readonly (readonly [string, string])[] = [
  ["1 … 9 0", "choose the answer of that number"],
  ["Enter", "give the chosen answer"],
  ["Esc", "cancel: close what is open, let go of what is chosen"],
  ["Ctrl+Z", "undo; the others are asked where they must agree"],
  ["Ctrl+Enter", "the last answer in the list: often the end of a turn"],
  ["N P", "next and previous unit"],
  ["Space", "bring the chosen unit into the middle"],
  ["← ↑ ↓ →", "shift a plan by half an inch (with Shift a tenth), else the view"],
  ["[ ]", "turn a plan"],
  ["V", "way-point at the present place"],
  ["+ −", "nearer, farther"],
  ["M", "measure"],
  ["R", "ranges from the chosen unit"],
  ["A", "all names"],
  ["L", "legend"],
  ["W", "the battlefield in words"],
  ["H", "advice"],
  ["F", "full screen"],
  ["?", "this list"],
];

export interface Deeds {
  choose(index: number): void;
  confirm(): void;
  cancel(): void;
  undo(): void;
  last(): void;
  unit(step: number): void;
  centre(): void;
  shift(dx: number, dy: number, isFine: boolean): void;
  turn(by: number): void;
  via(): void;
  zoom(factor: number): void;
  fit(): void;
  measure(): void;
  ranges(): void;
  names(): void;
  legend(): void;
  words(): void;
  advice(): void;
  help(): void;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Do what a key says; true if it said something. */
export function press(event: KeyboardEvent, deeds: Deeds): boolean {
  const target = event.target as HTMLElement;
  const isTyping = target.closest("input, textarea, select, [contenteditable]") !== null;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && event.key.toLowerCase() === "z" && !event.shiftKey && !isTyping) return done(() => deeds.undo());
  if (isControl && event.key === "Enter") return done(() => deeds.last());
  if (event.key === "Escape") return done(() => deeds.cancel());
  if (isControl || event.altKey || isTyping) return false;
  if (event.key === "Enter") {
    // A focused control keeps its own Enter, but an answer that is chosen is given by it.
    const control = target.closest("button, a, summary");
    if (control && control.getAttribute("role") !== "radio") return false;
    if (control && control.getAttribute("aria-checked") !== "true") return false;
    return done(() => deeds.confirm());
  }
  if (/^[0-9]$/.test(event.key)) {
    if (event.key === "0" && event.shiftKey) return false;
    return done(() => deeds.choose(event.key === "0" ? 9 : Number(event.key) - 1));
  }
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (target.closest(".scrolls, dialog")) return false;
    return done(() => deeds.shift(arrow[0], arrow[1], event.shiftKey));
  }
  return plain(event, deeds);
}

function plain(event: KeyboardEvent, deeds: Deeds): boolean {
  switch (event.key) {
    case "?": return done(() => deeds.help());
    case "+": case "=": return done(() => deeds.zoom(1.35));
    case "-": case "−": return done(() => deeds.zoom(1 / 1.35));
    case "[": return done(() => deeds.turn(15));
    case "]": return done(() => deeds.turn(-15));
    case " ": {
      if ((event.target as HTMLElement).closest("button, a, input")) return false;
      return done(() => deeds.centre());
    }
  }
  switch (event.key.toLowerCase()) {
    case "n": return done(() => deeds.unit(1));
    case "p": return done(() => deeds.unit(-1));
    case "v": return done(() => deeds.via());
    case "m": return done(() => deeds.measure());
    case "r": return done(() => deeds.ranges());
    case "a": return done(() => deeds.names());
    case "l": return done(() => deeds.legend());
    case "w": return done(() => deeds.words());
    case "h": return done(() => deeds.advice());
    case "f": return done(() => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()));
  }
  return false;
}

function done(deed: () => void): true {
  deed();
  return true;
}
