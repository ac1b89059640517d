import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { bash, startCli, testKey, useStage, type Running } from "./kit.ts";

const stage = useStage();

const start = (args: readonly string[]): Running =>
  startCli(args, {
    env: { ...stage.temp.env, ANTHROPIC_API_KEY: testKey },
    cwd: stage.temp.folder,
    stdin: "",
  });

/** A run that has come so far that this text was seen, and then its end after one Ctrl-C. */
async function interrupt(script: Script, seen: string, flags: readonly string[] = []) {
  await stage.serve(script);
  const args = [
    "--json",
    "run",
    "--model",
    "anthropic/claude",
    "--base-url",
    stage.baseUrl(),
    ...flags,
    "go",
  ];
  const running = start(args);
  await running.saw(seen);
  const from = performance.now();
  running.child.kill("SIGINT");
  const { code, events } = await running.done;
  return { code, ms: performance.now() - from, last: events.at(-1) };
}

const cancelled = {
  code: 130,
  ms: expect.toSatisfy((ms: number) => ms < 5_000),
  last: expect.objectContaining({ type: "run.ended", reason: "cancelled" }),
};

describe("one Ctrl-C ends a run, which can be continued,", () => {
  it.each<[string, Script, string]>([
    ["before a reply comes", [{ text: "late", delayMs: 60_000 }], "run.started"],
    ["in the middle of a reply", [{ fault: { endless: true } }], "text.delta"],
    [
      "in a pause before the next try",
      [{ fault: { status: 429, headers: { "retry-after": "50" } } }],
      "model.retrying",
    ],
  ])("%s", async (_stage, script, seen) => {
    expect(await interrupt(script, seen)).toEqual(cancelled);
  });

  it("in a command that does not want to end, with all that it started", async () => {
    const command = "trap '' TERM INT; echo $$ > pid; sleep 600; touch late";
    const script: Script = [{ calls: [bash(command)] }, "done"];
    expect(await interrupt(script, "tool.started", ["--allow", "Bash", "--no-sandbox"])).toEqual(cancelled);
    const pid = await readFile(join(stage.temp.folder, "pid"), "utf8").catch(() => undefined);
    if (pid !== undefined) expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
  });
});

it("a pipe that nobody writes to is no attachment to wait for", async () => {
  const pipe = join(stage.temp.folder, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  await stage.serve(["seen"]);
  const { code, stdout } = await start([
    "run",
    "--quiet",
    "--model",
    "anthropic/claude",
    "--base-url",
    stage.baseUrl(),
    "--attach",
    pipe,
    "go",
  ]).done;
  expect([code, stdout]).toEqual([0, "seen\n"]);
});
