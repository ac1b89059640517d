import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, root, testKey, useStage } from "./kit.ts";
import { exists, putSkill, skill } from "./skill-files.fixture.ts";

const stage = useStage();
const mine = () => join(stage.temp.env["HOME"] ?? "", ".claude", "skills");
const terminal = ["/usr/bin/script", "/bin/script"].find((path) => existsSync(path));

interface Typed {
  code: number | null;
  screen: string;
}

/** Runs the command on a terminal of its own; each text that appears is answered as a person would. */
function type(args: readonly string[], answers: Record<string, string>, env = {}): Promise<Typed> {
  const words = [join(root, "node_modules/.bin/skillmint"), ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn(terminal ?? "script", ["-qec", words, "/dev/null"], {
    cwd: stage.temp.folder,
    env: { ...stage.temp.env, TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let screen = "";
  const waiting = new Map(Object.entries(answers));
  child.stdout.on("data", (chunk: Buffer) => {
    screen += chunk.toString();
    for (const [text, answer] of waiting) {
      if (!screen.includes(text)) continue;
      waiting.delete(text);
      child.stdin.write(`${answer}\n`);
    }
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, screen: screen.replaceAll("\r", "") }));
  });
}

describe.skipIf(terminal === undefined || process.platform !== "linux")("on a terminal", () => {
  it("asks before it deletes, with the path", async () => {
    const folder = await putSkill(mine(), "old", "description: O.", "x");
    const kept = await type(["skills", "delete", "old"], { "[n] no": "n" });
    expect([kept.code, await exists(folder)]).toEqual([1, true]);
    expect(kept.screen).toContain(`Delete ${folder} with all that is in it?`);
    const gone = await type(["--lang", "zh-CN", "skills", "delete", "old"], { "[n] 否": "y" });
    expect([gone.code, await exists(folder)]).toEqual([0, false]);
    expect(gone.screen).toContain(`已删除 ${folder}`);
  });

  it("shows what is approved and asks", async () => {
    await putSkill(mine(), "toucher", "description: T.\nallowed-tools: Bash(touch:*)", "x");
    const first = await type(["skills", "approve", "toucher"], { "[n] no": "y" });
    expect(first.code).toBe(0);
    expect(first.screen).toContain("  Bash(touch:*)\n");
    expect(JSON.parse((await stage.cli(["skills", "approve", "toucher", "--json"])).stdout)).toMatchObject({
      approved: true,
    });
  });

  it("offers to approve a skill where a run asks", async () => {
    await putSkill(mine(), "toucher", "description: T.\nallowed-tools: Bash(touch:*) Bash(ls:*)", "x");
    await stage.serve([{ calls: [skill("toucher")] }, { calls: [bash("touch a")] }, "done"]);
    const args = ["run", "--model", "anthropic/claude", "--base-url", stage.baseUrl(), "go"];
    const run = await type(args, { "[k] all that the skill asks for": "k" }, { ANTHROPIC_API_KEY: testKey });
    expect([run.code, await exists(join(stage.temp.folder, "a"))]).toEqual([0, true]);
    expect(run.screen).toContain("The skill toucher asks for it.");
    expect(run.screen).toContain("  Bash(touch:*)\n  Bash(ls:*)\n");
    const approved = await stage.cli(["skills", "approve", "toucher", "--json"]);
    expect(JSON.parse(approved.stdout)).toMatchObject({ approved: true });
  });
});
