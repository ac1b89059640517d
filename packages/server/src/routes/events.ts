import type { SessionId } from "@skillmint/core/protocol";
import type { App, RouteParts } from "../app.ts";
import { createEventReader } from "../events/event-reader.ts";
import { streamEvents } from "../events/stream-events.ts";
import { Unfit } from "../problem.ts";
import { describeFile, textParameter, type Parameter } from "./describe-file.ts";

const maxCursors = 200;
const sequence = /^\d{1,15}$/;

function readSeq(text: string): number {
  if (!sequence.test(text)) throw new Unfit((words) => words("noSequence", { text: text.slice(0, 50) }));
  return Number(text);
}

/** `ID:SEQ,ID:SEQ`; without a sequence from the beginning. */
function readCursors(text: string): [id: string, seq: number][] {
  const parts = text.split(",").filter((part) => part !== "");
  if (parts.length === 0 || parts.length > maxCursors)
    throw new Unfit((words) => words("noCursors", { most: maxCursors }));
  return parts.map((part) => {
    const [id = "", seq = "0"] = part.split(":");
    return [id, readSeq(seq)];
  });
}

/**
 * Events of sessions as they happen. A stream that is opened again at the last sequence that was seen goes on without
 * gap or repeat; one that no event of the session has, from another log or another server, leads to the beginning. Live
 * events carry no id.
 */
export function addEvents(app: App, { runtime, runs }: RouteParts): void {
  const { sessions } = runtime;
  const findCursor = async ([name, seq]: readonly [string, number]): Promise<[SessionId, number]> => {
    const id = await sessions.find(name);
    return [id, seq > 0 && seq > (await sessions.lastSeq(id)) ? 0 : seq];
  };
  const open = async (cursors: readonly (readonly [string, number])[], withChildren: boolean) =>
    createEventReader({
      sessions,
      runs,
      cursors: new Map(await Promise.all(cursors.map(findCursor))),
      withChildren,
    });
  const describe = (summary: string, parameters: Parameter[]) =>
    describeFile({
      summary,
      parameters,
      tag: "events",
      types: ["text/event-stream"],
      what: "Server-sent events",
    });
  app.get(
    "/api/sessions/:id/events",
    describe("Events of a session; Last-Event-ID goes on from there", [
      textParameter("after"),
      textParameter("Last-Event-ID", { in: "header" }),
    ]),
    async (c) => {
      const last = c.req.header("last-event-id") ?? "";
      const seq = sequence.test(last) ? Number(last) : last === "" ? readSeq(c.req.query("after") || "0") : 0;
      const reader = await open([[c.req.param("id"), seq]], false);
      return streamEvents(reader, (event) => String(event.seq), c.req.raw.signal);
    },
  );
  app.get(
    "/api/events",
    describe("Events of several sessions and of the sub-agents they start: ID:SEQ,ID:SEQ", [
      textParameter("cursors", { required: true }),
    ]),
    async (c) => {
      const reader = await open(readCursors(c.req.query("cursors") ?? ""), true);
      return streamEvents(reader, ({ sessionId, seq }) => `${sessionId}:${seq}`, c.req.raw.signal);
    },
  );
}
