import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { judgeBelow } from "../../permission/judge-below.ts";
import { parseRules, type Rules } from "../../permission/rules.ts";
import { createId, createTranslate, type Language, type Mode, type Todo } from "../../protocol/index.ts";
import { createWorkspace } from "../../workspace/create-workspace.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { ToolFailure, type Intent, type Tool, type ToolContext, type ToolResult } from "../define-tool.ts";
import { createBuiltinTools, createOnDemandTools, type BuiltinOptions } from "./index.ts";

export interface TestContext {
  /** `<base>/work` is the workspace; beside it is outside. */
  base: string;
  root: string;
  workspace: Workspace;
  begun: Intent[];
  shown: string[];
  abort: AbortController;
  stored: Map<string, Uint8Array>;
  /** For what is below folders; calls are not gated here. */
  mode: Mode;
  rules: Rules;
  todos: Todo[];
  /** Makes the next `begin` do this first. */
  onBegin: (intent: Intent) => Promise<void> | void;
  tool(name: string): Tool;
  /** Describes and runs, as `execute` does: with one and the same input object. */
  call(name: string, input: Record<string, unknown>): Promise<ToolResult>;
  /** The text of a result, or of the expected failure. */
  text(name: string, input: Record<string, unknown>): Promise<string>;
  context(tool?: string): ToolContext;
  remove(): Promise<void>;
}

/** A temporary workspace with the built-in tools, for tests. */
export async function createTestContext(
  language: Language = "en",
  options: Omit<BuiltinOptions, "t"> = {},
): Promise<TestContext> {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-tools-")));
  const root = path.join(base, "work");
  await mkdir(root);
  const workspace = await createWorkspace({ root, home: path.join(base, "home") });
  const t = createTranslate(language);
  const tools = [...createBuiltinTools({ ...options, t }), ...createOnDemandTools({ t })];
  const memory = new Map<string, unknown>();
  const sessionId = createId("ses");
  const test: TestContext = {
    base,
    root,
    workspace,
    begun: [],
    shown: [],
    abort: new AbortController(),
    stored: new Map(),
    mode: "default",
    rules: parseRules({}),
    todos: [],
    onBegin: () => undefined,
    tool(name) {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      return tool;
    },
    context: (tool = "Read") => ({
      sessionId,
      callId: createId("call"),
      workspace,
      signal: test.abort.signal,
      t,
      memory,
      session: () => ({ settings: { model: "test", mode: test.mode }, todos: test.todos }),
      begin: async (intent = {}) => {
        await test.onBegin(intent);
        test.begun.push(intent);
      },
      progress: (text) => test.shown.push(text),
      readStored: async (name) => test.stored.get(name),
      judgeBelow: (folder, shows) => judgeBelow(test.mode, test.rules, { tool, folder, shows, root }),
    }),
    async call(name, input) {
      const tool = test.tool(name);
      await tool.describe(input, workspace, memory);
      return tool.run(input, test.context(name));
    },
    async text(name, input) {
      try {
        const { content } = await test.call(name, input);
        return content.map((part) => (part.type === "text" ? part.text : `<${part.mediaType}>`)).join("\n");
      } catch (error) {
        if (error instanceof ToolFailure) return `FAILED ${error.message}`;
        throw error;
      }
    },
    remove: () => rm(base, { recursive: true, force: true }),
  };
  return test;
}
