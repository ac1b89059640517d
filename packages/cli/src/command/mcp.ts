import { toResultJson, type Mcp, type McpCommandWords, type McpPlace } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { oneLine, sanitize } from "../render/sanitize.ts";
import { readStdin } from "./read-stdin.ts";
import { usage } from "./run-flags.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

/** What every command about MCP servers needs. */
export interface McpCommand {
  api: Mcp;
  place: McpPlace;
  words: McpCommandWords;
}

export async function openMcp(context: CliContext): Promise<McpCommand> {
  const { loadMcpWords } = await import("@skillmint/core");
  const runtime = await context.runtime();
  const { cwd: folder, environment } = context;
  return {
    api: runtime.mcp,
    place: { folder, ...(environment === undefined ? {} : { environment }) },
    words: await loadMcpWords(context.language),
  };
}

/** `skillmint mcp list` */
export async function listServers(context: CliContext): Promise<number> {
  const { api, place, words } = await openMcp(context);
  const { servers, diagnostics, untrusted } = await api.list(place);
  if (context.json) context.printJson({ servers, diagnostics });
  else if (servers.length === 0) context.print(words("empty"));
  else
    for (const { name, from, state, reason, target, file, tools } of servers) {
      const about = [
        words(`state.${state}`),
        ...(reason === undefined ? [] : [oneLine(reason, 200)]),
        ...(tools === undefined ? [] : [words("tools", { count: tools })]),
      ];
      context.print(`${oneLine(name, 40).padEnd(20)} ${about.join(", ")}`);
      context.print(`  ${words(`from.${from}`)}  ${oneLine(file, 200)}`);
      if (target !== undefined) context.print(`  ${oneLine(target, 400)}`);
    }
  if (!context.json)
    for (const diagnostic of diagnostics) context.stderr.write(`${wordDiagnostic(diagnostic)}\n`);
  if (untrusted && !context.quiet) context.stderr.write(`${words("untrusted")}\n`);
  return 0;
}

/** `skillmint mcp remove <server>` */
export async function removeServer(
  context: CliContext,
  name: string,
  flags: { project?: boolean },
): Promise<number> {
  const { api, place, words } = await openMcp(context);
  const { file } = await api.remove(name, { ...place, ...(flags.project ? { project: true } : {}) });
  if (context.json) context.printJson({ name, file, removed: true });
  else context.print(words("removed", { name, file: oneLine(file, 4096) }));
  return 0;
}

/** `skillmint mcp tools <server>` */
export async function showTools(context: CliContext, name: string): Promise<number> {
  const { api, place, words } = await openMcp(context);
  const found = await api.tools(name, place, context.signal);
  if (context.json) {
    context.printJson(found);
    return 0;
  }
  for (const tool of found.tools)
    context.print(`${oneLine(tool.name, 64).padEnd(32)} ${oneLine(tool.description, 120)}`);
  if (found.prompts.length > 0) context.print(`\n${words("prompts", { name: found.server })}`);
  for (const prompt of found.prompts) {
    const names = prompt.arguments.map((one) => (one.required ? one.name : `[${one.name}]`)).join(" ");
    context.print(
      `${oneLine(`${prompt.name} ${names}`, 64).padEnd(32)} ${oneLine(prompt.description ?? "", 120)}`,
    );
  }
  if (found.resources.length > 0) context.print(`\n${words("resources")}`);
  for (const resource of found.resources.slice(0, 100))
    context.print(`${oneLine(resource.uri, 200)}  ${oneLine(resource.description ?? resource.name, 100)}`);
  return 0;
}

async function readInput(
  context: CliContext,
  { words }: McpCommand,
  json: string | undefined,
): Promise<Record<string, unknown>> {
  const text = json === "-" ? await readStdin(context.stdin(), context.signal) : json;
  if (text === undefined || text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usage(words("badJson", { problem: error instanceof Error ? error.message : String(error) }));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw usage(words("badJson", { problem: oneLine(text, 60) }));
  return value as Record<string, unknown>;
}

/** `skillmint mcp call <server> <tool> [json]` */
export async function callTool(
  context: CliContext,
  name: string,
  tool: string,
  json: string | undefined,
): Promise<number> {
  const mcp = await openMcp(context);
  const input = await readInput(context, mcp, json);
  const { signal } = context;
  const progress = (text: string): void => {
    if (!context.quiet && !context.json) context.stderr.write(`${oneLine(text, 200)}\n`);
  };
  const result = await mcp.api.call(name, { tool, input, signal, progress }, mcp.place);
  if (context.json) context.printJson(toResultJson(result));
  else
    for (const part of result.content)
      context.print(
        part.type === "image"
          ? mcp.words("image", { type: oneLine(part.mediaType, 60), bytes: part.data.length })
          : sanitize(part.text),
      );
  return result.isError ? 1 : 0;
}

/** `skillmint mcp login <server>` */
export async function loginServer(context: CliContext, name: string): Promise<number> {
  const { api, place, words } = await openMcp(context);
  const open = (url: string): void => {
    context.stderr.write(`${words("login", { url: oneLine(url, 8192) })}\n`);
  };
  await api.login(name, { open, signal: context.signal }, place);
  if (context.json) context.printJson({ name, loggedIn: true });
  else context.print(words("loggedIn", { name }));
  return 0;
}
