import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import type { FoundSkill, SkillFields } from "../skill.ts";
import { checkRequirements, findMissing, findRequirements } from "./check-requirements.ts";
import { findAllMissing } from "./missing-requirements.ts";
import type { Requirement, RequirementKind, RequirementProbe } from "./requirement.ts";

function makeSkill(fields: SkillFields = {}, more: Partial<FoundSkill> = {}): FoundSkill {
  return {
    state: "ok",
    fields: { name: "mine", ...fields },
    extra: {},
    diagnostics: [],
    layer: "user",
    folder: "/skills/mine",
    file: "/skills/mine/SKILL.md",
    root: "/skills/mine",
    order: 0,
    trusted: true,
    bytes: 0,
    modifiedAt: 0,
    ...more,
  };
}

/** `name` for what is certain, `name?` for a guess. */
function found(
  kind: RequirementKind,
  body: string,
  fields: SkillFields = {},
  more: Partial<FoundSkill> = {},
): string[] {
  return findRequirements(makeSkill(fields, more), body)
    .filter((one) => one.kind === kind)
    .map((one) => one.name + (one.guess ? "?" : ""))
    .sort();
}

const nothing: RequirementProbe = {
  hasTool: () => false,
  hasMcp: () => false,
  findBinary: async () => undefined,
  hasEnv: () => false,
  hasFile: async () => false,
  hasSkill: () => false,
  platform: "linux",
};

describe("what a skill declares", () => {
  it("takes over metadata.skillmint.requires, tools under our names", () => {
    const requires = {
      tools: ["run_shell_command"],
      mcp: ["sentry"],
      binaries: ["gh"],
      env: ["X_KEY"],
      files: ["references/a.md"],
      skills: ["other"],
      languages: ["python"],
    };
    expect(findRequirements(makeSkill({ requires }), "")).toEqual([
      { kind: "tool", name: "Bash", declared: true },
      { kind: "mcp", name: "sentry", declared: true },
      { kind: "binary", name: "gh", declared: true },
      { kind: "env", name: "X_KEY", declared: true },
      { kind: "file", name: "references/a.md", declared: true },
      { kind: "skill", name: "other", declared: true },
      { kind: "language", name: "python3", declared: true },
    ]);
  });

  it.each<[string, string[]]>([
    ["Requires node 20, git, network", ["binary git", "language node"]],
    ["Requires Python 3.11 or higher and uv", ["binary uv", "language python3"]],
    ["Requires git, docker, jq, and access to the internet", ["binary docker", "binary git", "binary jq"]],
    ["Requires Swift to be installed locally and macOS environment.", ["binary swift", "platform darwin"]],
    ["Needs SLACK_BOT_TOKEN and slackcli", ["env SLACK_BOT_TOKEN"]],
    ["需要 git 和 python3", ["binary git", "language python3"]],
    ["Designed for Claude Code (or similar products)", ["client Claude Code"]],
    ["Best used with the Firebase CLI, but does not require it. Use npx.", []],
    ["Requires git or mercurial", []],
    ["Works well with docker", []],
    ["Requires you to go to the office and make sure that it works", []],
    ["Requires a git-like tool", []],
    ["jq is optional; requires nothing", []],
  ])("reads of compatibility %j", (compatibility, expected) => {
    const list = findRequirements(makeSkill({ compatibility }), "");
    expect(list.every((one) => one.declared)).toBe(true);
    expect(list.map((one) => `${one.kind} ${one.name}`).sort()).toEqual(expected);
  });

  it("expects the servers that mcpServers names, and not those it brings", () => {
    const list = findRequirements(makeSkill({ mcpServers: ["sentry", { own: { command: "x" } }] }), "");
    expect(list).toEqual([
      { kind: "mcp", name: "sentry", declared: true },
      { kind: "mcp", name: "own", declared: false },
    ]);
  });
});

describe("tools and servers in the text", () => {
  it.each([
    ["Use the Task tool for it", ["Task"]],
    ["Use the `Agent` tool", ["Task"]],
    ["Ask with AskUserQuestion first", ["AskUserQuestion"]],
    ["call `read_file`, then `run_shell_command`", ["Bash", "Read"]],
    ["the `Artifact_thing` tool", ["Artifact_thing?"]],
    ["a search tool, the right tool, a write tool, MCP tool", []],
    ["Read the task. Edit it. Search.", []],
    ["```\ncall read_file with TodoWrite\n```", []],
    ["a name like `EnterWorktree`", []],
  ])("of %j", (body, expected) => expect(found("tool", body)).toEqual(expected));

  it("knows MCP servers by their tools and leaves placeholders out", () => {
    const body =
      "use mcp__sentry__search_issues, mcp__my-thing__x, mcp__server__tool, mcp__<name>__y, `mcp__git_hub__z`";
    expect(found("mcp", body)).toEqual(["git_hub", "sentry"]);
  });

  it("reads allowed-tools (F01: it names needs, it grants nothing)", () => {
    const allowedTools = [
      "Bash(slackcli:*, curl:*)",
      "Bash(git add:*)",
      "Bash(*)",
      "Read",
      "mcp__linear__*",
      "Skill(pdf)",
    ];
    const list = findRequirements(makeSkill({ allowedTools }), "");
    expect(list.map((one) => `${one.kind} ${one.name}`)).toEqual([
      "tool Bash",
      "binary slackcli",
      "binary curl",
      "binary git",
      "tool Read",
      "mcp linear",
      "tool Skill",
      "skill pdf",
    ]);
    expect(list.some((one) => one.declared)).toBe(false);
  });
});

describe("environment variables", () => {
  it.each([
    ["Set the OPENAI_API_KEY environment variable", ["OPENAI_API_KEY"]],
    ['```bash\ncurl -H "Bearer $SLACK_TOKEN" x\n```', ["SLACK_TOKEN?"]],
    ["```bash\nRUN_TOKEN=$(make-it)\necho $RUN_TOKEN\n```", []],
    ["```ts\nconst key = process.env.STRIPE_KEY;\n```", ["STRIPE_KEY?"]],
    ['```py\nos.environ["FOO_TOKEN"]\n```', []],
    ['```py\nos.environ["ACME_TOKEN"]\n```', ["ACME_TOKEN?"]],
    ["echo ${CLAUDE_API_KEY} and $SKILLMINT_TOKEN, set the CLAUDE_X_KEY environment variable", []],
    ["Set the HOME variable, $ARGUMENTS, $PATH, $YOUR_API_KEY", []],
    ["NEVER_DO_THIS and ALL_CAPS are not variables", []],
  ])("of %j", (body, expected) => expect(found("env", body)).toEqual(expected));

  it("are certain in a script of the skill, unless it has a default", () => {
    const texts = [
      {
        path: "scripts/a.py",
        text: 'import os\nkey = os.environ["ACME_KEY"]\nurl = os.environ.get("ACME_URL", "x")\n',
      },
      { path: "scripts/b.sh", text: '#!/usr/bin/env bash\ncurl "$ACME_TOKEN" "${ACME_SECRET:-none}"\n' },
    ];
    const list = findRequirements(makeSkill(), "", { texts }).filter(({ kind }) => kind === "env");
    expect(list).toEqual([
      { kind: "env", name: "ACME_KEY", declared: false, where: 2, file: "scripts/a.py" },
      { kind: "env", name: "ACME_URL", declared: false, guess: true, where: 3, file: "scripts/a.py" },
      { kind: "env", name: "ACME_TOKEN", declared: false, where: 2, file: "scripts/b.sh" },
      { kind: "env", name: "ACME_SECRET", declared: false, guess: true, where: 2, file: "scripts/b.sh" },
    ]);
  });
});

describe("files", () => {
  it.each([
    ["see [the guide](references/guide.md#top)", ["references/guide.md"]],
    ['see [it](./a%20b.md "title")', ["a b.md"]],
    ["run `scripts/make.py --fast`", ["scripts/make.py"]],
    ["read `../sibling/x.md` and `skills/other/x.md`", ["../sibling/x.md", "skills/other/x.md?"]],
    ["run ${CLAUDE_SKILL_DIR}/scripts/x.sh and `{baseDir}/tool.js`", ["scripts/x.sh", "tool.js"]],
    ["`notes.md` in this directory", ["notes.md"]],
    ["write `notes.md`", ["notes.md?"]],
    ["```bash\npython3 scripts/x.py out.json\n```", ["out.json?", "scripts/x.py"]],
    ["[a](https://x.y/z.md) [b](#top) [c](mailto:a@b.c) [d](/etc/passwd) [e](~/.ssh/id)", []],
    ["`docs/specs/YYYY-<topic>.md`, `src/**/*.ts`, `package.json`, Node.js, CLAUDE.md", []],
    ["For example `references/finance.md`", ["references/finance.md?"]],
    ["[x](../../../../etc/passwd.md)", ["../../../../etc/passwd.md"]],
  ])("of %j", (body, expected) => expect(found("file", body)).toEqual(expected));

  it("name the languages of scripts", () => {
    const body =
      "`scripts/a.py` `scripts/b.mjs` `scripts/c.ps1` `scripts/d.rb` `scripts/e.php` `scripts/f.sh`";
    expect(found("language", body)).toEqual(["bash", "node", "php", "pwsh", "python3", "ruby"]);
    const texts = [
      { path: "scripts/run", text: "#!/usr/bin/env -S deno run\n" },
      { path: "scripts/other", text: "#!/usr/bin/python3.12\n" },
    ];
    const list = findRequirements(makeSkill(), "", { texts });
    expect(list.filter(({ kind }) => kind === "language").map(({ name }) => name)).toEqual([
      "deno",
      "python3",
    ]);
  });
});

describe("skills", () => {
  it.each([
    ["Use superpowers:test-driven-development skill", ["superpowers:test-driven-development"]],
    ["use the `pdf` skill", ["pdf"]],
    ["use the **copy-editing** skill", ["copy-editing"]],
    ["run the `/grilling` skill", ["grilling"]],
    ["invoke the brainstorming skill", ["brainstorming?"]],
    ["Skill(review-code) and Skill(this)", ["review-code"]],
    ["Use the `x-y` skill if available", ["x-y?"]],
    ["use this skill, the right skill, a new skill, use the relevant skill", []],
    ["I'm using the mine skill", []],
    ["npm:react https://a.b node:fs localhost:80 domain:x feat:add", []],
    ["```\nuse the `pdf` skill\n```", []],
  ])("of %j", (body, expected) => expect(found("skill", body)).toEqual(expected));

  it("of its own plugin are certain", () => {
    expect(found("skill", "then acme:deploy and acme:mine", {}, { plugin: "acme" })).toEqual(["acme:deploy"]);
  });
});

describe("bounds", () => {
  it.each([
    ["one long line", "a".repeat(1 << 18)],
    ["backticks", "`".repeat(1 << 18)],
    ["open links", "](a".repeat(90_000)],
    ["nested commands", `\`\`\`bash\n${"$(".repeat(125_000)}`],
    ["many lines", "x\n".repeat(125_000)],
    ["many files", Array.from({ length: 15_000 }, (_, n) => `\`references/${n}.md\``).join(" ")],
    ["here-documents", "```bash\ncat <<E\n".repeat(15_000)],
    ["capitals", "A_".repeat(125_000)],
  ])("of %s", (_name, body) => {
    const started = performance.now();
    expect(findRequirements(makeSkill(), body).length).toBeLessThanOrEqual(300);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("never let a name carry control characters or go on for ever", () => {
    const requires = { binaries: ["a\u001b[31m", "b\0", "x".repeat(10_000), "ok"], tools: ["\n"] };
    expect(findRequirements(makeSkill({ requires }), "").map(({ name }) => name)).toEqual(["ok"]);
  });
});

describe("checking", () => {
  const one = (kind: RequirementKind, more: Partial<Requirement> = {}): Requirement => ({
    kind,
    name: "x",
    declared: false,
    ...more,
  });

  it("says of each what to do, in both languages", async () => {
    const kinds: RequirementKind[] = [
      "tool",
      "mcp",
      "binary",
      "env",
      "file",
      "skill",
      "language",
      "platform",
    ];
    for (const language of ["en", "zh-CN"] as const) {
      const checked = await checkRequirements(
        kinds.map((kind) => one(kind)),
        nothing,
        createTranslate(language),
      );
      expect(checked.map((each) => [each.kind, each.found, each.hint !== undefined])).toEqual(
        kinds.map((kind) => [kind, false, true]),
      );
    }
    expect((await checkRequirements([one("client")], nothing))[0]).toEqual({
      kind: "client",
      name: "x",
      found: true,
      declared: false,
    });
  });

  it("drops guesses at files and skills that are not there, and keeps those that are", async () => {
    const list = [
      one("file", { guess: true }),
      one("skill", { guess: true }),
      one("binary", { guess: true }),
    ];
    expect((await checkRequirements(list, nothing)).map(({ kind }) => kind)).toEqual(["binary"]);
    const there = { ...nothing, hasFile: async () => true, hasSkill: () => true };
    expect((await checkRequirements(list, there)).map(({ kind }) => kind)).toEqual([
      "file",
      "skill",
      "binary",
    ]);
  });

  it("takes any program that runs a language", async () => {
    const probe = {
      ...nothing,
      findBinary: async (name: string) => (name === "python" ? "/bin/python" : undefined),
    };
    expect((await checkRequirements([one("language", { name: "python3" })], probe))[0]?.found).toBe(true);
  });

  it("calls only what is declared missing for the catalog", async () => {
    const skill = makeSkill({ requires: { binaries: ["gh"] }, allowedTools: ["Bash(jq:*)"] });
    expect((await findMissing(skill, nothing)).map(({ name }) => name)).toEqual(["gh"]);
    const free = makeSkill({}, { file: "/skills/free/SKILL.md" });
    const missing = await findAllMissing([skill, free], () => nothing);
    expect([missing(skill), missing(free)]).toEqual(["binary gh", undefined]);
  });
});
