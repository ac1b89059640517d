import { describe, expect, it } from "vitest";
import { applyEvent, createView } from "./apply-event.ts";
import { parseDraft, type DurableEvent, type EventDraft } from "./event.ts";
import { createId } from "./id.ts";

const sessionId = createId("ses");
const shellId = createId("shl");
const callId = createId("call");
const created: EventDraft = {
  type: "session.created",
  folder: "/w",
  title: "t",
  settings: { model: "demo/scripted", mode: "default" },
};

function open(...drafts: EventDraft[]) {
  const place = (draft: EventDraft, seq: number) => ({ ...draft, sessionId, seq, at: seq * 1000, v: 1 });
  const view = createView(place(created, 1) as DurableEvent<"session.created">);
  drafts.forEach((draft, index) => applyEvent(view, place(draft, index + 2)));
  return view;
}

const started: EventDraft<"shell.started"> = {
  type: "shell.started",
  shellId,
  callId,
  command: "serve",
  pid: 7,
  pidStart: "1@x",
  outputFile: "/tmp/a",
  owner: { machine: "m", pid: 3, pidStart: "1" },
};

describe("shells of a view", () => {
  it("run until their first end", () => {
    expect(open(started).shells).toEqual({
      [shellId]: {
        shellId,
        callId,
        command: "serve",
        pid: 7,
        pidStart: "1@x",
        outputFile: "/tmp/a",
        owner: { machine: "m", pid: 3, pidStart: "1" },
        state: "running",
        startedAt: 2000,
      },
    });
    const view = open(
      started,
      { type: "shell.ended", shellId, exitCode: 3, reason: "exited" },
      { type: "shell.ended", shellId, exitCode: null, reason: "lost" },
    );
    expect(view.shells[shellId]).toMatchObject({
      state: "ended",
      endedAt: 3000,
      exitCode: 3,
      reason: "exited",
    });
  });

  it("keep the head of a very long command, and know nothing of an end without a start", () => {
    expect(open({ ...started, command: "x".repeat(9_000) }).shells[shellId]?.command).toHaveLength(4_000);
    expect(open({ type: "shell.ended", shellId, exitCode: 0 }).shells).toEqual({});
  });

  it("can be read from logs that say less of them", () => {
    const { outputFile: _file, owner: _owner, pidStart: _start, ...less } = started;
    expect(
      open(parseDraft(less), parseDraft({ type: "shell.ended", shellId, exitCode: null })).shells,
    ).toEqual({
      [shellId]: {
        shellId,
        callId,
        command: "serve",
        pid: 7,
        state: "ended",
        startedAt: 2000,
        endedAt: 3000,
        exitCode: null,
      },
    });
  });
});
