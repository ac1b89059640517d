import { randomUUID } from "node:crypto";
import type {
  McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** Clients of the revisions before 2026-07-28: each has a session, with a server of its own. */
export interface LegacySessions {
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface LegacyOptions {
  factory: McpServerFactory;
  maxBody: number;
  /** At most so many at a time; the one that was quiet for longest goes. */
  most?: number;
  /** A session that nothing was heard of for so long is over. */
  idleMs?: number;
}

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  lastAt: number;
}

function unknownSession(): Response {
  const error = { code: -32_001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 });
}

export function createLegacySessions(options: LegacyOptions): LegacySessions {
  const { factory, maxBody, most = 64, idleMs = 30 * 60_000 } = options;
  const sessions = new Map<string, Session>();

  async function end(id: string): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.transport.close();
  }

  async function makeRoom(): Promise<void> {
    const now = Date.now();
    const byAge = [...sessions].sort(([, a], [, b]) => a.lastAt - b.lastAt);
    const old = byAge.filter(
      ([, { lastAt }], index) => now - lastAt > idleMs || sessions.size - index >= most,
    );
    for (const [id] of old) await end(id);
  }

  async function open(request: Request): Promise<Response> {
    const { WebStandardStreamableHTTPServerTransport } = await import("@modelcontextprotocol/server");
    await makeRoom();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBody,
      onsessioninitialized: (id) => void sessions.set(id, { transport, lastAt: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = await factory({ era: "legacy", requestInfo: request });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    // What began no session is answered, and over.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  return {
    async handle(request) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return open(request);
      const session = sessions.get(id);
      if (!session) return unknownSession();
      session.lastAt = Date.now();
      return session.transport.handleRequest(request);
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}
