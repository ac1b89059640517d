import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHome, type Home } from "../../environment/home.ts";
import { createMemoryStore } from "../../environment/memory-store.ts";
import { createTrust } from "../../environment/trust.ts";
import { createId, createTranslate, type EventDraft, type SessionSettings } from "../../protocol/index.ts";
import { openView } from "../../session/open-view.ts";
import { createSqlStore } from "../../session/sql-store.ts";
import type { Store } from "../../session/store.ts";
import { buildSystemPrompt } from "../prompt.ts";
import { createSessionLog } from "../session-log.ts";
import { createSessionInstructions } from "./session-instructions.ts";

let base: string;
let home: Home;
let store: Store;
let folder: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "skillmint-session-")));
  home = createHome({ env: { HOME: base }, homedir: base });
  folder = join(base, "work");
  await mkdir(folder);
  await mkdir(join(home.memory, "user"), { recursive: true });
  store = await createSqlStore({ path: join(base, "x.db"), isAlive: () => true });
});
afterEach(async () => {
  await store.close();
  await rm(base, { recursive: true, force: true });
});

const remember = (text: string): Promise<void> => writeFile(join(home.memory, "user/MEMORY.md"), text);
const prompt = (): EventDraft => ({
  type: "prompt.admitted",
  promptId: createId("prm"),
  content: [{ type: "text", text: "go" }],
});
const message = (readTo: number): EventDraft => ({
  type: "message.completed",
  messageId: createId("msg"),
  runId: createId("run"),
  role: "assistant",
  text: "ok",
  content: [{ type: "text", text: "ok" }],
  model: "m",
  stop: "end",
  usage: { input: 1, output: 1 },
  readTo,
});

async function begin(settings: Partial<SessionSettings> = {}, contextTokens = 128_000) {
  const sessionId = createId("ses");
  await store.create(sessionId, [
    { type: "session.created", folder, title: "t", settings: { model: "m", mode: "default", ...settings } },
    prompt(),
  ]);
  const trust = createTrust(home);
  const open = async () => {
    const log = createSessionLog({ store, view: await openView(store, sessionId) });
    const instructions = createSessionInstructions({
      log,
      memory: createMemoryStore({ home, trust }),
      home,
      trust,
      language: "en",
      contextTokens: async () => contextTokens,
    });
    const systemPrompt = () =>
      buildSystemPrompt(log.view, { tools: ["Read"], model: "m" }, createTranslate("en"), log.getText);
    return { log, instructions, systemPrompt };
  };
  return { sessionId, open };
}

describe("createSessionInstructions", () => {
  it("reads when a session begins, and keeps to that in any process", async () => {
    await remember("one");
    const session = await begin();
    const first = await session.open();
    await first.instructions.prepare();
    await remember("two");
    await first.instructions.prepare();
    await first.log.append([message(first.log.view.seq)]);
    const second = await session.open();
    await second.instructions.prepare();
    expect(second.log.view.seq).toBe(first.log.view.seq);
    expect(await second.systemPrompt()).toBe(await first.systemPrompt());
    expect((await second.systemPrompt()).endsWith("\nPersistent memory (MEMORY.md):\none")).toBe(true);
  });

  it("says nothing where there is nothing, and does not begin to later", async () => {
    const { log, instructions, systemPrompt } = await (await begin()).open();
    const before = await systemPrompt();
    await instructions.prepare();
    await log.append([message(log.view.seq)]);
    await remember("late");
    await instructions.prepare();
    expect([log.view.seq, log.view.instructions]).toEqual([3, undefined]);
    expect(await systemPrompt()).toBe(before);
  });

  it("reads anew once after a compaction", async () => {
    await remember("one");
    const { log, instructions, systemPrompt } = await (await begin()).open();
    await instructions.prepare();
    await log.append([message(log.view.seq), prompt()]);
    await remember("two");
    await log.append([{ type: "session.compacted", summary: "s", keptFrom: log.view.seq }]);
    await instructions.prepare();
    const { seq } = log.view;
    await instructions.prepare();
    expect(log.view.seq).toBe(seq);
    expect((await systemPrompt()).endsWith("two")).toBe(true);
    await rm(join(home.memory, "user/MEMORY.md"));
    await instructions.refresh();
    expect(await systemPrompt()).not.toContain("Persistent memory");
  });

  it("leaves a small model room to work", async () => {
    await remember("m".repeat(30_000));
    await writeFile(join(folder, "AGENTS.md"), "a".repeat(60_000));
    const sizeFor = async (tokens: number): Promise<number> => {
      const { log, instructions } = await (await begin({}, tokens)).open();
      await instructions.prepare();
      return log.view.instructions?.text.length ?? 0;
    };
    expect(await sizeFor(8_000)).toBeLessThan(8_000 + 1_000);
    const full = await sizeFor(1_000_000);
    expect(full).toBeGreaterThan(65 * 1024);
    expect(full).toBeLessThan(66 * 1024);
  });

  it("moves a long text to a blob and finds it again", async () => {
    // Each takes two characters in the log.
    await writeFile(join(folder, "AGENTS.md"), '"'.repeat(40_000));
    await remember('"'.repeat(25_000));
    const session = await begin();
    await (await session.open()).instructions.prepare();
    const { systemPrompt, log } = await session.open();
    expect(log.view.instructions?.blobs).toHaveLength(1);
    expect((await systemPrompt()).match(/"/g)?.length).toBeGreaterThan(65_000);
  });

  it("has memory but no files in plain chat", async () => {
    await remember("mine");
    await writeFile(join(folder, "AGENTS.md"), "theirs");
    const { log, instructions } = await (await begin({ tools: false })).open();
    await instructions.prepare();
    expect(log.view.instructions?.text).toBe("---\nPersistent memory (MEMORY.md):\nmine");
  });

  it("works where a memory cannot be read", async () => {
    await rm(join(home.memory, "user"), { recursive: true });
    await writeFile(join(home.memory, "user"), "no folder");
    await writeFile(join(folder, "AGENTS.md"), "theirs");
    const { log, instructions } = await (await begin()).open();
    await instructions.prepare();
    expect(log.view.instructions?.sources).toMatchObject([{ path: join(folder, "AGENTS.md") }]);
  });
});
