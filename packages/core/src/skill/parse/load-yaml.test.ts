import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { parseSkill } from "./parse-skill.ts";

it("loads the YAML library only for frontmatter that needs it", () => {
  const { cache } = createRequire(import.meta.url);
  const isLoaded = () => Object.keys(cache).some((path) => /[/\\]yaml[/\\]dist[/\\]/.test(path));
  const place = { path: "p", folderName: "x", t: createTranslate("en") };
  const simple = "---\nname: x\ndescription: Use when: it is so\nmetadata:\n  tags: [a, b]\n---\nBody\n";
  expect(parseSkill(simple, place).fields.description).toBe("Use when: it is so");
  expect(isLoaded()).toBe(false);
  expect(parseSkill("---\nname: &n x\ndescription: *n\n---\n", place).fields.description).toBe("x");
  expect(isLoaded()).toBe(true);
});
