import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { cutText, explain, type AskView, type SessionEvent, type SessionId } from "../../protocol/index.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import type { RunWatch, ServedRun } from "./skill-host.ts";
import { failure, textOf, type ToolParts } from "./skill-tools.ts";
import { describeAsk, readForm, toForm } from "./word-ask.ts";

/** What of a run that waits goes to the client and comes back, signed. */
export interface RunState {
  skill: string;
  sessionId: SessionId;
  askId: string;
}

export interface RunToolParts extends ToolParts {
  /** Seals what a client is handed until it comes back. */
  mint(state: RunState, context: ServerContext): Promise<string>;
  /** The runs of all connections together. */
  runs: { count: number };
}

const maxRuns = 8;
const maxText = 100_000;
const maxMessage = 200;

const output = z.object({
  sessionId: z.string(),
  status: z.string(),
  answer: z.string(),
});

/** Whether a form can be shown to whoever sits at the client. */
function canAsk(server: McpServer, context: ServerContext): boolean {
  const envelope: Record<string, unknown> = context.mcpReq.envelope ?? {};
  const said = envelope["io.modelcontextprotocol/clientCapabilities"] as ClientCapabilities | undefined;
  const { elicitation } = said ?? server.server.getClientCapabilities() ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Tells the client what happens, each time one step further. */
function createWatch(context: ServerContext): RunWatch {
  const { signal, notify, _meta } = context.mcpReq;
  const token = _meta?.progressToken;
  let progress = 0;
  const tell = (message: string): void => {
    if (token === undefined) return;
    const params = { progressToken: token, progress: ++progress, message: cutText(message, maxMessage) };
    // A client that is gone aborts the signal: nothing is left to be told then.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  return {
    signal,
    onEvent(event: SessionEvent) {
      if (event.type === "tool.called") tell(toPromptLine(event.name));
      if (event.type === "message.completed" && event.text.trim() !== "") tell(toPromptLine(event.text));
    },
  };
}

/** How to answer at the machine itself. */
function choicesOf(ask: AskView): string {
  return ask.type === "question.asked" ? "…" : "once|session|no";
}

/** A run that ended, as the result of the call. */
function toResult(run: ServedRun, skill: string, { words, language }: ToolParts): CallToolResult {
  const { sessionId, reason } = run;
  const text = cutText(run.text, maxText);
  const structuredContent = { sessionId, status: reason, answer: text };
  if (reason === "done") return { content: [textOf(text)], structuredContent };
  const [ask] = run.asks;
  const message = {
    waiting: () =>
      words("run.waiting", {
        id: sessionId,
        ask: ask ? describeAsk(ask, skill, words) : "",
        choices: ask ? choicesOf(ask) : "",
      }),
    limit: () => words("run.limit", { limit: run.limit ?? "iterations", text }),
    loop: () => words("run.loop", { text }),
    cancelled: () => words("run.cancelled", { id: sessionId }),
    error: () => words("run.failed", { reason: run.error ? explain(run.error, language) : "–" }),
  }[reason]();
  return { isError: true, content: [textOf(message)], structuredContent };
}

/** `run_skill`: a session with that skill, which asks its person through the client where that can show a form. */
export function addRunTool(server: McpServer, parts: RunToolParts): void {
  const { host, words, language, folder, runs } = parts;

  async function ask(
    run: ServedRun,
    skill: string,
    context: ServerContext,
  ): Promise<InputRequiredResult | undefined> {
    const [first] = run.asks;
    if (run.reason !== "waiting" || !first || !canAsk(server, context)) return undefined;
    const { inputRequired } = await import("@modelcontextprotocol/server");
    const { sessionId } = run;
    return inputRequired({
      inputRequests: { answer: inputRequired.elicit(toForm(first, skill, words)) },
      requestState: await parts.mint({ skill, sessionId, askId: first.askId }, context),
    });
  }

  /** Goes on with what the client was asked; where nothing was answered, the run still waits. */
  async function goOn(
    state: RunState,
    context: ServerContext,
  ): Promise<ServedRun | { unanswered: ServedRun }> {
    const { inputResponse } = await import("@modelcontextprotocol/server");
    const { sessionId, askId } = state;
    const watch = createWatch(context);
    const standing = await host.inspect(sessionId);
    const open = standing.asks.find((candidate) => candidate.askId === askId);
    if (!open) return host.resume(sessionId, watch);
    const response = inputResponse(context.mcpReq.inputResponses, "answer");
    if (response.kind !== "elicit" || response.action === "cancel") return { unanswered: standing };
    const isNo = response.action === "decline" && open.type === "permission.asked";
    const text = isNo ? `no: ${words("run.declined")}` : readForm(open, response.content ?? {});
    return text === undefined ? { unanswered: standing } : host.answer({ sessionId, askId }, text, watch);
  }

  server.registerTool(
    "run_skill",
    {
      description: words("run.description", { folder }),
      inputSchema: z.object({
        skill: z.string().min(1).max(1_000).describe(words("run.skill")),
        prompt: z.string().min(1).max(maxText).describe(words("run.prompt")),
        sessionId: z.string().max(200).optional().describe(words("run.session")),
        readOnly: z.boolean().optional().describe(words("run.readOnly")),
      }),
      outputSchema: output,
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    async (input, context) => {
      if (runs.count >= maxRuns)
        return { isError: true, content: [textOf(words("run.busy", { count: runs.count }))] };
      runs.count++;
      try {
        const state = context.mcpReq.requestState<RunState>();
        const run = state ? await goOn(state, context) : await host.run(input, createWatch(context));
        if ("unanswered" in run) return toResult(run.unanswered, input.skill, parts);
        return (await ask(run, input.skill, context)) ?? toResult(run, input.skill, parts);
      } catch (error) {
        return failure(error, language);
      } finally {
        runs.count--;
      }
    },
  );
}
