import { describe, expect, it } from "vitest";
import { compileMatcher } from "./hook-matcher.ts";

const matches = (pattern: string, subject: string, names = true): boolean | undefined =>
  compileMatcher(pattern, { names })?.(subject);

describe("compileMatcher", () => {
  it.each(["", "*", "  ", ".*", "^", "()"])("%j means everything", (pattern) => {
    expect([matches(pattern, "Bash"), matches(pattern, "")]).toEqual([true, true]);
  });

  it.each([
    ["Bash", "Bash", true],
    ["Bash", "BashOutput", false],
    ["Bash|Edit", "Edit", true],
    ["Bash | Edit", "Edit", true],
    ["Bash|Edit", "Write", false],
    ["bash", "Bash", true],
    ["run_shell_command|read_file", "Bash", true],
    ["MultiEdit", "Edit", true],
    ["(write_file|Bash)", "Write", true],
    ["^(Edit|Write)$", "Write", true],
    ["^(Edit|Write)$", "NotebookEdit", false],
    ["Edit.*", "NotebookEdit", true],
    ["Notebook.*", "NotebookEdit", true],
    ["Notebook.+Edit", "NotebookEdit", false],
    ["mcp__memory__.*", "mcp__memory__create", true],
    ["mcp__.*__write.*", "mcp__files__write_all", true],
    ["mcp__.*__write.*", "mcp__files__read", false],
    ["*Edit", "NotebookEdit", true],
    ["B(a|o)sh?", "Bas", true],
    ["B[a-c]s[^x]", "Bash", true],
    ["B[^a]sh", "Bash", false],
    ["\\w+\\.x", "a.x", true],
    ["\\w+\\.x", "a-x", false],
    ["a(?:b|c)+$", "abcb", true],
    ["^$", "Bash", false],
    ["^$", "", true],
    ["Bash|", "Bash", true],
  ])("%j and %j: %j", (pattern, subject, expected) => expect(matches(pattern, subject)).toBe(expected));

  it("leaves words alone that are no tools", () => {
    expect([matches("resume", "resume", false), matches("view", "Read", false)]).toEqual([true, false]);
  });

  it.each([
    "(",
    ")",
    "a)",
    "[",
    "[b-a]",
    "a{2}",
    "+a",
    "(?=a)",
    "(?<x>a)",
    "\\",
    "\\b",
    "\\1",
    "a".repeat(1_001),
  ])("does not understand %j", (pattern) => expect(compileMatcher(pattern, { names: true })).toBeUndefined());

  it("is bounded whatever it is given", () => {
    const began = performance.now();
    for (const pattern of [
      "(a*)*(a*)*(a*)*b",
      "(a|a)*(a|aa)*$b",
      "(((((a+)+)+)+)+)+b",
      `${"(".repeat(40)}a${")*".repeat(40)}b`,
    ])
      expect(matches(pattern, "a".repeat(1_000))).toBe(false);
    expect(compileMatcher(`${"(".repeat(60)}a${")".repeat(60)}`, { names: true })).toBeUndefined();
    expect(compileMatcher(`(a${"+".repeat(40)})`, { names: true })).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it("agrees with the system's regular expressions", () => {
    const atoms = ["a", "b", ".", "[ab]", "(a|b)", "(ab)", "^", "$"];
    const marks = ["", "*", "+", "?"];
    const subjects = ["", "a", "b", "ab", "ba", "aab", "abab"];
    for (const first of atoms)
      for (const mark of marks)
        for (const second of atoms) {
          const pattern = `${first}${/[$^]/.test(first) ? "" : mark}${second}x?`;
          const real = new RegExp(pattern);
          for (const subject of subjects)
            expect([pattern, subject, matches(pattern, subject, false)]).toEqual([
              pattern,
              subject,
              real.test(subject),
            ]);
        }
  });
});
