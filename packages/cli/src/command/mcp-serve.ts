import { randomBytes } from "node:crypto";
import { openMcpServe } from "@skillmint/core";
import { SkillmintError } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";
import { version } from "../version.ts";

export interface McpServeFlags {
  http?: boolean;
  port?: string;
  host?: string;
}

const tokenForm = /^[A-Za-z0-9._~+/=-]{32,512}$/;
const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

function usage(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

/** `skillmint mcp serve`: this folder's skills for any MCP client. */
export async function mcpServeCommand(context: CliContext, flags: McpServeFlags): Promise<number> {
  const runtime = await context.runtime();
  const warn = (text: string): void => {
    if (!context.quiet) context.stderr.write(`${oneLine(text, 2_000)}\n`);
  };
  const { environment, cwd: folder, signal } = context;
  const { words, ...serve } = await openMcpServe({ runtime, folder, environment, version, warn });
  if (flags.http !== true && flags.port === undefined && flags.host === undefined) {
    if (context.stdinIsTty) throw usage(words("stdio.terminal"));
    await serve.stdio.serve(signal);
    return 0;
  }
  const port = Number(flags.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw usage(words("http.port"));
  const host = flags.host ?? "127.0.0.1";
  if (!loopback.has(host)) throw usage(words("http.host"));
  const token = context.env["SKILLMINT_MCP_TOKEN"] ?? randomBytes(32).toString("base64url");
  if (!tokenForm.test(token)) throw usage(words("http.token"));
  const { listenFetch } = await import("./listen-fetch.ts");
  const handler = await serve.http(token);
  try {
    const server = await listenFetch(handler.fetch, { port, host, warn }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "EADDRINUSE") throw error;
      throw usage(words("http.portBusy", { port }));
    });
    const url = `${server.url}/mcp`;
    if (context.json) context.printJson({ url, token });
    else context.print(words("http.ready", { folder, url, token }));
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
    await stopped;
    await handler.close();
    await server.close();
    return 0;
  } finally {
    await handler.close();
  }
}
