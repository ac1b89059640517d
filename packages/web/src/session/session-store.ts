import {
  applyEvent,
  createView,
  type CallId,
  type DurableEvent,
  type MessageId,
  type SessionEvent,
  type SessionId,
  type SessionView,
} from "@skillmint/core/protocol";
import type { EventTarget } from "../api/event-hub.ts";

/** A call that the model is still writing. */
export interface Drafted {
  name: string;
  text: string;
}

/** What is being written right now. */
export interface Writing {
  messageId: MessageId;
  text: string;
  reasoning: string;
  calls: readonly Drafted[];
  retry?: { attempt: number; delayMs: number };
}

/** One session as a screen shows it. `version` changes with every change of anything in it. */
export interface SessionState {
  id: SessionId;
  version: number;
  /** Undefined until its first event came. */
  view: SessionView | undefined;
  writing: Writing | undefined;
  /** Output of calls that run, by call. */
  progress: ReadonlyMap<CallId, string>;
  /** There is no such session, or not any more. */
  isMissing: boolean;
}

export interface SessionStore extends EventTarget {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
}

/** More of a running call's output than a screen shows is not kept. */
const maxProgress = 40_000;

/** What stands in the log has a sequence, also where this version does not know it. */
function isStored(event: SessionEvent): event is DurableEvent {
  return "seq" in event;
}

function isCreated(event: SessionEvent): event is DurableEvent<"session.created"> {
  return event.type === "session.created";
}

/** Puts text at its offset; what came twice counts once. */
function place(before: string, offset: number, text: string): string {
  return offset === before.length ? before + text : before.slice(0, offset) + text;
}

/** Holds what `applyEvent` makes of a session's events, and beside it what is never stored. */
export function createSessionStore(id: SessionId): SessionStore {
  let view: SessionView | undefined;
  let writing: Writing | undefined;
  const progress = new Map<CallId, string>();
  let isMissing = false;
  let state: SessionState = { id, version: 0, view, writing, progress, isMissing };
  const listeners = new Set<() => void>();

  const draftOf = (messageId: MessageId): Writing =>
    writing?.messageId === messageId ? writing : { messageId, text: "", reasoning: "", calls: [] };

  function takeDurable(event: DurableEvent): void {
    if (view && event.seq !== view.seq + 1) return;
    if (view) applyEvent(view, event);
    else if (isCreated(event)) view = createView(event);
    if (event.type === "message.completed" || event.type === "message.failed" || event.type === "run.ended")
      writing = undefined;
    if (event.type === "tool.settled") progress.delete(event.callId);
  }

  function takeLive(event: Exclude<SessionEvent, DurableEvent>): void {
    switch (event.type) {
      case "text.snapshot":
        writing = { ...draftOf(event.messageId), text: event.text, reasoning: event.reasoning };
        break;
      case "text.delta": {
        const draft = draftOf(event.messageId);
        writing = { ...draft, text: place(draft.text, event.offset, event.text) };
        break;
      }
      case "reasoning.delta": {
        const draft = draftOf(event.messageId);
        writing = { ...draft, reasoning: place(draft.reasoning, event.offset, event.text) };
        break;
      }
      case "call.delta": {
        const draft = draftOf(event.messageId);
        const calls = [...draft.calls];
        const before = calls[event.index]?.text ?? "";
        calls[event.index] = { name: event.name, text: place(before, event.offset, event.text) };
        writing = { ...draft, calls };
        break;
      }
      case "model.retrying":
        writing = {
          messageId: event.messageId,
          text: "",
          reasoning: "",
          calls: [],
          retry: { attempt: event.attempt, delayMs: event.delayMs },
        };
        break;
      case "tool.progress":
        progress.set(event.callId, ((progress.get(event.callId) ?? "") + event.text).slice(-maxProgress));
        break;
    }
  }

  return {
    seq: () => view?.seq ?? 0,
    take(event) {
      isMissing = false;
      if (isStored(event)) takeDurable(event);
      else takeLive(event);
    },
    miss() {
      isMissing = true;
      view = undefined;
      writing = undefined;
    },
    flush() {
      state = { id, version: state.version + 1, view, writing, progress, isMissing };
      for (const listener of listeners) listener();
    },
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
