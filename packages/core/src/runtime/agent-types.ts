import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { builtinAgentTypes, type AgentType } from "../agent/tasks/agent-type.ts";
import { readAgentFile } from "../agent/tasks/read-agent-file.ts";
import { findGitRoot, foldersUpward, isWithin, realPathOf } from "../environment/folder-chain.ts";
import type { Home } from "../environment/home.ts";
import type { LoadedEnvironment } from "../environment/load-environment.ts";
import type { Trust } from "../environment/trust.ts";
import type { Diagnostic, Translate } from "../protocol/index.ts";
import { createBoundedReader } from "../skill/discover/read-bounded.ts";

export interface AgentTypesOptions {
  folder: string;
  home: Home;
  trust: Pick<Trust, "find">;
  environment?: LoadedEnvironment | undefined;
  t: Translate;
}

const maxFileBytes = 256 * 1024;
const maxFiles = 500;

/** Where people write agents down, the strongest first: trusted project folders, nearest first, then their own. */
async function agentFolders({ folder, home, trust }: AgentTypesOptions): Promise<string[]> {
  const real = (await realPathOf(folder)) ?? folder;
  const trusted = await trust.find(folder);
  const gitRoot = await findGitRoot(real);
  const project = foldersUpward(real).filter(
    (place) =>
      trusted && isWithin(place, trusted.folder) && (gitRoot === undefined || isWithin(place, gitRoot)),
  );
  const below = (place: string): string[] => [
    join(place, ".skillmint", "agents"),
    join(place, ".claude", "agents"),
  ];
  return [...project.flatMap(below), join(home.root, "agents"), join(home.user, ".claude", "agents")];
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted()
    .slice(0, maxFiles);
}

function ofEnvironment(environment: LoadedEnvironment | undefined): AgentType[] {
  return (environment?.agents ?? [])
    .filter(({ role }) => role === "sub")
    .map((agent) => ({
      name: agent.id,
      description: agent.description ?? agent.id,
      ...(agent.prompt === undefined ? {} : { prompt: agent.prompt }),
      ...(agent.allowedTools ? { tools: agent.allowedTools } : {}),
      ...(agent.deniedTools ? { disallowedTools: agent.deniedTools } : {}),
      ...(agent.model === undefined ? {} : { model: agent.model }),
      ...(agent.maxIterations === undefined ? {} : { iterations: agent.maxIterations }),
      ...(agent.memory ? { memory: agent.memory === true ? ("user" as const) : agent.memory } : {}),
      ...(agent.permissions?.skill ? { skillPermissions: agent.permissions.skill } : {}),
    }));
}

/** All kinds of sub-agents there are now: people's own before ours, one of each name. */
export async function loadAgentTypes(
  options: AgentTypesOptions,
): Promise<{ types: AgentType[]; diagnostics: Diagnostic[] }> {
  const { t, environment } = options;
  const reader = createBoundedReader();
  const diagnostics: Diagnostic[] = [];
  const written: AgentType[] = [];
  for (const folder of await agentFolders(options)) {
    for (const path of await filesOf(folder)) {
      const read = reader.read(path, maxFileBytes);
      if ("problem" in read) {
        const message = t("task.unreadable", { problem: read.problem });
        diagnostics.push({ path, severity: "warning", code: read.problem, message });
        continue;
      }
      const { type, diagnostics: found } = readAgentFile(read.bytes, path, t);
      diagnostics.push(...found);
      if (type) written.push(type);
    }
  }
  const all = [...written, ...ofEnvironment(environment), ...builtinAgentTypes(t)];
  const names = new Set<string>();
  const types = all.filter(({ name }) => {
    const key = name.toLowerCase();
    return !names.has(key) && names.add(key);
  });
  return { types, diagnostics };
}
