import { join } from "node:path";
import type { Home } from "../../environment/home.ts";
import { createSqlStore } from "../../session/sql-store.ts";
import type { Store } from "../../session/store.ts";
import { createOwner, isOwnerAlive } from "../owner.ts";

/** Where the sessions of the sub-agent live, apart from a person's conversations. */
export function authoringFile({ root }: Pick<Home, "root">): string {
  return join(root, "authoring.db");
}

/** Made where it is not there. Whoever opens it closes it. */
export async function openAuthoringStore(home: Pick<Home, "root">): Promise<Store> {
  const owner = await createOwner();
  return createSqlStore({ path: authoringFile(home), isAlive: (other) => isOwnerAlive(owner, other) });
}
