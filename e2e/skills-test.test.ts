import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TestResult } from "../packages/core/src/index.ts";
import type { Script } from "../packages/core/src/testing/index.ts";
import { testKey, useStage } from "./kit.ts";
import { writeSkills } from "./evals.fixture.ts";

const stage = useStage();
const key = { CUSTOM_OPENAI_API_KEY: testKey };

const script: Script = ({ turn, results }) => {
  if (turn === 0) return { calls: [{ name: "Bash", input: { command: "wc -l < notes.md" } }] };
  if (turn === 1)
    return {
      calls: [
        { name: "Write", input: { file_path: "count.txt", content: `${results[0]?.text.trim() ?? ""}\n` } },
      ],
    };
  return "There are 3 lines.";
};

const test = `{
  // counts with a command, then writes the result
  "prompt": "Count the lines of notes.md into count.txt",
  "files": { "notes.md": "a\\nb\\nc\\n" },
  "cassette": "count.cassette.jsonl",
  "expect": {
    "files": { "count.txt": { "matches": "^3$" } },
    "calls": [{ "tool": "Bash", "input": { "command": "wc -l" } }, "Write"],
    "commands": [{ "run": "grep -q 3 count.txt" }],
    "text": { "contains": "3 lines" },
    "noQuestions": true
  }
}
`;

const skillFiles = {
  "counting/SKILL.md": "---\nname: counting\ndescription: Counts lines.\n---\n\nCount with wc.\n",
  "counting/tests/count.jsonc": test,
};

describe("skills test", () => {
  it("records with a model, then passes in another home without a key or a network", async () => {
    await stage.serve(script);
    await writeSkills(stage.temp.home, skillFiles);
    const model = ["--model", "custom-openai/gpt", "--base-url", stage.baseUrl(), "--no-sandbox"];
    const recorded = await stage.cli(["skills", "test", "counting", "--update", ...model], key);
    expect([recorded.code, recorded.stderr]).toEqual([0, ""]);
    expect(recorded.stdout).toContain("↻ counting › count");

    // Elsewhere: another home, another folder, and nobody who answers.
    const skills = join(stage.temp.home, ".skillmint/skills/counting");
    const cassette = await readFile(join(skills, "tests/count.cassette.jsonl"), "utf8");
    expect(cassette).not.toContain(stage.temp.home);
    const other = join(stage.temp.folder, "elsewhere");
    await mkdir(other);
    await writeSkills(other, { ...skillFiles, "counting/tests/count.cassette.jsonl": cassette });
    await stage.server.close();
    const home = { HOME: other };
    const args = ["skills", "test", "counting", "--junit", "out/junit.xml", "--no-sandbox"];
    const passed = await stage.cli(["--json", ...args], home);
    expect([passed.code, passed.stderr]).toEqual([0, ""]);
    const result = JSON.parse(passed.stdout) as TestResult;
    expect(result.summary).toEqual({ passed: 1, failed: 0, skipped: 0, updated: 0 });
    expect(result.reports[0]).toMatchObject({ how: "replay", skill: "counting", name: "count" });
    const junit = await readFile(join(stage.temp.folder, "out/junit.xml"), "utf8");
    expect(junit).toContain('<testsuites tests="1" failures="0"');

    const file = join(other, ".skillmint/skills/counting/tests/count.jsonc");
    await writeFile(file, test.replace("3 lines", "four <lines>"));
    const failed = await stage.cli(args, home);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain("count.jsonc:10 text.contains");
    expect(failed.stdout).toContain("four <lines>");
    expect(await readFile(join(stage.temp.folder, "out/junit.xml"), "utf8")).toContain("four &lt;lines&gt;");

    const none = await stage.cli(["skills", "test", "counting", "--filter", "nothing"], home);
    expect(none.code).toBe(2);
  });
});
