import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createId, type EventDraft, type SessionId } from "../../protocol/index.ts";
import { forkSession } from "../../session/fork.ts";
import type { Store } from "../../session/store.ts";
import { draft } from "../../session/suite/drafts.fixture.ts";
import { createTempFolder, type TempFolder } from "../../session/suite/temp-store.fixture.ts";
import { createUsages } from "./usages.ts";

const start = Date.UTC(2026, 0, 31, 12);
const minute = 60_000;
let now = start;
let temp: TempFolder;
let store: Store;
beforeEach(async () => {
  now = start;
  temp = await createTempFolder();
  store = await temp.open({ clock: () => now });
});
afterEach(() => temp[Symbol.asyncDispose]());

const message = (model: string, usage: EventDraft<"message.completed">["usage"]): EventDraft => ({
  ...draft.message("x", 1),
  model,
  usage,
});
const activated = (skillId: string): EventDraft => ({ type: "skill.activated", skillId, name: skillId });

async function createSession(extra: Partial<EventDraft<"session.created">> = {}): Promise<SessionId> {
  const id = createId("ses");
  await store.create(id, [draft.created(extra)]);
  return id;
}

const all = { from: 0, to: start + 400 * 24 * 60 * minute, zone: "UTC" };

describe("usage", () => {
  it("adds up tokens, cost and time by day, model and skill", async () => {
    const id = await createSession();
    await store.append(id, [draft.started(), message("a/one", { input: 100, output: 10, cost: 0.5 })]);
    now += 2 * minute;
    await store.append(id, [activated("user:review"), message("b/two", { input: 7, output: 3 })]);
    await store.append(id, [draft.ended()]);
    now = start + 24 * 60 * minute;
    await store.append(id, [{ type: "skill.unloaded", skillId: "user:review" }]);
    await store.append(id, [message("a/one", { input: 1, output: 1, cost: 0.25, cacheRead: 1 })]);
    const report = await createUsages(store).report(all);
    expect(report.total).toEqual({
      input: 108,
      output: 14,
      cacheRead: 1,
      cacheWrite: 0,
      reasoning: 0,
      cost: 0.75,
      requests: 3,
      unpriced: 1,
      runs: 1,
      timeMs: 2 * minute,
    });
    expect(report.days.map(({ day, input }) => [day, input])).toEqual([
      ["2026-01-31", 107],
      ["2026-02-01", 1],
    ]);
    expect(report.models.map(({ model, input, timeMs }) => [model, input, timeMs])).toEqual([
      ["a/one", 101, 0],
      ["b/two", 7, 2 * minute],
    ]);
    expect(report.skills.map(({ skill, input, unpriced }) => [skill, input, unpriced])).toEqual([
      [null, 101, 0],
      ["user:review", 7, 1],
    ]);
    expect(report.rows).toHaveLength(3);
  });

  it("goes by the days of a zone, within a range, and refuses a zone that is none", async () => {
    const id = await createSession();
    now = Date.UTC(2026, 0, 31, 18, 30);
    await store.append(id, [message("a/one", { input: 1, output: 0 })]);
    const usages = createUsages(store);
    const days = async (zone: string) => (await usages.report({ ...all, zone })).days.map(({ day }) => day);
    expect(await days("UTC")).toEqual(["2026-01-31"]);
    expect(await days("Asia/Kolkata")).toEqual(["2026-02-01"]);
    expect(await days("Asia/Shanghai")).toEqual(["2026-02-01"]);
    expect((await usages.report({ ...all, to: now + minute })).total.input).toBe(1);
    expect((await usages.report({ ...all, to: now - 30 * minute })).total.input).toBe(0);
    await expect(days("Nowhere/Land")).rejects.toMatchObject({ code: "usage" });
  });

  it("reads on where it stopped, whoever asks at once", async () => {
    const id = await createSession();
    const usages = createUsages(store);
    for (let count = 1; count <= 3; count++) {
      await store.append(id, [message("a/one", { input: 10, output: 0 }), draft.note("between")]);
      const both = await Promise.all([usages.report(all), usages.ofSession(id)]);
      expect(both.map(({ total }) => total.input)).toEqual([count * 10, count * 10]);
    }
    const many = Array.from({ length: 1_200 }, () => message("a/one", { input: 1, output: 0 }));
    await store.append(id, many);
    expect((await usages.ofSession(id)).total).toMatchObject({ input: 1_230, requests: 1_203 });
    await store.delete(id);
    expect((await usages.report(all)).total.input).toBe(0);
    await expect(usages.ofSession(id)).rejects.toMatchObject({ code: "session-not-found" });
  });

  it("counts what a fork copied only where it was used up", async () => {
    const id = await createSession();
    await store.append(id, [activated("user:x"), message("a/one", { input: 50, output: 5 })]);
    now += minute;
    const fork = await forkSession(store, id);
    now += minute;
    await store.append(fork, [message("a/one", { input: 1, output: 1 })]);
    const usages = createUsages(store);
    expect((await usages.report(all)).total.input).toBe(51);
    expect((await usages.ofSession(fork)).skills).toMatchObject([{ skill: "user:x", input: 1 }]);
  });

  it("counts sub-agents with their parent, for the skill that started them or their own", async () => {
    const parent = await createSession();
    const create = async (skill: EventDraft[]) => {
      const childId = createId("ses");
      await store.append(parent, [
        {
          type: "agent.started",
          callId: createId("call"),
          childId,
          taskId: "t",
          agentType: "explore",
          prompt: "p",
        },
      ]);
      await store.create(childId, [draft.created({ parentSessionId: parent }), draft.started(), ...skill]);
      now += minute;
      await store.append(childId, [message("a/small", { input: 5, output: 5 }), draft.ended()]);
    };
    await store.append(parent, [activated("user:lead")]);
    await create([]);
    await create([activated("user:own")]);
    const { total, skills } = await createUsages(store).ofSession(parent);
    expect(total).toMatchObject({ input: 10, runs: 0, timeMs: 0 });
    expect(skills.map(({ skill, input }) => [skill, input])).toEqual([
      ["user:lead", 5],
      ["user:own", 5],
    ]);
    expect((await createUsages(store).report(all)).skills).toEqual(skills);
  });
});
