import { describe, expect, it } from "vitest";
import { answerOf, bash, startCli, statuses, testKey, useStage, wires } from "./kit.ts";
import { exists, hook, hookFiles, notes, put, record } from "./hooks.fixture.ts";

const stage = useStage();
const { at, home, mine, lines } = hookFiles(stage);
const free = ["--mode", "unrestricted", "--no-sandbox"];

describe.each(wires)("hooks that go wrong, %s", (...wire) => {
  const work = (flags: readonly string[] = free) =>
    stage.run(wire, [{ calls: [bash("touch made")] }, "end"], flags);

  it.each([
    ["hangs", "sleep 300", "ended after 0.3 s"],
    ["ignores signals", "trap '' TERM INT HUP; sleep 300 & sleep 300", "ended after 0.3 s"],
    [
      "crashes",
      "echo it broke >&2; exit 1",
      "exit code 1, which stops nothing: echo it broke >&2; exit 1 (it broke)",
    ],
    ["is killed", "kill -9 $$", "ended by a signal"],
    ["is not there", "/no/such/program", "exit code 127"],
    ["prints half of JSON", `printf '{"decision": "blo'`, "looks like JSON and is none"],
    ["prints without end", "cat /dev/zero", "printed more than 1024 KB"],
  ])("one that %s stops nothing and is told of", async (_name, command, told) => {
    await mine({
      PreToolUse: hook(command, "Bash", { timeout: 0.3 }),
      PostToolUse: hook(command, "*", { timeout: 0.3 }),
      UserPromptSubmit: hook(command, "", { timeout: 0.3 }),
      SessionStart: hook(command, undefined, { timeout: 0.3 }),
      Stop: hook(command, undefined, { timeout: 0.3 }),
    });
    const result = await work();
    expect([result.code, ...statuses(result), answerOf(result)]).toEqual([0, "Bash ok", "end"]);
    expect(notes(result)).toEqual([]);
    expect(result.stderr).toContain(told);
    expect(result.stderr).toContain("config.jsonc");
  });

  it("garbage is shown and steers nothing", async () => {
    const odd = [`[1,2]`, `{"decision":7,"continue":"no","hookSpecificOutput":[1]}`, "plain words", "null"];
    await mine({ PreToolUse: odd.flatMap((text) => hook(`printf '%s' '${text}'`)) });
    const result = await work();
    expect([result.code, ...statuses(result), ...notes(result)]).toEqual([0, "Bash ok"]);
  });

  it("what is no hook is told of and leaves the others", async () => {
    await put(home(".skillmint/config.jsonc"), {
      hooks: {
        PreToolUse: [
          { matcher: "Bash", hooks: [{ type: "http", url: "http://127.0.0.1:1" }] },
          { matcher: "(", hooks: [{ type: "command", command: "touch never" }] },
          { hooks: [{ type: "command" }, { type: "command", command: record("pre.log") }] },
          "nothing",
        ],
        Notification: hook("touch never"),
      },
    });
    const result = await work();
    expect(result.code).toBe(0);
    for (const text of ['type "http"', "matcher", "command", "Notification", "hooks.PreToolUse.3"])
      expect(result.stderr).toContain(text);
    expect([(await lines("pre.log")).length, await exists(at("never"))]).toEqual([1, false]);
  });

  it("no key of the person's reaches them", async () => {
    await mine({ PreToolUse: hook("env > seen.txt; echo $CLAUDE_PROJECT_DIR > folder.txt") });
    await stage.serve([{ calls: [bash("cat seen.txt folder.txt")] }, "end"]);
    const model = ["--model", wire[1], "--base-url", stage.baseUrl()];
    const env = { [wire[2]]: testKey, MY_TOKEN: "hidden-value", HARMLESS: "shown-value" };
    const result = await stage.cli(["--json", "run", ...free, ...model, "go"], env);
    expect(result.stdout).toContain("shown-value");
    expect(result.stdout).toContain(stage.temp.folder);
    for (const secret of [testKey, "hidden-value"]) expect(result.stdout).not.toContain(secret);
  });

  it("a cancelled run takes them with it", async () => {
    await mine({ PreToolUse: hook("touch started; sleep 300") });
    await stage.serve([{ calls: [bash("touch made")] }, "end"]);
    const model = ["--model", wire[1], "--base-url", stage.baseUrl()];
    const running = startCli(["--json", "run", ...free, ...model, "go"], {
      env: { ...stage.temp.env, [wire[2]]: testKey },
      cwd: stage.temp.folder,
    });
    await expect.poll(() => exists(at("started")), { timeout: 15_000, interval: 20 }).toBe(true);
    const began = performance.now();
    running.child.kill("SIGINT");
    const result = await running.done;
    expect(result.code).toBe(130);
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await exists(at("made"))).toBe(false);
  });
});
