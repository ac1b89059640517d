import { compactContext, type Compacted } from "../agent/compact-context.ts";
import { describeContext, type ContextUsage } from "../agent/context-usage.ts";
import { createAgent, limitsOf } from "../agent/create-agent.ts";
import type { FitEnv } from "../agent/fit-context.ts";
import type { ParentRun, RunParts } from "../agent/run-parts.ts";
import { runSession } from "../agent/run-session.ts";
import { createSessionLog } from "../agent/session-log.ts";
import { createId, type Limits, type SessionId } from "../protocol/index.ts";
import { maybeSnapshot, openView } from "../session/open-view.ts";
import type { Owner, Store } from "../session/store.ts";
import type { MakeRunParts } from "./run-parts.ts";

export interface ContextDeps {
  store: Store;
  owner: Owner;
  leaseMs: number;
  parts: MakeRunParts;
}

export interface Contexts {
  /** Who uses how much of what the model can read. Asks no model and changes nothing. */
  context(id: SessionId): Promise<ContextUsage>;
  /**
   * Has the model summarise what came so far, with these words of a person in mind. Undefined where there is nothing
   * to summarise. Refused with `session-busy` while somebody works on the session.
   */
  compact(id: SessionId, options?: { words?: string; signal?: AbortSignal }): Promise<Compacted | undefined>;
}

interface Opened {
  env: FitEnv;
  parts: RunParts;
  asParent: ParentRun;
}

/** The agent of a session as a run would have it, for who only wants to see or shorten what it reads. */
async function openAgent(
  deps: ContextDeps,
  id: SessionId,
  { fence, signal }: { fence?: number; signal: AbortSignal },
): Promise<Opened> {
  const { store } = deps;
  const view = await openView(store, id);
  const above = view.parentSessionId && (await openAgent(deps, view.parentSessionId, { signal }));
  const parts = above ? above.parts : await deps.parts(view);
  const log = createSessionLog({ store, view, ...(fence === undefined ? {} : { fence }) });
  const parent = above ? { parent: above.asParent } : {};
  const limits = (): Limits => limitsOf(parts, view, above ? above.asParent : undefined);
  const options = { ...deps, sessionId: id, parts: async () => parts, ...parent };
  const agent = createAgent({ options, parts, log, limits, signal, runSession });
  const { children: _children, ...rest } = agent;
  const env = {
    ...rest,
    retry: parts.retry,
    agent: view.agent ?? "main",
    runId: createId("run"),
    limits,
  };
  const asParent: ParentRun = { execute: agent.execute, rest: limits, prompted: () => undefined };
  return { env, parts, asParent };
}

export function createContexts(deps: ContextDeps): Contexts {
  const { store, owner, leaseMs } = deps;
  return {
    async context(id) {
      const { env } = await openAgent(deps, id, { signal: new AbortController().signal });
      return describeContext(env);
    },
    async compact(id, { words, signal = new AbortController().signal } = {}) {
      const lease = await store.acquireLease(id, owner);
      const renewal = setInterval(() => void store.renewLease(lease).catch(() => undefined), leaseMs / 3);
      renewal.unref();
      try {
        const { env } = await openAgent(deps, id, { fence: lease.fence, signal });
        const compacted = await compactContext(env, words);
        await maybeSnapshot(store, env.log.view);
        return compacted;
      } finally {
        clearInterval(renewal);
        await store.releaseLease(lease).catch(() => undefined);
      }
    },
  };
}
