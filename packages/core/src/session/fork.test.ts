import { describe, expect, it } from "vitest";
import { createId, type SessionId } from "../protocol/index.ts";
import { forkSession } from "./fork.ts";
import { openView } from "./open-view.ts";
import type { Store } from "./store.ts";
import { createSession, draft, usage } from "./suite/drafts.fixture.ts";
import { createTempFolder } from "./suite/temp-store.fixture.ts";

/** Prompts stand at 2 and 13; the second run has a call that started and one that is asked about. */
async function createOriginal(store: Store): Promise<SessionId> {
  return createSession(
    store,
    draft.prompt("first"),
    draft.started(),
    draft.asked("ask_lost", "call_none"),
    draft.message("thinking", 2, ["call_1"]),
    draft.called("call_1"),
    draft.asked("ask_1", "call_1"),
    draft.answered("ask_1", "session"),
    draft.settled("call_1"),
    { type: "session.renamed", title: "Renamed" },
    draft.message("an answer", 9),
    draft.ended(),
    draft.prompt("second"),
    draft.started(),
    draft.message("more", 13, ["call_2", "call_3"]),
    draft.called("call_2"),
    draft.called("call_3"),
    { type: "tool.started", callId: "call_2" },
    draft.asked("ask_3", "call_3"),
  );
}

const types = async (store: Store, id: SessionId) => (await store.read(id, 0)).map((event) => event.type);

describe("forkSession", () => {
  it("takes over what stands before a prompt, without grants and unanswered asks", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const from = await createOriginal(store);
    const id = await forkSession(store, from, { promptSeq: 13 });
    expect(await types(store, id)).toEqual([
      "session.created",
      "prompt.admitted",
      "run.started",
      "message.completed",
      "tool.called",
      "permission.asked",
      "permission.answered",
      "tool.settled",
      "message.completed",
      "run.ended",
    ]);
    const view = await openView(store, id);
    expect(view).toMatchObject({
      title: "Renamed",
      forkOf: { sessionId: from, seq: 12 },
      grants: [],
      openAsks: [],
    });
    expect((await openView(store, from)).grants).toEqual(["Bash(ls)"]);
    expect(view.calls["call_1"]?.permission?.answer).toBe("once");
    // The answer had read to the call's result, which stands one place earlier here.
    expect(view.readTo).toBe(8);
    expect(view.entries.map((entry) => entry.kind)).toEqual(["prompt", "message", "message", "end"]);
    expect((await store.get(id)).state).toBe("done");
  });

  it("closes what is open", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const from = await createOriginal(store);
    const id = await forkSession(store, from, { title: "Mine", language: "zh-CN" });
    const view = await openView(store, id);
    expect(view).toMatchObject({
      title: "Mine",
      openCalls: [],
      openAsks: [],
      run: null,
      ended: { reason: "cancelled" },
    });
    const saying = (text: RegExp) => [{ type: "text", text: expect.stringMatching(text) as string }];
    expect((await store.read(id, 0)).slice(-3)).toMatchObject([
      { type: "tool.settled", callId: "call_2", status: "interrupted", content: saying(/结果未知/) },
      { type: "tool.settled", callId: "call_3", status: "interrupted", content: saying(/未开始/) },
      { type: "run.ended", reason: "cancelled", usage },
    ]);
    await expect(store.append(id, [draft.answered("ask_3")])).rejects.toThrow(
      expect.objectContaining({ code: "ask-not-found" }),
    );
    expect((await openView(store, from)).openCalls).toEqual(["call_2", "call_3"]);
  });

  it("does not wait for answers that cannot come", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const from = await createOriginal(store);
    await store.append(from, [draft.ended("waiting")]);
    const id = await forkSession(store, from);
    expect((await store.get(from)).state).toBe("waiting");
    expect((await store.get(id)).state).toBe("cancelled");
  });

  it("keeps what compaction and undo refer to", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const from = await createOriginal(store);
    await store.append(from, [
      draft.settled("call_2"),
      draft.settled("call_3"),
      draft.ended(),
      { type: "session.compacted", summary: "s", keptFrom: 13 },
      draft.prompt("third"),
      draft.rewound("undo", 24),
      { type: "results.cleared", before: 13 },
    ]);
    const id = await forkSession(store, from);
    const [original, fork] = [await openView(store, from), await openView(store, id)];
    const inContext = ({ entries, contextFrom }: typeof fork) =>
      entries.filter((entry) => entry.seq >= contextFrom).map((entry) => entry.kind);
    expect(inContext(fork)).toEqual(inContext(original));
    expect(fork.undone.map((undone) => undone.entries.length)).toEqual([1]);
    expect(fork.contextFrom).toBeLessThan(original.contextFrom);
    expect(fork.cleared).toEqual([{ before: fork.contextFrom, chars: 0 }]);
  });

  it("shares blobs, and stands alone when it came from a child", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const parent = await createSession(store);
    const child = createId("ses");
    await store.create(child, [
      draft.created({ parentSessionId: parent, agent: "explore" }),
      draft.prompt("a"),
    ]);
    const blob = await store.putBlob(child, new Uint8Array([1]));
    const id = await forkSession(store, child);
    await store.delete(parent);
    expect(await store.getBlob(blob)).toHaveLength(1);
    expect(await openView(store, id)).toMatchObject({ agent: "explore" });
    expect((await store.list()).map((session) => session.id)).toEqual([id]);
  });

  it.each([1, 3, 99])("refuses to start at %i, which is no prompt", async (promptSeq) => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const from = await createOriginal(store);
    await expect(forkSession(store, from, { promptSeq })).rejects.toThrow(
      expect.objectContaining({ code: "usage" }),
    );
    expect(await store.list()).toHaveLength(1);
  });
});
