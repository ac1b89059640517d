import { createHash } from "node:crypto";
import type { Skill } from "@modelcontextprotocol/client/ext/skills";
import { describe, expect, it } from "vitest";
import { createAreaWords } from "../../protocol/text/area.ts";
import { mcpSkillTexts } from "../../protocol/text/mcp-skills.ts";
import { readEntry } from "./skill-entry.ts";

const words = createAreaWords(mcpSkillTexts, "en");
const digest = `sha256:${createHash("sha256").update("x").digest("hex")}`;
const file = (uri: string) => ({ uri, digest, size: 1 });
const entry = (resources: Skill["resources"], name = "bad"): Skill => ({
  uri: `skill://${name}/SKILL.md`,
  frontmatter: { name, description: "Bad" },
  resources,
});
const main = file("skill://bad/SKILL.md");

describe("an entry of a server", () => {
  it("gives paths to be written, SKILL.md first, and one digest of all", () => {
    const skill = readEntry(entry([file("skill://bad/a%20b/c.md"), main]), words);
    expect(skill).toMatchObject({ name: "bad", files: [{ path: "SKILL.md" }, { path: "a b/c.md" }] });
    const changed = readEntry(
      entry([file("skill://bad/a%20b/c.md"), { ...main, digest: "sha256:0" }]),
      words,
    );
    expect("digest" in skill && "digest" in changed && skill.digest === changed.digest).toBe(false);
  });

  it.each<[string, Skill]>([
    ["climb out of their folder", entry([main, file("skill://bad/%2e%2e/x")])],
    ["climb out by an encoded slash", entry([main, file("skill://bad/a%2Fb")])],
    ["climb out by a backslash", entry([main, file("skill://bad/..%5Cx")])],
    ["name a file of another skill", entry([main, file("skill://other/x")])],
    ["have a file and a folder of one name", entry([main, file("skill://bad/a"), file("skill://bad/a/b")])],
    ["differ in case only", entry([main, file("skill://bad/a"), file("skill://bad/A")])],
    ["have a NUL in a name", entry([main, file("skill://bad/a%00")])],
    ["cannot be checked", entry("dynamic")],
    ["are too large", entry([main, { ...file("skill://bad/a"), size: 1e9 }])],
    [
      "have too many files",
      entry([main, ...Array.from({ length: 600 }, (_, n) => file(`skill://bad/${n}`))]),
    ],
    [
      "say too much",
      { ...entry([main]), frontmatter: { name: "bad", description: "Bad", more: "x".repeat(70_000) } },
    ],
  ])("is not taken where its files %s", (_, bad) => {
    expect(readEntry(bad, words)).toHaveProperty("refused");
  });
});
