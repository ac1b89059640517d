import { SkillmintError, type SessionId } from "@skillmint/core/protocol";
import { describeRoute } from "hono-openapi";
import type { App, RouteParts } from "../app.ts";
import { createEventReader } from "../events/event-reader.ts";
import { streamEvents } from "../events/stream-events.ts";

const maxCursors = 200;

function usage(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

function readSeq(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw usage(`sequence: ${text.slice(0, 50)}`);
  return Number(text);
}

/** `ID:SEQ,ID:SEQ`; without a sequence from the beginning. */
function readCursors(text: string): [id: string, seq: number][] {
  const parts = text.split(",").filter((part) => part !== "");
  if (parts.length === 0 || parts.length > maxCursors) throw usage(`cursors: 1–${maxCursors}`);
  return parts.map((part) => {
    const [id = "", seq = "0"] = part.split(":");
    return [id, readSeq(seq)];
  });
}

function describe(summary: string, name: "after" | "cursors") {
  return describeRoute({
    summary,
    parameters: [{ name, in: "query", required: name === "cursors", schema: { type: "string" } }],
    tags: ["events"],
    responses: { 200: { description: "Server-sent events", content: { "text/event-stream": {} } } },
  });
}

/**
 * Events of sessions as they happen. A stream that is opened again at the last sequence that was seen goes on without
 * gap or repeat; live events carry no id.
 */
export function addEvents(app: App, { runtime, runs }: RouteParts): void {
  const { sessions } = runtime;
  const open = async (cursors: readonly (readonly [string, number])[], withChildren: boolean) => {
    const found = await Promise.all(
      cursors.map(async ([id, seq]): Promise<[SessionId, number]> => [await sessions.find(id), seq]),
    );
    return createEventReader({ sessions, runs, cursors: new Map(found), withChildren });
  };
  app.get(
    "/api/sessions/:id/events",
    describe("Events of a session; Last-Event-ID goes on from there", "after"),
    async (c) => {
      const after = readSeq(c.req.header("last-event-id") || c.req.query("after") || "0");
      const reader = await open([[c.req.param("id"), after]], false);
      return streamEvents(reader, ({ seq }) => String(seq));
    },
  );
  app.get(
    "/api/events",
    describe("Events of several sessions and of the sub-agents they start: ID:SEQ,ID:SEQ", "cursors"),
    async (c) => {
      const reader = await open(readCursors(c.req.query("cursors") ?? ""), true);
      return streamEvents(reader, ({ sessionId, seq }) => `${sessionId}:${seq}`);
    },
  );
}
