import type { HttpHandler } from "../mcp/serve/create-http-handler.ts";
import type { RunRequest, RunWatch, ServedRun, ServedSkill, SkillHost } from "../mcp/serve/skill-host.ts";
import { isShared, type ServeWords } from "../mcp/serve/publish-skill.ts";
import { createTranslate, SkillmintError, type SessionId } from "../protocol/index.ts";
import { createAreaWords } from "../protocol/text/area.ts";
import { mcpServeTexts } from "../protocol/text/mcp-serve.ts";
import type { Runtime } from "./runtime-contract.ts";
import { findSkill } from "../skill/catalog/find-skill.ts";
import { listSkillFiles } from "../skill/list-skill-files.ts";
import { readSkill } from "../skill/read-skill.ts";
import { createRanker } from "../skill/rank/rank-skills.ts";
import { renderActivation } from "../skill/render/activation.ts";
import { isCommand, joinBody, planBody } from "../skill/render/plan-body.ts";
import { toPlainLine } from "../skill/render/safe-text.ts";
import type { Skill } from "../skill/skill.ts";

export interface McpServeOptions {
  runtime: Pick<Runtime, "language" | "skills" | "prompt" | "run" | "inspect" | "answer">;
  /** The real folder whose skills are served and where runs work. */
  folder: string;
  /** The environment to use; default: the one in use. */
  environment?: string | undefined;
  version: string;
  /** For a person's eyes: what is left out, and why. */
  warn(text: string): void;
}

/** Skills of another server are not given on as our own: who made them would be lost. */
const notOurs = "mcp";

function toServed({ id, name, description, folder, file, command }: Skill): ServedSkill {
  return { id, name, description, folder, file, ...(command === undefined ? {} : { command }) };
}

/** The offered skills of a folder, and runs with them, for others. */
export function createSkillHost({ runtime, folder, environment, warn }: McpServeOptions): SkillHost {
  const t = createTranslate(runtime.language);
  const words: ServeWords = createAreaWords(mcpServeTexts, runtime.language);
  /** Those that were begun here: what else lies in the store is nobody's business. */
  const begun = new Map<string, SessionId>();

  async function offered(): Promise<Skill[]> {
    const { entries } = await runtime.skills.list({ folder, environment });
    return entries
      .filter(({ accessible, skill }) => accessible && skill.layer !== notOurs)
      .map(({ skill }) => skill);
  }

  async function find(name: string): Promise<Skill> {
    const { skill, candidates } = findSkill(await offered(), name, t);
    if (skill) return skill;
    const nearest = candidates.map(({ id }) => toPlainLine(id)).join(", ") || "–";
    throw new SkillmintError("skill-not-found", { params: { name: toPlainLine(name), nearest } });
  }

  const work = (id: SessionId, { signal, onEvent }: RunWatch): Promise<ServedRun> =>
    runtime.run(id, { signal, onEvent, onDiagnostic: ({ path, message }) => warn(`${path}: ${message}`) });

  async function activate(name: string, text: string) {
    const skill = await find(name);
    const parsed = await readSkill(skill, t);
    const refuse = (message: string): SkillmintError => new SkillmintError("usage", { params: { message } });
    if (parsed.state === "unreadable") throw refuse(words("activate.again", { name: skill.name }));
    const { segments } = planBody(parsed.body, {
      arguments: text,
      names: parsed.fields.arguments ?? [],
      sessionId: "",
      effort: parsed.fields.effort ?? "",
      skillDir: skill.folder,
      projectDir: folder,
      pluginRoot: skill.root,
      pluginData: skill.root,
    });
    if (segments.some(isCommand)) throw refuse(words("activate.commands", { name: skill.name }));
    const { files, more } = await listSkillFiles(skill);
    const shared = files.map(({ path }) => path).filter(isShared);
    const body = joinBody(segments, []);
    const rendered = renderActivation({ skill, body, files: shared, more, t });
    return { skill: toServed(skill), text: rendered };
  }

  async function run(request: RunRequest, watch: RunWatch): Promise<ServedRun> {
    const { readOnly, prompt } = request;
    const { id } = await find(request.skill);
    const sessionId = begun.get(request.sessionId ?? "");
    if (request.sessionId !== undefined && sessionId === undefined) {
      const message = words("run.otherSession", { id: toPlainLine(request.sessionId) });
      throw new SkillmintError("usage", { params: { message } });
    }
    const admitted = await runtime.prompt({
      text: prompt,
      folder,
      settings: {
        skills: [id],
        ...(readOnly === true ? { mode: "plan" as const } : {}),
        ...(environment === undefined ? {} : { environment }),
      },
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    begun.set(admitted.sessionId, admitted.sessionId);
    return work(admitted.sessionId, watch);
  }

  return {
    skills: async () => (await offered()).map(toServed),
    async search(query, limit) {
      const skills = await offered();
      const found = query.trim() === "" ? skills : searchIn(skills, query, limit);
      return found.slice(0, limit).map(toServed);
    },
    activate,
    run,
    inspect: (id) => runtime.inspect(id),
    resume: (id, watch) => work(id, watch),
    async answer({ sessionId, askId }, text, watch) {
      await runtime.answer(sessionId, text, { askId, onEvent: watch.onEvent });
      return work(sessionId, watch);
    },
  };
}

function searchIn(skills: Skill[], query: string, limit: number): Skill[] {
  return createRanker(skills)
    .search(query, limit)
    .map(({ skill }) => skill);
}

/** A server on this process's standard input and output. Nothing else may write to that output. */
export interface McpStdioServer {
  /** Resolves when the other side is gone, or `signal` aborted; what it began is stopped by then. */
  serve(signal: AbortSignal): Promise<void>;
}

export interface McpServe {
  /** What is said about it, in the language of the runtime. */
  words: ServeWords;
  stdio: McpStdioServer;
  /** The same over HTTP, below `/mcp`; whoever listens hands requests on. */
  http(token: string): Promise<HttpHandler>;
}

/** The doors for MCP clients to a folder's skills. The SDK is loaded when one of the doors is opened. */
export function createMcpServe(options: McpServeOptions): McpServe {
  const host = createSkillHost(options);
  const factory = async () => {
    const { createSkillServer } = await import("../mcp/serve/create-skill-server.ts");
    const { language } = options.runtime;
    return createSkillServer({ ...options, host, language });
  };
  return {
    words: createAreaWords(mcpServeTexts, options.runtime.language),
    stdio: {
      async serve(signal) {
        const { serveStdio } = await import("../mcp/serve/serve-stdio.ts");
        await serveStdio(await factory(), { signal, warn: options.warn });
      },
    },
    async http(token) {
      const { createHttpHandler } = await import("../mcp/serve/create-http-handler.ts");
      return createHttpHandler({ factory: await factory(), token, path: "/mcp", warn: options.warn });
    },
  };
}
