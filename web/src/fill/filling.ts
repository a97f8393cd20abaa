// A roster that is filled in: what happens to its data when something in it is changed.
import * as say from "words:fill";
import type { Refusal, FormField, RosterForm, RosterPart } from "../protocol";

export type Entry = Readonly<Record<string, unknown>>;
export type Data = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "" || value === false || value === 0 || (Array.isArray(value) && !value.length);

/** What an entry says of a field. */
export const valueOf = (entry: Entry, field: FormField): unknown => entry[field.name] ?? field.default;

/** The values that are chosen for a field of several. */
export const chosenOf = (entry: Entry, field: FormField): unknown[] => {
  const value = entry[field.name];
  return Array.isArray(value) ? value : [];
};

/** Whether a field means anything for this entry. */
export const isAsked = (entry: Entry, field: FormField, fields: readonly FormField[]): boolean => {
  const above = fields.find((one) => one.name === field.only_if);
  return !above || (!isEmpty(valueOf(entry, above)) && isAsked(entry, above, fields));
};

/** The entry with one field changed, and without what no longer holds. */
export function changed(entry: Entry, field: FormField, value: unknown, fields: readonly FormField[], workedOut: readonly string[] = []): Entry {
  const next: Record<string, unknown> = { ...entry };
  for (const name of [...workedOut, ...(field.resets ?? [])]) delete next[name];
  if (value === undefined || value === null || value === (field.default ?? "") || (Array.isArray(value) && !value.length)) delete next[field.name];
  else next[field.name] = value;
  for (const other of fields) if (other.only_if && !isAsked(next, other, fields)) delete next[other.name];
  return next;
}

/** The choice taken or put back; where no more may be taken, the first one goes. */
export function toggled(chosen: readonly unknown[], value: unknown, most: number | null | undefined): unknown[] {
  if (chosen.includes(value)) return chosen.filter((one) => one !== value);
  const kept = most != null && chosen.length >= most ? chosen.slice(chosen.length - most + 1) : chosen;
  return [...kept, value];
}

/** The entries of a part. */
export function entriesOf(data: Data, part: RosterPart): Entry[] {
  const found = data[part.name];
  if (part.is_single) return [(found as Entry | undefined) ?? part.fresh ?? {}];
  return Array.isArray(found) ? (found as Entry[]) : [];
}

/** The roster with other entries in a part. */
export function withEntries(data: Data, form: RosterForm, part: RosterPart, entries: readonly Entry[]): Data {
  const next: Record<string, unknown> = { ...data, [part.name]: part.is_single ? entries[0] : entries };
  for (const name of form.worked_out ?? []) delete next[name];
  return next;
}

/** A roster in which nobody is yet. */
export function emptyRoster(form: RosterForm): Data {
  const parts = form.parts.map((part) => [part.name, part.is_single ? (part.fresh ?? {}) : []] as const);
  return { name: say.myOwn(), ...Object.fromEntries(parts) };
}

/** One more entry, with a name that nobody has. */
export function freshEntry(part: RosterPart, entries: readonly Entry[]): Entry {
  const fresh = { ...part.fresh };
  const first = part.fields[0];
  if (!first || first.kind !== "words" || fresh[first.name] !== undefined) return fresh;
  const names = new Set(entries.map((one) => one[first.name]));
  const word = part.one.slice(0, 1).toUpperCase() + part.one.slice(1);
  let number = entries.length + 1;
  while (names.has(`${word} ${number}`)) number += 1;
  return { ...fresh, [first.name]: `${word} ${number}` };
}

/** The entries in another order: one of them a place earlier or later. */
export function shifted(entries: readonly Entry[], at: number, by: number): Entry[] {
  const next = [...entries];
  const [one] = next.splice(at, 1);
  if (one) next.splice(Math.max(0, Math.min(next.length, at + by)), 0, one);
  return next;
}

/** How a chosen value is called. */
export function called(field: FormField, value: unknown): string {
  const choice = field.choices?.find((one) => one.value === value);
  if (choice) return choice.label || String(choice.value);
  if (value !== null && typeof value === "object") return Object.values(value).map(String).join(" ");
  return String(value ?? "");
}

/** An entry on one line: everything it says but its name. */
export function lineOf(entry: Entry, part: RosterPart): string {
  const words = part.fields.slice(1).flatMap((field) => {
    if (!isAsked(entry, field, part.fields)) return [];
    if (field.kind === "several of") return chosenOf(entry, field).map((one) => called(field, one));
    const value = valueOf(entry, field);
    if (field.kind === "yes or no") return value === true ? [field.label.toLowerCase()] : [];
    if (field.kind === "number") return value == null ? [] : [`${String(value)} ${field.label.toLowerCase()}`];
    return isEmpty(value) ? [] : [called(field, value)];
  });
  return words.join(", ");
}

/** The reasons that speak of an entry by its name. */
export function reasonsAbout(reasons: readonly Refusal[], entry: Entry, part: RosterPart): Refusal[] {
  const name = entry[part.fields[0]?.name ?? ""];
  if (typeof name !== "string" || !name.trim()) return [];
  return reasons.filter((one) => one.reason.startsWith(`${name} `));
}
