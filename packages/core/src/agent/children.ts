import { setTimeout as delay } from "node:timers/promises";
import {
  createId,
  explain,
  SkillmintError,
  textOf,
  type AskView,
  type CallId,
  type ChildView,
  type Entry,
  type Language,
  type SessionId,
  type SessionSettings,
  type SessionView,
} from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Store } from "../session/store.ts";
import { Suspended } from "../tool/define-tool.ts";
import { removeUnused, toWorktree } from "../workspace/worktree.ts";
import type { SessionLog } from "./session-log.ts";

/** What a child session is to do. */
export interface ChildSpec {
  callId: CallId;
  agentType: string;
  title: string;
  prompt: string;
  settings: SessionSettings;
  background?: boolean;
  /** Where it works, if not where its parent does. */
  folder?: string;
  /** The task that is to go on with this prompt, instead of a new one. */
  resume?: string;
}

export interface ChildResult {
  taskId: string;
  agentType: string;
  status: string;
  /** The last thing it said, and what it failed at. */
  text: string;
  /** How many replies it was allowed, where it ended for having made them all. */
  iterations?: number;
}

export interface ChildrenOptions {
  store: Store;
  log: SessionLog;
  /** The place of the parent in the tree of agents. */
  agent: string;
  signal: AbortSignal;
  /** Of what a child failed at. */
  language: Language;
  /** Works on the child until it ends or waits. */
  work(childId: SessionId, signal: AbortSignal): Promise<SessionView>;
}

/** The sub-agents of one run. */
export interface Children {
  /**
   * Runs the child of a call to its end; one that an earlier run began is gone on with. Throws `Suspended` where
   * it waits for a person: the call stays open and is run again when they answered.
   */
  run(spec: ChildSpec, signal: AbortSignal): Promise<ChildResult>;
  /** Lets a child work beside the conversation, which its end is told to. */
  start(spec: ChildSpec): Promise<{ taskId: string }>;
  /** Goes on with those in the background that an earlier run left. */
  resume(): void;
  /** Waits while children work in the background and `isIdle` holds; false where none does. */
  wait(isIdle: () => boolean): Promise<boolean>;
  /** By the id of the task, or of its session. */
  find(id: string): ChildView | undefined;
  /** Where a child works. */
  folderOf(childId: SessionId): Promise<string>;
  /** Waits until a child in the background ended or waits. */
  settle(childId: SessionId, signal: AbortSignal): Promise<void>;
  /** What the whole tree waits for. */
  asks(): Promise<AskView[]>;
  /** Ends those in the background. */
  stop(): Promise<void>;
}

/** Everything a tree of agents waits for, oldest first. */
export async function collectAsks(store: Store, view: SessionView): Promise<AskView[]> {
  const open = Object.values(view.children).filter((child) => child.endedAt === undefined);
  const below = await Promise.all(
    open.map(async ({ childId }) => collectAsks(store, await openView(store, childId))),
  );
  return [...view.openAsks, ...below.flat()].sort((a, b) => a.at - b.at || a.seq - b.seq);
}

function findChild(view: SessionView, id: string): ChildView | undefined {
  return Object.values(view.children).find((child) => child.taskId === id || child.childId === id);
}

/** Gives each task an id of its own, also where several begin at once. */
function createTaskIds(view: SessionView): () => string {
  let highest = 0;
  return () => {
    const taken = Object.values(view.children).map(({ taskId }) => Number(taskId.replace(/^task_/, "")) || 0);
    highest = Math.max(highest, ...taken) + 1;
    return `task_${highest}`;
  };
}

async function begin(
  { store, log, agent }: ChildrenOptions,
  spec: ChildSpec,
  nextTaskId: () => string,
): Promise<SessionId> {
  const { view } = log;
  const { callId, title, prompt, settings } = spec;
  const before = spec.resume === undefined ? undefined : findChild(view, spec.resume);
  const childId = before?.childId ?? createId("ses");
  const taskId = before?.taskId ?? nextTaskId();
  const agentType = before?.agentType ?? spec.agentType;
  const admitted = {
    type: "prompt.admitted" as const,
    promptId: createId("prm"),
    content: [{ type: "text" as const, text: prompt }],
  };
  if (before) await store.append(childId, [admitted], { durable: true });
  else
    await store.create(childId, [
      {
        type: "session.created",
        folder: spec.folder ?? view.folder,
        title,
        settings,
        parentSessionId: view.sessionId,
        agent: `${agent}/${taskId}`,
      },
      admitted,
    ]);
  await log.append(
    [
      {
        type: "agent.started",
        callId,
        childId,
        taskId,
        agentType,
        prompt,
        ...(spec.background ? { background: true } : {}),
      },
    ],
    { durable: true },
  );
  return childId;
}

/** Whether a child has nothing left to do. */
function hasEnded(view: SessionView): boolean {
  const { ended } = view;
  return ended !== null && !view.run && ended.reason !== "waiting" && view.lastInput <= ended.seq;
}

/** How a child ended: `stopped` where a person stopped it alone, and not all that it was part of. */
export function endOf(view: SessionView): string {
  const prompt = view.entries.findLast((entry) => entry.kind === "prompt");
  const reason = view.ended?.reason ?? "cancelled";
  return reason === "cancelled" && view.lastCancel > (prompt?.seq ?? 0) ? "stopped" : reason;
}

/** Whether an entry is a reply of the newest run. */
function isOfRun(view: SessionView) {
  return (entry: Entry): boolean => entry.kind === "message" && entry.runId === view.ended?.runId;
}

/** How often it is looked whether a conversation has something new to do. */
const lookMs = 100;

export function createChildren(options: ChildrenOptions): Children {
  const { store, log, work, language } = options;
  const running = new Map<SessionId, Promise<void>>();
  const nextTaskId = createTaskIds(log.view);
  const controller = new AbortController();
  const signal = AbortSignal.any([options.signal, controller.signal]);

  /**
   * Of one in the background nobody waits for the end, to take its worktree away. Before the end is told: from then
   * on it can be given more to do there.
   */
  async function leave({ background, endedAt }: ChildView, folder: string): Promise<void> {
    if (background && endedAt === undefined && folder !== log.view.folder)
      await removeUnused(toWorktree(folder));
  }

  async function finish(childId: SessionId, childSignal: AbortSignal): Promise<ChildResult | SessionView> {
    const before = await openView(store, childId);
    const view = hasEnded(before) ? before : await work(childId, childSignal);
    if (view.ended?.reason === "waiting") return view;
    const child = log.view.children[childId];
    if (!child) throw new SkillmintError("internal", { detail: `no agent.started for ${childId}` });
    const status = endOf(view);
    const last = view.entries.findLast((entry) => entry.kind === "message");
    const failure = view.ended?.error && explain(view.ended.error, language);
    const text = [last ? textOf(last.content) : "", failure ?? ""].filter((part) => part !== "").join("\n\n");
    const { taskId, agentType } = child;
    await leave(child, view.folder);
    if (child.endedAt === undefined)
      await log.append([
        { type: "agent.ended", childId, taskId, agentType, status, result: text, usage: view.usage },
      ]);
    const limited =
      view.ended?.limit === "iterations" ? view.entries.filter(isOfRun(view)).length : undefined;
    return { taskId, agentType, status, text, ...(limited === undefined ? {} : { iterations: limited }) };
  }

  /** A child that breaks has ended too: none does without a word. */
  async function finishOrFail(
    childId: SessionId,
    childSignal: AbortSignal,
  ): Promise<ChildResult | SessionView> {
    try {
      return await finish(childId, childSignal);
    } catch (error) {
      const child = log.view.children[childId];
      if (!child || childSignal.aborted) throw error;
      const { taskId, agentType } = child;
      const ended = { taskId, agentType, status: "error" };
      const text = explain(error, language);
      // Where not even its log can be read, its place stays.
      await openView(store, childId).then(
        ({ folder }) => leave(child, folder),
        () => undefined,
      );
      await log.append([{ type: "agent.ended", childId, ...ended, result: text }]);
      return { ...ended, text };
    }
  }

  async function finishAlone(childId: SessionId): Promise<void> {
    try {
      await finishOrFail(childId, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  function launch(childId: SessionId): void {
    const done = finishAlone(childId).finally(() => running.delete(childId));
    // A log that cannot be written to ends the run by itself.
    done.catch(() => undefined);
    running.set(childId, done);
  }

  return {
    async run(spec, callSignal) {
      const childId = log.view.calls[spec.callId]?.childId ?? (await begin(options, spec, nextTaskId));
      const result = await finishOrFail(childId, callSignal);
      if ("taskId" in result) return result;
      throw new Suspended(await collectAsks(store, result));
    },
    async start(spec) {
      const childId = await begin(options, { ...spec, background: true }, nextTaskId);
      launch(childId);
      return { taskId: log.view.children[childId]?.taskId ?? "" };
    },
    resume() {
      for (const { childId, background, endedAt } of Object.values(log.view.children))
        if (background && endedAt === undefined) launch(childId);
    },
    async wait(isIdle) {
      if (running.size === 0) return false;
      while (running.size > 0 && isIdle() && !signal.aborted)
        await Promise.race([...running.values(), delay(lookMs)]);
      return true;
    },
    find: (id) => findChild(log.view, id),
    folderOf: async (childId) => (await openView(store, childId)).folder,
    async settle(childId, callSignal) {
      const aborted = new Promise<void>((resolve) => {
        callSignal.addEventListener("abort", () => resolve(), { once: true });
      });
      await Promise.race([running.get(childId), ...(callSignal.aborted ? [] : [aborted])]);
    },
    asks: () => collectAsks(store, log.view),
    async stop() {
      controller.abort("cancelled");
      await Promise.allSettled(running.values());
    },
  };
}
