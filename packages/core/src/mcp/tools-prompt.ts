import { nearestNames } from "../model/nearest.ts";
import { splitArguments } from "../skill/render/split-arguments.ts";
import { markOutside } from "../tool/mark-outside.ts";
import { ToolFailure } from "../tool/define-tool.ts";
import type { McpPromptInfo } from "./connection.ts";
import { toFailure, type CallEnv } from "./tools-call.ts";
import { serverOfTool } from "./tools-name.ts";
import type { KnownServer } from "./tools-server.ts";

/** `name=value` by name, the others in the order of the prompt's arguments; the last of those takes all that is left. */
export function readPromptArguments(
  { arguments: declared }: Pick<McpPromptInfo, "arguments">,
  words: string,
): Record<string, string> {
  const given: Record<string, string> = {};
  const rest: string[] = [];
  for (const word of splitArguments(words)) {
    const at = word.indexOf("=");
    const named = at > 0 ? declared.find(({ name }) => name === word.slice(0, at)) : undefined;
    if (named) given[named.name] = word.slice(at + 1);
    else rest.push(word);
  }
  const open = declared.filter(({ name }) => !Object.hasOwn(given, name));
  for (const [index, { name }] of open.entries()) {
    const value = index === open.length - 1 ? rest.splice(0).join(" ") : rest.shift();
    if (value !== undefined && value !== "") given[name] = value;
  }
  return given;
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").toLowerCase();
}

async function fetchPrompt(
  env: CallEnv,
  known: KnownServer,
  wanted: string,
  words: string,
  signal: AbortSignal,
): Promise<string> {
  const { text } = env;
  if ((await known.standing()).state !== "approved")
    throw new ToolFailure(text("mcp.prompt.approve", { server: known.name }));
  const connection = await known.connect();
  const prompts = await connection.prompts(signal);
  const found = prompts.find(({ name }) => plain(name) === plain(wanted));
  if (!found) {
    const names = prompts.map(({ name }) => name);
    const nearest = nearestNames(wanted, names).join(", ") || "–";
    throw new ToolFailure(text("mcp.prompt.unknown", { server: known.name, prompt: wanted, nearest }));
  }
  const given = readPromptArguments(found, words);
  const missing = found.arguments.filter(({ name, required }) => required && !Object.hasOwn(given, name));
  if (missing.length > 0)
    throw new ToolFailure(text("mcp.prompt.missing", { names: missing.map(({ name }) => name).join(", ") }));
  return connection.prompt(found.name, given, signal);
}

/** What stands for `/mcp__server__prompt words` in a conversation; `undefined` where there is no such server. */
export async function expandPrompt(
  env: CallEnv,
  servers: readonly KnownServer[],
  name: string,
  words: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { text } = env;
  const server = serverOfTool(name);
  const known = servers.find((one) => one.name.toLowerCase() === server?.toLowerCase());
  if (!known || server === undefined) return undefined;
  try {
    const wanted = name.slice(`mcp__${server}__`.length);
    const given = await fetchPrompt(env, known, wanted, words, signal);
    const marked = markOutside(given, `MCP ${known.name} ${wanted}`, env.outside);
    return text("mcp.prompt.text", { name, server: known.name, text: marked });
  } catch (error) {
    const failure = toFailure(error);
    if (!(failure instanceof ToolFailure)) throw failure;
    return text("mcp.prompt.failed", { name, reason: failure.message });
  }
}
