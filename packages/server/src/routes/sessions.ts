import { Buffer } from "node:buffer";
import { sessionsApi, type Received } from "@skillmint/core/protocol/api";
import type { SessionId } from "@skillmint/core/protocol";
import type { Admitted, PromptOptions } from "@skillmint/core";
import type { App, RouteParts } from "../app.ts";
import { Unfit } from "../problem.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces, isFolder } from "./find-place.ts";
import { serveTable, type Handlers } from "./serve.ts";

type PromptBody = Received<(typeof sessionsApi)["sendPrompt"]>["body"];

function toPrompt({
  text,
  promptId,
  attachments,
  settings,
}: PromptBody): Omit<PromptOptions, "sessionId" | "folder"> {
  if (text.trim() === "" && (attachments ?? []).length === 0) throw new Unfit((words) => words("noPrompt"));
  return {
    text,
    ...(promptId ? { promptId } : {}),
    ...(settings ? { settings: dropUndefined(settings) } : {}),
    ...(attachments
      ? { attachments: attachments.map(({ name, data }) => ({ name, data: Buffer.from(data, "base64") })) }
      : {}),
  };
}

/** Everything about sessions but their events. */
export function addSessions(app: App, parts: RouteParts): void {
  const { runtime, runs } = parts;
  const { sessions } = runtime;
  const findPlace = createPlaces(parts);
  const find = (id: string): Promise<SessionId> => sessions.find(id);
  /** One that can be worked on. */
  const findReady = async (name: string): Promise<SessionId> => {
    const id = await find(name);
    const { folder } = await sessions.get(id);
    if (await isFolder(folder)) return id;
    throw new Unfit((words) => words("folderGone", { folder }));
  };
  /** A prompt that came again starts nothing, unless nobody got to it the first time. */
  const workOn = async ({ sessionId, repeated }: Admitted): Promise<void> => {
    if (repeated && (await sessions.get(sessionId)).state !== "interrupted") return;
    await runs.start(sessionId);
  };
  const handlers: Handlers<typeof sessionsApi> = {
    listSessions: ({ query }) => sessions.list(dropUndefined(query)),
    searchSessions: ({ query: { q, limit } }) => sessions.search(q, limit),
    createSession: async ({ body }) => {
      const { folder } = await findPlace({ folder: body.folder });
      const admitted = await runtime.prompt({ ...toPrompt(body), folder });
      await workOn(admitted);
      return { sessionId: admitted.sessionId };
    },
    getSession: async ({ params }) => sessions.get(await find(params.id)),
    renameSession: async ({ params, body }) => {
      const id = await find(params.id);
      await sessions.rename(id, body.title);
      return sessions.get(id);
    },
    deleteSession: async ({ params }) => {
      await sessions.delete(await find(params.id));
      return { done: true };
    },
    sendPrompt: async ({ params, body }) => {
      const id = await findReady(params.id);
      await workOn(await runtime.prompt({ ...toPrompt(body), sessionId: id }));
      return { sessionId: id };
    },
    answerAsk: async ({ params, body }) => {
      const id = await findReady(params.id);
      const { left } = await runtime.answer(id, body.answer, body.askId ? { askId: body.askId } : {});
      await runs.start(id);
      return { left: left.length };
    },
    stopSession: async ({ params }) => ({ done: await runtime.stop(await find(params.id)) }),
    continueSession: async ({ params }) => {
      const id = await findReady(params.id);
      await runs.start(id, { continued: true });
      return { sessionId: id };
    },
    forkSession: async ({ params, body }) => ({
      sessionId: await sessions.fork(await find(params.id), body.promptSeq),
    }),
    undoSession: async ({ params }) => sessions.undo(await find(params.id)),
    redoSession: async ({ params }) => sessions.redo(await find(params.id)),
    compactSession: async ({ params, body }) => {
      const compacted = await sessions.compact(await find(params.id), dropUndefined(body));
      return { done: compacted !== undefined };
    },
    sessionContext: async ({ params }) => sessions.context(await find(params.id)),
  };
  serveTable(app, sessionsApi, handlers);
}
