import type { Runtime } from "../runtime-contract.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import { openAuthoringStore } from "./authoring-store.ts";

/** How many pieces of work are remembered: the older ones of them can no longer be gone on with. */
const maxSessions = 200;

export interface AgentRuntime {
  /** Opened when first asked for. */
  open(): Promise<Runtime>;
  close(): Promise<void>;
}

/**
 * The runtime that the sub-agent works in. It is as the person's own, but its sessions are no conversations of theirs:
 * they live in a file of their own, so that no list, search or `--continue` ever meets one.
 */
export function createAgentRuntime({ home, openRuntime }: AuthoringDeps): AgentRuntime {
  let opened: Promise<{ runtime: Runtime; end: () => Promise<void> }> | undefined;

  async function start() {
    const store = await openAuthoringStore(home);
    const runtime = await openRuntime(store);
    const end = async (): Promise<void> => {
      try {
        const old = (await store.list({ limit: maxSessions * 2 })).slice(maxSessions);
        for (const { id } of old) await store.delete(id);
        await runtime.close();
      } finally {
        await store.close();
      }
    };
    return { runtime, end };
  }

  return {
    open: async () => (await (opened ??= start())).runtime,
    close: async () => (await opened)?.end(),
  };
}
