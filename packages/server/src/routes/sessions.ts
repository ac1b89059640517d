import { Buffer } from "node:buffer";
import { sessionsApi, type Received } from "@skillmint/core/protocol/api";
import type { SessionId } from "@skillmint/core/protocol";
import type { Admitted, PromptOptions } from "@skillmint/core";
import type { App, RouteParts } from "../app.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { serveTable, type Handlers } from "./serve.ts";

type PromptBody = Received<(typeof sessionsApi)["sendPrompt"]>["body"];

function toPrompt({
  text,
  promptId,
  attachments,
  settings,
}: PromptBody): Omit<PromptOptions, "sessionId" | "folder"> {
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
export function addSessions(app: App, { runtime, runs, folder }: RouteParts): void {
  const { sessions } = runtime;
  const find = (id: string): Promise<SessionId> => sessions.find(id);
  /** A prompt that came again starts nothing, unless nobody got to it the first time. */
  const workOn = async ({ sessionId, repeated }: Admitted): Promise<void> => {
    if (repeated && (await sessions.get(sessionId)).state !== "interrupted") return;
    runs.start(sessionId);
  };
  const handlers: Handlers<typeof sessionsApi> = {
    listSessions: ({ query }) => sessions.list(dropUndefined(query)),
    searchSessions: ({ query: { q, limit } }) => sessions.search(q, limit),
    createSession: async ({ body }) => {
      const admitted = await runtime.prompt({ ...toPrompt(body), folder: body.folder ?? folder });
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
      const id = await find(params.id);
      await workOn(await runtime.prompt({ ...toPrompt(body), sessionId: id }));
      return { sessionId: id };
    },
    answerAsk: async ({ params, body }) => {
      const id = await find(params.id);
      const { left } = await runtime.answer(id, body.answer, body.askId ? { askId: body.askId } : {});
      runs.start(id);
      return { left: left.length };
    },
    stopSession: async ({ params }) => ({ done: await runtime.stop(await find(params.id)) }),
    continueSession: async ({ params }) => {
      const id = await find(params.id);
      runs.start(id, { continued: true });
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
