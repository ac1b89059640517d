import type { AskAgent, WorkOptions } from "../../authoring/skill-agent/ask-agent.ts";
import type { Access } from "../../authoring/skill-agent/build-prompt.ts";
import type { AuthoringWords } from "../../authoring/words.ts";
import {
  SkillmintError,
  type ErrorCode,
  type SessionEvent,
  type SessionSettings,
  errorCodes,
  type RunResult,
} from "../../protocol/index.ts";
import type { Runtime } from "../runtime-contract.ts";

const reading = ["Read", "Glob", "Grep", "LS"];
const writing = ["Write", "Edit"];
const limits = { iterations: 60, timeMs: 20 * 60_000 };

/** Everything in its own folder and nothing beside it, whatever a person's rules allow elsewhere. */
const within = (tools: readonly string[]): string[] => tools.map((tool) => `${tool}(./**)`);

function settingsOf(
  access: Access,
  system: string,
  { model, baseUrl }: WorkOptions,
): Partial<SessionSettings> {
  const tools = access === "write" ? [...reading, ...writing] : reading;
  return {
    // Nobody is there to be asked.
    mode: "dontAsk",
    agent: {
      type: "skill-agent",
      prompt: system,
      tools: within(tools),
      disallowedTools: ["AskUserQuestion"],
      // Skills are what it works on, not what it works by: no list of them is to be added to its prompt.
      skillPermissions: { "*": "deny" },
    },
    rules: { allow: access === "write" ? within(writing) : [] },
    limits,
    ...(access === "none" ? { tools: false } : {}),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

/** A title for a call, from what it is about. */
function titleOf(input: Readonly<Record<string, unknown>>, folder: string): string {
  const said = input["file_path"] ?? input["path"] ?? input["pattern"];
  return typeof said === "string" ? said.replace(`${folder}/`, "") : "";
}

function toError({ reason, limit, error }: RunResult, words: AuthoringWords): SkillmintError {
  if (reason === "cancelled") return new SkillmintError("cancelled");
  const code = errorCodes.find((known): known is ErrorCode => known === error?.code);
  if (error && code)
    return new SkillmintError(code, {
      ...(error.params ? { params: error.params } : {}),
      ...(error.detail === undefined ? {} : { detail: error.detail }),
    });
  const detail = words("authoring.ended", { reason: limit ?? reason });
  return new SkillmintError("authoring-failed", { params: { operation: "run" }, detail });
}

/** Turns of the sub-agent as sessions of the same loop that everything else runs on. */
export function createAskAgent(open: () => Promise<Runtime>, words: AuthoringWords): AskAgent {
  return async (turn, options) => {
    const { onProgress, signal } = options;
    const runtime = await open();
    const onEvent = (event: SessionEvent): void => {
      if (event.type === "tool.called")
        onProgress?.({ step: "tool", name: event.name, title: titleOf(event.input, turn.folder) });
    };
    const { sessionId, why } = await runtime.prompt({
      text: turn.text,
      folder: turn.folder,
      ...(turn.sessionId === undefined
        ? { settings: settingsOf(turn.access, turn.system, options) }
        : { sessionId: turn.sessionId }),
    });
    if (why === "demo") throw new SkillmintError("needs-model");
    onProgress?.({ step: "asked" });
    const result = await runtime.run(sessionId, { onEvent, ...(signal ? { signal } : {}) });
    if (result.reason !== "done") throw toError(result, words);
    return { sessionId, text: result.text, usage: result.usage };
  };
}
