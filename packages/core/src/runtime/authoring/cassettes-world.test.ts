import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Model } from "../../model/model.ts";
import { SkillmintError } from "../../protocol/index.ts";
import { createInProcessModel, type Script } from "../../testing/index.ts";
import { defineTool, textResult } from "../../tool/define-tool.ts";
import { call, useTwoMachines } from "./cassettes.fixture.ts";

const machines = useTwoMachines();
const { record, replay, recorded, replayed, open } = machines;

const types = (events: readonly { type: string }[]): string[] =>
  events.map(({ type }) => type).filter((type) => type !== "call.delta");

describe("what a person said", () => {
  it("is said again: permissions, refusals and questions, in whatever home", async () => {
    const script: Script = [
      { calls: [call("Write", { path: "a.txt", content: "a" }), call("Bash", { command: "touch b.txt" })] },
      { calls: [call("AskUserQuestion", { question: "Sure?", options: ["Yes", "No"] })] },
      { calls: [call("Write", { path: "c.txt", content: "c" })] },
      "end",
    ];
    const said = ["always", "no: not now", "Yes", "once"];
    const run = await record(script, { settings: { mode: "default" }, answer: async () => said.shift() });
    expect(run.outcome.reason).toBe("done");
    const again = await replay();
    expect(again.divergence).toBeUndefined();
    expect(replayed(again.events)).toEqual(recorded(run.events));
    expect(await readdir(machines.there.folder)).toEqual(["a.txt", "c.txt"]);
    // What was granted for good there was granted on another machine.
    await expect(stat(join(machines.there.home, ".skillmint/config.jsonc"))).rejects.toThrow("ENOENT");
  });

  it("may be nothing: a recording that ends waiting ends so again, and rules of the recorded home hold", async () => {
    await machines.here.write(
      "../home/.skillmint/config.jsonc",
      '{"permissions": {"allow": ["Bash(echo:*)"], "deny": ["Read(secret.txt)"]}}',
    );
    const script: Script = [
      {
        calls: [
          call("Bash", { command: "echo x > y" }),
          call("Bash", { command: "touch z" }),
          call("Read", { path: "secret.txt" }),
        ],
      },
      "end",
    ];
    const run = await record(script, { settings: { mode: "default" } });
    expect(run.outcome.reason).toBe("waiting");
    const again = await replay();
    expect(again.divergence).toBeUndefined();
    expect(again.outcome.reason).toBe("waiting");
    expect(replayed(again.events)).toEqual(recorded(run.events));
  });
});

describe("what goes on beside a conversation", () => {
  it("is a command in the background: nothing of it runs again", async () => {
    const script: Script = ({ turn, results }) => {
      const shell = /shl_[0-9a-z]+/.exec(results.map(({ text }) => text).join(" "))?.[0] ?? "";
      return (
        [
          { calls: [call("Bash", { command: "echo $$; sleep 60", background: true })] },
          { calls: [call("BashOutput", { shell })] },
          { calls: [call("KillShell", { shell })] },
          "end",
        ][turn] ?? "end"
      );
    };
    const run = await record(script);
    expect(types(run.events)).toContain("shell.ended");
    const again = await replay();
    expect(again.divergence).toBeUndefined();
    expect(types(again.events).toSorted()).toEqual(types(run.events).toSorted());
  });

  it("are sub-agents, with their reports where they came", async () => {
    const script: Script = ({ turn, last, messages }) => {
      const [first] = messages;
      const asked = first?.role === "user" ? first.text : "";
      if (asked.startsWith("child"))
        return turn === 0
          ? { delayMs: 20, calls: [call("Bash", { command: `echo ${asked} > ${asked.slice(-1)}.txt` })] }
          : `report ${asked}`;
      const task = (name: string) =>
        call("Task", { prompt: name, description: name, run_in_background: true });
      if (turn === 0) return { calls: [task("child a"), task("child b")] };
      if (turn === 1)
        return { calls: [call("TaskOutput", { task_id: "task_1" }), call("Bash", { command: "sleep 0.2" })] };
      return `${turn}: ${last.length > 0 ? "read" : ""}`;
    };
    const run = await record(script);
    expect(run.outcome.reason).toBe("done");
    const again = await replay();
    expect(again.divergence).toBeUndefined();
    expect(types(again.events).toSorted()).toEqual(types(run.events).toSorted());
    expect(await readFile(join(machines.there.folder, "b.txt"), "utf8")).toBe("child b\n");
  });
});

describe("nothing outside is reached", () => {
  it("by tools that are not here: they are offered as they were, and played", async () => {
    let runs = 0;
    const weather = defineTool({
      name: "mcp__weather__now",
      description: "The weather",
      input: z.object({ city: z.string() }),
      effect: "network",
      describe: ({ city }) => ({
        title: `weather ${city}`,
        resources: [{ kind: "url", url: `https://w.example/${city}` }],
      }),
      run: async ({ city }) => textResult(`${city}: sunny (${++runs})`, { city }),
    });
    const asked: Script = (request) =>
      request.turn === 0
        ? { calls: [call("mcp__weather__now", { city: "Rome" })] }
        : (request.results[0]?.text ?? "");
    const run = await record(
      asked,
      { settings: { mode: "default" }, answer: async () => "once" },
      { tools: [weather] },
    );
    expect(run.outcome.text).toBe("Rome: sunny (1)");
    const again = await replay();
    expect(again.divergence).toBeUndefined();
    expect([again.outcome.text, runs]).toEqual(["Rome: sunny (1)", 1]);
    expect(replayed(again.events)).toEqual(recorded(run.events));
  });

  it("by hooks: what they said is said again", async () => {
    const hooks = {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [{ type: "command", command: "echo ran >> hook.log; echo no >&2; exit 2" }],
        },
      ],
    };
    await machines.here.write("../home/.skillmint/config.jsonc", JSON.stringify({ hooks }));
    const run = await record([{ calls: [call("Bash", { command: "touch x" })] }, "end"]);
    expect(run.events).toContainEqual(expect.objectContaining({ type: "tool.settled", status: "denied" }));
    const again = await replay();
    expect(again.divergence).toBeUndefined();
    expect(replayed(again.events)).toEqual(recorded(run.events));
    expect(await readdir(machines.there.folder)).toEqual([]);
  });

  it("by a cassette that wants to: paths outside are neither written nor read", async () => {
    await machines.here.write("a.txt", "a");
    await record([
      { calls: [call("Read", { path: "a.txt" })] },
      { calls: [call("Write", { path: "b.txt", content: "b" })] },
      { calls: [call("Bash", { command: "echo x > made.txt" })] },
      "end",
    ]);
    const text = await readFile(machines.file, "utf8");
    const outside = join(machines.there.home, "victim.txt");
    await writeFile(outside, "mine");
    await writeFile(
      machines.file,
      text
        .replaceAll('"path":"b.txt"', `"path":"${outside}"`)
        .replaceAll('"path": "made.txt"', '"path": "../home/victim.txt"')
        .replaceAll('"file": "a.txt"', '"file": "../home/victim2.txt"'),
    );
    await machines.there.write("a.txt", "a");
    await replay({ match: "calls" });
    expect(await readFile(outside, "utf8")).toBe("mine");
    await expect(stat(join(machines.there.home, "victim2.txt"))).rejects.toThrow("ENOENT");
  });

  it("and no delay is waited for", async () => {
    let asked = 0;
    const failing: Model = {
      id: "scripted/scripted",
      limits: { context: 100_000, output: 1_000, images: true },
      async *stream(request, signal) {
        if (asked++ < 2)
          yield {
            type: "failed",
            error: new SkillmintError("model-overloaded", { params: { provider: "x" } }),
            content: [],
            retryAfterMs: 300,
          };
        else yield* createInProcessModel(["fine"]).stream(request, signal);
      },
    };
    const run = await record([], {}, { models: { scripted: failing } });
    expect(run.outcome).toMatchObject({ reason: "done", text: "fine" });
    const again = await replay();
    expect([again.divergence, again.outcome.text]).toEqual([undefined, "fine"]);
    const retrying = again.events.filter((event) => event.type === "model.retrying");
    expect(retrying.map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});

describe("secrets", () => {
  const canary = "k4n4ry-of-mine-0123456789";

  it("are in no form in the file, and a replay goes on without them", async () => {
    await machines.here.write("config.txt", `url\npassword ${canary}\nend\n`);
    await machines.here.write(".env", "PLAIN=thing\n");
    await machines.here.write(
      "../home/.skillmint/secrets.json",
      JSON.stringify({ secrets: { one: "stored-secret-of-mine-77" } }),
    );
    const script: Script = [
      {
        text: `The key is ${canary}, or stored-secret-of-mine-77.`,
        chunk: 3,
        calls: [call("Read", { path: "config.txt" }), call("Read", { path: ".env" })],
      },
      {
        calls: [
          call("Bash", {
            command: `cat config.txt > copy.txt; echo ${Buffer.from(canary).toString("base64")}`,
          }),
        ],
      },
      { calls: [call("Read", { path: "copy.txt" })] },
      "end",
    ];
    const run = await record(script, {}, { env: { ...machines.here.env, MY_API_KEY: canary } });
    expect(run.outcome.reason).toBe("done");
    const text = await readFile(machines.file, "utf8");
    for (const secret of [
      canary,
      "stored-secret",
      "PLAIN=thing\\n",
      Buffer.from(canary).toString("base64").slice(0, 20),
    ])
      expect(text).not.toContain(secret);
    await machines.there.write(".env", "PLAIN=thing\n");
    const again = await replay();
    expect(again.divergence).toBeUndefined();
    expect(await readFile(join(machines.there.folder, "config.txt"), "utf8")).toBe(
      "url\npassword ***\nend\n",
    );
  });
});

describe("a recording", () => {
  it("goes on where a killed run left half a record", async () => {
    const script: Script = [
      { calls: [call("AskUserQuestion", { question: "Sure?", options: ["Yes"] })] },
      "end",
    ];
    const run = await record(script);
    expect(run.outcome.reason).toBe("waiting");
    const whole = await readFile(machines.file, "utf8");
    await writeFile(machines.file, `${whole}{\n  "step": 9,\n  "ca`);
    const runtime = await open({
      env: machines.here.env,
      models: { scripted: createInProcessModel(script) },
    });
    await runtime.answer(run.outcome.sessionId, "Yes");
    await runtime.run(run.outcome.sessionId);
    const again = await replay();
    expect([again.divergence, again.outcome.text]).toEqual([undefined, "end"]);
  });

  it("is of a new session only, and a run that is not recorded loads nothing of it", async () => {
    const runtime = await open({
      env: machines.here.env,
      models: { scripted: createInProcessModel(["one", "two"]) },
    });
    const { sessionId } = await runtime.prompt({
      text: "go",
      folder: machines.here.folder,
      settings: { model: "scripted" },
    });
    await runtime.run(sessionId);
    await runtime.prompt({ text: "more", sessionId, settings: { record: machines.file } });
    await expect(runtime.run(sessionId)).rejects.toMatchObject({
      code: "usage",
      params: { message: expect.stringContaining("Only a new session") },
    });
  });
});
