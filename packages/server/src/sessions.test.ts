import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionEvent } from "@skillmint/core/protocol";
import { createInProcessModel, type Script } from "@skillmint/core/testing";
import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import { useServer, type TestServer } from "./server.fixture.ts";

const start = useServer();
const model = "test/scripted";

const withScript = (script: Script): Promise<TestServer> =>
  start({ models: { [model]: createInProcessModel(script) } });

interface Frame {
  id: string | undefined;
  event: SessionEvent;
}

/** Reads a stream until `enough`, then hangs up. */
async function readFrames(
  server: TestServer,
  path: string,
  enough: (frames: Frame[]) => boolean,
  headers = {},
) {
  const reply = await server.send(path, { headers });
  expect(reply.headers.get("content-type")).toContain("text/event-stream");
  const frames: Frame[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => void frames.push({ id, event: JSON.parse(data) as SessionEvent }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of reply.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (enough(frames)) break;
  }
  return frames;
}

const isOver = (frames: Frame[]): boolean => frames.at(-1)?.event.type === "run.ended";
const hasAsk = (frames: Frame[]): boolean => frames.some(({ event }) => event.type === "run.ended");
const seqsOf = (frames: Frame[]): number[] =>
  frames.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));

async function send(server: TestServer, path: string, body: unknown): Promise<Record<string, string>> {
  const reply = await server.send(path, { body });
  expect([path, reply.status]).toEqual([path, 200]);
  return (await reply.json()) as Record<string, string>;
}

describe("a session over HTTP", () => {
  it("is prompted, watched, answered and gone on with", async () => {
    const call = { name: "Write", input: { path: "a.txt", content: "hello" } };
    const server = await withScript([{ calls: [call] }, { text: "written" }, { text: "again" }]);
    const { sessionId } = await send(server, "/api/sessions", { text: "go", settings: { model } });
    const events = `/api/sessions/${sessionId}/events`;
    const waiting = await readFrames(server, events, hasAsk);
    expect(waiting.at(-1)?.event).toMatchObject({ type: "run.ended", reason: "waiting" });
    const ask = waiting.find(({ event }) => event.type === "permission.asked")?.event as { askId: string };
    const summary = (await (await server.send(`/api/sessions/${sessionId}`)).json()) as { state: string };
    expect(summary.state).toBe("waiting");
    expect(
      await send(server, `/api/sessions/${sessionId}/answers`, { askId: ask.askId, answer: "once" }),
    ).toEqual({
      left: 0,
    });
    const last = String(seqsOf(waiting).at(-1));
    const rest = await readFrames(server, events, isOver, { "last-event-id": last });
    expect(rest.at(-1)?.event).toMatchObject({ reason: "done" });
    expect(seqsOf([...waiting, ...rest])).toEqual(seqsOf([...waiting, ...rest]).map((_, index) => index + 1));
    expect(await readFile(join(server.folder, "a.txt"), "utf8")).toBe("hello");
    const twice = await server.send(`/api/sessions/${sessionId}/answers`, {
      body: { askId: ask.askId, answer: "once" },
    });
    expect(twice.status).toBeGreaterThanOrEqual(404);
    await send(server, `/api/sessions/${sessionId}/prompts`, { text: "more" });
    const all = await readFrames(
      server,
      `/api/events?cursors=${sessionId}:0`,
      (frames) => frames.filter(({ event }) => event.type === "run.ended").length === 3,
    );
    expect(all.findLast(({ event }) => event.type === "message.completed")?.event).toMatchObject({
      text: "again",
    });
    expect(server.failures).toEqual([]);
    const undone = await send(server, `/api/sessions/${sessionId}/undo`, {});
    expect(undone).toMatchObject({ prompt: "more" });
    const fork = await send(server, `/api/sessions/${sessionId}/fork`, {});
    expect(fork["sessionId"]).not.toBe(sessionId);
    const markdown = await server.send(`/api/sessions/${sessionId}/export?format=markdown`);
    expect(await markdown.text()).toContain("written");
    const page = await server.send(`/api/sessions/${sessionId}/export?format=html`);
    expect(page.headers.get("content-disposition")).toBe(`attachment; filename="${sessionId}.html"`);
    expect(await page.text()).toMatch(/^<!doctype html>[^]*written/);
    expect((await server.send(`/api/sessions/${sessionId}/export?format=exe`)).status).toBe(400);
    const gone = await server.send(`/api/sessions/${sessionId}`, { method: "DELETE" });
    expect([gone.status, await gone.json()]).toEqual([200, { done: true }]);
    expect((await server.send(`/api/sessions/${sessionId}`)).status).toBe(404);
  });

  it("can be joined again at every event, without gap or repeat", async () => {
    const calls = [{ name: "LS", input: { path: "." } }];
    const server = await withScript([{ calls }, { calls }, { text: "done" }]);
    const { sessionId } = await send(server, "/api/sessions", { text: "go", settings: { model } });
    const events = `/api/sessions/${sessionId}/events`;
    const whole = seqsOf(await readFrames(server, events, isOver));
    for (const after of whole.slice(0, -1)) {
      const frames = await readFrames(server, events, isOver, { "last-event-id": String(after) });
      expect(seqsOf(frames)).toEqual(whole.slice(after));
    }
  });

  it("is read from its beginning where the last event that was seen is none of its own", async () => {
    const server = await withScript([{ text: "done" }]);
    const { sessionId } = await send(server, "/api/sessions", { text: "go", settings: { model } });
    const events = `/api/sessions/${sessionId}/events`;
    const whole = seqsOf(await readFrames(server, events, isOver));
    for (const last of ["9999", "-1", "abc", "1.5", `${sessionId}:1`, "9".repeat(30)]) {
      const frames = await readFrames(server, events, isOver, { "last-event-id": last });
      expect([last, seqsOf(frames)]).toEqual([last, whole]);
    }
    const ahead = await readFrames(server, `/api/events?cursors=${sessionId}:9999`, isOver);
    expect(ahead.map(({ id }) => id)).toContain(`${sessionId}:1`);
    for (const path of [`${events}?after=abc`, "/api/events", `/api/events?cursors=${sessionId}:x`])
      expect([path, (await server.send(path)).status]).toEqual([path, 400]);
  });

  it("takes the same prompt once, however often it comes", async () => {
    const server = await withScript(({ last }) => `heard ${last}`);
    const body = { text: "go", settings: { model }, promptId: "prm_0123abc" };
    const file = { name: "a.txt", data: Buffer.from("x".repeat(50_000)).toString("base64") };
    const long = { ...body, promptId: "prm_long", attachments: [file] };
    const made = await Promise.all(
      [body, body, long, long].map((each) => send(server, "/api/sessions", each)),
    );
    const [sessionId = "", second, withFile = "", third] = made.map((reply) => reply["sessionId"]);
    expect([second, third]).toEqual([sessionId, withFile]);
    const counted = async (id: string): Promise<number> => {
      const frames = await readFrames(server, `/api/sessions/${id}/events`, isOver);
      return frames.filter(({ event }) => event.type === "prompt.admitted").length;
    };
    expect([await counted(sessionId), await counted(withFile)]).toEqual([1, 1]);
    const stateOf = async () => server.runtime.sessions.get(await server.runtime.sessions.find(sessionId));
    await expect.poll(async () => (await stateOf()).state).toBe("done");
    const { seq } = await stateOf();
    expect(await send(server, "/api/sessions", body)).toEqual({ sessionId });
    expect(await send(server, `/api/sessions/${sessionId}/prompts`, body)).toEqual({ sessionId });
    expect((await stateOf()).seq).toBe(seq);
    expect(await server.runtime.sessions.list()).toHaveLength(2);
    const other = await server.send("/api/sessions", { body: { ...body, promptId: "prm_new" } });
    const { sessionId: taken } = (await other.json()) as { sessionId: string };
    expect([taken, server.failures]).toEqual(["ses_new", []]);
  });

  it("stops", async () => {
    const server = await withScript([{ calls: [{ name: "Bash", input: { command: "sleep 60" } }] }]);
    const settings = { model, mode: "unrestricted", sandbox: "off" };
    const { sessionId } = await send(server, "/api/sessions", { text: "go", settings });
    const events = `/api/sessions/${sessionId}/events`;
    await readFrames(server, events, (frames) => frames.some(({ event }) => event.type === "tool.started"));
    expect(await send(server, `/api/sessions/${sessionId}/stop`, {})).toEqual({ done: true });
    const frames = await readFrames(server, events, isOver);
    expect(frames.at(-1)?.event).toMatchObject({ reason: "cancelled" });
  });

  it.each([
    ["/api/sessions", { text: 5 }, /body\.text/],
    ["/api/sessions", { text: "x", settings: { mode: "wild" } }, /body\.settings\.mode/],
    ["/api/sessions", { text: "x", settings: { model: "nobody/x" } }, /nobody/],
    ["/api/sessions", [], /body/],
  ])("refuses a wrong body at %s", async (path, body, message) => {
    const server = await start();
    const reply = await server.send(path, { body });
    expect(reply.status).toBe(400);
    expect(reply.headers.get("content-type")).toContain("application/problem+json");
    expect(((await reply.json()) as { error: string }).error).toMatch(message);
  });
});
