// The books as the server offers them: their order, their names and their covers.
import { http } from "./net/http";
import type { BookCard, Cover } from "./protocol";

const PLAIN = { colour: "#4b5054", glyph: "book", corners: "4px" } satisfies Cover;

class Shelf {
  /** Every book in its order; null until the server has told them. */
  books = $state.raw<BookCard[] | null>(null);
  private isAsked = false;

  /** Ask for them, once. */
  async load(): Promise<void> {
    if (this.isAsked) return;
    this.isAsked = true;
    try {
      this.books = await http.books();
    } catch {
      // Whoever opens the next page asks again.
      this.isAsked = false;
    }
  }

  private card(book: string): BookCard | undefined {
    return this.books?.find((one) => one.id === book);
  }

  titleOf(book: string): string {
    return this.card(book)?.title ?? "";
  }

  coverOf(book: string): Cover & typeof PLAIN {
    return { ...PLAIN, ...this.card(book)?.cover };
  }
}

export const shelf = new Shelf();
