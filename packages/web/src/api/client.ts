import type { Connection } from "./connection.ts";
import type { Endpoint, ReplyOf, Sent } from "@skillmint/core/protocol/api";

/** What the server answered when it did not do what it was asked for; `message` is for the person. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
  }
}

/** Nobody answered: the server is not there, or not any more. */
export class Offline extends Error {
  constructor(cause: unknown) {
    super("offline", { cause });
    this.name = "Offline";
  }
}

export interface Client {
  call<E extends Endpoint>(endpoint: E, sent: Sent<E>, signal?: AbortSignal): Promise<ReplyOf<E>>;
  /** What is not JSON: a stream of events, a blob, an export; with `bytes`, a file that is sent. */
  open(path: string, signal?: AbortSignal, bytes?: SentBytes): Promise<Response>;
}

export interface SentBytes {
  headers: Record<string, string>;
  body: Blob;
}

function addressOf(path: string, params: Record<string, string>, query: object): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** What a reply that is no success says. */
export async function toError(reply: Response): Promise<ApiError> {
  const body = (await reply.json().catch(() => ({}))) as { code?: string; error?: string };
  return new ApiError(reply.status, body.code ?? "internal", body.error ?? reply.statusText);
}

/** Every reply, and every lack of one, is told to `connection`. */
export function createClient(
  { token, language }: { token(): string | undefined; language(): string },
  connection: Pick<Connection, "note">,
): Client {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = {
      ...(init.headers as Record<string, string>),
      authorization: `Bearer ${token() ?? ""}`,
      "accept-language": language(),
    };
    let reply: Response;
    try {
      reply = await fetch(path, { ...init, headers });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      connection.note("offline");
      throw new Offline(error);
    }
    connection.note(reply.status === 401 ? "refused" : "online");
    if (!reply.ok) throw await toError(reply);
    return reply;
  };
  return {
    async call(endpoint, sent, signal) {
      const {
        params = {},
        query = {},
        body,
      } = sent as {
        params?: Record<string, string>;
        query?: object;
        body?: unknown;
      };
      const hasBody = endpoint.method !== "GET" && endpoint.method !== "DELETE";
      const reply = await send(addressOf(endpoint.path, params, query), {
        method: endpoint.method,
        ...(hasBody
          ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) }
          : {}),
        ...(signal ? { signal } : {}),
      });
      return (await reply.json()) as never;
    },
    open: (path, signal, bytes) =>
      send(path, { ...(bytes ? { method: "POST", ...bytes } : {}), ...(signal ? { signal } : {}) }),
  };
}
