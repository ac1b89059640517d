import type { McpServerFactory } from "@modelcontextprotocol/server";
import { checkRequest, type RequestRules } from "./check-request.ts";
import { createLegacySessions } from "./legacy-sessions.ts";

export interface HttpHandler {
  /** Answers every request; what is wrong with one is its answer. */
  fetch(request: Request): Promise<Response>;
  /** Ends what is open. */
  close(): Promise<void>;
}

export interface HttpHandlerOptions extends RequestRules {
  factory: McpServerFactory;
  warn(text: string): void;
}

const maxBody = 4 * 1024 * 1024;

/**
 * The streamable HTTP transport of both kinds: the newest revision without sessions, older ones with. The address,
 * the origin and the token are checked before a body is read.
 */
export async function createHttpHandler(options: HttpHandlerOptions): Promise<HttpHandler> {
  const { createMcpHandler, isLegacyRequest } = await import("@modelcontextprotocol/server");
  const { factory, warn } = options;
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    maxRequestBodySize: maxBody,
    onerror: (error) => warn(error.message),
  });
  const legacy = createLegacySessions({ factory, maxBody });
  return {
    async fetch(request) {
      const refused = checkRequest(request, options);
      if (refused) return refused;
      const isOld = await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBody });
      return isOld ? legacy.handle(request) : modern.fetch(request);
    },
    async close() {
      await Promise.all([modern.close(), legacy.close()]);
    },
  };
}
