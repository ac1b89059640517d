import { describe, expect, it } from "vitest";
import { parseDraft, type EventDraft } from "./event.ts";
import { createId } from "./id.ts";
import { viewOf } from "./view.fixture.ts";

const shellId = createId("shl");
const callId = createId("call");

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
    expect(viewOf(started).shells).toEqual({
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
    const view = viewOf(
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
    expect(viewOf({ ...started, command: "x".repeat(9_000) }).shells[shellId]?.command).toHaveLength(4_000);
    expect(viewOf({ type: "shell.ended", shellId, exitCode: 0 }).shells).toEqual({});
  });

  it("can be read from logs that say less of them", () => {
    const { outputFile: _file, owner: _owner, pidStart: _start, ...less } = started;
    expect(
      viewOf(parseDraft(less), parseDraft({ type: "shell.ended", shellId, exitCode: null })).shells,
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
