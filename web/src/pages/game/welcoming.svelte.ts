// Whether somebody new at a table is still welcomed: until the welcome is put away, or for a few answers.
import { go, route } from "../../router.svelte";

const MOST_WELCOMED = 3;

export class Welcoming {
  isNew = $state(false);
  readonly isFirst: boolean;
  private readonly greeted = new Set<number>();

  constructor() {
    const wishes = new URLSearchParams(route.query);
    this.isNew = wishes.has("quick") || wishes.has("brief");
    this.isFirst = wishes.has("first");
  }

  /** A welcome that nobody has put away goes by itself after a few answers. */
  asked(number: number): void {
    this.greeted.add(number);
    if (this.isNew && this.greeted.size > MOST_WELCOMED) this.close();
  }

  /** Nobody is welcomed twice, whoever comes to this screen next. */
  close(): void {
    this.isNew = false;
    go(route.path, true);
  }
}
