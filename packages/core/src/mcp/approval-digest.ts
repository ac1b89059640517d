import { createHash } from "node:crypto";
import { quoteWord } from "./config-quote.ts";
import type { McpServer, McpToolInfo } from "./connection.ts";

function hash(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** The same for the same content, in whatever order its keys come. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, item]) => [key, sorted(item)]);
}

/** Of how a server is started or reached, as it was written: a value that a variable gives is not part of it. */
export function launchDigest({ launch }: Pick<McpServer, "launch">): string {
  return hash(sorted(launch));
}

/** Of what a model is told of a tool, and what it may send to it. */
export function toolDigest({ name, title, description, inputSchema }: McpToolInfo): string {
  return hash([name, title ?? "", description, sorted(inputSchema)]);
}

/** What would be started or reached, whole, for a person: of their own servers the values of variables are left out. */
export function showLaunch({ launch, from }: Pick<McpServer, "launch" | "from">): string {
  if (launch.type !== "stdio") return launch.url;
  const isOwn = from === "user" || from === "environment";
  const env = Object.entries(launch.env).map(([name, value]) => `${name}=${isOwn ? "…" : quoteWord(value)}`);
  const words = [...env, quoteWord(launch.command), ...launch.args.map(quoteWord)];
  return (launch.folder === undefined ? words : ["cd", quoteWord(launch.folder), "&&", ...words]).join(" ");
}
