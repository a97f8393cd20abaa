import { describe, expect, it } from "vitest";
import { digitTyped } from "../src/ask/typing";

const typed = (keys: string, sides: number): number[] => {
  const faces: number[] = [];
  let digits = "";
  for (const key of keys) {
    const found = digitTyped(digits, key, sides);
    digits = found.digits;
    faces.push(...found.faces);
  }
  return faces;
};

describe("dice typed digit by digit", () => {
  it("are taken at once where no further digit could follow", () => {
    expect(typed("364", 6)).toEqual([3, 6, 4]);
    expect(typed("42", 16)).toEqual([4, 2]);
    expect(typed("1614", 16)).toEqual([16, 14]);
    expect(typed("150", 10)).toEqual([1, 5, 10]);
    expect(typed("0712", 100)).toEqual([7, 12]);
  });
  it("read naughts as a ten and as a hundred, and no face that a die has not", () => {
    expect(typed("0", 10)).toEqual([10]);
    expect(typed("00", 100)).toEqual([100]);
    expect(typed("79", 6)).toEqual([]);
    expect(typed("0", 6)).toEqual([]);
  });
});
