import { access } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundledSkills } from "./bundled-skills.ts";

describe("the folder of bundled skills", () => {
  it("is there, with the tour in it", async () => {
    await expect(access(join(bundledSkills(), "tour/SKILL.md"))).resolves.toBeUndefined();
  });

  it.each([
    "file:///r/packages/cli/src/bundled-skills.ts",
    "file:///r/packages/cli/dist/main.js",
    "file:///r/packages/cli/dist/chunks/start-command-x1.js",
  ])("is the same from %s", (from) => {
    expect(bundledSkills(from)).toBe(join("/r", "skills"));
  });

  it("may have words of paths in its own path", () => {
    expect(bundledSkills("file:///dist/src/r%20x/packages/cli/dist/chunks/a.js")).toBe(
      "/dist/src/r x/skills",
    );
  });
});
