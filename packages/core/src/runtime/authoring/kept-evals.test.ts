import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openKeptEvals } from "../../authoring/eval/kept-evals.ts";
import { createRuntime } from "../../runtime.ts";
import type { NormalRequest, Turn } from "../../testing/index.ts";
import { openEvalStage, skillText, stageModel, sumsMark, type EvalStage } from "./evals.fixture.ts";

const evalsOf = (name: string): string =>
  JSON.stringify({
    skill_name: name,
    evals: [1, 2].map((id) => ({
      id,
      prompt: `case ${id}`,
      expectations: [{ text: "it is checked", type: "contains", phrase: "CHECKED" }],
    })),
  });
const skill = (name: string) => ({
  "SKILL.md": skillText(name, "Adds numbers.", sumsMark),
  "evals/evals.json": evalsOf(name),
});

let stage: EvalStage;
let script: (request: NormalRequest) => Turn;
beforeEach(async () => {
  script = () => "CHECKED";
  stage = await openEvalStage((request) => script(request), {
    sums: skill("sums"),
    more: skill("more"),
  });
});
afterEach(() => stage.close());

const place = () => ({ folder: stage.temp.folder });
const options = { model: stageModel, runs: 1, jobs: 1, noBaseline: true };
const root = (): string => join(stage.temp.home, ".skillmint/evals");
const folderOf = async (name: string): Promise<string> =>
  join(root(), (await readdir(root())).find((key) => key.startsWith(`${name}-`)) ?? "");

describe("the newest result of evals", () => {
  it("is seen by every process, wherever its runs were written", async () => {
    const { evals } = await stage.runtime.authoring();
    expect(await evals.last(place(), "sums")).toBeUndefined();
    expect(await evals.report(place(), "sums")).toBeUndefined();
    const result = await evals.run(place(), "sums", { ...options, out: stage.temp.folder });
    expect(result.folder).toBe(join(stage.temp.folder, "sums-workspace/iteration-1"));
    const other = await createRuntime({ env: stage.temp.env, language: "zh-CN" });
    try {
      const { evals: seen } = await other.authoring();
      expect(await seen.last(place(), "user:sums")).toEqual(result);
      expect(await seen.report(place(), "sums")).toBe(
        await readFile(join(result.folder, "report.html"), "utf8"),
      );
      expect(await seen.last(place(), "more")).toBeUndefined();
    } finally {
      await other.close();
    }
    const folder = await folderOf("sums");
    expect(folder).toMatch(/\/sums-[0-9a-f]{16}$/);
    expect((await readdir(folder)).sort()).toEqual(["report.html", "result.json"]);
    const modes = await Promise.all(
      [folder, join(folder, "result.json"), join(folder, "report.html")].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  it("is the one that ended last, a stopped one too, but none that measured nothing", async () => {
    const { evals } = await stage.runtime.authoring();
    await evals.run(place(), "sums", options);
    const stop = new AbortController();
    script = ({ last }) => {
      if (last.includes("case 2")) stop.abort();
      return { text: "no", ...(stop.signal.aborted ? { delayMs: 60_000 } : {}) };
    };
    const partial = await evals.run(place(), "sums", options, { signal: stop.signal });
    expect(partial).toMatchObject({ state: "partial", done: 1, total: 2 });
    expect(await evals.last(place(), "sums")).toEqual(partial);
    expect(await evals.report(place(), "sums")).toContain("1 of 2 runs");
    const nothing = await evals.run(place(), "sums", options, { signal: AbortSignal.abort() });
    expect(nothing.done).toBe(0);
    expect(await evals.last(place(), "sums")).toEqual(partial);
  });

  it("has its transcripts in the home where no place was named, the newest five", async () => {
    const { evals } = await stage.runtime.authoring();
    const first = await evals.run(place(), "sums", { ...options, only: ["1"] });
    const workspace = dirname(first.folder);
    expect(workspace).toBe(join(await folderOf("sums"), "sums-workspace"));
    expect(await readdir(join(first.folder, "eval-1/with_skill/run-1"))).toContain("transcript.md");
    for (const number of [2, 3, 4, 5, 10]) await mkdir(join(workspace, `iteration-${number}`));
    await mkdir(join(workspace, "mine"));
    await evals.run(place(), "sums", { ...options, only: ["1"] });
    expect((await readdir(workspace)).sort()).toEqual([
      "iteration-10",
      "iteration-11",
      "iteration-3",
      "iteration-4",
      "iteration-5",
      "mine",
    ]);
  });

  it("is one of those that end at once, with its own report", async () => {
    const { evals } = await stage.runtime.authoring();
    const result = await evals.run(place(), "sums", { ...options, only: ["1"] });
    const kept = openKeptEvals(root(), result.skill.folder);
    await Promise.all(
      ["a", "b", "c", "d"].map((model) => kept.keep({ ...result, model }, `page of ${model}`)),
    );
    const last = await evals.last(place(), "sums");
    expect(await evals.report(place(), "sums")).toBe(`page of ${last?.model}`);
  });

  it("is none where its file is none, and its loss does not lose what was paid for", async () => {
    const { evals } = await stage.runtime.authoring();
    const wish = { ...options, only: ["1"], out: stage.temp.folder };
    await evals.run(place(), "sums", wish);
    const folder = await folderOf("sums");
    for (const text of ["{", "{}", '{"skill":{}}']) {
      await writeFile(join(folder, "result.json"), text);
      expect(await evals.last(place(), "sums")).toBeUndefined();
    }
    await rm(folder, { recursive: true });
    await writeFile(folder, "in the way");
    const result = await evals.run(place(), "sums", wish);
    expect(result).toMatchObject({ done: 1, diagnostics: [{ code: "eval-not-kept", path: folder }] });
  });
});
