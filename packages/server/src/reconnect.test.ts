import type { Model } from "@skillmint/core";
import type { SessionEvent } from "@skillmint/core/protocol";
import { createInProcessModel } from "@skillmint/core/testing";
import { createParser } from "eventsource-parser";
import { afterEach, describe, expect, it } from "vitest";
import { useServer, type TestServer } from "./server.fixture.ts";

const start = useServer();
const model = "test/scripted";
const settings = { model, mode: "unrestricted", sandbox: "off" };
const hangUps: (() => void)[] = [];
afterEach(() => {
  for (const hangUp of hangUps.splice(0)) hangUp();
});

/** One connection to the events of many sessions: what has come so far, and a way to wait for more. */
async function connect(server: TestServer, cursors: ReadonlyMap<string, number>) {
  const leaving = new AbortController();
  hangUps.push(() => leaving.abort());
  const named = [...cursors].map(([id, seq]) => `${id}:${seq}`).join(",");
  const reply = await fetch(`${server.url}/api/events?cursors=${named}`, {
    headers: { authorization: `Bearer ${server.token}` },
    signal: leaving.signal,
  });
  const events: SessionEvent[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(JSON.parse(data) as SessionEvent) });
  const decoder = new TextDecoder();
  const body = reply.body?.getReader();
  return {
    events,
    async until(isEnough: (events: readonly SessionEvent[]) => boolean): Promise<void> {
      while (!isEnough(events)) {
        const { done, value } = (await body?.read()) ?? { done: true, value: undefined };
        if (done) throw new Error("the stream ended");
        parser.feed(decoder.decode(value, { stream: true }));
      }
    },
    leave: () => leaving.abort(),
  };
}

type Stored = SessionEvent & { seq: number };
const isStored = (event: SessionEvent): event is Stored => "seq" in event;
const placeOf = ({ sessionId, seq }: Stored): string => `${sessionId}:${seq}`;

async function begin(server: TestServer): Promise<string> {
  const reply = await server.send("/api/sessions", { body: { text: "go", settings } });
  return ((await reply.json()) as { sessionId: string }).sessionId;
}

const isOver =
  (root: string) =>
  (events: readonly SessionEvent[]): boolean =>
    events.some(({ sessionId, type }) => sessionId === root && type === "run.ended");

/** Up to where a reader is that has seen these; it knows sub-agents from the event that started them. */
function cursorsAfter(root: string, seen: readonly SessionEvent[]): Map<string, number> {
  const cursors = new Map([[root, 0]]);
  for (const event of seen) {
    if (event.type === "agent.started" && !cursors.has(event.childId)) cursors.set(event.childId, 0);
    if (isStored(event)) cursors.set(event.sessionId, event.seq);
  }
  return cursors;
}

describe("reading on after the connection broke", () => {
  it("has no gap and no repeat, wherever in a run with sub-agents it broke", async () => {
    const script = createInProcessModel(({ last, turn }) => {
      if (last !== "go")
        return turn === 0 ? { calls: [{ name: "LS", input: { path: "." } }] } : `saw ${last}`;
      const task = (prompt: string) => ({
        name: "Task",
        input: { prompt, description: prompt, subagent_type: "explore" },
      });
      return turn === 0 ? { reasoning: "hm", text: "two", calls: [task("a"), task("b")] } : "all done";
    });
    const server = await start({ models: { [model]: script } });
    const root = await begin(server);
    const whole = await connect(server, new Map([[root, 0]]));
    await whole.until(isOver(root));
    whole.leave();
    const stored = whole.events.filter(isStored);
    const sessions = new Set(stored.map(({ sessionId }) => sessionId));
    expect(sessions.size).toBe(3);
    for (const id of sessions) {
      const seqs = stored.filter(({ sessionId }) => sessionId === id).map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    }
    for (let index = 0; index < stored.length; index++) {
      const cursors = cursorsAfter(root, stored.slice(0, index));
      const wanted = stored.slice(index).map(placeOf).toSorted();
      const rest = await connect(server, cursors);
      await rest.until((events) => events.filter(isStored).length >= wanted.length);
      rest.leave();
      expect([index, rest.events.filter(isStored).map(placeOf).toSorted()]).toEqual([index, wanted]);
    }
  });

  it("loses nothing of a text that is being written, however often it breaks", async () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${index} `);
    const text = words.join("");
    const waiting: (() => void)[] = [];
    /** Says the next word whenever it is told to. */
    const speaker: Model = {
      id: model,
      limits: { context: 128_000, output: 8_192, images: true },
      async *stream() {
        for (const delta of words) {
          await new Promise<void>((resolve) => void waiting.push(resolve));
          yield { type: "text", delta };
        }
        const usage = { input: 1, output: 1 };
        yield { type: "finished", content: [{ type: "text", text }], stop: "end", usage };
      },
    };
    const server = await start({ models: { [model]: speaker } });
    const root = await begin(server);
    const seen: SessionEvent[] = [];
    let cursor = 0;
    let read = "";
    const take = (event: SessionEvent): void => {
      seen.push(event);
      if (isStored(event)) cursor = event.seq;
      else if (event.type === "text.snapshot") read = event.text;
      else if (event.type === "text.delta") {
        expect(event.offset).toBeLessThanOrEqual(read.length);
        read = read.slice(0, event.offset) + event.text;
      }
    };
    let said = "";
    for (const word of words) {
      const connection = await connect(server, new Map([[root, cursor]]));

      await expect.poll(() => waiting.length).toBe(1);
      waiting.shift()?.();
      said += word;
      let taken = 0;
      await connection.until((events) => {
        for (; taken < events.length; taken++) take(events[taken] as SessionEvent);
        return read.length >= said.length;
      });
      connection.leave();
      expect(read).toBe(said);
    }
    const last = await connect(server, new Map([[root, cursor]]));
    await last.until((events) => isOver(root)([...seen, ...events]));
    const stored = [...seen, ...last.events].filter(isStored);
    expect(stored.map(placeOf)).toEqual(stored.map((_, index) => `${root}:${index + 1}`));
    expect(stored).toContainEqual(expect.objectContaining({ type: "message.completed", text }));
  });
});
