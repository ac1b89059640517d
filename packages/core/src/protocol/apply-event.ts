import { clearContext, clearResults, compactSession } from "./apply-context.ts";
import { endAgent, startAgent } from "./apply-agent.ts";
import { keepPast } from "./apply-past.ts";
import { rewind } from "./apply-rewind.ts";
import { changeSettings } from "./apply-settings.ts";
import { readInstructions } from "./apply-instructions.ts";
import { addShell, endShell } from "./apply-shell.ts";
import { activateSkill, continueSkills, listSkills, unloadSkill } from "./apply-skill.ts";
import type { CallId } from "./id.ts";
import type { DurableEvent, DurableType, StoredEvent } from "./event.ts";
import { isKnown } from "./event.ts";
import { addUsage, noUsage } from "./usage.ts";
import type { CallView, Entry, SessionView } from "./view.ts";

export function createView(event: DurableEvent<"session.created">): SessionView {
  return {
    sessionId: event.sessionId,
    seq: event.seq,
    createdAt: event.at,
    updatedAt: event.at,
    folder: event.folder,
    title: event.title,
    settings: event.settings,
    ...(event.settings.mode === "plan" ? { plan: { since: event.seq } } : {}),
    ...(event.parentSessionId ? { parentSessionId: event.parentSessionId } : {}),
    ...(event.agent ? { agent: event.agent } : {}),
    ...(event.forkOf ? { forkOf: event.forkOf } : {}),
    entries: [],
    calls: {},
    openCalls: [],
    openAsks: [],
    grants: [],
    run: null,
    ended: null,
    usage: noUsage,
    readTo: 0,
    lastInput: 0,
    lastCancel: 0,
    contextFrom: 0,
    contextChangedAt: 0,
    cleared: [],
    changes: [],
    past: [],
    undone: [],
    memory: {},
    shells: {},
    todos: [],
    skills: {},
    children: {},
  };
}

type Appliers = { [K in DurableType]: (view: SessionView, event: DurableEvent<K>) => void };

function withBlobs<T extends object>(value: T, event: { blobs?: DurableEvent["blobs"] }): T {
  return event.blobs ? { ...value, blobs: event.blobs } : value;
}

function updateCall(view: SessionView, callId: CallId, change: Partial<CallView>): void {
  const call = view.calls[callId];
  if (call) view.calls[callId] = { ...call, ...change };
}

/** A message stands where it read to: what was admitted while the model wrote it comes after it. */
function insertMessage(view: SessionView, entry: Entry, readTo: number): void {
  let index = view.entries.length;
  while (index > 0) {
    const before = view.entries[index - 1];
    if (!before || before.seq <= readTo || before.kind === "failure") break;
    index--;
  }
  view.entries.splice(index, 0, entry);
}

function ask(
  view: SessionView,
  event: DurableEvent<"permission.asked"> | DurableEvent<"question.asked">,
): void {
  view.openAsks.push(event);
  updateCall(view, event.callId, { state: "asked", askId: event.askId });
}

/** Removes the ask from the open ones and returns it; `undefined` where it was answered or withdrawn before. */
function takeAsk(view: SessionView, askId: string) {
  const index = view.openAsks.findIndex((open) => open.askId === askId);
  return index === -1 ? undefined : view.openAsks.splice(index, 1)[0];
}

const appliers: Appliers = {
  "session.created": () => {},
  "session.configured": (view, event) => {
    changeSettings(view, event.settings, event.seq);
  },
  "session.renamed": (view, event) => {
    view.title = event.title;
  },
  "session.rewound": rewind,
  "session.compacted": compactSession,
  "context.cleared": clearContext,
  "results.cleared": clearResults,
  "prompt.admitted": (view, event) => {
    view.entries.push(
      withBlobs(
        {
          kind: "prompt" as const,
          seq: event.seq,
          at: event.at,
          promptId: event.promptId,
          content: event.content,
        },
        event,
      ),
    );
    if (event.settings) changeSettings(view, event.settings, event.seq);
    view.lastInput = event.seq;
    view.undone = [];
  },
  "prompt.refused": (view, event) => {
    view.entries = view.entries.filter(
      (entry) => entry.kind !== "prompt" || entry.promptId !== event.promptId,
    );
    const left = view.entries.findLast((entry) => entry.kind === "prompt" || entry.kind === "note");
    view.lastInput = Math.min(view.lastInput, left?.seq ?? 0);
  },
  "cancel.requested": (view, event) => {
    view.lastCancel = event.seq;
  },
  "run.started": (view, event) => {
    continueSkills(view, event.runId);
    view.run = {
      runId: event.runId,
      fence: event.fence,
      seq: event.seq,
      at: event.at,
      iterations: 0,
      usage: noUsage,
    };
  },
  "run.ended": (view, event) => {
    view.run = null;
    const outcome = {
      runId: event.runId,
      reason: event.reason,
      seq: event.seq,
      ...(event.error ? { error: event.error } : {}),
      ...(event.limit ? { limit: event.limit } : {}),
    };
    view.ended = outcome;
    view.entries.push({ kind: "end", at: event.at, ...outcome });
  },
  "message.completed": (view, event) => {
    const calls = event.content.flatMap((part) => (part.type === "call" ? [part.callId] : []));
    const { seq, at, messageId, runId, text, content, model, stop, usage } = event;
    insertMessage(
      view,
      withBlobs(
        { kind: "message" as const, seq, at, messageId, runId, text, content, model, stop, usage, calls },
        event,
      ),
      event.readTo,
    );
    view.readTo = event.readTo;
    view.usage = addUsage(view.usage, usage);
    if (view.run) {
      view.run = { ...view.run, iterations: view.run.iterations + 1, usage: addUsage(view.run.usage, usage) };
    }
  },
  "message.failed": (view, event) => {
    const { seq, at, messageId, text, error, willRetry } = event;
    view.entries.push({ kind: "failure", seq, at, messageId, text, error, willRetry });
    if (!event.usage) return;
    view.usage = addUsage(view.usage, event.usage);
    if (view.run) view.run = { ...view.run, usage: addUsage(view.run.usage, event.usage) };
  },
  "note.added": (view, event) => {
    view.entries.push({
      kind: "note",
      seq: event.seq,
      at: event.at,
      noteId: event.noteId,
      noteKind: event.kind,
      text: event.text,
    });
    view.lastInput = event.seq;
  },
  "tool.called": (view, event) => {
    view.calls[event.callId] = withBlobs(
      {
        callId: event.callId,
        messageId: event.messageId,
        name: event.name,
        input: event.input,
        ...(event.defect === undefined ? {} : { defect: event.defect }),
        state: "called" as const,
        calledAt: event.at,
      },
      event,
    );
    view.openCalls.push(event.callId);
  },
  "permission.asked": ask,
  "permission.answered": (view, event) => {
    const asked = takeAsk(view, event.askId);
    if (asked?.type !== "permission.asked") return;
    updateCall(view, asked.callId, {
      state: "answered",
      permission: {
        answer: event.answer,
        digest: asked.digest,
        ...(event.reason === undefined ? {} : { reason: event.reason }),
      },
    });
    const { rule, grants } = asked;
    if (event.answer === "skill") {
      const skill = grants && view.skills[grants.skillId];
      if (skill) view.skills[skill.skillId] = { ...skill, terms: { ...skill.terms, approved: true } };
    } else if (rule !== undefined && event.answer !== "once" && event.answer !== "no") view.grants.push(rule);
    view.lastInput = event.seq;
  },
  "permission.granted": (view, event) => {
    view.grants.push(event.rule);
  },
  "question.asked": ask,
  "question.answered": (view, event) => {
    const asked = takeAsk(view, event.askId);
    if (!asked) return;
    updateCall(view, asked.callId, { state: "answered", answers: event.answers });
    view.lastInput = event.seq;
  },
  "tool.started": (view, event) => {
    updateCall(view, event.callId, {
      state: "started",
      startedAt: event.at,
      ...(event.pid === undefined
        ? {}
        : {
            process: { pid: event.pid, ...(event.pidStart === undefined ? {} : { start: event.pidStart }) },
          }),
    });
  },
  "sample.completed": (view, { usage }) => {
    view.usage = addUsage(view.usage, usage);
    if (view.run) view.run = { ...view.run, usage: addUsage(view.run.usage, usage) };
  },
  "tool.settled": (view, event) => {
    const index = view.openCalls.indexOf(event.callId);
    if (index === -1) return;
    view.openCalls.splice(index, 1);
    view.openAsks = view.openAsks.filter((open) => open.callId !== event.callId);
    Object.assign(view.memory, event.remembered);
    updateCall(view, event.callId, {
      state: "settled",
      status: event.status,
      content: event.content,
      ...(event.blobs ? { resultBlobs: event.blobs } : {}),
      ...(event.details ? { details: event.details } : {}),
      ...(event.fullOutput ? { fullOutput: event.fullOutput } : {}),
      ...(event.durationMs === undefined ? {} : { durationMs: event.durationMs }),
    });
  },
  "file.changed": (view, event) => {
    const { seq, callId, path, before, after, mode } = event;
    view.changes.push({ seq, callId, path, before, after, ...(mode === undefined ? {} : { mode }) });
  },
  "shell.started": addShell,
  "shell.ended": endShell,
  "agent.started": startAgent,
  "agent.ended": endAgent,
  "skills.listed": listSkills,
  "skill.activated": activateSkill,
  "skill.unloaded": unloadSkill,
  "instructions.read": readInstructions,
  "todo.changed": (view, event) => {
    keepPast(view, "todos");
    view.todos = event.todos;
  },
};

/**
 * The one reducer. It changes the view in place, at a cost that does not grow with the session, and replaces
 * entries and calls instead of changing them, so that a screen can compare by identity. An event that was
 * applied before, or that this version does not know, changes nothing.
 */
export function applyEvent(view: SessionView, event: StoredEvent): void {
  if (event.seq <= view.seq) return;
  view.seq = event.seq;
  view.updatedAt = event.at;
  if (!isKnown(event)) return;
  const apply = appliers[event.type] as (view: SessionView, event: DurableEvent) => void;
  apply(view, event);
}
