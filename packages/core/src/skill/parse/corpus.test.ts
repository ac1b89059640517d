import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { openCorpus } from "./corpus.fixture.ts";
import { decodeText } from "./decode-text.ts";
import { parseHead, parseSkill } from "./parse-skill.ts";
import { readFrontmatter, readWithLibrary } from "./read-frontmatter.ts";
import { readSimpleYaml } from "./simple-yaml.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";

const t = createTranslate("en");
const corpus = openCorpus();

describe.skipIf(corpus === undefined)("public skills", () => {
  const expected = corpus?.expected ?? [];
  const read = (path: string) => corpus?.read(path) ?? Buffer.alloc(0);

  it("loads every file as expected.jsonl says", () => {
    expect(expected).toHaveLength(399);
    const wrong = expected.flatMap((line) => {
      const parsed = parseSkill(read(line.path), { path: line.path, folderName: line.dir, t });
      const isLoaded = parsed.state === "ok" && parsed.fields.description !== undefined;
      const got = {
        name: isLoaded ? (parsed.fields.name ?? line.dir) : undefined,
        description: isLoaded ? parsed.fields.description : undefined,
        isTold: line.load === "must" || parsed.diagnostics.length > 0,
      };
      const want =
        line.load === "skip"
          ? { name: undefined, description: undefined, isTold: true }
          : { name: line.name, description: line.description, isTold: true };
      return JSON.stringify(got) === JSON.stringify(want) ? [] : [{ path: line.path, got, want }];
    });
    expect(wrong).toEqual([]);
  });

  it("reads the same without the library as with it", () => {
    let simple = 0;
    for (const { path } of expected) {
      const { frontmatter, state } = splitFrontmatter(decodeText(read(path)).text ?? "");
      if (state !== "closed" || readSimpleYaml(frontmatter) === undefined) continue;
      simple++;
      const fast = readFrontmatter(frontmatter);
      const slow = readWithLibrary(frontmatter);
      expect([path, fast.data, fast.repair]).toEqual([path, slow.data, slow.repair]);
      expect(fast.duplicates).toEqual(slow.duplicates);
    }
    expect(simple).toBeGreaterThan(370);
  });

  it("reads the same head with and without the body", () => {
    for (const { path, dir } of expected) {
      const { body: _, bodyLine: __, ...whole } = parseSkill(read(path), { path, folderName: dir, t });
      expect(parseHead(read(path), { path, folderName: dir, t })).toEqual(whole);
    }
  });
});
