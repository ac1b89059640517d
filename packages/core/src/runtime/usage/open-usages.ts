import { access } from "node:fs/promises";
import type { Home } from "../../environment/home.ts";
import type { Store } from "../../session/store.ts";
import { authoringFile, openAuthoringStore } from "../authoring/authoring-store.ts";
import { createUsages, type Usages, type UsageStore } from "./usages.ts";

export interface OpenUsages {
  api: Usages;
  close(): Promise<void>;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return false;
    throw error;
  }
}

/** Usage of a person's sessions and of the sub-agent's, whose store is opened where it is and never made. */
export function openUsages({ home, store }: { home: Pick<Home, "root">; store: UsageStore }): OpenUsages {
  let other: Store | undefined;
  return {
    api: createUsages(store, async () => {
      if (other === undefined && (await isThere(authoringFile(home)))) other = await openAuthoringStore(home);
      return other;
    }),
    close: async () => other?.close(),
  };
}
