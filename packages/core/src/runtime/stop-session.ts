import { SkillmintError, type SessionId } from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Store } from "../session/store.ts";
import type { BackgroundShells } from "../workspace/background-shells.ts";

export interface StopOptions {
  store: Store;
  shells: Pick<BackgroundShells, "closeSession">;
  run(id: SessionId, options: { signal: AbortSignal }): Promise<unknown>;
}

/**
 * Has whoever works on a session stop. Where nobody does, what a run left open is settled as cancelled and its shells
 * end; false where there is none of it.
 */
export function createStop({ store, shells, run }: StopOptions): (id: SessionId) => Promise<boolean> {
  const ask = async (id: SessionId): Promise<void> => {
    await store.append(id, [{ type: "cancel.requested" }], { durable: true });
  };
  return async (id) => {
    if (await store.leaseOwner(id)) {
      await ask(id);
      return true;
    }
    const view = await openView(store, id);
    const hasShells = Object.values(view.shells).some((shell) => shell.state === "running");
    if (hasShells) await shells.closeSession(id, view.shells);
    if (!view.run && view.openCalls.length === 0) return hasShells;
    try {
      await run(id, { signal: AbortSignal.abort() });
    } catch (error) {
      if (!SkillmintError.is(error) || error.code !== "session-busy") throw error;
      await ask(id);
    }
    return true;
  };
}
