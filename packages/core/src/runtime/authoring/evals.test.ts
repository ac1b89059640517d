import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Script } from "../../testing/index.ts";
import type { EvalOptions } from "./eval-options.ts";
import {
  evaluateOn,
  openEvalStage,
  skillText,
  stageModel,
  sums,
  sumsScript,
  type EvalStage,
} from "./evals.fixture.ts";

let stage: EvalStage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

const evaluate = (name: string, options?: EvalOptions) => evaluateOn(stage, name, options);

describe("evals of a skill whose effect is known", () => {
  it("finds exactly that effect", async () => {
    stage = await openEvalStage(sumsScript, { sums });
    const result = await evaluate("sums", { runs: 2, out: stage.temp.folder });
    expect(result.state).toBe("complete");
    expect([result.done, result.total]).toEqual([32, 32]);
    const [withSkill, without] = result.summary.arms;
    // With: six cases meet 2 of 2, two meet 0 of 2. Without: each meets 1 of 2.
    expect(withSkill?.passRate).toMatchObject({ mean: 0.75, min: 0, max: 1, count: 16 });
    expect(without?.passRate).toMatchObject({ mean: 0.5, stddev: 0, count: 16 });
    expect(withSkill?.wholeRuns).toMatchObject({ hits: 12, total: 16 });
    expect(without?.wholeRuns).toMatchObject({ hits: 0, total: 16 });
    const [difference] = result.summary.differences;
    // Differences: six of +0.5, two of −0.5.
    expect(difference?.all).toMatchObject({ mean: 0.25, pairs: 8, verdict: "unclear" });
    expect(withSkill?.tokens.mean).toBe(110);
    expect(withSkill?.cost.mean).toBeCloseTo((100 * 10 + 10 * 100) / 1_000_000, 12);
    expect(result.spent).toEqual({ tokens: 32 * 110, cost: expect.closeTo(32 * 0.002, 9) });
    const { folder } = result;
    expect(await readdir(join(folder, "eval-1"))).toEqual([
      "eval_metadata.json",
      "with_skill",
      "without_skill",
    ]);
    expect((await readdir(join(folder, "eval-1/with_skill/run-2"))).sort()).toEqual([
      "events.jsonl",
      "grading.json",
      "outputs",
      "timing.json",
      "transcript.md",
    ]);
    const benchmark = JSON.parse(await readFile(join(folder, "benchmark.json"), "utf8")) as {
      run_summary: { with_skill: { pass_rate: { mean: number } }; delta: { pass_rate: string } };
    };
    expect(benchmark.run_summary.with_skill.pass_rate.mean).toBe(0.75);
    expect(benchmark.run_summary.delta.pass_rate).toBe("+0.25");
  });

  it("finds none where there is none, and claims none", async () => {
    const plain: Script = ({ last }) => `sum-${/case (\d+)/.exec(last)?.[1] ?? ""}`;
    stage = await openEvalStage(plain, { sums });
    const { summary } = await evaluate("sums", { runs: 1 });
    expect(summary.arms.map(({ passRate }) => passRate.mean)).toEqual([0.5, 0.5]);
    expect(summary.differences[0]?.all).toEqual({
      mean: 0,
      interval: { low: 0, high: 0 },
      pairs: 8,
      verdict: "unclear",
    });
  });

  it("measures an older version as a third arm", async () => {
    stage = await openEvalStage(sumsScript, { sums });
    const old = await stage.temp.write("old/sums/SKILL.md", skillText("sums", "Adds numbers.", "Add them."));
    const { summary } = await evaluate("sums", { runs: 1, against: join(old, ".."), noBaseline: true });
    expect(summary.arms.map(({ arm, passRate }) => [arm, passRate.mean])).toEqual([
      ["with_skill", 0.75],
      ["old_skill", 0.5],
    ]);
    expect(summary.differences[0]).toMatchObject({ arm: "with_skill", against: "old_skill" });
  });
});

describe("runs of evals", () => {
  it("see nothing of each other, of the evals, or of the person's home", async () => {
    const looks: Script = ({ turn, results }) => {
      if (turn === 0)
        return {
          calls: [
            {
              name: "Bash",
              input: {
                command: "ls -a; ls ../home/skillmint/skills/sums; env | grep -c KEY; touch in.txt; ls",
              },
            },
            { name: "Write", input: { file_path: "left.txt", content: "x" } },
            { name: "Read", input: { file_path: `${stage?.temp.home ?? ""}/.skillmint/models.jsonc` } },
            { name: "WebFetch", input: { url: "https://example.com", prompt: "x" } },
          ],
        };
      return results[0]?.text ?? "";
    };
    stage = await openEvalStage(looks, { sums });
    const result = await evaluate("sums", { runs: 2, jobs: 1, only: ["1"], sandbox: "off" });
    for (const run of result.caseRuns) {
      expect(run.outputs).toEqual(["in.txt", "left.txt"]);
      expect(run.refused.map(({ tool }) => tool)).toEqual(["Read", "WebFetch"]);
    }
    const texts = stage.server.requests.flatMap(
      ({ normal }) => normal?.results.map(({ text }) => text) ?? [],
    );
    expect(texts.join("\n")).not.toContain("evals");
    const listings = texts.filter((text) => text.includes("in.txt"));
    expect(listings).toHaveLength(4);
    expect(listings.filter((text) => text.includes("left.txt"))).toEqual([]);
    expect(result.summary.arms[0]?.refused).toBe(4);
  });

  it("can run the scripts of the skill in the sandbox, and read no secret of the person there", async () => {
    stage = await openEvalStage(
      ({ turn, results }) =>
        turn === 0
          ? {
              calls: [
                { name: "Bash", input: { command: "bash ../home/skillmint/skills/sums/scripts/look.sh" } },
              ],
            }
          : (results[0]?.text ?? ""),
      { sums: { ...sums, "scripts/look.sh": 'ls /tmp; echo made > made.txt; cat "$1" 2>&1\necho CHECKED' } },
    );
    const support = await stage.runtime.describeSandbox();
    const result = await evaluate("sums", { runs: 1, only: ["1"], noBaseline: true });
    const [run] = result.caseRuns;
    if (support.available) {
      expect([run?.outputs, run?.refused]).toEqual([["made.txt"], []]);
      const [shown = ""] = stage.server.requests.at(-1)?.normal?.results.map(({ text }) => text) ?? [];
      expect(shown).toContain("CHECKED");
      expect(shown.match(/skillmint-(?:eval|runs)/g) ?? []).toHaveLength(1);
    } else expect(run?.refused).toHaveLength(1);
  });

  it("end with what is there when they are stopped", async () => {
    const stop = new AbortController();
    let asked = 0;
    const counting: Script = (request) => {
      asked += 1;
      if (asked === 5) stop.abort();
      return asked >= 5
        ? { text: "late", delayMs: 60_000 }
        : (sumsScript as (r: typeof request) => string)(request);
    };
    stage = await openEvalStage(counting, { sums });
    const { evals } = await stage.runtime.authoring();
    const out = stage.temp.folder;
    const options = { model: stageModel, jobs: 1, runs: 1, out };
    const result = await evals.run({ folder: out }, "sums", options, { signal: stop.signal });
    expect(result).toMatchObject({ state: "partial", stopped: { why: "cancelled" }, done: 4, total: 16 });
    expect(result.summary.arms.map(({ runs }) => runs)).toEqual([2, 2]);
    expect(await readFile(join(result.folder, "report.html"), "utf8")).toContain("4 of 16 runs");
  });

  it("stop at a cost, which counts the judge too", async () => {
    stage = await openEvalStage(sumsScript, { sums });
    const result = await evaluate("sums", { runs: 1, jobs: 1, maxCost: 0.005 });
    // Each run costs 0.002: the third one reaches the limit.
    expect(result).toMatchObject({ state: "partial", stopped: { why: "cost" } });
    expect(result.spent.cost).toBeCloseTo(0.006, 9);
    const unknown = await evaluate("sums", { runs: 1, jobs: 1, maxCost: 1, model: "custom-openai/other" });
    expect(unknown).toMatchObject({ state: "partial", stopped: { why: "cost-unknown" } });
  });

  it("that break say nothing about the skill and do not stop the others", async () => {
    const broken: Script = (request) =>
      request.last.includes("case 3")
        ? { fault: { status: 400 } }
        : (sumsScript as (r: typeof request) => string)(request);
    stage = await openEvalStage(broken, { sums });
    const { summary, caseRuns, state } = await evaluate("sums", { runs: 1 });
    expect(state).toBe("complete");
    expect(summary.arms.map(({ runs, failedRuns }) => [runs, failedRuns])).toEqual([
      [7, 1],
      [7, 1],
    ]);
    expect(summary.arms[0]?.passRate.mean).toBeCloseTo(5 / 7, 12);
    expect(caseRuns.find(({ state: how }) => how === "failed")?.problem).toBeTruthy();
  });
});
