import type { Client, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { foreverMs } from "./connection-clock.ts";
import type { McpPromptInfo, McpToolInfo } from "./connection.ts";
import { hasUsableHeaders } from "./parameter-headers.ts";

export const maxListed = 1_000;
const maxPages = 100;

type Json = Record<string, unknown>;

/** Servers are read leniently: one entry that is not as it should be does not take the others with it. */
export const anything: StandardSchemaV1<unknown, Json> = {
  "~standard": {
    version: 1,
    vendor: "skillmint",
    validate: (value) => ({ value: typeof value === "object" && value !== null ? (value as Json) : {} }),
  },
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** All pages of a list, to at most 1,000 entries; a server that turns in circles is not followed. */
export async function listAll(
  client: Client,
  method: "tools/list" | "resources/list" | "prompts/list",
  signal: AbortSignal,
): Promise<Json[]> {
  const key = method.slice(0, method.indexOf("/")) as "tools" | "resources" | "prompts";
  if (!client.getServerCapabilities()?.[key]) return [];
  const found: Json[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const reply = await client.request({ method, params }, anything, { signal, timeout: foreverMs });
    if (Array.isArray(reply[key])) found.push(...reply[key].filter(isObject));
    cursor = textOf(reply["nextCursor"]);
    if (cursor === undefined || seen.has(cursor) || found.length >= maxListed) break;
    seen.add(cursor);
  }
  return found.slice(0, maxListed);
}

export function toTools(entries: readonly Json[]): McpToolInfo[] {
  const tools = new Map<string, McpToolInfo>();
  for (const entry of entries) {
    const name = textOf(entry["name"]);
    // The first of a name counts: a server cannot change a tool by naming it twice.
    if (!name || tools.has(name)) continue;
    const inputSchema = isObject(entry["inputSchema"]) ? entry["inputSchema"] : { type: "object" };
    if (!hasUsableHeaders(inputSchema)) continue;
    const notes = isObject(entry["annotations"]) ? entry["annotations"] : {};
    const title = textOf(entry["title"]) ?? textOf(notes["title"]);
    tools.set(name, {
      name,
      ...(title === undefined ? {} : { title }),
      description: textOf(entry["description"]) ?? "",
      inputSchema,
    });
  }
  return [...tools.values()];
}

export function toResources(entries: readonly Json[]) {
  return entries.flatMap((entry) => {
    const uri = textOf(entry["uri"]);
    if (!uri) return [];
    const description = textOf(entry["description"]);
    const mimeType = textOf(entry["mimeType"]);
    return [
      {
        uri,
        name: textOf(entry["title"]) ?? textOf(entry["name"]) ?? uri,
        ...(description === undefined ? {} : { description }),
        ...(mimeType === undefined ? {} : { mimeType }),
      },
    ];
  });
}

export function toPrompts(entries: readonly Json[]): McpPromptInfo[] {
  return entries.flatMap((entry) => {
    const name = textOf(entry["name"]);
    if (!name) return [];
    const description = textOf(entry["description"]);
    const given = Array.isArray(entry["arguments"]) ? entry["arguments"].filter(isObject) : [];
    const list = given.flatMap((argument) => {
      const argumentName = textOf(argument["name"]);
      if (!argumentName) return [];
      const about = textOf(argument["description"]);
      return [
        {
          name: argumentName,
          ...(about === undefined ? {} : { description: about }),
          required: argument["required"] === true,
        },
      ];
    });
    return [{ name, ...(description === undefined ? {} : { description }), arguments: list }];
  });
}
