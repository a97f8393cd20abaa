import { describe, expect, it } from "vitest";
import { changed, emptyRoster, entriesOf, freshEntry, isAsked, lineOf, reasonsAbout, shifted, toggled, withEntries } from "../src/fill/filling";
import type { FormField, RosterForm, RosterPart } from "../src/protocol";

const FIELDS: FormField[] = [
  { name: "name", label: "Name", kind: "words" },
  { name: "position", label: "Position", kind: "one of", default: "soldier", choices: [{ value: "soldier" }, { value: "leader", label: "team leader" }], resets: ["weapons"] },
  { name: "weapons", label: "Weapons", kind: "several of", choices: [{ value: "rifle" }, { value: "pistol" }] },
  { name: "known", label: "Known", kind: "yes or no", default: false },
  { name: "traits", label: "Traits", kind: "several of", choices: [{ value: "Brave" }, { value: "Loyal" }, { value: "Calm" }], most: 2, only_if: "known" },
  { name: "gift", label: "Gift", kind: "words", only_if: "traits" },
];
const [NAME, POSITION, WEAPONS, KNOWN, TRAITS, GIFT] = FIELDS as [FormField, FormField, FormField, FormField, FormField, FormField];
const PART: RosterPart = { name: "members", label: "Soldiers", one: "soldier", fields: FIELDS, fresh: { position: "soldier" }, worked_out: ["points"] };
const OFFICER: RosterPart = { name: "officer", label: "Officer", one: "officer", fields: [NAME], fresh: { name: "Officer" }, is_single: true };
const FORM: RosterForm = { fields: [NAME], parts: [PART, OFFICER], worked_out: ["points"] };

describe("an entry that is filled in", () => {
  it("says nothing of what is as it always is", () => {
    const entry = changed({ name: "Ash", position: "leader" }, POSITION, "soldier", FIELDS);
    expect(entry).toEqual({ name: "Ash" });
    expect(changed(entry, WEAPONS, [], FIELDS)).toEqual({ name: "Ash" });
  });

  it("loses what no longer holds: what was worked out, what begins anew, what hangs on something else", () => {
    const entry = { name: "Ash", points: 4, weapons: ["rifle"], known: true, traits: ["Brave"], gift: "sight" };
    expect(changed(entry, POSITION, "leader", FIELDS, ["points"])).toEqual({ name: "Ash", position: "leader", known: true, traits: ["Brave"], gift: "sight" });
    expect(changed(entry, KNOWN, false, FIELDS)).toEqual({ name: "Ash", points: 4, weapons: ["rifle"] });
    expect(changed(entry, TRAITS, [], FIELDS)["gift"]).toBeUndefined();
  });

  it("is asked only what means something", () => {
    expect(isAsked({}, TRAITS, FIELDS)).toBe(false);
    expect(isAsked({ known: true }, TRAITS, FIELDS)).toBe(true);
    expect(isAsked({ traits: ["Brave"] }, GIFT, FIELDS)).toBe(false);
    expect(isAsked({ known: true, traits: ["Brave"] }, GIFT, FIELDS)).toBe(true);
  });

  it("takes no more than it may: the first one goes", () => {
    expect(toggled(["Brave", "Loyal"], "Calm", 2)).toEqual(["Loyal", "Calm"]);
    expect(toggled(["Brave"], "Brave", 2)).toEqual([]);
    expect(toggled(["rifle"], "pistol", null)).toEqual(["rifle", "pistol"]);
  });

  it("is told on one line, and by the reasons that name it", () => {
    expect(lineOf({ name: "Ash", position: "leader", weapons: ["rifle"], known: true, traits: ["Brave"] }, PART)).toBe("team leader, rifle, known, Brave");
    const reasons = [{ rule: "X-1", reason: "Ash is a grunt.", remedy: "" }, { rule: "X-2", reason: "Ashley is a grunt.", remedy: "" }];
    expect(reasonsAbout(reasons, { name: "Ash" }, PART).map((one) => one.rule)).toEqual(["X-1"]);
    expect(reasonsAbout(reasons, {}, PART)).toEqual([]);
  });
});

describe("a roster that is filled in", () => {
  it("begins with nobody but those who stand alone", () => {
    expect(emptyRoster(FORM)).toEqual({ name: "My own", members: [], officer: { name: "Officer" } });
  });

  it("grows by entries whose names nobody has", () => {
    const first = freshEntry(PART, []);
    expect(first).toEqual({ position: "soldier", name: "Soldier 1" });
    expect(freshEntry(PART, [{ name: "Soldier 2" }])["name"]).toBe("Soldier 3");
  });

  it("loses its total when something changes, and keeps the order that it is given", () => {
    const data = withEntries({ name: "A", points: 9, members: [] }, FORM, PART, [{ name: "a" }, { name: "b" }]);
    expect(data).toEqual({ name: "A", members: [{ name: "a" }, { name: "b" }] });
    expect(shifted(entriesOf(data, PART), 0, 1)).toEqual([{ name: "b" }, { name: "a" }]);
    expect(withEntries(data, FORM, OFFICER, [{ name: "c" }])["officer"]).toEqual({ name: "c" });
  });
});
