import { describe, expect, it } from "vitest";
import { cutToBytes, shareRoom } from "./share-room.ts";

describe("shareRoom", () => {
  it.each<[number[], number, number[]]>([
    [[], 10, []],
    [[3, 4], 10, [3, 4]],
    [[100, 2], 10, [8, 2]],
    [[100, 100], 11, [5, 6]],
    [[1, 100, 100], 10, [1, 4, 5]],
    [[5, 5], 0, [0, 0]],
  ])("%j in %i -> %j", (wants, room, shares) => {
    expect(shareRoom(wants, room)).toEqual(shares);
  });
});

describe("cutToBytes", () => {
  it("cuts between characters, at the end of a line where one is near", () => {
    expect(cutToBytes("abc", 3)).toBe("abc");
    expect(cutToBytes("字字字", 8)).toBe("字字");
    expect(cutToBytes("😀😀", 7)).toBe("😀");
    expect(cutToBytes("one line\ntwo", 11)).toBe("one line");
    expect(cutToBytes("a\nbcdefgh", 8)).toBe("a\nbcdefg".slice(0, 8));
    expect(cutToBytes("abc", 0)).toBe("");
  });
});
