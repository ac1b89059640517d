import type { Home } from "../../environment/home.ts";
import { MemoryError } from "../../environment/memory-error.ts";
import { mainKey } from "../../environment/memory-key.ts";
import type { MemoryPlace, MemoryScope } from "../../environment/memory-place.ts";
import type { MemoryStore, MemoryText } from "../../environment/memory-store.ts";
import type { Trust } from "../../environment/trust.ts";
import { createTranslate, type EventDraft, type Language, type SessionView } from "../../protocol/index.ts";
import type { SessionLog } from "../session-log.ts";
import { findInstructionFiles } from "./find-instruction-files.ts";
import { wordInstructionFiles, wordMemories } from "./word-instructions.ts";

/** Where a run gets its instructions and memories from; the runtime puts it together. */
export interface InstructionParts {
  memory: MemoryStore;
  home: Pick<Home, "root" | "user">;
  trust: Pick<Trust, "find">;
  /** What stands between a session and these files; absent: nothing. */
  read?: (view: SessionView, readFiles: () => Promise<InstructionsRead>) => Promise<InstructionsRead>;
}

export type InstructionsRead = EventDraft<"instructions.read">;

export interface SessionInstructionsEnv extends InstructionParts {
  log: SessionLog;
  language: Language;
  /** How much the session's model can read, in tokens. */
  contextTokens(): Promise<number>;
}

export interface SessionInstructions {
  /**
   * Before each request, when the session's own skill is known: reads the files where a session begins and after its
   * context was compacted or cleared. What is on disk in between changes nothing, so that the beginning of requests
   * stays the same. Decided by the log alone.
   */
  prepare(): Promise<void>;
  /** Reads the files anew, whatever was read before. */
  refresh(): Promise<void>;
}

const instructionBytes = 40 * 1024;
const memoryBytes = 25 * 1024;
/** A small model must have room for the work: shares of its context, at four bytes a token. */
const instructionShare = 0.15 * 4;
const memoryShare = 0.1 * 4;

/**
 * The memory that a scope means in a session; without a scope, that of its own kind of agent, its own skill, else of
 * the project.
 */
export function memoryPlace(view: SessionView, scope?: MemoryScope): MemoryPlace {
  const { agent } = view.settings;
  if (agent?.memory && (scope ?? "agent") === "agent") {
    const { scope: keeps, folder } = agent.memory;
    return { scope: "agent", folder, agent: { name: agent.type, keeps } };
  }
  const own = Object.values(view.skills).find((skill) => skill.own);
  return {
    scope: scope ?? (own ? "skill" : "project"),
    folder: view.folder,
    ...(own ? { skill: { id: own.skillId, folder: own.folder } } : {}),
  };
}

/** What is there of the notes that sessions begin with. A memory that cannot be read keeps no session from working. */
async function readMemories(memory: MemoryStore, view: SessionView) {
  const notes: { scope: MemoryScope; note: MemoryText }[] = [];
  for (const scope of ["user", "project", "skill", "agent"] as const) {
    try {
      notes.push({ scope, note: await memory.read(memoryPlace(view, scope), mainKey) });
    } catch (error) {
      if (!MemoryError.is(error)) throw error;
    }
  }
  return notes;
}

async function readFiles(env: SessionInstructionsEnv): Promise<InstructionsRead> {
  const { log, memory, home, trust } = env;
  const { view } = log;
  const t = createTranslate(view.settings.language ?? env.language);
  const tokens = await env.contextTokens();
  const room = Math.floor(Math.min(instructionBytes, tokens * instructionShare));
  // Plain chat is not about the project.
  const isChat = view.settings.tools === false;
  const found = isChat
    ? { files: [], skipped: [] }
    : await findInstructionFiles(view.folder, home, instructionBytes);
  const trusted = (await trust.find(view.folder)) !== undefined;
  const files = wordInstructionFiles(found.files, { room, trusted, t });
  const memories = wordMemories(await readMemories(memory, view), {
    room: Math.floor(Math.min(memoryBytes, tokens * memoryShare)),
    t,
  });
  return {
    type: "instructions.read",
    text: [files.text, memories.text].filter((text) => text !== "").join("\n\n"),
    sources: [
      ...files.sources,
      ...found.skipped.map(({ path, from, problem }) => ({
        path,
        kind: "instructions" as const,
        from,
        bytes: 0,
        problem,
      })),
      ...memories.sources,
    ],
  };
}

export function createSessionInstructions(env: SessionInstructionsEnv): SessionInstructions {
  const { log } = env;
  const { view } = log;
  const readAll = (): Promise<InstructionsRead> => env.read?.(view, () => readFiles(env)) ?? readFiles(env);

  async function refresh(): Promise<void> {
    await log.append([await readAll()]);
  }

  return {
    refresh,
    async prepare() {
      const { instructions, contextFrom } = view;
      if (contextFrom > (instructions?.seq ?? 0)) return refresh();
      if (instructions || view.entries.some(({ kind }) => kind === "message")) return;
      const event = await readAll();
      if (event.sources.length > 0) await log.append([event]);
    },
  };
}
