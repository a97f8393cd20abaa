// A sign when it is my turn: the title, a tone, a vibration, a notification, each only where it was asked for.
import * as say from "words:game";
import type { Room } from "../../net/room.svelte";
import { settings } from "../../settings.svelte";

const LONG = 0.35;
const LOUD = 0.12;
const NOTES = [523.25, 659.25] as const;
const BUZZ = 180;

let audio: AudioContext | null = null;

/** Two soft tones, made here: no file is loaded for them. */
function chime(): void {
  audio ??= new AudioContext();
  const begin = audio.currentTime;
  NOTES.forEach((pitch, i) => {
    const [tone, volume] = [audio!.createOscillator(), audio!.createGain()];
    tone.frequency.value = pitch;
    const from = begin + i * LONG * 0.4;
    volume.gain.setValueAtTime(LOUD, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + LONG);
    tone.connect(volume).connect(audio!.destination);
    tone.start(from);
    tone.stop(from + LONG);
  });
}

export class TurnSign {
  private wasMine = true;
  private wasAwaited = false;

  constructor(private readonly room: Room, private readonly isBusy: () => boolean) {}

  /** Whether this device's player is asked now. */
  get isMine(): boolean {
    return this.room.question !== null && !this.isBusy() && this.room.status === "running";
  }

  /** Give the sign whenever the question comes back from somebody else, and when all others have answered theirs. */
  watch(): void {
    const isMine = this.isMine;
    const isNew = isMine && !this.wasMine;
    // Between two answers of one's own there is no moment in which somebody else decides.
    if (isMine || this.room.waitingFor.some((seat) => !this.room.mySeats.includes(seat))) this.wasMine = isMine;
    const isAwaited = this.room.isAwaited && !this.isBusy();
    if (isNew || (isAwaited && !this.wasAwaited)) this.give();
    this.wasAwaited = isAwaited;
  }

  private give(): void {
    if (settings.hasSound) chime();
    if (settings.vibrates && "vibrate" in navigator) navigator.vibrate(BUZZ);
    if (settings.notifies && document.hidden && "Notification" in window && Notification.permission === "granted") {
      new Notification(say.yourDecision(), { body: this.room.showing?.title ?? "", tag: this.room.game });
    }
  }
}
