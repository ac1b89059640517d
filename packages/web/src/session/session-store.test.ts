import { describe, expect, it } from "vitest";
import type { SessionEvent } from "@skillmint/core/protocol";
import { createSessionStore } from "./session-store.ts";

const base = { sessionId: "ses_1", at: 1, v: 1 } as const;
const created: SessionEvent = {
  ...base,
  type: "session.created",
  seq: 1,
  folder: "/w",
  title: "t",
  settings: { model: "m/x", mode: "default" },
};
const delta = (offset: number, text: string): SessionEvent => ({
  type: "text.delta",
  sessionId: "ses_1",
  at: 1,
  messageId: "msg_1",
  offset,
  text,
});

describe("createSessionStore", () => {
  it("builds the view from durable events, each once, in order", () => {
    const store = createSessionStore("ses_1");
    const renamed: SessionEvent = { ...base, type: "session.renamed", seq: 2, title: "new" };
    for (const event of [created, created, renamed, renamed]) store.take(event);
    store.take({ ...base, type: "session.renamed", seq: 9, title: "a gap" });
    store.flush();
    expect([store.seq(), store.get().view?.title]).toEqual([2, "new"]);
  });

  it("goes on behind events that it does not know", () => {
    const store = createSessionStore("ses_1");
    const renamed: SessionEvent = { ...base, type: "session.renamed", seq: 3, title: "new" };
    const unknown = { ...base, type: "moon.landed", seq: 2, v: 7 } as unknown as SessionEvent;
    for (const event of [created, unknown, renamed]) store.take(event);
    store.flush();
    expect([store.seq(), store.get().view?.title]).toEqual([3, "new"]);
  });

  it("joins what streams, whatever came before a reader joined", () => {
    const store = createSessionStore("ses_1");
    for (const event of [created, delta(0, "Hel"), delta(3, "lo"), delta(3, "lo")]) store.take(event);
    store.flush();
    expect(store.get().writing?.text).toBe("Hello");
    store.take({
      type: "text.snapshot",
      sessionId: "ses_1",
      at: 1,
      messageId: "msg_2",
      text: "New",
      reasoning: "",
    });
    store.take(delta(3, "?"));
    store.take({
      ...base,
      type: "run.ended",
      seq: 2,
      runId: "run_1",
      reason: "done",
      usage: { input: 0, output: 0 },
    });
    store.flush();
    expect(store.get().writing).toBeUndefined();
  });

  it("tells listeners of every change, and gives the same state until there is one", () => {
    const store = createSessionStore("ses_1");
    let told = 0;
    const stop = store.subscribe(() => told++);
    expect(store.get()).toBe(store.get());
    const before = store.get();
    store.take(created);
    store.flush();
    stop();
    store.flush();
    expect([told, store.get() === before]).toEqual([1, false]);
  });
});
