import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { answerOf, bash, eventsOf, sessionOf, statuses, testKey, useStage, wires } from "./kit.ts";
import { exists, hook, hookFiles, isChild, notes, record, results } from "./hooks.fixture.ts";

const stage = useStage();
const { at, mine, lines } = hookFiles(stage);
const free = ["--mode", "unrestricted", "--no-sandbox"];
const answer = (value: unknown): string => `echo '${JSON.stringify(value)}'`;
const decide = (permissionDecision: string, permissionDecisionReason = "because") =>
  answer({
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason },
  });

describe.each(wires)("hooks, %s", (...wire) => {
  const run = (script: Script, flags: readonly string[] = free) => stage.run(wire, script, flags);
  const key = { [wire[2]]: testKey };
  const again = (args: readonly string[]) => stage.cli(["--json", ...args], key);
  const sent = (index: number): string => JSON.stringify(stage.server.requests[index]?.body ?? null);

  it("see a call before it runs and its result after it, as other clients tell them", async () => {
    await mine({
      PreToolUse: hook(record("pre.log"), "Write"),
      PostToolUse: hook(record("post.log"), "write_file|Bash"),
    });
    const write = { name: "Write", input: { path: "a.txt", content: "hi" } };
    const result = await run([{ calls: [write, bash("false"), bash("true")] }, "end"]);
    expect([result.code, answerOf(result)]).toEqual([0, "end"]);
    expect(await lines("pre.log")).toEqual([
      {
        session_id: sessionOf(result),
        cwd: stage.temp.folder,
        permission_mode: "bypassPermissions",
        tool_name: "Write",
        tool_input: expect.objectContaining({ path: "a.txt", file_path: at("a.txt"), content: "hi" }),
        tool_use_id: expect.stringMatching(/^call_/),
        hook_event_name: "PreToolUse",
      },
    ]);
    const after = await lines("post.log");
    expect(after.map(({ tool_name: name }) => name)).toEqual(["Write", "Bash"]);
    expect(after[0]).toMatchObject({
      hook_event_name: "PostToolUse",
      tool_response: { status: "ok", content: [{ type: "text" }] },
    });
  });

  it("refuse a call by exit code 2, by a decision, and by JSON, with the reason for the model", async () => {
    await mine({
      PreToolUse: [
        ...hook(record("pre.log"), "*"),
        ...hook("grep -q one && { echo first > /dev/stderr; exit 2; } || exit 0", "Bash"),
        ...hook(`grep -q two && ${answer({ decision: "block", reason: "second" })} || true`, "Bash"),
        ...hook(`grep -q three /dev/stdin && ${decide("deny", "third")} || true`, "^Ba.h$"),
      ],
    });
    const names = ["one", "two", "three", "four"];
    const result = await run([{ calls: names.map((name) => bash(`touch ${name}`)) }, "end"]);
    expect(statuses(result)).toEqual(["Bash denied", "Bash denied", "Bash denied", "Bash ok"]);
    expect(results(result).slice(0, 3)).toEqual(
      ["first", "second", "third"].map((text) => `A hook refused this call: ${text}`),
    );
    // Calls that run in order are judged again before each: hooks are asked once.
    expect(await lines("pre.log")).toHaveLength(4);
    const made = await Promise.all(names.map((name) => exists(at(name))));
    expect(made).toEqual([false, false, false, true]);
  });

  it("have a call asked about in every mode, once, and the answer counts", async () => {
    await mine({ PreToolUse: hook(`${record("pre.log")}; ${decide("ask", "sure?")}`, "Bash") });
    const script: Script = [{ calls: [bash("touch one"), bash("touch two")] }, "end"];
    const first = await run(script);
    expect(first.code).toBe(3);
    const asks = eventsOf(first, "permission.asked");
    expect(asks.map(({ reason }) => reason)).toEqual(Array(2).fill("A hook wants this to be asked: sure?"));
    expect(await lines("pre.log")).toHaveLength(2);
    const id = sessionOf(first);
    expect((await again(["resume", id, "once"])).code).toBe(3);
    const last = await again(["resume", id, "no: not this"]);
    expect([last.code, await exists(at("one")), await exists(at("two"))]).toEqual([0, true, false]);
    const refused = await run(script, ["--mode", "dontAsk", "--allow", "Bash", "--no-sandbox"]);
    expect(statuses(refused)).toEqual(["Bash denied", "Bash denied"]);
  });

  it("allow nothing that rules or mode do not", async () => {
    await mine({ PreToolUse: hook(decide("allow")) });
    const script: Script = [{ calls: [bash("touch one")] }, "end"];
    expect((await run(script, ["--no-sandbox"])).code).toBe(3);
    const flags = [
      [...free, "--deny", "Bash(touch one)"],
      ["--mode", "plan"],
      ["--mode", "dontAsk"],
    ];
    for (const each of flags) expect(statuses(await run(script, each))).toEqual(["Bash denied"]);
    expect((await run(script, [...free, "--deny", "Read"])).code).toBe(0);
  });

  it("are not asked about what the gate refuses, nor about what is malformed", async () => {
    await mine({ PreToolUse: hook(record("pre.log")) });
    const calls = [bash("touch one"), { name: "Bash", input: {} }, { name: "Nonsense", input: {} }];
    await run([{ calls }, "end"], [...free, "--deny", "Bash(touch:*)"]);
    expect(await lines("pre.log")).toEqual([]);
  });

  it("object to what has run, and add what the model should know", async () => {
    const context = answer({ hookSpecificOutput: { additionalContext: "mind the gap" } });
    await mine({
      PreToolUse: hook(context, "Bash"),
      PostToolUse: hook("echo style is wrong >&2; exit 2", "Bash"),
    });
    const result = await run([{ calls: [bash("touch one")] }, "end"]);
    expect(notes(result)).toEqual([
      "Added by a hook (PreToolUse):\nmind the gap",
      "A hook says about Bash, which has run:\nstyle is wrong",
    ]);
    expect(sent(1)).toContain("mind the gap");
    expect(sent(1)).toContain("style is wrong");
    expect(statuses(result)).toEqual(["Bash ok"]);
  });

  it("add something at the start and with a prompt, in this order, and once", async () => {
    await mine({
      SessionStart: [...hook(`${record("start.log")}; echo begun`), ...hook("echo not this one", "resume")],
      UserPromptSubmit: hook(`${record("prompt.log")}; echo today is sunny`),
    });
    const first = await run(["hello", "again"]);
    expect(notes(first)).toEqual([
      "Added by a hook (SessionStart):\nbegun",
      "Added by a hook (UserPromptSubmit):\ntoday is sunny",
    ]);
    expect(sent(0)).toContain("today is sunny");
    expect(await lines("prompt.log")).toMatchObject([{ prompt: "go", hook_event_name: "UserPromptSubmit" }]);
    const second = await again(["run", "--session", sessionOf(first), "more"]);
    expect(notes(second)).toEqual([
      "Added by a hook (SessionStart):\nnot this one",
      "Added by a hook (UserPromptSubmit):\ntoday is sunny",
    ]);
    const sources = (await lines("start.log")).map(({ source }) => source);
    expect(sources).toEqual(["startup", "resume"]);
  });

  it("keep a prompt from the model for good", async () => {
    await mine({ UserPromptSubmit: hook("grep -q secret && { echo no secrets here >&2; exit 2; } || true") });
    await stage.serve(["fine", "fine again"]);
    const model = ["--model", wire[1], "--base-url", stage.baseUrl()];
    const first = await again(["run", ...model, "my secret is 42"]);
    expect([first.code, stage.server.requests.length]).toEqual([1, 0]);
    expect(first.stderr).toContain("A hook did not let this prompt through: no secrets here");
    expect(eventsOf(first, "run.ended")).toMatchObject([
      { reason: "error", error: { code: "prompt-refused" } },
    ]);
    const id = sessionOf(first);
    const idle = await again(["resume", id]);
    expect([idle.code, stage.server.requests.length]).toEqual([0, 0]);
    const second = await again(["run", "--session", id, "hello"]);
    expect([second.code, answerOf(second)]).toEqual([0, "fine"]);
    expect(sent(0)).not.toContain("42");
    const third = await again(["run", "--session", id, "another secret"]);
    expect([third.code, stage.server.requests.length]).toEqual([1, 1]);
  });

  it("keep a run going, three times at most", async () => {
    await mine({ Stop: hook(`${record("stop.log")}; echo there is more >&2; exit 2`) });
    const result = await run(({ turn }) => `reply ${turn}`);
    expect([result.code, answerOf(result)]).toEqual([0, "reply 3"]);
    expect(notes(result)).toEqual(Array(3).fill("A hook wants you to go on before you stop:\nthere is more"));
    const log = await lines("stop.log");
    expect(log.map((line) => line["stop_hook_active"])).toEqual([false, true, true, true]);
    expect(log[1]).toMatchObject({ last_assistant_message: "reply 1" });
    expect(result.stderr).toContain("more than 3 times");
  });

  it("end a run", async () => {
    await mine({ PostToolUse: hook(answer({ continue: false, stopReason: "enough" })) });
    const result = await run([{ calls: [bash("touch one"), bash("touch two")] }, "never said"]);
    expect([result.code, stage.server.requests.length, ...statuses(result)]).toEqual([
      1,
      1,
      "Bash ok",
      "Bash denied",
    ]);
    expect(result.stderr).toContain("A hook ended this run: enough");
  });

  it("hold in sub-agents, which have an end of their own", async () => {
    await mine({
      PreToolUse: hook("grep -q touch && exit 2 || true", "Bash"),
      SubagentStop: hook(
        `${record("sub.log")}; grep -q '"stop_hook_active":true' sub.log || exit 2`,
        "explore",
      ),
      Stop: hook(record("stop.log")),
      UserPromptSubmit: hook(record("prompt.log")),
    });
    const task = {
      name: "Task",
      input: { prompt: "look", subagent_type: "explore", allowed_tools: ["Bash"] },
    };
    const result = await run(({ system, turn }) => {
      if (isChild(system)) return turn === 0 ? { calls: [bash("touch one")] } : `child ${turn}`;
      return turn === 0 ? { calls: [task] } : "end";
    });
    expect([result.code, ...statuses(result)]).toEqual([0, "Bash denied", "Task ok"]);
    expect(results(result).at(-1)).toContain("child 2");
    const ends = await lines("sub.log");
    expect(ends.map((line) => line["stop_hook_active"])).toEqual([false, true]);
    expect(ends[0]).toMatchObject({ hook_event_name: "SubagentStop", agent_type: "explore" });
    expect([(await lines("stop.log")).length, (await lines("prompt.log")).length]).toEqual([1, 1]);
  });
});
