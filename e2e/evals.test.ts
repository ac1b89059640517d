import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EvalResult } from "../packages/core/src/index.ts";
import { startCli, testKey, useStage } from "./kit.ts";
import { betterText, evalSkills, knownModel, tablesMark, writeSkills } from "./evals.fixture.ts";

const stage = useStage();
const key = { CUSTOM_OPENAI_API_KEY: testKey };
const flags = (): string[] => ["--model", "custom-openai/gpt", "--base-url", stage.baseUrl(), "--jobs", "6"];

async function evaluate(name: string, more: readonly string[] = []): Promise<EvalResult> {
  const args = ["--json", "skills", "eval", name, ...flags(), ...more];
  const { code, stdout, stderr } = await stage.cli(args, key);
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as EvalResult;
}

describe("skills eval", () => {
  it("reports exactly the effect that two skills have", async () => {
    await stage.serve(knownModel);
    await writeSkills(stage.temp.home, evalSkills);
    const tables = await evaluate("tables", ["--runs", "1"]);
    // With: c1 and c2 meet 2 of 2, the others 1 of 2. Without: 1 of 2 each.
    expect(tables.summary.arms.map(({ arm, passRate }) => [arm, passRate.mean])).toEqual([
      ["with_skill", expect.closeTo(2 / 3, 12)],
      ["without_skill", 0.5],
    ]);
    expect(tables.summary.differences[0]?.all.mean).toBeCloseTo(1 / 6, 12);
    expect(tables.summary.arms[0]?.tokens).toMatchObject({ mean: 1_100, stddev: 0 });
    // Two should trigger and one does; of the two that triggered one should.
    expect(tables.summary.triggers).toMatchObject({
      recall: { hits: 1, total: 2, rate: 0.5 },
      precision: { hits: 1, total: 2, rate: 0.5 },
      specificity: { hits: 1, total: 2, rate: 0.5 },
    });
    const folder = tables.folder ?? "";
    expect(folder).toBe(join(stage.temp.folder, "tables-workspace/iteration-1"));
    const report = await readFile(join(folder, "report.html"), "utf8");
    expect(report).toContain("<svg");
    expect(report).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    expect(report).toContain("66.7 %");
    const grading = JSON.parse(
      await readFile(join(folder, "eval-c1/with_skill/run-1/grading.json"), "utf8"),
    ) as { summary: unknown; expectations: { evidence: string }[] };
    expect(grading.summary).toMatchObject({ passed: 2, failed: 0, total: 2, pass_rate: 1 });
    expect(grading.expectations[1]?.evidence).toContain("the total is 6");

    const polite = await evaluate("politeness", ["--runs", "1", "--no-triggers"]);
    expect(polite.summary.differences[0]?.all).toMatchObject({ mean: 0, verdict: "unclear" });
  });

  it("says in words what was measured, keeps what is there after Ctrl-C, and refuses what is no number", async () => {
    let asked = 0;
    await stage.serve((request) => {
      asked += 1;
      return asked > 6
        ? { text: "late", delayMs: 60_000 }
        : (knownModel as (r: typeof request) => string)(request);
    });
    await writeSkills(stage.temp.home, evalSkills);
    const bad = await stage.cli(["skills", "eval", "tables", "--runs", "none"], key);
    expect(bad.code).toBe(2);
    const args = ["skills", "eval", "tables", ...flags(), "--jobs", "1", "--runs", "1", "--no-triggers"];
    const env = { ...stage.temp.env, ...key };
    const running = startCli(args, { env, cwd: stage.temp.folder });
    await running.saw("3/12");
    running.child.kill("SIGINT");
    const { code, stdout } = await running.done;
    expect(code).toBe(130);
    expect(stdout).toContain("Partial result: 3 of 12 runs.");
    expect(stdout).toContain("report.html");
  });
});

describe("skills enhance --until-better", () => {
  /** Of the cases of `tables`, with the seed that is the default. */
  const heldOut = ["c1", "c3", "c4", "c5", "c6"];
  const leaks: string[] = [];

  /** A writer that puts one text into the skill; everything else is the model that is known. */
  const withWriter =
    (text: string): typeof knownModel =>
    (request) => {
      if (!request.system.includes("Skill Sub-Agent"))
        return (knownModel as (r: typeof request) => string)(request);
      const shown = JSON.stringify(request.body);
      leaks.push(...heldOut.filter((id) => shown.includes(`${id}: list the numbers`)));
      if (request.turn === 0)
        return { calls: [{ name: "Read", input: { file_path: "skills/tables/SKILL.md" } }] };
      if (request.turn === 1)
        return {
          calls: [
            { name: "LS", input: { path: "skills/tables" } },
            {
              name: "Write",
              input: {
                file_path: "skills/tables/SKILL.md",
                content: `---\nname: tables\ndescription: Makes tables of numbers.\n---\n\n${text}\n`,
              },
            },
          ],
        };
      return JSON.stringify({ action: "enhanced", skillName: "tables", message: "changed" });
    };

  const enhance = async (text: string) => {
    await stage.serve(withWriter(text));
    const { "tables/evals/triggers.json": _, ...files } = evalSkills;
    await writeSkills(stage.temp.home, files);
    await stage.temp.write("talk.txt", "user: tables lack the last numbers\nassistant: I will add them\n");
    const args = [
      "skills",
      "enhance",
      "--conversation",
      "talk.txt",
      "--skill",
      "tables",
      "--until-better",
      "--runs",
      "1",
    ];
    return stage.cli([...args, "--yes", "--model", "custom-openai/gpt", "--base-url", stage.baseUrl()], key);
  };
  const skillNow = (): Promise<string> =>
    readFile(join(stage.temp.home, ".skillmint/skills/tables/SKILL.md"), "utf8");

  it("applies a change that held-out cases prove, and none that harms", async () => {
    const good = await enhance(betterText);
    expect([good.code, good.code === 0 ? "" : good.stderr]).toEqual([0, ""]);
    expect(await skillNow()).toContain("Mind the last ones too.");
    expect(
      await readFile(join(stage.temp.home, ".skillmint/skills/tables/evals/evals.json"), "utf8"),
    ).toContain("c6: list the numbers");
    const harmful = await enhance("Never use a table.");
    expect(await skillNow()).toContain(tablesMark);
    expect(`${harmful.stdout}${harmful.stderr}`).toContain("held-out");
    expect(leaks).toEqual([]);
  }, 90_000);
});
