import {
  applyEvent,
  createId,
  createTranslate,
  spill,
  textOf,
  type CallView,
  type EventDraft,
  type Language,
  type SessionId,
  type SessionView,
} from "../../protocol/index.ts";
import { parseRules } from "../../permission/rules.ts";
import { openView } from "../../session/open-view.ts";
import { createSqlStore } from "../../session/sql-store.ts";
import { createBackgroundShells, type BackgroundShells } from "../../workspace/background-shells.ts";
import { createWorkspace } from "../../workspace/create-workspace.ts";
import { machineId } from "../../workspace/machine-id.ts";
import { processStart } from "../../workspace/process-table.ts";
import type { ExecuteEnv } from "../execute-env.ts";
import { runCall } from "../execute.ts";
import { judgeCall, settled } from "../judge-call.ts";
import { createRegistry } from "../registry.ts";
import { createBuiltinTools } from "./index.ts";

export interface ShellSessionOptions {
  /** The database; two sessions over one file are like two processes over one log. */
  database: string;
  root: string;
  temporaryFolder: string;
  /** Goes on with this one instead of making one. */
  sessionId?: SessionId;
  language?: Language;
  /** Another machine than this one. */
  machine?: string;
}

export interface ShellSession {
  view: SessionView;
  shells: BackgroundShells;
  abort: AbortController;
  /** Takes a call through validation, gate and run, with its events in the log. */
  call(name: string, input: Record<string, unknown>): Promise<CallView>;
  /** The text of its result. */
  text(name: string, input: Record<string, unknown>): Promise<string>;
  /** Applies what was appended meanwhile. */
  refresh(): Promise<SessionView>;
  close(): Promise<void>;
}

/** A session with a real log and real background shells, for tests. */
export async function createShellSession(options: ShellSessionOptions): Promise<ShellSession> {
  const store = await createSqlStore({ path: options.database, isAlive: () => true });
  const id = options.sessionId ?? createId("ses");
  if (options.sessionId === undefined) {
    const settings = { model: "demo/scripted", mode: "unrestricted" as const };
    await store.create(id, [{ type: "session.created", folder: options.root, title: "t", settings }]);
  }
  const view = await openView(store, id);
  const shells = createBackgroundShells({
    owner: {
      machine: options.machine ?? (await machineId()),
      pid: process.pid,
      pidStart: (await processStart(process.pid)) ?? "",
    },
    append: (sessionId, events) => store.append(sessionId, events),
    temporaryFolder: options.temporaryFolder,
  });
  const t = createTranslate(options.language ?? "en");
  const abort = new AbortController();
  const refresh = async (): Promise<SessionView> => {
    for (const event of await store.read(id, view.seq, 1_000)) applyEvent(view, event);
    return view;
  };
  const append = async (events: EventDraft[]): Promise<void> => {
    const putText = (text: string) => store.putBlob(id, new TextEncoder().encode(text));
    await store.append(id, await Promise.all(events.map((event) => spill(event, putText))));
    await refresh();
  };
  const env: ExecuteEnv = {
    sessionId: id,
    registry: createRegistry(createBuiltinTools({ t, environment: { PATH: process.env["PATH"] } })),
    workspace: await createWorkspace({ root: options.root, home: options.root }),
    mode: () => "unrestricted",
    rules: () => parseRules({}),
    t,
    memory: new Map(Object.entries(view.memory)),
    session: () => view,
    append,
    emit: () => undefined,
    putBlob: (bytes) => store.putBlob(id, bytes),
    getText: async (blob) => new TextDecoder().decode(await store.getBlob(blob)),
    readStored: async () => undefined,
    shells: shells.forSession(id, () => view.shells),
  };
  const findCall = (callId: CallView["callId"]): CallView => {
    const call = view.calls[callId];
    if (call === undefined) throw new Error(`no call ${callId}`);
    return call;
  };
  const session: ShellSession = {
    view,
    shells,
    abort,
    refresh,
    async call(name, input) {
      const callId = createId("call");
      await append([{ type: "tool.called", callId, messageId: createId("msg"), name, input }]);
      const judged = await judgeCall(env, findCall(callId));
      if (judged.kind === "run") await runCall(env, judged.ready, abort.signal);
      else
        await append([
          judged.kind === "settle" ? judged.event : settled(findCall(callId), "denied", "asked"),
        ]);
      return findCall(callId);
    },
    text: async (name, input) => textOf((await session.call(name, input)).content ?? []),
    async close() {
      await shells.closeAll();
      await store.close();
    },
  };
  return session;
}
