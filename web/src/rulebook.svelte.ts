// Rule cards: which one is open, and those that were read already.
import { http, reasonsOf } from "./net/http";
import type { Rule } from "./protocol";

class Rulebook {
  book = $state("");
  open = $state<string | null>(null);
  card = $state.raw<Rule | null>(null);
  failed = $state("");
  private readonly read = new Map<string, Rule>();

  /** Open the card of a rule. */
  async show(rule: string, book = ""): Promise<void> {
    if (book) this.book = book;
    this.open = rule;
    this.failed = "";
    const key = `${this.book} ${rule}`;
    this.card = this.read.get(key) ?? null;
    if (this.card) return;
    try {
      const found = await http.rule(this.book, rule);
      this.read.set(key, found);
      if (this.open === rule) this.card = found;
    } catch (failed) {
      this.failed = reasonsOf(failed)[0]?.reason ?? "";
    }
  }

  close(): void {
    this.open = null;
  }
}

export const rulebook = new Rulebook();
