import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { openCorpus } from "../parse/corpus.fixture.ts";
import type { Finding } from "./finding.ts";
import { validateSkill } from "./validate-skill.ts";
import { validateText } from "./validate-text.ts";

const options = { profile: "portable", t: createTranslate("en") } as const;
const corpus = openCorpus();

/** As the corpus writes findings: `unknown-fields:a, b`, `yaml-invalid:CODE`, the code alone for the rest. */
const write = ({ code, detail }: Finding) =>
  code === "unknown-fields" || code === "yaml-invalid" ? `${code}:${detail}` : code;

/** Only the corpus knows this code; the reference and its cases say `no-frontmatter`. */
const rename = (violation: string) => (violation === "leading-whitespace" ? "no-frontmatter" : violation);

describe.skipIf(corpus === undefined)("the strict validator on public skills", () => {
  it("finds the violations that expected.jsonl lists", () => {
    const wrong = (corpus?.expected ?? []).flatMap((line) => {
      const { errors, warnings, valid } = validateText(
        corpus?.read(line.path) ?? Buffer.alloc(0),
        line.dir,
        options,
      );
      const got = {
        valid,
        errors: errors.map(write),
        extra: warnings.map(({ code }) => code).filter((code) => /^allowed-tools|^metadata/.test(code)),
      };
      // The corpus looks at these only where the file is YAML.
      if (line.violations.some((violation) => violation.startsWith("yaml-"))) got.extra = [];
      const want = {
        valid: line.spec_valid,
        errors: line.violations.map(rename),
        extra: line.spec_extra ?? [],
      };
      return JSON.stringify(got) === JSON.stringify(want) ? [] : [{ path: line.path, got, want }];
    });
    expect(wrong).toEqual([]);
  });

  describe("cases of the reference validator", () => {
    let root = "";
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), "skillmint-validate-"));
    });
    afterAll(() => rm(root, { recursive: true, force: true }));

    const tolerated: Record<string, string> = { d_flow_list: "yaml-flow-style", d_anchor: "yaml-anchor" };
    const cases = (corpus?.cases ?? []).filter(
      ({ expect: codes, dir, content }) =>
        dir !== null && content !== null && !codes.some((code) => code.startsWith("->")),
    );

    it.each(cases.map((each) => [each.id, each] as const))(
      "%s",
      async (id, { dir, content, expect: codes }) => {
        const folder = join(root, id, dir ?? "");
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, id === "p_read_lowercase" ? "skill.md" : "SKILL.md"), content ?? "");
        const { errors, warnings, valid } = await validateSkill(folder, options);
        const warning = tolerated[id];
        if (warning !== undefined) {
          expect([valid, warnings.map(({ code }) => code)]).toEqual([
            true,
            expect.arrayContaining([warning]),
          ]);
          return;
        }
        const shown = errors.map((each) => (each.code === "yaml-invalid" ? each.code : write(each)));
        expect(shown).toEqual(codes);
      },
    );
  });
});
