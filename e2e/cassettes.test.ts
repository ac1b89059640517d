import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { comparableEvents } from "../packages/core/src/authoring/cassette/comparable-events.fixture.ts";
import { createTempWorkspace, type Script, type TempWorkspace } from "../packages/core/src/testing/index.ts";
import {
  answerOf,
  eventsOf,
  runCli,
  sessionOf,
  statuses,
  testKey,
  useStage,
  wires,
  type CliResult,
} from "./kit.ts";

const stage = useStage();
let there: TempWorkspace;
beforeEach(async () => {
  there = await createTempWorkspace();
});
afterEach(() => there.remove());

const canary = "canary-value-4711-of-a-secret";
const call = (name: string, input: Record<string, unknown>) => ({ name, input });

/** A skill, reading, writing, a command, a sub-agent and a question. */
const script: Script = ({ turn, messages }) => {
  const first = messages.find((message) => message.role === "user");
  if (first?.role === "user" && first.text.startsWith("Count"))
    return turn === 0
      ? { calls: [call("Bash", { command: "wc -l < notes.txt" }), call("Read", { path: "notes.txt" })] }
      : "There are three lines.";
  return (
    [
      { text: "I begin with the skill.", chunk: 4, calls: [call("Skill", { skill: "haiku" })] },
      { calls: [call("Read", { path: "notes.txt" })] },
      {
        calls: [
          call("Bash", { command: "mkdir -p made && date +%N > made/now.txt && cat made/now.txt && pwd" }),
        ],
      },
      { calls: [call("Task", { description: "count", prompt: "Count the lines of notes.txt." })] },
      { calls: [call("AskUserQuestion", { question: "Which colour?", options: ["Red", "Blue"] })] },
      {
        calls: [call("Write", { path: "haiku.txt", content: "blue\n" })],
      },
      { reasoning: "All is there.", text: "Written, in blue.", chunk: 5 },
    ][turn] ?? "end"
  );
};

const skill =
  "---\nname: haiku\ndescription: Writes short poems\n---\nWrite three lines. See ${CLAUDE_SKILL_DIR}/form.md.\n";

async function recordAll([, model, variable]: (typeof wires)[number], tape: string): Promise<CliResult[]> {
  await stage.temp.write("notes.txt", "one\ntwo\nthree\n");
  await stage.temp.write("../home/.skillmint/skills/haiku/SKILL.md", skill);
  await stage.temp.write("../home/.skillmint/skills/haiku/form.md", "5 7 5\n");
  await stage.serve(script);
  const env = { [variable]: testKey, SOME_TOKEN: canary };
  const args = ["--model", model, "--base-url", stage.baseUrl(), "--mode", "unrestricted", "--no-sandbox"];
  const waiting = await stage.cli(["--json", "run", ...args, "--record", tape, "Make a haiku."], env);
  const done = await stage.cli(["--json", "resume", sessionOf(waiting), "2"], env);
  await stage.server.close();
  return [waiting, done];
}

const replay = (tape: string, ...args: string[]): Promise<CliResult> =>
  runCli(["--json", "run", "--replay", tape, ...args], { env: there.env, cwd: there.folder });

const ofThere = (result: CliResult) =>
  comparableEvents(result.events, { workspace: there.folder, home: there.home });

describe.each(wires)("a whole run, %s", (...wire) => {
  it("is replayed in another folder and home, without a server or a key, with the same events", async () => {
    const tape = join(stage.temp.home, "tape.jsonc");
    const [waiting, done] = await recordAll(wire, tape);
    expect([waiting?.code, done?.code]).toEqual([3, 0]);
    const text = await readFile(tape, "utf8");
    for (const secret of [canary, testKey, stage.temp.folder, stage.temp.home])
      expect(text).not.toContain(secret);
    expect((await stat(tape)).mode & 0o077).toBe(0);

    const again = await replay(tape);
    expect([
      again.stderr.replaceAll(/^The skill haiku.*\n|^\d recorded files.*\n/gm, ""),
      again.code,
    ]).toEqual(["", 0]);
    const recorded = [...(waiting?.events ?? []), ...(done?.events ?? [])];
    const before = comparableEvents(recorded, { workspace: stage.temp.folder, home: stage.temp.home });
    expect(ofThere(again)).toEqual(before);
    expect(statuses(again)).toEqual(statuses({ events: recorded }));
    expect(statuses(again)).toHaveLength(8);
    expect(answerOf(again)).toBe("Written, in blue.");
    expect(eventsOf(again, "question.answered")).toMatchObject([{ answers: [["Blue"]] }]);
    expect(await readFile(join(there.folder, "haiku.txt"), "utf8")).toBe("blue\n");
    const now = await readFile(join(stage.temp.folder, "made/now.txt"), "utf8");
    expect(await readFile(join(there.folder, "made/now.txt"), "utf8")).toBe(now);
  });
});

describe("by the command", () => {
  const [wire] = wires;
  const recordRead = async (tape: string): Promise<CliResult> => {
    await stage.temp.write("notes.txt", "one\ntwo\nthree\n");
    const script: Script = [{ calls: [call("Read", { path: "notes.txt" })] }, "read"];
    return stage.run(wire ?? ["", "", ""], script, ["--record", tape]);
  };

  it("a changed result is told by its step, call and line, with what to do", async () => {
    const tape = join(stage.temp.home, "tape.jsonc");
    expect((await recordRead(tape)).code).toBe(0);
    await there.write("notes.txt", "one\n2\nthree\n");
    const changed = await replay(tape);
    expect(changed.code).toBe(1);
    expect(changed.stderr).toContain(`${tape} at step 2: the result of call 1 (Read) has changed, line 2.`);
    expect(changed.stderr).toContain("  -     2\ttwo\n  +     2\t2\n");
    expect(changed.stderr).toMatch(/--record .*skills test --update/);
    await there.write("notes.txt", "one\ntwo\nthree\n");
    const same = await runCli(["run", "--replay", tape], { env: there.env, cwd: there.folder });
    expect([same.code, same.stdout, same.stderr]).toEqual([0, "read\n", expect.stringContaining("Read")]);
  });

  it("what cannot be recorded or played is told at once", async () => {
    const tape = join(stage.temp.home, "tape.jsonc");
    await recordRead(tape);
    await writeFile(tape, (await readFile(tape, "utf8")).replace('"step": 2,', '"step": ,'));
    const line = (await readFile(tape, "utf8")).split("\n").findIndex((text) => text === '  "step": ,') + 1;
    const damaged = await replay(tape);
    expect([damaged.code, damaged.stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`tape\\.jsonc, line ${line}: .*JSON`)),
    ]);
    const old = await stage.cli(["run", "--continue", "--record", tape, "more"]);
    expect([old.code, old.stderr]).toEqual([
      2,
      expect.stringContaining("Only a new session can be recorded"),
    ]);
    const match = await replay(tape, "--match", "some");
    expect([match.code, match.stderr]).toEqual([2, expect.stringContaining("strict, calls")]);
  });
});
