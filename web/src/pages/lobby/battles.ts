import type { BookCard } from "../../protocol";

/** The books with a first battle, the one for newcomers first: the server says which, and in which order. */
export const firstBattles = (books: readonly BookCard[]): BookCard[] => books.filter((one) => one.ready && one.first);
