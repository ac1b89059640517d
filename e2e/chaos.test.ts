import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { SessionId, SessionView } from "../packages/core/src/protocol/index.ts";
import { openView } from "../packages/core/src/session/open-view.ts";
import { createSqlStore } from "../packages/core/src/session/sql-store.ts";
import {
  createTempWorkspace,
  startScriptedModel,
  type ScriptFunction,
  type TempWorkspace,
} from "../packages/core/src/testing/index.ts";
import { bash, startCli, testKey } from "./kit.ts";

/** `npm run chaos` asks for more. */
const kills = Number(process.env["CHAOS_KILLS"] ?? 200);
const lanes = 3;
const slowestMs = 2_500;

const effect = (name: string) => bash(`echo ${name} >> effects.txt`);
const task = (prompt: string, more = {}) => ({ name: "Task", input: { prompt, ...more } });

/** Every kind of work there is: commands, sub-agents at once and in the background, todos, a question. */
const script: ScriptFunction = ({ system, turn, last, messages }) => {
  if (/focused sub-agent/.test(system)) {
    const name = messages.find((message) => message.role === "user")?.text ?? last;
    return turn === 0 ? { calls: [effect(name)] } : `${name} is done`;
  }
  const turns = [
    { calls: [task("one"), task("two"), effect("main-1")] },
    { calls: [{ name: "TodoWrite", input: { todos: [{ content: "go on", status: "pending" }] } }] },
    { calls: [task("three", { run_in_background: true }), effect("main-2")] },
    { calls: [{ name: "AskUserQuestion", input: { question: "Go on?", options: ["yes", "no"] } }] },
    { calls: [effect("main-3")] },
  ];
  return turns[turn] ?? "all done";
};

/** The same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Runs the command and kills it at a random moment; null where it ended before that. */
async function runAndKill(temp: TempWorkspace, args: string[], env: Record<string, string>, afterMs: number) {
  const running = startCli(args, { env: { ...temp.env, ...env }, cwd: temp.folder });
  const ended = await Promise.race([running.done, delay(afterMs, null)]);
  if (ended === null) running.child.kill("SIGKILL");
  return { result: await running.done, killed: ended === null };
}

async function readTree(temp: TempWorkspace): Promise<SessionView[]> {
  const path = join(temp.env["HOME"] ?? "", ".skillmint/skillmint.db");
  if (!existsSync(path)) return [];
  const store = await createSqlStore({ path, isAlive: () => false });
  try {
    const open = async (id: SessionId): Promise<SessionView[]> => {
      const view = await openView(store, id, { full: true });
      const children = await Promise.all(Object.keys(view.children).map((child) => open(child as SessionId)));
      return [view, ...children.flat()];
    };
    const [session] = await store.list();
    return session ? await open(session.id) : [];
  } finally {
    await store.close();
  }
}

async function checkTree(temp: TempWorkspace, killed: number): Promise<void> {
  const tree = await readTree(temp);
  const [main] = tree;
  expect(main?.ended?.reason).toBe("done");
  expect(main?.entries.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
  const calls = tree.flatMap((view) => Object.values(view.calls));
  expect(tree.flatMap((view) => view.openCalls)).toEqual([]);
  for (const call of calls) expect(call.state).toBe("settled");
  const text = await readFile(join(temp.folder, "effects.txt"), "utf8").catch(() => "");
  const effects = text.split("\n").filter(Boolean);
  expect(new Set(effects).size, `no side effect twice: ${effects.join()}`).toBe(effects.length);
  const commands = calls.filter(({ name }) => name === "Bash");
  for (const { status, input } of commands.filter((call) => call.status === "ok"))
    expect(effects, `${status}`).toContain(/echo (\S+)/.exec(String(input["command"]))?.[1]);
  expect(calls.filter(({ status }) => status === "interrupted").length).toBeLessThanOrEqual(killed * 3);
  const answered = calls.filter(({ name }) => name === "AskUserQuestion");
  for (const { answers, status } of answered) if (status === "ok") expect(answers).toEqual([["yes"]]);
}

/** One conversation from its prompt to its end, killed wherever chance has it. Returns how often. */
async function live(seed: number, maxKills: number): Promise<number> {
  const random = createRandom(seed);
  const temp = await createTempWorkspace();
  const server = await startScriptedModel(script);
  const env = { ANTHROPIC_API_KEY: testKey };
  const model = ["--model", "anthropic/claude", "--base-url", `${server.url}/v1`];
  const first = ["--json", "run", ...model, "--mode", "unrestricted", "--no-sandbox", "go"];
  let killed = 0;
  try {
    let args = first;
    for (let step = 0; step < 60; step++) {
      const afterMs = killed < maxKills ? random() * slowestMs : 60_000;
      const { result, killed: wasKilled } = await runAndKill(temp, args, env, afterMs);
      if (wasKilled) killed++;
      const tree = await readTree(temp);
      const id = tree[0]?.sessionId;
      if (id === undefined) continue;
      if (!wasKilled && result.code === 0 && tree[0]?.ended?.reason === "done") {
        await checkTree(temp, killed);
        return killed;
      }
      if (!wasKilled) expect([0, 3], result.stderr).toContain(result.code);
      args = result.code === 3 ? ["--json", "resume", id, "yes"] : ["--json", "resume", id];
    }
    throw new Error(`seed ${seed}: it did not end`);
  } finally {
    await server.close();
    await temp.remove();
  }
}

describe(`kill -9 at ${kills} random moments`, () => {
  it.concurrent.each(Array.from({ length: lanes }, (_, lane) => lane))(
    "loses nothing, does nothing twice, gives every call one result, and comes to its end (%i)",
    async (lane) => {
      let done = 0;
      for (let round = 0; done < kills / lanes; round++) done += await live(lane * 10_000 + round + 1, 8);
    },
    30 * 60_000,
  );
});
