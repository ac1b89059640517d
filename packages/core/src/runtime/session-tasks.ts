import { endOf } from "../agent/children.ts";
import { SkillmintError, type ChildView, type SessionId, type SessionState } from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Store } from "../session/store.ts";

/** A sub-agent of a session, as a person sees it. */
export interface TaskSummary {
  taskId: string;
  agentType: string;
  description: string;
  /** `stopped`: a person stopped it; the rest as for sessions. What a crash cut off is `interrupted`. */
  state: SessionState | "stopped";
  background: boolean;
  startedAt: number;
  endedAt?: number;
  /** Its own session. */
  sessionId: SessionId;
}

export interface Tasks {
  /** All sub-agents that a session ever started, oldest first. */
  tasks(id: SessionId): Promise<TaskSummary[]>;
  /**
   * Stops one sub-agent, from any process; the session goes on and is told. `task` is the id of a task or of its
   * session, or the beginning of one that is unique; refused with `task-not-found`. `stopped` is false where it had
   * ended before.
   */
  stopTask(id: SessionId, task: string): Promise<{ task: TaskSummary; stopped: boolean }>;
}

export interface TasksOptions {
  store: Store;
  /** Ends the run of a session that nobody works on. */
  abandon(id: SessionId): Promise<unknown>;
}

const maxKnown = 20;
const unfinished: ReadonlySet<TaskSummary["state"]> = new Set(["working", "waiting", "interrupted"]);

function findTask(children: readonly ChildView[], id: SessionId, wanted: string): ChildView {
  const idsOf = ({ taskId, childId }: ChildView): string[] => [taskId, childId];
  const exact = children.find((child) =>
    [wanted, `task_${wanted}`].some((name) => idsOf(child).includes(name)),
  );
  const near = children.filter(
    (child) => wanted !== "" && idsOf(child).some((name) => name.startsWith(wanted)),
  );
  const found = exact ?? (near.length === 1 ? near[0] : undefined);
  if (found) return found;
  const known = (near.length > 0 ? near : children).slice(0, maxKnown).map(({ taskId }) => taskId);
  const params = { id, task: wanted, known: known.join(", ") || "–" };
  throw new SkillmintError("task-not-found", { params });
}

export function createTasks({ store, abandon }: TasksOptions): Tasks {
  async function summarize(child: ChildView): Promise<TaskSummary> {
    const { taskId, agentType, childId, background, startedAt, endedAt } = child;
    const { title, state } = await store.get(childId);
    // Its own log knows first; what the session was told of it is the same, later.
    const isStopped = state === "cancelled" && endOf(await openView(store, childId)) === "stopped";
    return {
      taskId,
      agentType,
      description: title,
      state: isStopped ? "stopped" : state,
      background,
      startedAt,
      ...(endedAt === undefined ? {} : { endedAt }),
      sessionId: childId,
    };
  }

  const cancel = (id: SessionId): Promise<unknown> =>
    store.append(id, [{ type: "cancel.requested" }], { durable: true });

  return {
    async tasks(id) {
      const { children } = await openView(store, id);
      return Promise.all(Object.values(children).map(summarize));
    },
    async stopTask(id, wanted) {
      const { children } = await openView(store, id);
      const child = findTask(Object.values(children), id, wanted);
      const task = await summarize(child);
      if (!unfinished.has(task.state)) return { task, stopped: false };
      await cancel(child.childId);
      if (await store.leaseOwner(child.childId)) return { task, stopped: true };
      try {
        await abandon(child.childId);
      } catch (error) {
        if (!SkillmintError.is(error) || error.code !== "session-busy") throw error;
        // Somebody took it up meanwhile, and began behind the first request.
        await cancel(child.childId);
      }
      return { task: await summarize(child), stopped: true };
    },
  };
}
