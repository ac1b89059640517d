import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EvalResult, TestResult } from "../packages/core/src/index.ts";
import { createTempWorkspace } from "../packages/core/src/testing/index.ts";
import type { NormalRequest, Turn } from "../packages/core/src/testing/script.ts";
import { answerOf, eventsOf, testKey, useStage, type CliResult } from "./kit.ts";

const stage = useStage();
const key = { CUSTOM_OPENAI_API_KEY: testKey };
const mark = "Write every total as TOTAL: n.";
const step = "Name the source of each number.";

const skillText = `---
name: totals
description: Adds numbers up and writes the total in the house form. Use when somebody wants a sum or a total.
license: Apache-2.0
metadata:
  version: 1.0.0
---

# Totals

Write the result to total.txt. ${mark}
`;

const test = {
  prompt: "Add 2 and 3",
  cassette: "add.cassette.jsonc",
  expect: { files: { "total.txt": { contains: "TOTAL: 5" } }, calls: ["Write"], text: "TOTAL: 5" },
};

const evals = {
  skill_name: "totals",
  evals: [1, 2, 3].map((n) => ({
    id: `e${n}`,
    prompt: `Add ${n} and 3`,
    expectations: [{ text: "house form", type: "contains", phrase: `TOTAL: ${n + 3}`, target: "answer" }],
  })),
};

const write = (path: string, content: string) => ({ name: "Write", input: { file_path: path, content } });

/** Writes the skill, and later one more step into it. */
function author({ turn, last }: NormalRequest, isNew: boolean): Turn {
  const action = isNew ? "created" : "enhanced";
  if (turn > 0) return JSON.stringify({ action, skillName: "totals", message: last.slice(0, 0) || action });
  if (isNew)
    return {
      calls: [
        write("skills/totals/SKILL.md", skillText),
        write("skills/totals/tests/add.jsonc", JSON.stringify(test, null, 2)),
        write("skills/totals/evals/evals.json", JSON.stringify(evals, null, 2)),
      ],
    };
  const input = { file_path: "skills/totals/SKILL.md", old_string: mark, new_string: `${mark} ${step}` };
  return {
    calls: [
      { name: "Read", input: { file_path: "skills/totals/SKILL.md" } },
      { name: "Edit", input },
    ],
  };
}

/** Adds; knows the house form only where the skill told it. */
function worker({ turn, system, messages }: NormalRequest): Turn {
  const prompt = messages.find(({ role }) => role === "user")?.text ?? "";
  const [, a = "0", b = "0"] = /Add (\d+) and (\d+)/.exec(prompt) ?? [];
  const sum = Number(a) + Number(b);
  const told = `${system}${messages.map(({ text }) => text).join("\n")}`.includes(mark);
  const words = told ? `TOTAL: ${sum}` : `It is ${sum}.`;
  return told && turn === 0 ? { calls: [write("total.txt", `${words}\n`)] } : words;
}

let isNew = true;
const model = (request: NormalRequest): Turn =>
  request.system.includes("Skill Sub-Agent") ? author(request, isNew) : worker(request);

const json = <T>({ stdout }: CliResult): T => JSON.parse(stdout) as T;
const asking = (): string[] => ["--model", "custom-openai/gpt", "--base-url", stage.baseUrl()];

async function skills(args: readonly string[], env: Record<string, string> = {}): Promise<CliResult> {
  const done = await stage.cli(["skills", ...args], { ...key, ...env });
  expect([args[0], done.code, done.code === 0 ? "" : done.stderr]).toEqual([args[0], 0, ""]);
  return done;
}

describe("the life of a skill", () => {
  it("goes from a wish to a signed pack that works elsewhere", async () => {
    await stage.serve(model);
    isNew = true;
    await skills(["create", "add numbers up in the house form", "--yes", ...asking()]);
    const [checked] = json<{ valid: boolean; errors: object[] }[]>(
      await skills(["check", "--json", "totals"]),
    );
    expect(checked).toMatchObject({ valid: true, errors: [] });

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

    isNew = false;
    await stage.temp.write("talk.md", "user: where does each number come from?\n");
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
