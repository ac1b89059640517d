import { resolve } from "node:path";
import type { ServerFile } from "../environment/mcp-files.ts";
import { findReferences, findVariables } from "../environment/reference.ts";
import type { Diagnostic } from "../protocol/index.ts";
import { isSecretVariable } from "../workspace/child-environment.ts";
import { readDefinition } from "./config-definition.ts";
import { readServerName, sameName } from "./config-name.ts";
import type { McpServer } from "./connection.ts";
import type { McpText } from "./config-text.ts";

/** Where servers are named: a file, or an active skill. */
export type ServerPlace = Omit<ServerFile, "from"> & {
  from: McpServer["from"];
  /** What its texts may name beside variables: the folder of a skill. */
  folders?: Readonly<Record<string, string>>;
};

/** One server as a place names it. */
export interface ServerEntry {
  name: string;
  from: McpServer["from"];
  file: string;
  /** What approval goes by, where it has to be approved. */
  folder: string;
  /** Absent where its definition cannot be used. References are still in it. */
  server?: McpServer;
  /** Why it is not used. */
  off?: "disabled" | "shadowed" | "invalid";
  reason?: string;
}

export interface ReadServers {
  /** In the order of precedence; those that are not used are among them. */
  entries: ServerEntry[];
  diagnostics: Diagnostic[];
}

export interface ReadServersOptions {
  text: McpText;
  /** To tell which variables hold secrets. */
  env: Readonly<Record<string, string | undefined>>;
}

const mostServers = 100;

/** A repository and a skill are somebody else's: no secret of the person goes to what they start. */
function findSecret(value: unknown, env: ReadServersOptions["env"]): string | undefined {
  const [secret] = findReferences(value).secrets;
  if (secret !== undefined) return `\${secret:${secret}}`;
  const variable = findVariables(value).find((name) => isSecretVariable(name, env[name] ?? ""));
  return variable === undefined ? undefined : `\${${variable}}`;
}

function fillFolders<T>(value: T, folders: ServerPlace["folders"] = {}): T {
  if (Object.keys(folders).length === 0) return value;
  return JSON.parse(
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === "string"
        ? Object.entries(folders).reduce((text, [name, folder]) => text.replaceAll(name, () => folder), item)
        : item,
    ),
  ) as T;
}

/** A folder that a definition names starts from the place of the definition. */
function placeFolder(launch: McpServer["launch"], place: ServerPlace): McpServer["launch"] {
  if (launch.type !== "stdio") return launch;
  const { folder } = launch;
  if (folder === undefined) return place.from === "project" ? { ...launch, folder: place.folder } : launch;
  return { ...launch, folder: folder.startsWith("${") ? folder : resolve(place.folder, folder) };
}

function readOne(
  written: string,
  value: unknown,
  place: ServerPlace,
  options: ReadServersOptions,
): { entry: ServerEntry; diagnostics: Diagnostic[] } {
  const { text, env } = options;
  const { from, file, folder } = place;
  const diagnostics: Diagnostic[] = [];
  const tell = (code: string, message: string): void => {
    const line = place.lineOf?.(written);
    diagnostics.push({ path: file, ...(line ? { line } : {}), severity: "warning", code, message });
  };
  const read = readServerName(written);
  const shown = written.slice(0, 100);
  const invalid = (name: string, reason: string) => {
    tell("mcp-invalid", text("mcp.invalid", { name: shown, reason }));
    const entry: ServerEntry = { name, from, file, folder, off: "invalid", reason };
    return { entry, diagnostics };
  };
  if ("problem" in read) return invalid(shown, text(`mcp.invalid.${read.problem}`));
  const { name } = read;
  if (read.changed) tell("mcp-renamed", text("mcp.renamed", { written: shown, name }));
  const definition = readDefinition(fillFolders(value, place.folders));
  for (const key of definition.unknown.slice(0, 20))
    tell("mcp-unknown-key", text("mcp.unknownKey", { name, key: key.slice(0, 100) }));
  if (definition.problem !== undefined || !definition.launch)
    return invalid(name, text(`mcp.invalid.${definition.problem ?? "shape"}`));
  const isForeign = from === "project" || from === "skill";
  const secret = isForeign ? findSecret(definition.launch, env) : undefined;
  if (secret !== undefined) return invalid(name, text("mcp.invalid.secret", { reference: secret }));
  const { startMs, callMs, disabled } = definition;
  const launch = placeFolder(definition.launch, place);
  const entry: ServerEntry = {
    name,
    from,
    file,
    folder,
    server: { name, launch, from, file, startMs, callMs },
    ...(disabled ? { off: "disabled" as const, reason: text("mcp.off.disabled") } : {}),
  };
  return { entry, diagnostics };
}

/** Reads the servers of all places, the strongest first. Of one name the first counts; the others say who won. */
export function readServers(places: readonly ServerPlace[], options: ReadServersOptions): ReadServers {
  const { text } = options;
  const entries: ServerEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const place of places) {
    for (const [written, value] of Object.entries(place.servers)) {
      if (entries.length >= mostServers) break;
      const { entry, diagnostics: told } = readOne(written, value, place, options);
      const winner = entries.find((other) => sameName(other.name, entry.name) && other.off !== "invalid");
      diagnostics.push(...told);
      if (!winner || entry.off === "invalid") {
        entries.push(entry);
        continue;
      }
      const reason = text("mcp.off.shadowed", { file: winner.file });
      entries.push({ ...entry, off: "shadowed", reason });
      const line = place.lineOf?.(written);
      diagnostics.push({
        path: place.file,
        ...(line ? { line } : {}),
        severity: "warning",
        code: "mcp-shadowed",
        message: text("mcp.shadowed", { name: entry.name, file: winner.file }),
      });
    }
  }
  return { entries, diagnostics };
}

/** Those that can be used. */
export function usableServers(entries: readonly ServerEntry[]): (ServerEntry & { server: McpServer })[] {
  return entries.flatMap((entry) =>
    entry.server && entry.off === undefined ? [{ ...entry, server: entry.server }] : [],
  );
}
