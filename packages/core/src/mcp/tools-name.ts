import { shortHash } from "./config-name.ts";
import type { McpToolInfo } from "./connection.ts";

/** What the wires let a tool be called at most. */
const longest = 64;

/** `mcp__server__tool` → the server; `undefined` where a name is none of these. */
export function serverOfTool(name: string): string | undefined {
  const match = /^mcp__(.+?)__./i.exec(name);
  return match?.[1];
}

function cut(prefix: string, written: string, plain: string): string {
  const mark = `_${shortHash(written)}`;
  return `${prefix}${plain.slice(0, longest - prefix.length - mark.length)}${mark}`;
}

/**
 * The names that a model calls the tools of a server by, in the server's order: each its own, each the same for as long
 * as the tool is called the same. No name is one of our own tools'.
 */
export function nameTools(server: string, listed: readonly McpToolInfo[]): Map<string, McpToolInfo> {
  // The same name twice from one server: the first is the one that its calls reach.
  const tools = listed.filter(
    ({ name }, index) => listed.findIndex((other) => other.name === name) === index,
  );
  const prefix = `mcp__${server}__`;
  const plainOf = ({ name }: McpToolInfo): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  const isPlain = (tool: McpToolInfo): boolean =>
    plainOf(tool) === tool.name && prefix.length + tool.name.length <= longest && tool.name !== "";
  const taken = new Set<string>();
  const names = new Map<McpToolInfo, string>();
  // Those that can be called what they are called come first, whatever order the server lists them in.
  const inOrder = tools.toSorted(
    (a, b) => Number(isPlain(b)) - Number(isPlain(a)) || (a.name < b.name ? -1 : 1),
  );
  for (const tool of inOrder) {
    const plain = plainOf(tool);
    const whole = `${prefix}${plain}`;
    const fits = whole.length <= longest && plain !== "" && !taken.has(whole.toLowerCase());
    const name = fits ? whole : cut(prefix, tool.name, plain);
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    names.set(tool, name);
  }
  return new Map(
    tools.flatMap((tool) => {
      const name = names.get(tool);
      return name === undefined ? [] : [[name, tool] as const];
    }),
  );
}
