import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import type { Profile } from "./finding.ts";
import { validateText } from "./validate-text.ts";

const t = createTranslate("en");
const wrap = (frontmatter: string, body = "Body") => `---\n${frontmatter}\n---\n${body}\n`;
const base = "name: my-skill\ndescription: A test skill";
const validate = (content: string, folder = "my-skill", profile: Profile = "portable") =>
  validateText(content, folder, { profile, t });
const errors = (content: string, folder?: string, profile?: Profile) =>
  validate(content, folder, profile).errors.map(({ code, detail }) =>
    code === "unknown-fields" ? `${code}:${detail}` : code,
  );
const warnings = (content: string, profile?: Profile) =>
  validate(content, "my-skill", profile).warnings.map(({ code, line }) => `${code}:${line}`);

describe("the rules of the standard", () => {
  it.each([
    ["a good one", wrap(base), []],
    ["CRLF", wrap(base).replaceAll("\n", "\r\n"), []],
    ["a byte order mark", `\uFEFF${wrap(base)}`, ["no-frontmatter"]],
    ["a blank line first", `\n${wrap(base)}`, ["no-frontmatter"]],
    ["another language's fence", wrap(base).replace("---", "---js"), ["no-frontmatter"]],
    ["no second fence", `---\n${base}\n`, ["unclosed-frontmatter"]],
    ["dashes in a value", wrap("name: my-skill\ndescription: a --- b"), []],
    ["a rule in the body", wrap(base, "text\n\n---\n\nmore"), []],
    ["no YAML", wrap("name: [x\ndescription: d"), ["yaml-invalid"]],
    ["a key twice", wrap(`${base}\ndescription: again`), ["yaml-duplicate-key"]],
    ["a tag", wrap("name: !x my-skill\ndescription: d"), ["yaml-tag"]],
    ["a list", wrap("- a"), ["not-a-mapping"]],
    ["nothing", "---\n---\n", ["not-a-mapping"]],
    ["other keys", wrap(`${base}\nz: 1\nmodel: x`), ["unknown-fields:model, z"]],
    ["a skill about skills", wrap(`${base}\ntype: meta`), []],
    ["another type", wrap(`${base}\ntype: flow`), ["unknown-fields:type"]],
    ["no name", wrap("description: d"), ["name-missing"]],
    ["an empty name", wrap("name: ''\ndescription: d"), ["name-empty-or-not-string"]],
    ["no description", wrap("name: my-skill"), ["description-missing"]],
    [
      "a comment for a description",
      wrap("name: my-skill\ndescription: # x"),
      ["description-empty-or-not-string"],
    ],
    [
      "a description that is too long",
      wrap(`name: my-skill\ndescription: ${"x".repeat(1025)}`),
      ["description-too-long"],
    ],
    ["a compatibility that is a map", wrap(`${base}\ncompatibility:\n  os: x`), ["compatibility-not-string"]],
    [
      "a compatibility that is too long",
      wrap(`${base}\ncompatibility: ${"x".repeat(501)}`),
      ["compatibility-too-long"],
    ],
    [
      "an unquoted colon",
      wrap("name: my-skill\ndescription: when: x\nversion: 1"),
      ["yaml-invalid", "unknown-fields:version"],
    ],
  ])("%s", (_, content, wanted) => expect(errors(content)).toEqual(wanted));

  it("collects all errors, in order, with their lines", () => {
    const found = validate(wrap("name: Bad--Name-\nx: 1\ny: 2"), "Bad_Dir").errors;
    expect(found.map(({ code, line }) => [code, line])).toEqual([
      ["unknown-fields", 3],
      ["name-not-lowercase", 2],
      ["name-hyphen-edge", 2],
      ["name-consecutive-hyphens", 2],
      ["name-dir-mismatch", 2],
      ["description-missing", undefined],
    ]);
  });

  it.each([
    ["技能", "技能"],
    ["straße", "straße"],
    ["ａｂｃ", "abc"],
    ["cafe\u0301", "café"],
    ["a".repeat(64), "a".repeat(64)],
  ])("the name %s in the folder %s is right", (name, folder) =>
    expect(errors(wrap(`name: ${name}\ndescription: d`), folder)).toEqual([]),
  );

  it.each([
    ["a".repeat(65), ["name-too-long"]],
    ["НАВЫК", ["name-not-lowercase"]],
    ["a_b", ["name-invalid-characters"]],
    ["x😀", ["name-invalid-characters"]],
  ])("the name %s is wrong", (name, wanted) =>
    expect(errors(wrap(`name: ${name}\ndescription: d`), name)).toEqual(wanted),
  );

  it("refuses what is no UTF-8 text", () => {
    const utf16 = Buffer.from(`\uFEFF${wrap(base)}`, "utf16le");
    for (const content of [utf16, Buffer.from([0, 1, 2])])
      expect(validateText(content, "x", { profile: "portable", t }).errors).toMatchObject([
        { code: "encoding-invalid" },
      ]);
  });
});

describe("the profile claude", () => {
  it("knows the twenty keys", () => {
    const keys =
      "when_to_use: x\nargument-hint: x\narguments: x\ndisable-model-invocation: true\nuser-invocable: true\ndisallowed-tools: X\nmodel: x\neffort: low\ncontext: fork\nagent: x\nbackground: true\nhooks:\n  a: b\npaths: x\nshell: bash\nlicense: x\ncompatibility: x\nmetadata:\n  a: b\nallowed-tools: Read, Write";
    expect(errors(wrap(`${base}\n${keys}`), "my-skill", "claude")).toEqual([]);
    expect(warnings(wrap(`${base}\n${keys}`), "claude")).toEqual([]);
    expect(errors(wrap(`${base}\nversion: 1`), "my-skill", "claude")).toEqual(["unknown-fields:version"]);
  });

  it("lets meta skills be what they are", () => {
    const meta = wrap(`${base}\ntype: meta\nmax_iterations: 5`);
    expect(validate(meta, "my-skill", "claude")).toMatchObject({ valid: true });
    expect(warnings(meta, "claude")).toEqual(["own-field:5", "own-field:4"]);
    expect(errors(meta)).toEqual(["unknown-fields:max_iterations"]);
    expect(validate(wrap(`${base}\nmetadata:\n  skillmint.type: meta`))).toMatchObject({
      valid: true,
      warnings: [],
    });
  });
});

describe("warnings", () => {
  it.each([
    ["allowed-tools:\n  - Read", ["allowed-tools-list:4"]],
    ["allowed-tools: Read, Grep", ["allowed-tools-comma:4"]],
    ["allowed-tools: Bash(a, b) Read", []],
    ["allowed-tools: [Read]", ["yaml-flow-style:4", "allowed-tools-list:4"]],
    ["allowed-tools: Bash(*)", ["broad-grant:4"]],
    ["allowed-tools: bash", ["broad-grant:4"]],
    ["metadata:\n  a:\n    b: c", ["metadata-nested:4"]],
    ["metadata: x", ["metadata-not-a-map:4", "wrong-type:4"]],
    ["license: &a MIT", ["yaml-anchor:4"]],
    ["compatibility: ''", ["compatibility-empty:4"]],
  ])("%s", (frontmatter, wanted) => {
    const content = wrap(`${base}\n${frontmatter}`);
    expect(validate(content).valid).toBe(true);
    expect(warnings(content)).toEqual(wanted);
  });

  it.each([
    ["a long body", "x\n".repeat(501), ["body-too-many-lines:5"]],
    ["a heavy body", "word ".repeat(6000), ["body-too-many-tokens:5"]],
    ["deep files", "see [x](references/a/b.md) and `scripts/one.py`", ["reference-too-deep:5"]],
    ["links elsewhere", "[x](https://x.io/a/b/c) [y](#z) [m](mailto:a@b/c/d) [o](../../o/p.md)", []],
    ["examples in code", "```\n[x](a/b/c.md)\n$1\n```", []],
    ["counting from one", "Fix issue\n$1 in $2", ["argument-index:6"]],
    ["counting from zero", "Fix $0 in $1", []],
    ["prices", "It costs $1.50 or $100", []],
    ["hidden text", "ok\u{E0041}", ["hidden-characters:5"]],
    ["turned text", "ok\u202E", ["bidi:5"]],
  ])("%s", (_, body, wanted) => expect(warnings(wrap(base, body))).toEqual(wanted));
});
