import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Script } from "../../testing/index.ts";
import { openEvalStage, skillText, stageModel, type EvalStage } from "./evals.fixture.ts";
import type { TestOptions } from "./tests.ts";

let stage: EvalStage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

/** Reads the notes, writes a summary, and says so. */
const script: Script = ({ turn }) => {
  if (turn === 0) return { calls: [{ name: "Read", input: { file_path: "notes.md" } }] };
  if (turn === 1)
    return {
      calls: [{ name: "Write", input: { file_path: "summary.md", content: "# Summary\nthree notes\n" } }],
    };
  return '{"written": "summary.md", "notes": 3}';
};

const test = {
  name: "summarises",
  prompt: "Summarise notes.md",
  files: { "notes.md": "a\nb\nc\n" },
  cassette: "summarise.cassette.jsonl",
  expect: {
    files: {
      "summary.md": { contains: "three notes", matches: "^# Summary$" },
      "notes.md": true,
      "other.md": false,
    },
    calls: ["Read", { tool: "Write", input: { file_path: "summary.md" }, status: "ok" }],
    notCalls: ["Bash", { tool: "Write", input: { file_path: "/other/" } }],
    text: { contains: "summary.md" },
    schema: { type: "object", properties: { notes: { const: 3 } }, required: ["notes"] },
    noQuestions: true,
    activates: "notes",
    maxIterations: 3,
    maxTokens: 1_000_000,
  },
};

const skill = (tests: Record<string, unknown>) => ({
  "SKILL.md": skillText("notes", "Summarises notes.", "Write a summary to summary.md."),
  ...Object.fromEntries(
    Object.entries(tests).map(([name, value]) => [
      `tests/${name}`,
      typeof value === "string" ? value : JSON.stringify(value, null, 2),
    ]),
  ),
});

async function run(options: TestOptions = {}) {
  if (!stage) throw new Error("no stage");
  const { tests } = await stage.runtime.authoring();
  return tests.run({ folder: stage.temp.folder }, ["notes"], {
    model: stageModel,
    sandbox: "off",
    ...options,
  });
}

const folder = (): string => join(stage?.temp.home ?? "", ".skillmint/skills/notes");

describe("tests of a skill", () => {
  it("records once and then needs no model", async () => {
    stage = await openEvalStage(script, { notes: skill({ "summarise.jsonc": test }) });
    const missing = await run();
    expect(missing.summary).toMatchObject({ failed: 1 });
    expect(missing.reports[0]?.failures[0]).toMatchObject({ expectation: "cassette", line: 7 });
    expect(stage.server.requests).toHaveLength(0);
    const recorded = await run({ update: true });
    expect(recorded.reports[0]).toMatchObject({ state: "updated", how: "record", failures: [] });
    const asked = stage.server.requests.length;
    expect(asked).toBe(3);
    const replayed = await run();
    expect(replayed.reports[0]).toMatchObject({ state: "passed", how: "replay", failures: [] });
    expect(stage.server.requests).toHaveLength(asked);
  });

  it("names the line of each expectation that does not hold, and goes on", async () => {
    stage = await openEvalStage(script, {
      notes: skill({
        "a.jsonc": test,
        "b.jsonc": `{
  // what is wrong here is wrong on purpose
  "prompt": "Summarise notes.md",
  "files": { "notes.md": "a\\nb\\nc\\n" },
  "cassette": "summarise.cassette.jsonl",
  "expect": {
    "files": {
      "summary.md": { "equals": "something else\\n" }
    },
    "calls": ["Write", "Read"],
    "notCalls": ["Read"],
    "text": { "contains": ["summary.md", "never said"] },
    "maxIterations": 1
  }
}
`,
        "c.jsonc": '{\n  "prompt": "x",\n  "expectt": {}\n}',
        "d.jsonc": "{ not json",
      }),
    });
    await run({ update: true, filter: "a.jsonc" });
    const result = await run();
    expect(result.diagnostics.map(({ path, line, code }) => [path.slice(-7), line, code])).toEqual([
      ["c.jsonc", 1, "test-invalid"],
      ["d.jsonc", 1, "test-syntax"],
    ]);
    expect(result.summary).toEqual({ passed: 1, failed: 3, skipped: 0, updated: 0 });
    const failures = result.reports.find(({ name }) => name === "b")?.failures ?? [];
    expect(failures.map(({ expectation, line }) => [expectation, line])).toEqual([
      ["maxIterations", 13],
      ["text.contains", 12],
      ["calls.1", 10],
      ["notCalls.0", 11],
      ["files.summary.md.equals", 8],
    ]);
    expect(failures[2]?.message).toContain("before those that should precede it");
  });

  it("tells where a changed skill leaves its recording, and records it anew on request", async () => {
    stage = await openEvalStage(script, { notes: skill({ "summarise.jsonc": test }) });
    await run({ update: true });
    await writeFile(
      join(folder(), "SKILL.md"),
      skillText("notes", "Summarises notes.", "Write it down quickly."),
    );
    const changed = await run();
    const [report] = changed.reports;
    expect(report?.state).toBe("failed");
    expect(report?.divergence?.diff).toContain("Write it down quickly.");
    // What it did not get to do is no finding of its own.
    expect(report?.failures.map(({ expectation }) => expectation)).toEqual(["cassette"]);
    expect(report?.failures[0]?.message).toMatch(/^The run left its recording at step 1: .*skill/i);
    expect(report?.notes.join()).toContain("was not checked");
    const updated = await run({ update: true });
    expect(updated.reports[0]).toMatchObject({ state: "updated", how: "record" });
    expect((await run()).summary).toMatchObject({ passed: 1, failed: 0 });
    const { versions } = await stage.runtime.authoring();
    const kept = await versions.history({ folder: stage.temp.folder }, "notes");
    const actions = kept.versions.map(({ action }) => action);
    expect(actions).toEqual(["recorded", "found", "recorded", "found"]);
    expect(kept.versions[0]).toMatchObject({ current: true });
  });

  it("writes expectations anew, keeps comments and shows what changed", async () => {
    const text = `{
  // stays
  "prompt": "Summarise notes.md",
  "files": { "notes.md": "a" },
  "cassette": "s.jsonl",
  "expect": { "files": { "summary.md": { "equals": "old" } } }
}
`;
    stage = await openEvalStage(script, { notes: skill({ "s.jsonc": text }) });
    const result = await run({ update: true });
    expect(result.reports[0]).toMatchObject({ state: "updated", failures: [] });
    expect(result.reports[0]?.diff).toContain(
      '-  "expect": { "files": { "summary.md": { "equals": "old" } } }',
    );
    const written = await readFile(join(folder(), "tests/s.jsonc"), "utf8");
    expect(written).toContain("// stays");
    expect(written).toContain("# Summary\\nthree notes\\n");
    expect((await run()).summary.passed).toBe(1);
  });

  it("skips what only runs live, and runs it with --live", async () => {
    const { cassette: _, ...live } = test;
    stage = await openEvalStage(script, {
      notes: skill({ "live.jsonc": live, "off.jsonc": { ...live, skip: "not yet" } }),
    });
    expect((await run()).summary).toEqual({ passed: 0, failed: 0, skipped: 2, updated: 0 });
    expect((await run({ live: true })).summary).toEqual({ passed: 1, failed: 0, skipped: 1, updated: 0 });
    await expect(run({ filter: "nothing" })).rejects.toMatchObject({ code: "usage" });
    await rm(join(folder(), "tests"), { recursive: true });
    await expect(run()).rejects.toMatchObject({ code: "usage" });
  });

  it("refuses paths that lead elsewhere, one test at a time", async () => {
    stage = await openEvalStage(script, {
      notes: skill({
        "a.jsonc": { ...test, cassette: "../../../x.jsonl" },
        "b.jsonc": { ...test, cassette: "b.jsonl", files: { "../x": "y" } },
        "c.jsonc": { ...test, cassette: "c.jsonl" },
      }),
    });
    const result = await run({ update: true });
    expect(result.reports.map(({ state }) => state)).toEqual(["failed", "failed", "updated"]);
  });

  it("neither reads nor writes through links that lead elsewhere", async () => {
    stage = await openEvalStage(script, {
      notes: skill({
        "a.jsonc": { ...test, cassette: "a.jsonl" },
        "b.jsonc": { ...test, cassette: "away/b.jsonl" },
        "c.jsonc": { ...test, cassette: "c.jsonl", files: "away" },
      }),
    });
    const outside = join(stage.temp.folder, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "own"), "mine");
    await symlink(join(outside, "own"), join(folder(), "tests/a.jsonl"));
    await symlink(outside, join(folder(), "tests/away"));
    const result = await run({ update: true });
    expect(result.reports.map(({ failures }) => failures[0]?.message)).toEqual([
      expect.stringContaining("a.jsonl is not in the folder of the skill"),
      expect.stringContaining("away/b.jsonl is not in the folder of the skill"),
      expect.stringContaining("There is no folder away beside the test"),
    ]);
    expect(await readdir(outside)).toEqual(["own"]);
    expect(await readFile(join(outside, "own"), "utf8")).toBe("mine");
    expect(stage.server.requests).toHaveLength(0);
  });

  it("goes on beside files that cannot be read", async () => {
    stage = await openEvalStage(script, { notes: skill({ "z.jsonc": { ...test, skip: true } }) });
    await mkdir(join(folder(), "tests/a.jsonc"));
    await symlink("nowhere", join(folder(), "tests/b.jsonc"));
    execFileSync("mkfifo", [join(folder(), "tests/c.jsonc"), join(folder(), "tests/d.tape")]);
    await writeFile(join(folder(), "tests/e.jsonc"), JSON.stringify({ ...test, cassette: "d.tape" }));
    const result = await run();
    expect(result.reports[0]?.failures[0]?.message).toMatch(/Cannot read the cassette .*d\.tape/);
    expect(result.diagnostics.map(({ path, message }) => [path.slice(-7), message])).toEqual([
      ["a.jsonc", "The file cannot be read: EISDIR"],
      ["b.jsonc", "The file cannot be read: ENOENT"],
      ["c.jsonc", "The file cannot be read: EISDIR"],
    ]);
    expect(result.summary).toEqual({ passed: 0, failed: 4, skipped: 1, updated: 0 });
  });
});
