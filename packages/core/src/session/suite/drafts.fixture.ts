import {
  createId,
  type AskId,
  type CallId,
  type EndReason,
  type EventDraft,
  type PromptId,
  type SessionId,
} from "../../protocol/index.ts";
import type { Owner, Store } from "../store.ts";

export const usage = { input: 10, output: 5 };
export const runId = "run_1" as const;

export const draft = {
  created: (extra: Partial<EventDraft<"session.created">> = {}): EventDraft<"session.created"> => ({
    type: "session.created",
    folder: "/work",
    title: "A title",
    settings: { model: "demo/scripted", mode: "default" },
    ...extra,
  }),
  prompt: (text: string, promptId: PromptId = createId("prm")): EventDraft<"prompt.admitted"> => ({
    type: "prompt.admitted",
    promptId,
    content: [{ type: "text", text }],
  }),
  note: (text: string): EventDraft<"note.added"> => ({
    type: "note.added",
    noteId: createId("note"),
    kind: "test",
    text,
  }),
  message: (text: string, readTo: number, calls: CallId[] = []): EventDraft<"message.completed"> => ({
    type: "message.completed",
    messageId: createId("msg"),
    runId,
    role: "assistant",
    text,
    content: [{ type: "text", text }, ...calls.map((callId) => ({ type: "call" as const, callId }))],
    model: "demo/scripted",
    stop: calls.length > 0 ? "calls" : "end",
    usage,
    readTo,
  }),
  called: (callId: CallId, input: Record<string, unknown> = {}): EventDraft<"tool.called"> => ({
    type: "tool.called",
    callId,
    messageId: "msg_1",
    name: "Bash",
    input,
  }),
  asked: (askId: AskId, callId: CallId): EventDraft<"permission.asked"> => ({
    type: "permission.asked",
    askId,
    callId,
    tool: "Bash",
    title: "Run ls",
    resources: [],
    digest: "d",
    rule: "Bash(ls)",
  }),
  answered: (
    askId: AskId,
    answer: "once" | "session" | "no" = "once",
  ): EventDraft<"permission.answered"> => ({
    type: "permission.answered",
    askId,
    answer,
  }),
  settled: (callId: CallId, text = "done"): EventDraft<"tool.settled"> => ({
    type: "tool.settled",
    callId,
    name: "Bash",
    status: "ok",
    content: [{ type: "text", text }],
  }),
  started: (): EventDraft<"run.started"> => ({ type: "run.started", runId, fence: 1 }),
  ended: (reason: EndReason = "done"): EventDraft<"run.ended"> => ({
    type: "run.ended",
    runId,
    reason,
    usage,
  }),
  rewound: (direction: "undo" | "redo", promptSeq: number): EventDraft<"session.rewound"> => ({
    type: "session.rewound",
    direction,
    promptSeq,
    files: [],
  }),
};

export async function createSession(store: Store, ...events: EventDraft[]): Promise<SessionId> {
  const id = createId("ses");
  await store.create(id, [draft.created(), ...events]);
  return id;
}

export function createOwner(name: string, extra: Partial<Owner> = {}): Owner {
  return { machine: "here", pid: process.pid, pidStart: "1", instance: `ins_${name}`, ...extra };
}
