import { describe, expect, it } from "vitest";
import { findTrigger, quotePath, replaceTrigger } from "./find-trigger.ts";

const at = (text: string) => findTrigger(text, text.length);

describe("what is being named", () => {
  it.each([
    ["/", "skill", 0, ""],
    ["/re", "skill", 0, "re"],
    ["/审", "skill", 0, "审"],
    ["/a /b", "skill", 3, "b"],
    ["@", "file", 0, ""],
    ["look at @src/a", "file", 8, "src/a"],
    ["看看@src", "file", 2, "src"],
    ["(@x", "file", 1, "x"],
  ])("%j is a %s", (text, kind, start, query) => {
    expect(at(text)).toEqual({ kind, start, query });
  });

  it.each(["", "hello", "/etc/hosts", "a /b", "/re view", "me@example.org", "@a b", "a@", "@@"])(
    "%j is nothing",
    (text) => {
      expect(at(text)).toBeUndefined();
    },
  );

  it("goes by the caret", () => {
    expect(findTrigger("@ab and more", 2)).toEqual({ kind: "file", start: 0, query: "a" });
    expect(findTrigger("see me@x", 3)).toBeUndefined();
  });
});

describe("what is taken", () => {
  it("replaces the sign, with one blank behind it", () => {
    const trigger = { kind: "file", start: 4, query: "a" } as const;
    expect(replaceTrigger("see @a", 6, trigger, "x.ts")).toEqual({ text: "see x.ts ", caret: 9 });
    expect(replaceTrigger("see @a now", 6, trigger, "x.ts")).toEqual({ text: "see x.ts now", caret: 9 });
    expect(replaceTrigger("see @anow", 6, trigger, "")).toEqual({ text: "see now", caret: 4 });
  });

  it("quotes paths with blanks", () => {
    expect([quotePath("a b.md"), quotePath("a.md")]).toEqual(["`a b.md`", "a.md"]);
  });
});
