// What a newcomer is told once, at the first question of a topic, in whatever scenario: this device remembers what it has told.
import { http } from "./net/http";
import type { Hint, Lesson, Question } from "./protocol";
import { settings } from "./settings.svelte";

class Lessons {
  private known = $state.raw<Lesson[]>([]);
  private book = "";
  /** The question at which a lesson is told now: it stays until another one is asked. */
  private telling = { question: "", text: "" };

  load(book: string): void {
    if (!book || book === this.book) return;
    this.book = book;
    this.known = [];
    http.offers(book).then((offers) => (this.known = offers.lessons), () => undefined);
  }

  /** The word that goes with a question: the book's own hint, or a lesson that was not told before. */
  hintFor(question: Question): Hint | null {
    if (question.hint) return question.hint;
    const key = `${question.seat} ${question.number}`;
    const lesson = this.known.find((one) => one.at.includes(question.topic) && (!settings.told.includes(one.text) || (this.telling.question === key && this.telling.text === one.text)));
    if (!lesson) return null;
    this.telling = { question: key, text: lesson.text };
    return { text: lesson.text, rules: lesson.rules ?? [] };
  }

  /** Never again. */
  toldNow(text: string): void {
    if (!settings.told.includes(text)) settings.told = [...settings.told, text];
  }
}

export const lessons = new Lessons();
