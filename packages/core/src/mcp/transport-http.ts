import type { AuthProvider, FetchLike, Transport } from "@modelcontextprotocol/client";

export interface HttpOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  fetch: FetchLike;
  auth: AuthProvider | undefined;
}

export interface HttpTransport extends Transport {
  /** Tells the server that the session is over, where there is one. */
  endSession(): Promise<void>;
}

const reconnection = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 4,
};

const endMs = 1_000;

function shared({ headers, fetch, auth }: HttpOptions) {
  return { fetch, requestInit: { headers: { ...headers } }, ...(auth ? { authProvider: auth } : {}) };
}

/** Streamable HTTP. Redirects are followed within the origin only: nothing entered for it goes to another one. */
export async function createHttpTransport(options: HttpOptions): Promise<HttpTransport> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new StreamableHTTPClientTransport(new URL(options.url), {
    ...shared(options),
    reconnectionOptions: reconnection,
    onInsufficientScope: "throw",
  });
  return Object.assign(transport, {
    async endSession() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, endMs).unref());
      // A server that is gone, or does not know this request, has no session either.
      await Promise.race([Promise.allSettled([transport.terminateSession()]), late]);
    },
  });
}

/** The event stream of older servers. */
export async function createSseTransport(options: HttpOptions): Promise<HttpTransport> {
  const { SSEClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new SSEClientTransport(new URL(options.url), shared(options));
  return Object.assign(transport, { endSession: async () => undefined });
}
