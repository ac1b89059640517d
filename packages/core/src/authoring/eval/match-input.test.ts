import { expect, it } from "vitest";
import { hideEvals, restoreEvals } from "./hide-evals.ts";
import { matchesInput } from "./match-input.ts";

it.each([
  [{}, { a: 1 }, true],
  [{ a: "b" }, { a: "abc", x: 1 }, true],
  [{ a: "/^b/" }, { a: "abc" }, false],
  [{ a: "/B/i" }, { a: "abc" }, true],
  [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, true],
  [{ a: [1, "x"] }, { a: [1, "xy"] }, true],
  [{ a: [1] }, { a: [1, 2] }, false],
  [{ a: 1 }, { a: "1" }, false],
  [{ a: "x" }, {}, false],
])("%j in %j: %s", (wanted, given, fits) => expect(matchesInput(wanted, given)).toBe(fits));

it("takes the measure away from whoever is measured, and puts it back as it was", () => {
  const file = (path: string, text: string) => ({ path, mode: 0o644, bytes: new TextEncoder().encode(text) });
  const before = {
    files: [file("SKILL.md", "a"), file("evals/evals.json", "cases"), file("evals.md", "stays")],
    links: [],
    folders: ["evals"],
  };
  const shown = hideEvals(before);
  expect(shown.files.map(({ path }) => path)).toEqual(["SKILL.md", "evals.md"]);
  expect(shown.folders).toEqual([]);
  const left = {
    ...shown,
    files: [file("SKILL.md", "b"), file("evals/evals.json", "easier cases")],
    folders: ["evals"],
  };
  const restored = restoreEvals(left, before);
  expect(restored.files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)])).toEqual([
    ["SKILL.md", "b"],
    ["evals/evals.json", "cases"],
  ]);
  expect(restored.folders).toEqual(["evals"]);
});
