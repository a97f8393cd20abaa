// A form with many fields: those under shared headings make a table, a row for each of one's own; the others stand alone.
import type { Blank, Question, Showing } from "../protocol";

export interface Row {
  /** Whom it is about; the field itself where nobody is. */
  id: string;
  name: string;
  /** A field for each heading; nothing where there is none. */
  cells: (Blank | null)[];
}

export interface Sheet {
  columns: string[];
  rows: Row[];
  alone: Blank[];
}

export const blanksOf = (question: Question | null): readonly Blank[] => (question?.form.form === "filling" ? question.form.blanks : []);

export function sheetOf(question: Question, showing: Showing | null): Sheet {
  const blanks = blanksOf(question);
  const tabled = blanks.filter((one) => one.column && one.about?.length);
  const columns = [...new Set(tabled.map((one) => one.column!))];
  const rows = [...new Set(tabled.map((one) => one.about![0]!))].map((id) => ({
    id,
    name: showing?.units?.find((one) => one.id === id)?.name ?? id,
    cells: columns.map((column) => tabled.find((one) => one.column === column && one.about![0] === id) ?? null),
  }));
  return { columns, rows, alone: blanks.filter((one) => !tabled.includes(one)) };
}

/** What stands in a field now. */
export const valueOf = (blank: Blank, filled: Readonly<Record<string, unknown>>): unknown => filled[blank.key] ?? blank.usual;

/** What is filled in once a field is set: what is as it was is not said. */
export function withField(filled: Readonly<Record<string, unknown>>, blank: Blank, value: unknown): Record<string, unknown> {
  const { [blank.key]: _, ...others } = filled;
  return value === blank.usual ? others : { ...others, [blank.key]: value };
}

/** A tap counts up; after the most comes the least. */
export const countedUp = (blank: Blank, value: number): number => (value >= (blank.most ?? 0) ? (blank.least ?? 0) : value + 1);
