import {
  applyEvent,
  createId,
  createTranslate,
  createView,
  isKnown,
  noUsage,
  SkillmintError,
  type DurableEvent,
  type EventDraft,
  type Language,
  type SessionId,
  type SessionView,
} from "../protocol/index.ts";
import { firstEvent, readEvents } from "./open-view.ts";
import type { Store } from "./store.ts";

export interface ForkOptions {
  /** The prompt before which the fork begins; without it the whole log is taken over. */
  promptSeq?: number;
  /** Without it the title the session has there. */
  title?: string;
  /** Of the texts the fork adds; without it the session's own. */
  language?: Language;
}

type Created = DurableEvent<"session.created">;

interface Original {
  created: Created;
  /** What follows `created`, up to the fork. */
  events: DurableEvent[];
  view: SessionView;
}

async function readOriginal(
  store: Store,
  id: SessionId,
  { promptSeq, language }: ForkOptions,
): Promise<Original> {
  let original: Original | undefined;
  let isPrompt = promptSeq === undefined;
  for await (const event of readEvents(store, id)) {
    if (event.seq === promptSeq) {
      isPrompt = event.type === "prompt.admitted";
      break;
    }
    if (original === undefined) {
      const created = firstEvent(id, event);
      original = { created, events: [], view: createView(created) };
      continue;
    }
    applyEvent(original.view, event);
    if (isKnown(event)) original.events.push(event);
  }
  if (isPrompt && original !== undefined) return original;
  const t = createTranslate(language ?? original?.created.settings.language ?? "en");
  throw new SkillmintError("usage", {
    params: { message: t("session.notAPrompt", { id, seq: promptSeq ?? 0 }) },
  });
}

/** Asks that nobody answered stay behind, and so do grants and older titles: the fork begins with the newest. */
function selectEvents(events: readonly DurableEvent[]): DurableEvent[] {
  const answered = new Set<string>();
  for (const event of events) {
    if (event.type === "permission.answered" || event.type === "question.answered") answered.add(event.askId);
  }
  return events.filter((event) => {
    if (event.type === "session.renamed" || event.type === "permission.granted") return false;
    // Background shells stay with the session that started them.
    if (event.type === "shell.started" || event.type === "shell.ended") return false;
    return (
      !(event.type === "permission.asked" || event.type === "question.asked") || answered.has(event.askId)
    );
  });
}

/**
 * Drafts of the events as they stand in the fork: sequences they refer to are those of the fork, and what
 * was allowed for longer than one call was allowed once.
 */
function toDrafts(events: readonly DurableEvent[]): EventDraft[] {
  const kept = [1, ...events.map((event) => event.seq)];
  const countTo = (seq: number): number => kept.findLastIndex((old) => old <= seq) + 1;
  return events.map((event) => {
    const { sessionId: _id, seq: _seq, at: _at, v: _v, ...draft } = event;
    switch (draft.type) {
      case "message.completed":
        return { ...draft, readTo: countTo(draft.readTo) };
      case "session.compacted":
        return { ...draft, keptFrom: countTo(draft.keptFrom - 1) + 1 };
      case "results.cleared":
        return { ...draft, before: countTo(draft.before - 1) + 1 };
      case "session.rewound":
        return { ...draft, promptSeq: countTo(draft.promptSeq) };
      case "permission.answered":
        return draft.answer === "no" ? draft : { ...draft, answer: "once" };
      default:
        return draft;
    }
  });
}

/** Closes what is open at the fork: its calls, the sub-agents that stay with the other session, then its run. */
function closeOpen(view: SessionView, language: Language): EventDraft[] {
  const t = createTranslate(language);
  const settled = view.openCalls.flatMap((callId): EventDraft<"tool.settled">[] => {
    const call = view.calls[callId];
    if (call === undefined) return [];
    const text = t(call.state === "started" ? "tool.interrupted" : "tool.notStarted");
    return [
      {
        type: "tool.settled",
        callId,
        name: call.name,
        status: "interrupted",
        content: [{ type: "text", text }],
      },
    ];
  });
  const left = Object.values(view.children).flatMap(
    ({ childId, taskId, agentType, endedAt }): EventDraft<"agent.ended">[] =>
      endedAt === undefined
        ? [{ type: "agent.ended", childId, taskId, agentType, status: "interrupted", result: "" }]
        : [],
  );
  const closed = [...settled, ...left];
  // A run that waits has nothing left to wait for.
  const waited = view.ended?.reason === "waiting" && closed.length > 0 ? view.ended : undefined;
  const runId = view.run?.runId ?? waited?.runId;
  if (runId === undefined) return closed;
  return [...closed, { type: "run.ended", runId, reason: "cancelled", usage: view.run?.usage ?? noUsage }];
}

/**
 * Begins a new session with the log of `fromId` up to a prompt. Calls and runs that are open there are closed,
 * asks and grants are not taken over, blobs are shared. Refused with `usage` when there is no prompt at
 * `promptSeq`.
 */
export async function forkSession(
  store: Store,
  fromId: SessionId,
  options: ForkOptions = {},
): Promise<SessionId> {
  const { created, events, view } = await readOriginal(store, fromId, options);
  const { folder, settings, agent } = created;
  const id = createId("ses");
  await store.create(id, [
    {
      type: "session.created",
      folder,
      title: options.title ?? view.title,
      settings,
      ...(agent === undefined ? {} : { agent }),
      forkOf: { sessionId: fromId, seq: view.seq },
    },
    ...toDrafts(selectEvents(events)),
    ...closeOpen(view, options.language ?? view.settings.language ?? "en"),
  ]);
  return id;
}
