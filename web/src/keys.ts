// Every key of the table, and what it does.
import * as say from "words:keys";

/** Each as it is written on the key, several with a space between, and what it does. */
export const keys = (): readonly (readonly [string, string])[] => [
  ["1 … 9 0", say.choose()],
  [say.keyEnter(), say.give()],
  [say.keyEsc(), say.cancel()],
  [say.keyCtrl({ key: "Z" }), say.undo()],
  [say.keyCtrl({ key: say.keyEnter() }), say.lastAnswer()],
  ["N P", say.nextUnit()],
  [say.keySpace(), say.centre()],
  ["← ↑ ↓ →", say.shift()],
  ["T", say.aim()],
  ["[ ]", say.turn()],
  ["V", say.wayPoint()],
  ["B", say.shape()],
  ["I", say.single()],
  ["J", say.together()],
  ["G", say.takeUp()],
  [say.keyBackspace(), say.takeBack()],
  ["+ −", say.nearerFarther()],
  ["M", say.measure()],
  ["R", say.ranges()],
  ["A", say.allNames()],
  ["O", say.outlines()],
  ["L", say.legend()],
  ["W", say.theBattlefieldInWords()],
  ["H", say.advice()],
  ["S", say.orders()],
  ["E", say.again()],
  ["F", say.fullScreen()],
  [[say.keyEnter(), say.keySpace(), "← → + −", say.keyEsc()].join(" "), say.whileTold()],
  ["?", say.thisList()],
];

export interface Deeds {
  /** Choose the answer of a number, or give what is in hand to whoever has it. */
  choose(index: number): void;
  takeUp(): void;
  takeBack(): void;
  shape(): void;
  single(): void;
  together(): void;
  orders(): void;
  again(): void;
  confirm(): void;
  cancel(): void;
  undo(): void;
  last(): void;
  unit(step: number): void;
  centre(): void;
  shift(dx: number, dy: number, isFine: boolean): void;
  target(): void;
  turn(by: number): void;
  via(): void;
  zoom(factor: number): void;
  fit(): void;
  measure(): void;
  ranges(): void;
  names(): void;
  outlines(): void;
  legend(): void;
  words(): void;
  advice(): void;
  help(): void;
}

/** An answer of a list of answers. */
const ANSWER = ".decision :is([role=radio], [role=checkbox])";
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
    // A focused control keeps its own Enter, but an answer that is chosen is given by it; one of several is chosen by Space alone.
    const control = target.closest("button, a, summary");
    const role = control?.getAttribute("role");
    if (control && role !== "radio" && role !== "checkbox") return false;
    if (role === "radio" && control?.getAttribute("aria-checked") !== "true") return false;
    return done(() => deeds.confirm());
  }
  if (/^[0-9]$/.test(event.key)) {
    if (event.key === "0" && event.shiftKey) return false;
    return done(() => deeds.choose(event.key === "0" ? 9 : Number(event.key) - 1));
  }
  const arrow = ARROWS[event.key];
  if (arrow) {
    // What scrolls keeps its arrows, but an answer in it is no reason to scroll.
    if (target.closest("dialog") || (target.closest(".scrolls") && !target.closest(ANSWER))) return false;
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
    case "Backspace": return done(() => deeds.takeBack());
    case " ": {
      // An answer that is chosen already has nothing to do for Space.
      if ((event.target as HTMLElement).closest("button:not([role=radio][aria-checked=true]), a, input")) return false;
      return done(() => deeds.centre());
    }
  }
  switch (event.key.toLowerCase()) {
    case "n": return done(() => deeds.unit(1));
    case "p": return done(() => deeds.unit(-1));
    case "t": return done(() => deeds.target());
    case "g": return done(() => deeds.takeUp());
    case "b": return done(() => deeds.shape());
    case "i": return done(() => deeds.single());
    case "j": return done(() => deeds.together());
    case "s": return done(() => deeds.orders());
    case "e": return done(() => deeds.again());
    case "v": return done(() => deeds.via());
    case "m": return done(() => deeds.measure());
    case "r": return done(() => deeds.ranges());
    case "a": return done(() => deeds.names());
    case "o": return done(() => deeds.outlines());
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
