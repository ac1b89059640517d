import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { SkillmintError } from "../protocol/index.ts";
import { redact } from "./redact.ts";

export interface OpenRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  /** Whom an error names. */
  provider: string;
  /** Pauses in ms before a refused connection or an unknown host is tried again. Default: two, within 5 s. */
  connectRetry?: readonly number[];
}

export interface OpenedStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Can be read once. Leaving it early closes nothing: call `release` or `destroy`. */
  body: AsyncIterable<Uint8Array>;
  /**
   * For a reply that was read to its end: what is left of it is read for up to a second, so that the connection
   * may serve again. Resolves when that is over.
   */
  release(): Promise<void>;
  /** Closes the connection at once. Harmless after `release` or a second time. */
  destroy(): void;
}

/**
 * Sends POST requests over connections that are kept and used again. Any status is an answer, redirects included:
 * they are never followed, since the key belongs to one host. Failures are `cancelled` or `model-unreachable`.
 */
export interface HttpClient {
  open(request: OpenRequest): Promise<OpenedStream>;
  close(): void;
}

const connectPauses: readonly number[] = [500, 1_500];
const connectBudgetMs = 5_000;
const drainMs = 1_000;
const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;
const unconnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);
const dropped = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED"]);

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

function unreachable(error: unknown, provider: string, host: string): SkillmintError {
  const code = codeOf(error);
  const words = error instanceof Error ? error.message : String(error);
  const permanent =
    tlsCode.test(code) ||
    // Tried again here already: more of it would only keep a person waiting.
    unconnected.has(code) ||
    code.startsWith("ERR_INVALID") ||
    code === "ERR_UNESCAPED_CHARACTERS";
  return new SkillmintError("model-unreachable", {
    params: { provider, host },
    detail: redact(words === "" ? code : words, []),
    ...(permanent ? { retryable: false } : {}),
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true });
  });
}

function openedStream(response: IncomingMessage): OpenedStream {
  const body = response.iterator({ destroyOnReturn: false });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    async release() {
      if (response.readableEnded || response.destroyed) return;
      const closed = new Promise<void>((resolve) => {
        response.once("close", resolve);
      });
      const timer = setTimeout(() => response.destroy(), drainMs);
      timer.unref();
      // Whatever happens to the rest, the reply was complete.
      response.on("error", () => clearTimeout(timer));
      await body.return?.();
      response.resume();
      await closed;
      clearTimeout(timer);
    },
    destroy() {
      if (!response.readableEnded) response.destroy();
    },
  };
}

interface Connection {
  send: (url: URL, options: object) => ClientRequest;
  agent: Agent;
}

/** Importing `node:http` reads all its exports, and some of them load a whole second HTTP client. */
function loadHttp(protocol: string) {
  return process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
}

/** `env` holds the proxy variables; addresses of this machine are never reached through a proxy. */
export function createHttpClient(
  options: { env?: Readonly<Record<string, string | undefined>> } = {},
): HttpClient {
  const proxyEnv = { ...(options.env ?? process.env) };
  const connections = new Map<string, Connection>();

  function connectionFor(url: URL): Connection {
    const direct = isLoopback(url.hostname);
    const key = `${url.protocol}${direct}`;
    const known = connections.get(key);
    if (known) return known;
    const agentOptions = { keepAlive: true, maxFreeSockets: 16, ...(direct ? {} : { proxyEnv }) };
    const http = loadHttp(url.protocol);
    const made: Connection = { send: http.request, agent: new http.Agent(agentOptions) };
    connections.set(key, made);
    return made;
  }

  async function sendOnce(
    url: URL,
    request: OpenRequest,
  ): Promise<OpenedStream | { error: unknown; reused: boolean }> {
    const { send, agent } = connectionFor(url);
    return new Promise((resolve) => {
      const headers = {
        ...request.headers,
        "accept-encoding": "identity",
        "content-length": String(Buffer.byteLength(request.body)),
      };
      let sent: ClientRequest;
      try {
        sent = send(url, { method: "POST", agent, headers, signal: request.signal });
      } catch (error) {
        resolve({ error, reused: false });
        return;
      }
      sent.on("response", (response: IncomingMessage) => resolve(openedStream(response)));
      sent.on("error", (error) => resolve({ error, reused: sent.reusedSocket }));
      sent.end(request.body);
    });
  }

  return {
    async open(request) {
      const { provider, signal } = request;
      const pauses = request.connectRetry ?? connectPauses;
      if (!URL.canParse(request.url) || !/^https?:/i.test(request.url)) {
        throw new SkillmintError("model-unreachable", { params: { provider, host: "-" }, retryable: false });
      }
      const url = new URL(request.url);
      const from = performance.now();
      let stale = false;
      for (let tries = 0; ;) {
        if (signal.aborted) throw new SkillmintError("cancelled");
        const outcome = await sendOnce(url, request);
        if (!("error" in outcome)) return outcome;
        if (signal.aborted) throw new SkillmintError("cancelled");
        const code = codeOf(outcome.error);
        if (outcome.reused && dropped.has(code) && !stale) {
          stale = true;
          continue;
        }
        const wait = pauses[tries];
        const spent = performance.now() - from;
        if (!unconnected.has(code) || wait === undefined || spent + wait > connectBudgetMs) {
          throw unreachable(outcome.error, provider, url.host);
        }
        tries++;
        await pause(wait, signal);
      }
    },
    close() {
      for (const { agent } of connections.values()) agent.destroy();
      connections.clear();
    },
  };
}
