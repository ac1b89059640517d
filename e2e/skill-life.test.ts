import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EvalResult, TestResult } from "../packages/core/src/index.ts";
import { createTempWorkspace } from "../packages/core/src/testing/index.ts";
import { answerOf, eventsOf, testKey, useStage, type CliResult } from "./kit.ts";
import { conversation, playTotals, step, wish } from "./skill-life.fixture.ts";

const stage = useStage();
const key = { CUSTOM_OPENAI_API_KEY: testKey };
const json = <T>({ stdout }: CliResult): T => JSON.parse(stdout) as T;
const asking = (): string[] => ["--model", "custom-openai/gpt", "--base-url", stage.baseUrl()];

async function skills(args: readonly string[], env: Record<string, string> = {}): Promise<CliResult> {
  const done = await stage.cli(["skills", ...args], { ...key, ...env });
  expect([args[0], done.code, done.code === 0 ? "" : done.stderr]).toEqual([args[0], 0, ""]);
  return done;
}

describe("the life of a skill", () => {
  it("goes from a wish to a signed pack that works elsewhere", async () => {
    await stage.serve(playTotals);
    await skills(["create", wish, "--yes", ...asking()]);
    const [checked] = json<{ valid: boolean; errors: object[]; warnings: object[] }[]>(
      await skills(["check", "--json", "totals"]),
    );
    expect(checked).toMatchObject({ valid: true, errors: [], warnings: [{ code: "metadata-nested" }] });

    await skills(["test", "totals", "--update", ...asking()]);
    const tested = json<TestResult>(await skills(["test", "totals", "--json"]));
    expect(tested.summary).toMatchObject({ passed: 1, failed: 0 });

    const { summary } = json<EvalResult>(
      await skills(["eval", "totals", "--json", "--runs", "1", ...asking()]),
    );
    expect(summary.arms.map(({ arm, passRate }) => [arm, passRate.mean])).toEqual([
      ["with_skill", 1],
      ["without_skill", 0],
    ]);

    await stage.temp.write("talk.md", conversation);
    await skills(["enhance", "--conversation", "talk.md", "--skill", "totals", "--yes", ...asking()]);
    const history = json<{ versions: object[] }>(await skills(["history", "totals", "--json"]));
    expect(history.versions[0]).toMatchObject({ action: "enhanced", current: true });
    // The skill is another one now: its test says where.
    const stale = await stage.cli(["skills", "test", "totals"], key);
    expect([stale.code, stale.stdout]).toEqual([1, expect.stringContaining(step)]);
    await skills(["test", "totals", "--update", ...asking()]);

    await skills(["pack", "totals", "-o", "totals.skillpack"]);
    const verified = await skills(["verify", "totals.skillpack"]);
    expect(verified.stdout).toMatch(/signer: .*unknown/i);

    await using elsewhere = await createElsewhere();
    const there = { HOME: elsewhere.home, SKILLMINT_HOME: "" };
    const pack = join(stage.temp.folder, "totals.skillpack");
    await skills(["install", pack, "--yes"], there);
    expect(json<TestResult>(await skills(["test", "totals", "--json"], there)).summary.passed).toBe(1);
    const args = ["--json", "--cwd", elsewhere.folder, "run", "--skill", "totals", "--mode", "acceptEdits"];
    const run = await stage.cli([...args, ...asking(), "Add 20 and 3"], { ...key, ...there });
    expect([run.code, answerOf(run)]).toEqual([0, "TOTAL: 23"]);
    expect(eventsOf(run, "skill.activated")).toMatchObject([{ skillId: "pack:totals" }]);
    expect(await readFile(join(elsewhere.folder, "total.txt"), "utf8")).toBe("TOTAL: 23\n");
  }, 120_000);
});

async function createElsewhere() {
  const temp = await createTempWorkspace();
  return { home: temp.home, folder: temp.folder, [Symbol.asyncDispose]: () => temp.remove() };
}
