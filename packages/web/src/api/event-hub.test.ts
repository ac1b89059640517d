import type { SessionEvent, SessionId } from "@skillmint/core/protocol";
import { afterEach, describe, expect, it } from "vitest";
import { ApiError, type Client } from "./client.ts";
import { createConnection } from "./connection.ts";
import { createEventHub, type EventHub, type EventTarget } from "./event-hub.ts";

interface Stream {
  cursors: string;
  send(...events: object[]): void;
  end(): void;
  isLeft: boolean;
}

/** A server that a test speaks for: every stream that was opened, newest last. */
function createStage(missing: ReadonlySet<string> = new Set()) {
  const streams: Stream[] = [];
  const open: Client["open"] = async (path, signal) => {
    const cursors = path.split("cursors=")[1] ?? "";
    if (cursors.split(",").some((cursor) => missing.has(cursor.split(":")[0] ?? "")))
      throw new ApiError(404, "session-not-found", "gone");
    const encoder = new TextEncoder();
    let stream: Stream | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = {
          cursors,
          isLeft: false,
          send: (...events) =>
            controller.enqueue(
              encoder.encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")),
            ),
          end: () => controller.close(),
        };
        streams.push(stream);
        signal?.addEventListener("abort", () => {
          if (stream) stream.isLeft = true;
          controller.error(new Error("left"));
        });
      },
    });
    return new Response(body);
  };
  const connection = createConnection({ firstPauseMs: 1, probe: async () => undefined });
  const targets = new Map<string, ReturnType<typeof createTarget>>();
  const targetOf = (id: SessionId) => {
    const target = targets.get(id) ?? createTarget();
    targets.set(id, target);
    return target;
  };
  const client: Client = { open, call: () => Promise.reject(new Error("not asked")) };
  const hub = createEventHub({
    client,
    connection,
    onChild: targetOf,
    exists: async (id) => !missing.has(id),
  });
  return { streams, connection, hub, targetOf };
}

function createTarget() {
  const seen: SessionEvent[] = [];
  const target = {
    seen,
    flushes: 0,
    isMissing: false,
    seq: () => seen.reduce((last, event) => ("seq" in event ? event.seq : last), 0),
    take: (event: SessionEvent) => void seen.push(event),
    flush: () => void target.flushes++,
    miss: () => void (target.isMissing = true),
  };
  return target satisfies EventTarget;
}

const event = (sessionId: string, seq: number) => ({ type: "x", sessionId, seq });
const hubs: EventHub[] = [];
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close();
});

describe("createEventHub", () => {
  it("opens one stream for all that is shown, and again from where it broke", async () => {
    const { hub, streams, targetOf } = createStage();
    hubs.push(hub);
    hub.show("ses_a", targetOf("ses_a"));
    hub.show("ses_b", targetOf("ses_b"));
    await expect.poll(() => streams.map(({ cursors }) => cursors)).toEqual(["ses_a:0,ses_b:0"]);
    streams[0]?.send(event("ses_a", 1), event("ses_a", 2));
    await expect.poll(() => targetOf("ses_a").flushes).toBe(1);
    streams[0]?.end();
    await expect.poll(() => streams.at(-1)?.cursors).toBe("ses_a:2,ses_b:0");
  });

  it("brings sub-agents as they start, without another stream when one is shown", async () => {
    const { hub, streams, targetOf } = createStage();
    hubs.push(hub);
    hub.show("ses_a", targetOf("ses_a"));
    await expect.poll(() => streams.length).toBe(1);
    streams[0]?.send(event("ses_child", 1));
    await expect.poll(() => targetOf("ses_child").seen.length).toBe(1);
    const hide = hub.show("ses_child", targetOf("ses_child"));
    streams[0]?.send(event("ses_child", 2));
    await expect.poll(() => targetOf("ses_child").seen.length).toBe(2);
    hide();
    expect([streams.length, streams[0]?.isLeft]).toEqual([1, false]);
    streams[0]?.end();
    await expect.poll(() => streams.at(-1)?.cursors).toBe("ses_a:0");
  });

  it("waits while the server is away, and closes when nothing is shown", async () => {
    const { hub, streams, connection, targetOf } = createStage();
    hubs.push(hub);
    const hide = hub.show("ses_a", targetOf("ses_a"));
    await expect.poll(() => streams.length).toBe(1);
    connection.note("offline");
    await expect.poll(() => streams.length).toBe(2);
    hide();
    await expect.poll(() => streams.map(({ isLeft }) => isLeft)).toEqual([true, true]);
  });

  it("says which session is gone, and reads the others", async () => {
    const { hub, streams, targetOf } = createStage(new Set(["ses_gone"]));
    hubs.push(hub);
    hub.show("ses_gone", targetOf("ses_gone"));
    hub.show("ses_a", targetOf("ses_a"));
    await expect.poll(() => streams.map(({ cursors }) => cursors)).toEqual(["ses_a:0"]);
    expect([targetOf("ses_gone").isMissing, targetOf("ses_a").isMissing]).toEqual([true, false]);
  });
});
