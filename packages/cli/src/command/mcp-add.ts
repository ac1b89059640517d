import type { McpDefinition, McpPreset } from "@skillmint/core";
import { editDistance } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";
import { openMcp, type McpCommand } from "./mcp.ts";
import { usage } from "./run-flags.ts";

export interface McpAddFlags {
  envVar?: string[];
  header?: string[];
  transport?: string;
  preset?: string;
  project?: boolean;
  listPresets?: boolean;
}

/** `K=V` or `Name: value`, one entry each. */
function readPairs(
  { words }: McpCommand,
  texts: readonly string[] | undefined,
  form: { flag: string; separator: string; shown: string },
): Record<string, string> | undefined {
  if (!texts) return undefined;
  const pairs = texts.map((text) => {
    const at = text.indexOf(form.separator);
    const name = text.slice(0, at).trim();
    if (at <= 0 || name === "")
      throw usage(words("pair", { flag: form.flag, text: oneLine(text.slice(0, 40)), form: form.shown }));
    return [name, text.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs);
}

function nearestPresets(presets: readonly McpPreset[], name: string): string {
  return presets
    .map((preset) => ({ name: preset.name, distance: editDistance(name.toLowerCase(), preset.name) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map((preset) => preset.name)
    .join(", ");
}

function fromPreset(
  { words }: McpCommand,
  presets: readonly McpPreset[],
  wanted: string,
  more: {
    folder: string;
    env: Record<string, string> | undefined;
    headers: Record<string, string> | undefined;
  },
): McpDefinition {
  const preset = presets.find(({ name }) => name === wanted.toLowerCase());
  if (!preset)
    throw usage(words("nothing", { name: oneLine(wanted), nearest: nearestPresets(presets, wanted) }));
  const { url, command, args = [], takesFolder } = preset;
  const env = { ...preset.env, ...more.env };
  if (url !== undefined) return { type: "http", url, ...(more.headers ? { headers: more.headers } : {}) };
  return {
    ...(command === undefined ? {} : { command }),
    args: takesFolder ? [...args, more.folder] : [...args],
    ...(Object.keys(env).length > 0 ? { env } : {}),
  };
}

function toDefinition(mcp: McpCommand, target: readonly string[], flags: McpAddFlags): McpDefinition {
  const { words } = mcp;
  const env = readPairs(mcp, flags.envVar, { flag: "-e", separator: "=", shown: "NAME=VALUE" });
  const headers = readPairs(mcp, flags.header, { flag: "--header", separator: ":", shown: '"Name: value"' });
  const [first = "", ...rest] = target;
  const isAddress = /^https?:\/\//i.test(first);
  if (!isAddress && flags.transport === undefined && headers === undefined)
    return { command: first, args: rest, ...(env ? { env } : {}) };
  if (!isAddress || !URL.canParse(first)) throw usage(words("badUrl", { url: oneLine(first) }));
  if (rest.length > 0) throw usage(words("onlyUrl"));
  const type = flags.transport === "sse" ? "sse" : "http";
  return { type, url: first, ...(headers ? { headers } : {}) };
}

/** `skillmint mcp add` */
export async function addServer(
  context: CliContext,
  name: string | undefined,
  target: readonly string[],
  flags: McpAddFlags,
): Promise<number> {
  const mcp = await openMcp(context);
  const { words, api, place } = mcp;
  if (flags.listPresets) {
    const presets = await api.presets();
    if (context.json) context.printJson(presets);
    else for (const preset of presets) context.print(`${preset.name.padEnd(22)}${preset.description}`);
    return 0;
  }
  if (name === undefined) throw usage(words("noName"));
  const isPreset = target.length === 0 || flags.preset !== undefined;
  const definition = isPreset
    ? fromPreset(mcp, await api.presets(), flags.preset ?? name, {
        folder: context.cwd,
        env: readPairs(mcp, flags.envVar, { flag: "-e", separator: "=", shown: "NAME=VALUE" }),
        headers: readPairs(mcp, flags.header, { flag: "--header", separator: ":", shown: '"Name: value"' }),
      })
    : toDefinition(mcp, target, flags);
  const { file, replaced, trusted } = await api.add(name, definition, {
    ...place,
    ...(flags.project ? { project: true } : {}),
  });
  if (context.json) context.printJson({ name, file, replaced });
  else context.print(words(replaced ? "replaced" : "added", { name, file: oneLine(file, 4096) }));
  if (!trusted && !context.quiet) context.stderr.write(`${words("trust")}\n`);
  return 0;
}
