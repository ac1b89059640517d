import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { answerOf, bash, eventsOf, sessionOf, testKey, useStage, wires, type Wire } from "./kit.ts";
import { edit, putFile, read, resultsOf, skill, write } from "./skill-files.fixture.ts";
import { openSuperpowers } from "./superpowers.fixture.ts";

const superpowers = openSuperpowers();
const stage = useStage();
let folderOf: (skill: string) => string = (name) => name;

beforeEach(async () => {
  if (!superpowers) return;
  folderOf = await superpowers.install(stage.temp.home);
  await putFile(join(stage.temp.home, ".gitconfig"), "[user]\n\tname = T\n\temail = t@example.com\n");
});

const [anthropic, openai] = wires as readonly [Wire, Wire];
const free = ["--mode", "unrestricted", "--no-sandbox"];
const inFolder = (path: string): string => join(stage.temp.folder, path);
const work = (script: Script, wire = anthropic) => stage.run(wire, script, free);
const again = (id: string, text: string, wire = anthropic) =>
  stage.cli(["--json", "run", "--session", id, text], { [wire[2]]: testKey });
/** The calls in the order in which they were made, by a word each. */
const flow = (result: Parameters<typeof resultsOf>[0]): string[] =>
  resultsOf(result).map(({ name, status }) => `${name} ${status}`);

function git(...args: string[]): string {
  const { stdout } = spawnSync("git", args, {
    cwd: stage.temp.folder,
    env: stage.temp.env,
    encoding: "utf8",
  });
  return stdout.trim();
}

async function startRepository(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) await stage.temp.write(path, text);
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "first");
}

const plan = `# Feature Implementation Plan

> **For agentic workers:** REQUIRED SUB-SKILL: Use superpowers:subagent-driven-development

### Task 1: Greeting

- [ ] **Step 1: Write the failing test**

### Task 2: Farewell

- [ ] **Step 1: Say goodbye**
`;
const planFile = "docs/superpowers/plans/2026-01-02-feature.md";

describe.skipIf(!superpowers)("what the superpowers skills ask for, done by a scripted model", () => {
  it("brainstorming: asks before it writes, commits a design, ends with writing-plans", async () => {
    await startRepository({ "README.md": "x\n" });
    const design = "docs/superpowers/specs/2026-01-02-greeting-design.md";
    const first = await work([
      { calls: [skill("brainstorming")] },
      "Which greeting, a or b?",
      { calls: [write(design, "# Greeting\n")] },
      { calls: [bash(`git add ${design} && git commit -q -m design && git log -1 --format=%s`)] },
      { calls: [skill("writing-plans")] },
      "The plan follows.",
    ]);
    expect([flow(first), answerOf(first), git("status", "--short")]).toEqual([
      ["Skill ok"],
      "Which greeting, a or b?",
      "",
    ]);
    const second = await again(sessionOf(first), "a, approved");
    expect(flow(second)).toEqual(["Write ok", "Bash ok", "Skill ok"]);
    expect(git("show", "--name-only", "--format=%s")).toBe(`design\n\n${design}`);
    // The instructions of the first prompt are still what the second one works by.
    expect(JSON.stringify(stage.server.requests[2]?.body)).toContain("Brainstorming Ideas Into Designs");
  });

  it("brainstorming: the companion's server outlives the call that started it", async () => {
    const scripts = join(folderOf("brainstorming"), "scripts");
    const state = ".superpowers/brainstorm/1/state";
    const wait = `for i in $(seq 100); do [ -e ${state}/events ] && break; sleep 0.05; done; cat ${state}/events`;
    const result = await work([
      { calls: [skill("brainstorming")] },
      { calls: [bash(`${scripts}/start-server.sh --project-dir "$PWD"`)] },
      { calls: [write(".superpowers/brainstorm/1/content/screen.html", "<h2>a or b</h2>")] },
      { calls: [bash(wait)] },
      { calls: [bash(`${scripts}/stop-server.sh ${state}`)] },
      "b it is",
    ]);
    expect(flow(result)).toEqual(["Skill ok", "Bash ok", "Write ok", "Bash ok", "Bash ok"]);
    expect(resultsOf(result)[1]?.text).toContain("server-started");
    expect(resultsOf(result)[3]?.text).toContain('{"choice":"b"}');
  });

  it("writing-plans, subagent-driven-development: a plan whose tasks the scripts can cut out", async () => {
    await startRepository({ "README.md": "x\n" });
    const scripts = join(folderOf("subagent-driven-development"), "scripts");
    const result = await work(
      [
        { calls: [skill("writing-plans")] },
        { calls: [write(planFile, plan)] },
        { calls: [skill("superpowers:subagent-driven-development")] },
        { calls: [bash(`${scripts}/sdd-workspace ${planFile}`)] },
        { calls: [bash(`${scripts}/task-brief ${planFile} 2`)] },
        {
          calls: [
            bash(
              `git add docs && git commit -q -m plan && ${scripts}/review-package ${planFile} HEAD~1 HEAD`,
            ),
          ],
        },
        { calls: [write(".superpowers/sdd/2026-01-02-feature/progress.md", "Task 2: complete\n")] },
        "done",
        { calls: [read(".superpowers/sdd/2026-01-02-feature/progress.md")] },
        "still there",
      ],
      openai,
    );
    const results = resultsOf(result);
    expect(results.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(results[3]?.text).toContain(".superpowers/sdd/2026-01-02-feature");
    expect(results[4]?.text).toContain("### Task 2: Farewell");
    expect(results[4]?.text).not.toContain("Greeting");
    expect(await readFile(inFolder(".superpowers/sdd/2026-01-02-feature/review.diff"), "utf8")).toContain(
      "+### Task 1: Greeting",
    );
    const later = await again(sessionOf(result), "go on", openai);
    expect(resultsOf(later)[0]?.text).toContain("Task 2: complete");
  });

  it("executing-plans: reads the plan, ticks it off, ends with finishing-a-development-branch", async () => {
    await stage.temp.write(planFile, plan);
    const result = await work([
      { calls: [skill("executing-plans")] },
      { calls: [read(planFile)] },
      { calls: [bash("echo hello > greeting.txt && cat greeting.txt")] },
      { calls: [edit(planFile, "- [ ] **Step 1: Write", "- [x] **Step 1: Write")] },
      { calls: [skill("superpowers:finishing-a-development-branch")] },
      "done",
    ]);
    expect(flow(result)).toEqual(["Skill ok", "Read ok", "Bash ok", "Edit ok", "Skill ok"]);
    const last = eventsOf(result, "skill.activated").at(-1);
    expect(last).toMatchObject({ name: "finishing-a-development-branch", by: "skill" });
    expect(resultsOf(result)[4]?.text).toContain("go on with executing-plans");
  });

  it("using-git-worktrees: a worktree, ignored by git, and the next command works inside it", async () => {
    await startRepository({ ".gitignore": ".worktrees\n" });
    const result = await work([
      { calls: [skill("using-git-worktrees")] },
      {
        calls: [bash("git check-ignore -q .worktrees && git worktree add -q .worktrees/feature -b feature")],
      },
      { calls: [bash("cd .worktrees/feature")] },
      { calls: [bash("git branch --show-current && git rev-parse --git-dir")] },
      "ready",
    ]);
    expect(flow(result)).toEqual(["Skill ok", "Bash ok", "Bash ok", "Bash ok"]);
    expect(resultsOf(result)[3]?.text).toMatch(/^feature\n.*\.git\/worktrees\/feature/);
    expect(git("worktree", "list")).toContain(".worktrees/feature");
  });

  it("finishing-a-development-branch: tests pass, then the menu; nothing is merged before the answer", async () => {
    await startRepository({ "test.sh": "exit 0\n" });
    git("switch", "-q", "-c", "feature");
    git("commit", "-q", "--allow-empty", "-m", "second");
    const first = await work([
      { calls: [skill("finishing-a-development-branch")] },
      { calls: [bash("sh test.sh && echo passed")] },
      "1. Merge\n2. Push\n3. Keep",
      { calls: [bash("git switch -q main && git merge -q feature && git log -1 --format=%s")] },
      "merged",
    ]);
    expect(flow(first)).toEqual(["Skill ok", "Bash ok"]);
    expect([answerOf(first), git("log", "-1", "--format=%s", "main")]).toEqual([
      "1. Merge\n2. Push\n3. Keep",
      "first",
    ]);
    const second = await again(sessionOf(first), "1");
    expect([flow(second), git("log", "-1", "--format=%s", "main")]).toEqual([["Bash ok"], "second"]);
  });

  it("test-driven-development: red with its output, then the edit, then green", async () => {
    await stage.temp.write("add.sh", "echo 0\n");
    const result = await work(
      [
        { calls: [skill("test-driven-development")] },
        { calls: [write("test.sh", 'got=$(sh add.sh 1 2); echo "expected 3, got $got"; [ "$got" = 3 ]\n')] },
        { calls: [bash("sh test.sh")] },
        { calls: [read("add.sh")] },
        { calls: [edit("add.sh", "echo 0", "echo $(($1 + $2))")] },
        { calls: [bash("sh test.sh")] },
        "green",
      ],
      openai,
    );
    expect(flow(result)).toEqual(["Skill ok", "Write ok", "Bash error", "Read ok", "Edit ok", "Bash ok"]);
    expect(resultsOf(result)[2]?.text).toContain("expected 3, got 0");
    expect(resultsOf(result)[5]?.text).toContain("expected 3, got 3");
  });

  it("systematic-debugging: reproduces before it edits, and its script runs", async () => {
    await stage.temp.write("app.sh", 'echo "$NAME"; exit 1\n');
    await stage.temp.write("tests/a.sh", "true\n");
    await stage.temp.write("tests/b.sh", "touch polluted\n");
    const polluter = join(folderOf("systematic-debugging"), "find-polluter.sh");
    const result = await work([
      { calls: [skill("systematic-debugging")] },
      { calls: [bash("NAME=x sh app.sh")] },
      { calls: [bash(`${polluter} polluted 'tests/a.sh tests/b.sh'`)] },
      {
        calls: [
          skill("superpowers:test-driven-development"),
          skill("superpowers:verification-before-completion"),
        ],
      },
      { calls: [read("app.sh")] },
      { calls: [edit("app.sh", "; exit 1", "")] },
      { calls: [bash("NAME=x sh app.sh")] },
      "fixed: it prints x",
    ]);
    expect(flow(result)).toEqual([
      "Skill ok",
      "Bash error",
      "Bash error",
      "Skill ok",
      "Skill ok",
      "Read ok",
      "Edit ok",
      "Bash ok",
    ]);
    expect(resultsOf(result)[2]?.text).toContain("polluter: tests/b.sh");
  });

  it("verification-before-completion, receiving-code-review: evidence comes before the claim and the edit", async () => {
    await stage.temp.write("a.txt", "old name\n");
    const result = await work([
      { calls: [skill("receiving-code-review")] },
      "Item 2 is unclear: which name?",
      { calls: [{ name: "Grep", input: { pattern: "old", path: "." } }] },
      { calls: [read("a.txt")] },
      { calls: [edit("a.txt", "old", "new")] },
      { calls: [skill("verification-before-completion")] },
      { calls: [bash("grep -c new a.txt")] },
      "Done: 1 line has the new name.",
    ]);
    expect(flow(result)).toEqual(["Skill ok"]);
    const second = await again(sessionOf(result), "the new one");
    expect(flow(second)).toEqual(["Grep ok", "Read ok", "Edit ok", "Skill ok", "Bash ok"]);
    expect(resultsOf(second)[4]?.text).toMatch(/^1\b/);
    expect(second.events.findIndex(({ type }) => type === "tool.settled")).toBeLessThan(
      second.events.findLastIndex(({ type }) => type === "message.completed"),
    );
  });

  it("requesting-code-review: the template and both commits are at hand", async () => {
    await startRepository({ "a.txt": "1\n" });
    git("commit", "-q", "--allow-empty", "-m", "second");
    const result = await work([
      { calls: [skill("requesting-code-review")] },
      { calls: [read(join(folderOf("requesting-code-review"), "code-reviewer.md"))] },
      {
        calls: [
          bash("BASE_SHA=$(git rev-parse HEAD~1); HEAD_SHA=$(git rev-parse HEAD); echo $BASE_SHA $HEAD_SHA"),
        ],
      },
      "ready",
    ]);
    expect(flow(result)).toEqual(["Skill ok", "Read ok", "Bash ok"]);
    expect(resultsOf(result)[1]?.text).toContain("BASE_SHA");
    expect(resultsOf(result)[2]?.text).toContain(`${git("rev-parse", "HEAD~1")} ${git("rev-parse", "HEAD")}`);
  });

  it("writing-skills: a skill that it wrote is there at once, and for the next prompt", async () => {
    const file = join(stage.temp.home, ".claude/skills/say-thanks/SKILL.md");
    const text = "---\nname: say-thanks\ndescription: Use when somebody helped.\n---\n\nSay thanks twice.\n";
    const first = await work([
      { calls: [skill("writing-skills")] },
      { calls: [write(file, text)] },
      { calls: [skill("say-thanks")] },
      "done",
      { calls: [skill("say-thanks")] },
      "thanks, thanks",
    ]);
    expect(flow(first)).toEqual(["Skill ok", "Write ok", "Skill ok"]);
    expect(resultsOf(first)[2]?.text).toContain("Say thanks twice.");
    expect(JSON.stringify(stage.server.requests[2]?.body)).toContain(
      "- say-thanks: Use when somebody helped.",
    );
    await writeFile(file, text.replace("twice", "three times"));
    const second = await again(sessionOf(first), "next");
    expect(resultsOf(second)[0]?.text).toContain("Say thanks three times.");
  });
});
