import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "./folder-chain.ts";
import { MemoryError } from "./memory-error.ts";
import { cutName, isLongName, toPercent } from "./memory-name.ts";
import { digest, findMemoryProject, type PlaceContext } from "./memory-project.ts";

/** For the person in every project, for all who work on a project, or for the person in one project. */
export const agentMemories = ["user", "project", "local"] as const;
export type AgentMemory = (typeof agentMemories)[number];

/** A kind of sub-agent that remembers things, and for whom. */
export interface MemoryAgent {
  /** In any case. */
  name: string;
  keeps: AgentMemory;
}

interface AgentPlace {
  base: string;
  names: readonly string[];
}

const home = ["memory", "agents"] as const;
const inProject = [".skillmint", "memory", "agents"] as const;

/** A name that every file system takes, different for different agents; it has no dot. */
export function agentFolderName(name: string): string {
  const whole = name.toWellFormed().normalize("NFC").toLowerCase();
  const escaped = whole.replaceAll(/[^\p{L}\p{N}_-]/gu, toPercent);
  return isLongName(escaped) ? `${cutName(escaped)}-${digest(whole)}` : escaped;
}

/** The agent that a folder was named after, and for which project, as far as its name tells. */
function readAgentFolder(folder: string): { name: string; project?: string } | undefined {
  const [, name = "", project] = /^([\p{L}\p{N}_%-]+)(?:\.([0-9a-f]+))?$/u.exec(folder) ?? [];
  try {
    return name === "" ? undefined : { name: decodeURIComponent(name), ...(project ? { project } : {}) };
  } catch {
    return undefined;
  }
}

async function findProject(folder: string, context: PlaceContext): Promise<string> {
  try {
    return await findMemoryProject(folder, context);
  } catch (error) {
    if (MemoryError.is(error)) throw new MemoryError({ code: "no-agent-project" }, { cause: error });
    throw error;
  }
}

/** Where a kind of sub-agent keeps what it remembers. What belongs to a project needs one that is trusted. */
export async function locateAgentMemory(
  { name, keeps }: MemoryAgent,
  folder: string,
  context: PlaceContext,
): Promise<AgentPlace> {
  const own = agentFolderName(name);
  if (keeps === "user") return { base: context.home.root, names: [...home, own] };
  const project = await findProject(folder, context);
  if (keeps === "project") return { base: project, names: [...inProject, own] };
  return { base: context.home.root, names: [...home, `${own}.${digest(project)}`] };
}

/** The kinds of sub-agents that remembered something that counts in a folder. */
export async function listAgentMemories(folder: string, context: PlaceContext): Promise<MemoryAgent[]> {
  const project = await findMemoryProject(folder, context).catch((error: unknown) => {
    if (MemoryError.is(error)) return undefined;
    throw error;
  });
  const namesIn = async (...parts: string[]) =>
    ((await ifThere(readdir(join(...parts)))) ?? [])
      .toSorted()
      .flatMap((name) => readAgentFolder(name) ?? []);
  const own = await namesIn(context.home.root, ...home);
  const shared = project === undefined ? [] : await namesIn(project, ...inProject);
  return [
    ...own.flatMap(({ name, project: of }): MemoryAgent[] => {
      if (of === undefined) return [{ name, keeps: "user" }];
      return project !== undefined && of === digest(project) ? [{ name, keeps: "local" }] : [];
    }),
    ...shared.map(({ name }): MemoryAgent => ({ name, keeps: "project" })),
  ];
}
