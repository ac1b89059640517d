import type { ServerFile } from "../../environment/mcp-files.ts";
import type { ServerParts } from "../../agent/run-parts.ts";
import type { KnownServer } from "../../mcp/tools-server.ts";
import type { ServerPlace } from "../../mcp/config.ts";
import type { Diagnostic, SessionView } from "../../protocol/index.ts";
import type { ToolSource } from "../../tool/registry.ts";
import type { Servers, SessionPlace } from "./open-servers.ts";

export interface SessionServersOptions {
  /** What configuration names for the folder; the same for a whole run. */
  files: readonly ServerFile[];
  /** Loads what servers need; asked only where there is one. */
  load(): Promise<Servers>;
  askMs: number;
  /** Told once of what a skill names that has no effect. */
  tell?(diagnostic: Diagnostic): void;
}

/** The servers that active skills bring along, oldest first. */
function placesOfSkills(view: SessionView): ServerPlace[] {
  return Object.values(view.skills).flatMap(({ terms, folder, root = folder, name }) => {
    const { mcpServers } = terms;
    if (!mcpServers || folder === undefined || root === undefined) return [];
    const folders = Object.fromEntries([
      ...["${CLAUDE_SKILL_DIR}", "${SKILLMINT_SKILL_DIR}", "{baseDir}"].map((key) => [key, folder]),
      ...["${CLAUDE_PLUGIN_ROOT}", "${SKILLMINT_PLUGIN_ROOT}"].map((key) => [key, root]),
    ]) as Record<string, string>;
    return [{ from: "skill" as const, file: `${folder} (${name})`, folder, servers: mcpServers, folders }];
  });
}

function placeOf(view: SessionView): SessionPlace {
  return { folder: view.folder, roots: [view.folder, ...(view.settings.addedFolders ?? [])] };
}

/** What servers outside give to the sessions of one run. Where none is named and no skill brings one, nothing is loaded. */
export function createSessionServers({ files, load, askMs, tell }: SessionServersOptions): ServerParts {
  const told = new Set<string>();
  const placesFor = (view: SessionView): ServerPlace[] => [...files, ...placesOfSkills(view)];

  async function serversOf(view: SessionView): Promise<KnownServer[]> {
    const places = placesFor(view);
    if (places.length === 0) return [];
    const servers = await load();
    const { entries, diagnostics } = servers.read(places);
    // Those of files were told before the run.
    for (const diagnostic of places.length > files.length ? diagnostics : []) {
      if (told.has(diagnostic.message) || files.some(({ file }) => file === diagnostic.path)) continue;
      told.add(diagnostic.message);
      tell?.(diagnostic);
    }
    return servers.knowAll(entries, placeOf(view));
  }

  return {
    source(view) {
      let inner: ToolSource | undefined;
      return {
        async refresh() {
          if (!inner && placesFor(view).length === 0) return;
          inner ??= (await load()).source(() => serversOf(view), askMs);
          await inner.refresh?.();
        },
        tools: () => inner?.tools() ?? [],
        find: (name) => inner?.find?.(name),
      };
    },
    async prompt(view, name, words, signal) {
      if (!name.startsWith("mcp__") || placesFor(view).length === 0) return undefined;
      return (await load()).prompt(await serversOf(view), { name, words, askMs, signal });
    },
  };
}
