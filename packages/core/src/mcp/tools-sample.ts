import type { TextPart } from "../protocol/index.ts";
import { ToolFailure, type ToolContext, type ToolImage } from "../tool/define-tool.ts";
import type { McpText } from "./config-text.ts";
import type { McpCallOptions, McpPart, SampleRequest } from "./connection.ts";

export interface SampleOptions {
  text: McpText;
  server: string;
  context: ToolContext;
  timeoutMs: number;
}

/** What one call may have written, however often it is allowed. */
const mostRequests = 10;
const mostTokens = 4_096;
const mostChars = 100_000;
const shownChars = 2_000;

function toPart(part: McpPart): TextPart | ToolImage {
  return part.type === "image" ? part : { type: "text", text: part.text };
}

function showRequest({ system, messages }: SampleRequest): string {
  const lines = messages.map(({ role, content }) => {
    const words = content.map((part) => (part.type === "image" ? `<${part.mediaType}>` : part.text));
    return `${role}: ${words.join(" ")}`;
  });
  return [...(system === undefined ? [] : [`system: ${system}`]), ...lines].join("\n").slice(0, shownChars);
}

function sizeOf({ system = "", messages }: SampleRequest): number {
  const parts = messages.flatMap(({ content }) => content);
  const sizes = parts.map((part) => (part.type === "image" ? part.data.length / 100 : part.text.length));
  return sizes.reduce((sum, size) => sum + size, system.length);
}

/**
 * How a server has the session's model write something: only where a person or a rule `McpSampling(server)` allows
 * it, a few times a call, and out of the run's own budget.
 */
export function createSample(options: SampleOptions): NonNullable<McpCallOptions["sample"]> {
  const { text, server, context, timeoutMs } = options;
  let count = 0;
  let isAllowed = false;

  async function allow(request: SampleRequest, signal: AbortSignal): Promise<boolean> {
    const verdict = context.judge?.({
      tool: "McpSampling",
      effect: "network",
      resources: [],
      subject: server,
    });
    if (verdict === "deny" || !context.ask) return false;
    if (verdict === "allow" || isAllowed) return true;
    const once = text("mcp.sample.once");
    const always = text("mcp.sample.call");
    const question = {
      question: text("mcp.sample.question", { server, tokens: Math.min(request.maxTokens, mostTokens) }),
      detail: showRequest(request),
      options: [once, always, text("mcp.sample.refuse")].map((label) => ({ label })),
    };
    const answers = await context.ask([question], { signal, timeoutMs });
    const answer = answers?.[0]?.[0];
    isAllowed = answer === always;
    return answer === once || answer === always;
  }

  return async (request, signal) => {
    count += 1;
    if (count > mostRequests) throw new ToolFailure(text("mcp.sample.tooMany", { most: mostRequests }));
    const { sample } = context;
    if (sizeOf(request) > mostChars) throw new ToolFailure(text("mcp.sample.tooLong", { most: mostChars }));
    if (!sample || !(await allow(request, signal)))
      throw new ToolFailure(text("mcp.sample.refused", { server }));
    const messages = request.messages.map(({ role, content }) => ({ role, content: content.map(toPart) }));
    const {
      model,
      text: written,
      stop,
    } = await sample(
      {
        ...(request.system === undefined ? {} : { system: request.system }),
        messages,
        maxTokens: Math.max(1, Math.min(request.maxTokens, mostTokens)),
      },
      signal,
    );
    return { model, text: written, stop: stop === "length" ? "maxTokens" : "endTurn" };
  };
}
