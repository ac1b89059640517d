import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { modes, SkillmintError, type Limits, type Mode } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";

export interface RunFlags {
  skill?: string[];
  model?: string;
  baseUrl?: string;
  mode?: string;
  allow?: string[];
  deny?: string[];
  maxIterations?: string;
  maxCost?: string;
  maxTokens?: string;
  maxTime?: string;
  sandbox?: boolean;
  session?: string;
  continue?: boolean;
  attach?: string[];
  addDir?: string[];
  record?: string;
  replay?: string;
  match?: string;
  tools?: boolean;
}

export function usage(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

function positive(
  context: CliContext,
  flag: string,
  value: string | undefined,
  whole: boolean,
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  const max = flag === "--max-iterations" ? 1000 : Number.MAX_SAFE_INTEGER;
  if (value.trim() === "" || !(number > 0) || number > max || (whole && !Number.isInteger(number))) {
    throw usage(context.t("cli.badNumber", { flag, value }));
  }
  return number;
}

export function parseMode(context: CliContext, value: string | undefined): Mode | undefined {
  if (value === undefined) return undefined;
  const mode = modes.find((known) => known.toLowerCase() === value.toLowerCase());
  if (!mode) throw usage(context.t("cli.badChoice", { flag: "--mode", choices: modes.join(", "), value }));
  return mode;
}

function parseLimits(context: CliContext, flags: RunFlags): Limits | undefined {
  const iterations = positive(context, "--max-iterations", flags.maxIterations, true);
  const cost = positive(context, "--max-cost", flags.maxCost, false);
  const tokens = positive(context, "--max-tokens", flags.maxTokens, true);
  const seconds = positive(context, "--max-time", flags.maxTime, false);
  const limits: Limits = {
    ...(iterations === undefined ? {} : { iterations }),
    ...(cost === undefined ? {} : { cost }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(seconds === undefined ? {} : { timeMs: Math.ceil(seconds * 1000) }),
  };
  return Object.keys(limits).length > 0 ? limits : undefined;
}

/** The folder as it really is, or a clear refusal. */
export async function realFolder(context: CliContext, folder: string): Promise<string> {
  const path = resolve(context.cwd, folder);
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isDirectory())
    throw usage(context.t("cli.noFolder", { folder: path }));
  return real;
}

/** Flags as the settings of a prompt. */
export async function toSettings(context: CliContext, flags: RunFlags) {
  const mode = parseMode(context, flags.mode);
  const limits = parseLimits(context, flags);
  const added = await Promise.all((flags.addDir ?? []).map((folder) => realFolder(context, folder)));
  const rules = {
    ...(flags.allow ? { allow: flags.allow } : {}),
    ...(flags.deny ? { deny: flags.deny } : {}),
  };
  return {
    ...(flags.skill ? { skills: flags.skill } : {}),
    ...(context.environment === undefined ? {} : { environment: context.environment }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    ...(mode ? { mode } : {}),
    ...(limits ? { limits } : {}),
    ...(Object.keys(rules).length > 0 ? { rules } : {}),
    ...(flags.sandbox === false ? { sandbox: "off" as const } : {}),
    ...(flags.tools === false ? { tools: false } : {}),
    ...(added.length > 0 ? { addedFolders: added } : {}),
    ...(flags.record === undefined ? {} : { record: resolve(context.cwd, flags.record) }),
  };
}
