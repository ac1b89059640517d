import { chmod, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { SkillmintError, type Diagnostic, type Language } from "../protocol/index.ts";
import { configSchema, type Config } from "./config.ts";
import { createWords, type Words } from "./environment-texts.ts";
import { ifThere, isWithin, realPathOf } from "./folder-chain.ts";
import type { Home } from "./home.ts";
import { locate, validateJsonc } from "./jsonc-document.ts";
import { readJsonc, updateJsonc } from "./jsonc-file.ts";
import type { LoadedEnvironment } from "./load-environment.ts";
import { candidateFolders } from "./project-config.ts";
import type { Trust } from "./trust.ts";

/** The MCP servers that one file names, as they were written. */
export interface ServerFile {
  from: "user" | "environment" | "project";
  file: string;
  /** What relative paths in it start from. */
  folder: string;
  servers: Readonly<Record<string, unknown>>;
  /** Where a name stands. */
  lineOf?(name: string): number;
}

export interface ServerFiles {
  /** The strongest first: the person's, the environment's, the project's nearest first. */
  files: ServerFile[];
  diagnostics: Diagnostic[];
}

/** The file that other clients read too. */
export const projectServersName = ".mcp.json";

/** Others' keys beside it are theirs. */
const projectSchema = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()).optional() });

function toDiagnostic(error: unknown, path: string): Diagnostic {
  if (!SkillmintError.is(error) || error.code !== "config-unreadable") throw error;
  const { line, column, message } = error.params;
  return {
    path,
    line: Number(line),
    column: Number(column),
    severity: "error",
    code: "config-unreadable",
    message: String(message),
  };
}

async function readProjectFile(file: string, words: Words): Promise<ServerFile | undefined> {
  const document = await readJsonc(file, words);
  const { mcpServers } = validateJsonc(document, projectSchema, words);
  if (!mcpServers) return undefined;
  const lineOf = (name: string): number => locate(document, ["mcpServers", name]).line;
  return { from: "project", file, folder: dirname(file), servers: mcpServers, lineOf };
}

/** Nothing is looked for before a person trusted the folder; a broken file is told of and says nothing. */
async function readProjectFiles(
  folder: string,
  trust: Pick<Trust, "find">,
  words: Words,
): Promise<ServerFiles> {
  const found: ServerFiles = { files: [], diagnostics: [] };
  const trusted = await trust.find(folder);
  const real = await realPathOf(folder);
  if (!trusted || real === undefined) return found;
  for (const candidate of await candidateFolders(real, trusted.folder)) {
    const path = join(candidate, projectServersName);
    const file = await realPathOf(path);
    if (file === undefined) continue;
    if (!isWithin(file, trusted.folder)) {
      const message = words("project.outside", { folder: trusted.folder });
      found.diagnostics.push({ path, severity: "warning", code: "outside-project", message });
      continue;
    }
    try {
      const read = await readProjectFile(file, words);
      if (read) found.files.push({ ...read, folder: candidate });
    } catch (error) {
      found.diagnostics.push(toDiagnostic(error, file));
    }
  }
  return found;
}

export interface ServerFilesDeps {
  home: Pick<Home, "config" | "root">;
  trust: Pick<Trust, "find">;
  /** The person's own configuration. */
  config: Pick<Config, "mcp">;
  environment?: LoadedEnvironment | undefined;
  language?: Language;
}

/** Every file that names servers for a folder. Reads nothing of a folder that nobody trusts. */
export async function readServerFiles(folder: string, deps: ServerFilesDeps): Promise<ServerFiles> {
  const { home, config, environment } = deps;
  const project = await readProjectFiles(folder, deps.trust, createWords(deps.language));
  const own = config.mcp ?? {};
  const named = environment?.config.mcp ?? {};
  const user = { from: "user" as const, file: home.config, folder, servers: own };
  const files: ServerFile[] = Object.keys(own).length > 0 ? [user] : [];
  if (environment && Object.keys(named).length > 0)
    files.push({ from: "environment", file: environment.folder.config, folder, servers: named });
  return { files: [...files, ...project.files], diagnostics: project.diagnostics };
}

/** `undefined` removes. Resolves to whether anything changed. */
export async function writeUserServer(
  home: Pick<Home, "config">,
  name: string,
  definition: Readonly<Record<string, unknown>> | undefined,
  language?: Language,
): Promise<boolean> {
  return updateJsonc(home.config, configSchema, () => [[["mcp", name], definition]], createWords(language));
}

/** The same in the `.mcp.json` of a folder, whose mode stays as it was. */
export async function writeProjectServer(
  folder: string,
  name: string,
  definition: Readonly<Record<string, unknown>> | undefined,
  language?: Language,
): Promise<{ file: string; changed: boolean }> {
  const file = join(folder, projectServersName);
  const before = await ifThere(stat(file));
  if (definition === undefined && !before) return { file, changed: false };
  const change = () => [[["mcpServers", name], definition] as const];
  const changed = await updateJsonc(file, projectSchema, change, createWords(language));
  // It is the project's, for everybody who works on it.
  if (changed) await chmod(file, before ? before.mode & 0o777 : 0o644);
  return { file, changed };
}
