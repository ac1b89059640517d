import { findReferences, resolveReferences } from "../environment/reference.ts";
import type { Language } from "../protocol/index.ts";
import type { McpServer } from "./connection.ts";

export interface ResolveSources {
  env: Readonly<Record<string, string | undefined>>;
  getSecret(name: string): Promise<string | undefined>;
  language: Language;
}

/**
 * The server with its variables and secrets filled in, right before it starts. Refused with `usage` where one stands
 * for nothing. Secrets are looked up only for what the person's own files say.
 */
export async function resolveServer(server: McpServer, sources: ResolveSources): Promise<McpServer> {
  const isOwn = server.from === "user" || server.from === "environment";
  const names = isOwn ? findReferences(server.launch).secrets : [];
  const found = await Promise.all(names.map(async (name) => [name, await sources.getSecret(name)] as const));
  const { env, language } = sources;
  const launch = resolveReferences(server.launch, {
    env,
    secrets: Object.fromEntries(found),
    where: `mcp.${server.name}`,
    language,
  });
  return { ...server, launch };
}
