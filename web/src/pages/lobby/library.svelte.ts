// The forces of one's own that this device keeps, book by book.

export interface KeptForce {
  book: string;
  name: string;
  /** As it is filled in; null where it is only written. */
  data: Record<string, unknown> | null;
  text: string;
}

const SHELF = "sandtable.forces";
const MOST = 60;

function read(): KeptForce[] {
  try {
    const kept = JSON.parse(localStorage.getItem(SHELF) ?? "[]") as KeptForce[];
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

class Library {
  private kept = $state.raw(read());

  of(book: string): KeptForce[] {
    return this.kept.filter((one) => one.book === book);
  }

  find(book: string, name: string): KeptForce | undefined {
    return this.kept.find((one) => one.book === book && one.name === name);
  }

  /** Keep a force under its name; one of the same name is replaced. */
  keep(force: KeptForce): void {
    this.write([force, ...this.kept.filter((one) => one.book !== force.book || one.name !== force.name)]);
  }

  forget(book: string, name: string): void {
    this.write(this.kept.filter((one) => one.book !== book || one.name !== name));
  }

  private write(all: KeptForce[]): void {
    this.kept = all.slice(0, MOST);
    try {
      localStorage.setItem(SHELF, JSON.stringify(this.kept));
    } catch {
      // A browser without storage forgets.
    }
  }
}

export const library = new Library();
