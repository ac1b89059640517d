import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import type { HookEvent } from "../../environment/hook.ts";
import type { HookResult } from "../../workspace/run-hook.ts";
import { readOutcome } from "./read-outcome.ts";

const t = createTranslate("en");
const read = (event: HookEvent, result: Partial<HookResult>) =>
  readOutcome(
    event,
    { exitCode: 0, stdout: "", stderr: "", ...result },
    { command: "cmd", timeoutMs: 1_000 },
    t,
  );
const json = (event: HookEvent, value: unknown) => read(event, { stdout: ` ${JSON.stringify(value)}\n` });
const specific = (value: Record<string, unknown>) => ({ hookSpecificOutput: value });

describe("readOutcome", () => {
  it("says nothing where nothing was said", () => {
    for (const event of ["PreToolUse", "Stop", "SessionStart"] as const)
      expect(read(event, {})).toEqual({ tell: [] });
    expect(read("PreToolUse", { stdout: "fine" })).toEqual({ tell: [] });
    expect(json("PreToolUse", specific({ permissionDecision: "allow" }))).toEqual({ tell: [] });
    expect(json("PreToolUse", { decision: "approve" })).toEqual({ tell: [] });
  });

  it("takes plain text for context at a start and with a prompt", () => {
    expect(read("SessionStart", { stdout: " hello\n" })).toEqual({ context: ["hello"], tell: [] });
    expect(read("UserPromptSubmit", { stdout: "[1]" })).toEqual({ context: ["[1]"], tell: [] });
  });

  it("reads decisions", () => {
    expect(json("PreToolUse", { decision: "block", reason: "r" })).toMatchObject({ deny: "r" });
    const ask = specific({ permissionDecision: "ask", permissionDecisionReason: "q" });
    expect(json("PreToolUse", ask)).toEqual({ ask: "q", tell: [] });
    expect(json("PostToolUse", ask)).toEqual({ tell: [] });
    expect(json("PreToolUse", specific({ permissionDecision: "deny" }))).toMatchObject({
      deny: "no reason given",
    });
    expect(json("Stop", { continue: false, stopReason: "s" })).toMatchObject({ stop: "s" });
    expect(json("PostToolUse", specific({ additionalContext: "c" }))).toMatchObject({ context: ["c"] });
  });

  it("changes a call before it runs, into nothing but other parameters", () => {
    const change = (updatedInput: unknown) => specific({ updatedInput });
    expect(json("PreToolUse", change({ a: 1 }))).toEqual({ input: { a: 1 }, tell: [] });
    for (const nonsense of ["text", 5, null, [1]]) {
      expect(json("PreToolUse", change(nonsense))).toEqual({ tell: [expect.stringContaining("change")] });
    }
    expect(json("PostToolUse", change({ a: 1 }))).toEqual({ tell: [expect.stringContaining("change")] });
  });

  it("tells the person what is theirs", () => {
    expect(json("Stop", { systemMessage: "look\u001b[2J" }).tell).toEqual(["A hook says: look[2J"]);
    expect(read("SessionStart", { exitCode: 2, stderr: "no" })).toEqual({ tell: ["A hook says: no"] });
  });

  it("blocks by exit code 2 only", () => {
    expect(read("PreToolUse", { exitCode: 2, stderr: " why \n", stdout: "{}" })).toEqual({
      deny: "why",
      tell: [],
    });
    for (const exitCode of [1, 3, 127, null]) {
      const outcome = read("PreToolUse", { exitCode, stderr: "why", stdout: '{"decision":"block"}' });
      expect(outcome).toEqual({ tell: [expect.stringContaining("cmd (why)")] });
    }
  });

  it("has no opinion of one that we ended, whatever it said before", () => {
    const said = { stdout: '{"decision":"block"}', exitCode: 2 };
    for (const stopped of ["timeout", "output-limit", "abort"] as const) {
      const { tell, ...rest } = read("PreToolUse", { ...said, stopped });
      expect([rest, tell.length]).toEqual([{}, stopped === "abort" ? 0 : 1]);
    }
  });

  it.each(['{"decision": "blo', "{", '{"a":1}}', "{'a': 1}"])("tells of broken JSON: %s", (stdout) => {
    expect(read("UserPromptSubmit", { stdout })).toEqual({ tell: [expect.stringContaining("JSON")] });
  });

  it("bounds what reaches the model", () => {
    const long = "x".repeat(100_000);
    expect(read("SessionStart", { stdout: long }).context?.[0]?.length).toBeLessThan(10_100);
    expect(read("PreToolUse", { exitCode: 2, stderr: long }).deny?.length).toBeLessThan(4_100);
  });
});
