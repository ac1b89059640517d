import type { Guard } from "../network/guard.ts";
import type { McpServer } from "./connection.ts";

/**
 * What a server at an address is reached through. An address that a person entered may lie on a private network; one
 * that a repository or a skill names is judged like any other. It keeps connections of its own: close it.
 */
export function guardFor(guard: Guard, server: McpServer, url: string): Guard {
  const isEntered = server.from === "user" || server.from === "environment";
  const host = isEntered ? URL.parse(url)?.host : undefined;
  return guard.allowing(host ? [host] : []);
}
