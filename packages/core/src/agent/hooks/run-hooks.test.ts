import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate, type Diagnostic } from "../../protocol/index.ts";
import type { Hook } from "../../environment/hook.ts";
import { runHooks, selectHooks, type RunHooksEnv } from "./run-hooks.ts";

const hook = (command: string, more: Partial<Hook> = {}): Hook => ({
  event: "PreToolUse",
  matcher: "",
  command,
  timeoutMs: 10_000,
  once: false,
  origin: "person",
  source: "/f",
  ...more,
});

let folder: string;
let told: Diagnostic[];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "hooks-")));
  told = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const env = (more: Partial<RunHooksEnv> = {}): RunHooksEnv => ({
  folder,
  environment: { PATH: process.env["PATH"], MY_API_KEY: "secret", PLAIN: "seen" },
  signal: new AbortController().signal,
  t: createTranslate("en"),
  tell: (diagnostic) => told.push(diagnostic),
  forbid: async () => undefined,
  ...more,
});
const moment = { event: "PreToolUse" as const, subject: "Bash", payload: { a: 1 } };

describe("selectHooks", () => {
  it("takes those of the event that are about the tool, each command once", () => {
    const hooks = [
      hook("a"),
      hook("b", { matcher: "Edit" }),
      hook("c", { matcher: "shell" }),
      hook("a", { matcher: "Bash" }),
      hook("d", { event: "Stop" }),
    ];
    expect(selectHooks(hooks, moment).map(({ command }) => command)).toEqual(["a", "c"]);
  });
});

describe("runHooks", () => {
  it("joins what they say in their order, however long each takes", async () => {
    const say = (reason: string) => `echo '{"decision":"block","reason":"${reason}"}'`;
    const hooks = [hook(`sleep 0.3; ${say("first")}`), hook(say("second")), hook("true")];
    expect(await runHooks(env(), hooks, moment)).toEqual({ deny: "first\n\nsecond" });
  });

  it("takes the last change of a call", async () => {
    const change = (a: number) => `echo '{"hookSpecificOutput":{"updatedInput":{"a":${a}}}}'`;
    const hooks = [hook(`sleep 0.3; ${change(1)}`), hook(change(2)), hook("true")];
    expect(await runHooks(env(), hooks, moment)).toEqual({ input: { a: 2 } });
  });

  it("hands over what happens, without secrets", async () => {
    const command = `printf '{"decision":"block","reason":"%s %s %s"}' "$(cat | tr -d '"')" "$MY_API_KEY" "$PLAIN"`;
    expect(await runHooks(env(), [hook(command)], moment)).toEqual({
      deny: "{a:1,hook_event_name:PreToolUse}  seen",
    });
  });

  it("never fails", async () => {
    const gone = await runHooks(env({ folder: join(folder, "gone") }), [hook("true")], moment);
    const forbidden = await runHooks(env({ forbid: async () => "rule" }), [hook("exit 2")], moment);
    const aborted = await runHooks(env({ signal: AbortSignal.abort() }), [hook("exit 2")], moment);
    expect([gone, forbidden, aborted]).toEqual([{}, {}, {}]);
    expect(told.map(({ message }) => message)).toEqual([
      expect.stringContaining("could not be run"),
      expect.stringContaining("(rule)"),
    ]);
  });
});
