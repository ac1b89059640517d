import type { SessionId } from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Lease, Owner, Store } from "../session/store.ts";
import type { BackgroundShells } from "../workspace/background-shells.ts";
import { endLeftovers } from "./end-leftovers.ts";

export interface DeleteDeps {
  store: Store;
  owner: Owner;
  shells: BackgroundShells;
}

/** The session and all below it. */
async function listTree(store: Store, id: SessionId): Promise<SessionId[]> {
  const children = await store.list({ parent: id, limit: 10_000 });
  const below = await Promise.all(children.map((child) => listTree(store, child.id)));
  return [id, ...below.flat()];
}

/**
 * Removes a session with its children, after it ended what still runs of them on this machine: nothing is left that
 * nobody knows of. Refused with `session-busy` while one of them is worked on; then nothing was ended.
 */
export async function deleteSession({ store, owner, shells }: DeleteDeps, id: SessionId): Promise<void> {
  const leases: Lease[] = [];
  try {
    for (const one of await listTree(store, id)) leases.push(await store.acquireLease(one, owner));
    for (const { sessionId } of leases) {
      const view = await openView(store, sessionId);
      const open = view.openCalls.flatMap((callId) => view.calls[callId] ?? []);
      await Promise.all([shells.forgetSession(sessionId, view.shells), ...open.map(endLeftovers)]);
    }
  } finally {
    for (const lease of leases) await store.releaseLease(lease);
  }
  await store.delete(id);
}
