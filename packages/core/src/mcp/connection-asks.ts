import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
} from "@modelcontextprotocol/client";
import type { ActiveCall } from "./connection-calls.ts";
import type { ElicitAnswer, ElicitRequest, SampleRequest } from "./connection.ts";
import { toParts } from "./content.ts";
import type { McpWords } from "./failure.ts";
import { isLoginPage } from "./oauth-page.ts";

type Fields = NonNullable<ElicitResult["content"]>;

/** What a form may be answered with; anything else is left out. */
function toFields(content: Readonly<Record<string, unknown>>): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(content)) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      fields[name] = value;
    else if (Array.isArray(value)) fields[name] = value.filter((each) => typeof each === "string");
  }
  return fields;
}

/** What a person is to be asked; undefined where they must not be. */
function toRequest(params: ElicitRequestParams): ElicitRequest | undefined {
  if (params.mode !== "url") return { message: params.message, schema: params.requestedSchema };
  const url = URL.parse(params.url);
  return url && isLoginPage(url) ? { message: params.message, url: url.href } : undefined;
}

/** Asks whoever made the call. Where it is not known whose call it is, or nobody can be asked: declined. */
export async function answerElicitation(
  params: ElicitRequestParams,
  call: ActiveCall | undefined,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const request = toRequest(params);
  if (!call?.asks.elicit || !request) return { action: "decline" };
  const answer: ElicitAnswer = await call.asks.elicit(request, AbortSignal.any([signal, call.signal]));
  if (answer.action !== "accept") return { action: answer.action };
  return request.url === undefined
    ? { action: "accept", content: toFields(answer.content) }
    : { action: "accept" };
}

/** Undefined: refused. */
export async function answerSampling(
  params: CreateMessageRequestParams,
  call: ActiveCall | undefined,
  signal: AbortSignal,
  words: McpWords,
): Promise<CreateMessageResult | undefined> {
  if (!call?.asks.sample) return undefined;
  const request: SampleRequest = {
    ...(params.systemPrompt === undefined ? {} : { system: params.systemPrompt }),
    messages: params.messages.map(({ role, content }) => ({ role, content: toParts(content, words) })),
    maxTokens: params.maxTokens,
  };
  const { model, text, stop } = await call.asks.sample(request, AbortSignal.any([signal, call.signal]));
  return { model, role: "assistant", content: { type: "text", text }, stopReason: stop };
}

/** The pages of an error that says they must be visited before the request can be done. */
export function pagesToVisit(error: unknown): ElicitRequest[] {
  if (!(error instanceof Error) || !("code" in error) || error.code !== -32_042) return [];
  const data: unknown = "data" in error ? error.data : undefined;
  const list: unknown =
    typeof data === "object" && data !== null && "elicitations" in data ? data.elicitations : [];
  if (!Array.isArray(list)) return [];
  return list.slice(0, 10).flatMap((entry: { url?: unknown; message?: unknown } | null) => {
    const url = typeof entry?.url === "string" ? URL.parse(entry.url) : null;
    const message = typeof entry?.message === "string" ? entry.message : "";
    return url && isLoginPage(url) ? [{ message, url: url.href }] : [];
  });
}
