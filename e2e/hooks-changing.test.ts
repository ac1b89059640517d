import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { bash, eventsOf, sessionOf, statuses, testKey, useStage, wires } from "./kit.ts";
import { exists, hook, hookFiles, notes, record, results } from "./hooks.fixture.ts";

const stage = useStage();
const { at, mine, lines } = hookFiles(stage);
const free = ["--mode", "unrestricted", "--no-sandbox"];

/** Makes every call with these parameters. */
const change = (updatedInput: unknown, more: Record<string, unknown> = {}): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput, ...more } })}'`;

describe.each(wires)("hooks that change a call, %s", (...wire) => {
  const run = (script: Script, flags: readonly string[] = free) => stage.run(wire, script, flags);
  const script: Script = [{ calls: [bash("touch one")] }, "end"];

  it("have it made with what they say, and the log and the model are told", async () => {
    await mine({
      PreToolUse: hook(change({ command: "touch two; echo made" }), "Bash"),
      PostToolUse: hook(record("post.log"), "Bash"),
    });
    const result = await run(script);
    expect(results(result)).toEqual(["made"]);
    expect([await exists(at("one")), await exists(at("two"))]).toEqual([false, true]);
    expect(notes(result)).toEqual([
      'A hook changed this call of Bash. It is made with:\n{"command":"touch two; echo made"}',
    ]);
    expect(JSON.stringify(stage.server.requests[1]?.body)).toContain("touch two; echo made");
    expect(await lines("post.log")).toMatchObject([{ tool_input: { command: "touch two; echo made" } }]);
  });

  it("know a file by their own name of it", async () => {
    await writeFile(
      at("change.mjs"),
      'const { tool_input: input } = JSON.parse(process.argv[2]); input.file_path += ".bak"; console.log(JSON.stringify({ hookSpecificOutput: { updatedInput: input } }));',
    );
    await mine({ PreToolUse: hook(`${process.execPath} change.mjs "$(cat)"`, "Write") });
    const write = { name: "Write", input: { path: "a.txt", content: "x" } };
    await run([{ calls: [write] }, "end"]);
    expect([await exists(at("a.txt")), await exists(at("a.txt.bak"))]).toEqual([false, true]);
  });

  it("cannot lead past the gate: what it became is judged, shown and asked about", async () => {
    await mine({
      PreToolUse: hook(change({ command: "touch two" }, { permissionDecision: "allow" }), "Bash"),
    });
    const read: Script = [{ calls: [bash("ls")] }, "end"];
    const refused = await run(read, [...free, "--deny", "Bash(touch:*)"]);
    expect(results(refused)).toEqual(["Refused by the rule Bash(touch:*)"]);
    expect(statuses(await run(read, ["--mode", "plan"]))).toEqual(["Bash denied"]);
    expect(statuses(await run(read, ["--mode", "dontAsk"]))).toEqual(["Bash denied"]);
    const asked = await run(read, ["--no-sandbox"]);
    expect(asked.code).toBe(3);
    expect(eventsOf(asked, "permission.asked")).toMatchObject([
      { title: expect.stringContaining("touch two") },
    ]);
    const key = { [wire[2]]: testKey };
    const last = await stage.cli(["--json", "resume", sessionOf(asked), "once"], key);
    expect([last.code, statuses(last), notes(last)]).toEqual([0, ["Bash ok"], []]);
    expect(await exists(at("two"))).toBe(true);
  });

  it("cannot make one that the gate refuses into another", async () => {
    await mine({ PreToolUse: hook(`${record("pre.log")}; ${change({ command: "ls" })}`, "Bash") });
    const result = await run(script, [...free, "--deny", "Bash(touch:*)"]);
    expect(statuses(result)).toEqual(["Bash denied"]);
    expect(await lines("pre.log")).toEqual([]);
  });

  it("refuse it where they make nonsense of it, and are told of where they give none", async () => {
    await mine({ PreToolUse: hook(change({ cmd: 5 }), "Bash") });
    const nonsense = await run(script);
    expect(statuses(nonsense)).toEqual(["Bash denied"]);
    expect(results(nonsense)[0]).toMatch(/^A hook changed this call into one that cannot be made: /);
    await mine({ PreToolUse: hook(change("rm"), "Bash") });
    const text = await run(script);
    expect(statuses(text)).toEqual(["Bash ok"]);
    expect(text.stderr).toContain("A hook wanted to change a call and gave nothing");
  });
});
