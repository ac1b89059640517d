import { NetworkRefused } from "../network/guard.ts";
import { McpFailure, quote, type Failures } from "./failure.ts";
import type { StdioTransport } from "./transport-stdio.ts";

export interface FailureContext {
  failures: Failures;
  phase: "start" | "call";
  /** Of a server that is a process. */
  stdio?: StdioTransport | undefined;
  /** Versions of the protocol that are known here. */
  versions: readonly string[];
}

interface Seen {
  code?: unknown;
  status?: unknown;
  data?: unknown;
}

function* chain(error: unknown): Generator<Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) yield at;
}

/** Of the older event stream. Told by what it has: names of classes do not survive bundling. */
export function isStreamError(error: Error): boolean {
  return "event" in error && "code" in error;
}

/** The HTTP status that an error of the SDK carries. */
export function statusOf(error: unknown): number | undefined {
  for (const each of chain(error)) {
    const { status, code } = each as Seen;
    if (typeof status === "number") return status;
    if (isStreamError(each) && typeof code === "number") return code;
    const inText = /\(HTTP (\d{3})\)/.exec(each.message)?.[1];
    if (inText !== undefined) return Number(inText);
  }
  return undefined;
}

/** The rights that a login does not give, where an error says that they are needed. */
export function missingScope(error: unknown): string | undefined {
  for (const each of chain(error))
    if ("requiredScope" in each) return typeof each.requiredScope === "string" ? each.requiredScope : "";
  return undefined;
}

/** What the SDK tries first is its own affair: what came of it is not. */
const ofTrying = /^Version negotiation (?:probe )?failed: /;

function messageOf(error: unknown): string {
  const all = [...chain(error)]
    .map((each) => each.message.replace(ofTrying, "").replace(/:\s*$/, ""))
    // It says nothing: what it was caused by does.
    .filter((text) => text !== "" && text !== "fetch failed");
  const text = quote(all.at(0) ?? String(error));
  const status = statusOf(error);
  return status === undefined || text.includes(String(status)) ? text : `${text} (HTTP ${status})`;
}

/** A server that is a process has ended: how, and what it printed last. */
function toEnd({ failures, phase, stdio }: FailureContext): McpFailure | undefined {
  const end = stdio?.ended();
  if (!stdio || !end) return undefined;
  const exit =
    end.signal === null
      ? failures.words("mcpConnection.exit.code", { code: end.code ?? "?" })
      : failures.words("mcpConnection.exit.signal", { signal: end.signal });
  const more = { tail: stdio.tail(), garbage: stdio.garbage() };
  return failures.make(phase === "start" ? "start" : "crash", { exit }, more);
}

function toVersion(error: Error, { failures, versions }: FailureContext): McpFailure | undefined {
  const data = (error as Seen).data;
  const supported: unknown =
    typeof data === "object" && data !== null && "supported" in data ? data.supported : undefined;
  const theirs = Array.isArray(supported)
    ? supported.join(", ")
    : /protocol version is not supported: (.{1,100})/.exec(error.message)?.[1];
  if (theirs === undefined) return undefined;
  return failures.make("version", { theirs: quote(theirs), ours: versions.join(", ") }, { cause: error });
}

/** What went wrong, for people, out of whatever was thrown by the SDK, the network or the process. */
export function toFailure(error: unknown, context: FailureContext): McpFailure {
  const { failures } = context;
  const options = { cause: error };
  for (const each of chain(error)) {
    if (each instanceof McpFailure) return each;
    // Put in the place of an answer that was too long to be read.
    const { data } = each as Seen;
    if (data instanceof McpFailure) return data;
    if (each instanceof NetworkRefused) {
      const reason = failures.words(`network.refused.${each.reason}`, { target: each.target });
      return failures.make("address", { reason }, options);
    }
    if (each.name === "UnauthorizedError" || "requiredScope" in each)
      return failures.make("login", {}, options);
    const version = toVersion(each, context);
    if (version) return version;
    const redirect = /Redirect (?:to|from https to plain http not followed; try) (\S+)/.exec(
      each.message,
    )?.[1];
    if (redirect !== undefined) return failures.make("redirect", { address: quote(redirect) }, options);
  }
  const ended = toEnd(context);
  if (ended) return ended;
  const status = statusOf(error);
  const detail = messageOf(error);
  if (status === 401) return failures.make("login", {}, options);
  if (status === 403) return failures.make("forbidden", { detail }, options);
  const code = error instanceof Error ? (error as Seen).code : undefined;
  if (typeof code === "number" && status === undefined) return failures.make("answer", { detail }, options);
  if (code === "INVALID_RESULT" || code === "UNSUPPORTED_RESULT_TYPE")
    return failures.make("reply", { detail }, options);
  // The system could not start it.
  if (context.stdio && context.phase === "start" && typeof code === "string" && /^E[A-Z_]+$/.test(code))
    return failures.make("start", { exit: detail }, options);
  if (context.stdio) return failures.make("reply", { detail }, options);
  return failures.make(context.phase === "start" ? "unreachable" : "lost", { detail }, options);
}
