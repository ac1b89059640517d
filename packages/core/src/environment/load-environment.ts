import type { z } from "zod";
import { SkillmintError, type Diagnostic, type Language, type RuleTexts } from "../protocol/index.ts";
import { agentsFileSchema, type AgentEntry } from "./agents-file.ts";
import { checkReferences } from "./check-references.ts";
import { environmentConfigSchema, rulesOf, type EnvironmentConfig } from "./environment-config.ts";
import { environmentModelsSchema, toModelsFile } from "./environment-models.ts";
import { createWords, type Words } from "./environment-texts.ts";
import type { EnvironmentFolder, Env } from "./home.ts";
import type { Hook } from "./hook.ts";
import { hooksOfDocument } from "./hooks-of-document.ts";
import { diagnoseUnknown, locate, validateJsonc, type JsoncDocument } from "./jsonc-document.ts";
import { readJsonc } from "./jsonc-file.ts";
import type { ModelsFile } from "./models-file.ts";
import { resolveReferences } from "./reference.ts";

/** All that an environment says, read at one moment. What a broken file would say is absent. */
export interface LoadedEnvironment {
  name: string;
  folder: EnvironmentFolder;
  config: EnvironmentConfig;
  agents: AgentEntry[];
  /** What it says about the main agent. */
  primary?: AgentEntry;
  /** To be laid over the person's own by `overlayModels`; references are still in it. */
  models: ModelsFile;
  /** Of the primary agent, else of the configuration. */
  model?: string;
  /** What the primary agent is denied is refused by them too. */
  rules: RuleTexts;
  hooks: Hook[];
  skillsFolder: string;
  /** With an `error` among them it is broken: nothing of it may be used. */
  diagnostics: Diagnostic[];
}

export interface EnvironmentChecks {
  env: Env;
  language?: Language;
  /** What is wrong with a rule; `undefined`: nothing. */
  checkRule?(text: string): string | undefined;
  /** What is wrong with a model's name, given the models of the environment. */
  checkModel?(name: string, models: ModelsFile): Promise<string | undefined>;
  hasSecret?(name: string): Promise<boolean>;
}

export const brokenCode = "config-unreadable";

interface Part<T> {
  document?: JsoncDocument;
  value: T;
  diagnostics: Diagnostic[];
}

function toDiagnostic(error: unknown, file: string): Diagnostic {
  if (!SkillmintError.is(error) || error.code !== brokenCode) throw error;
  const { line, column, message } = error.params;
  return {
    path: file,
    line: Number(line),
    column: Number(column),
    severity: "error",
    code: brokenCode,
    message: String(message),
  };
}

async function readPart<S extends z.ZodType>(
  file: string,
  schema: S,
  empty: z.infer<S>,
  words: Words,
): Promise<Part<z.infer<S>>> {
  try {
    const document = await readJsonc(file, words);
    if (!document.root) return { value: empty, diagnostics: [] };
    const value = validateJsonc(document, schema, words);
    return { document, value, diagnostics: diagnoseUnknown(document, schema, words) };
  } catch (error) {
    return { value: empty, diagnostics: [toDiagnostic(error, file)] };
  }
}

/** A complaint about one place of a file that makes the environment unusable. */
function refuseAt(
  document: JsoncDocument | undefined,
  path: readonly PropertyKey[],
  message: string,
): Diagnostic[] {
  if (!document) return [];
  const place = locate(document, path);
  return [{ path: document.file, ...place, severity: "error", code: brokenCode, message }];
}

function checkRules(
  config: Part<EnvironmentConfig>,
  agents: Part<AgentEntry[]>,
  check: EnvironmentChecks["checkRule"],
): Diagnostic[] {
  const lists = (["rules", "permissions"] as const).flatMap((group) =>
    (["allow", "ask", "deny"] as const).map((list) => ({
      document: config.document,
      path: [group, list],
      texts: config.value[group]?.[list] ?? [],
    })),
  );
  const denied = agents.value.map(({ deniedTools }, index) => ({
    document: agents.document,
    path: [index, "deniedTools"],
    texts: deniedTools ?? [],
  }));
  return [...lists, ...denied].flatMap(({ document, path, texts }) =>
    texts.flatMap((text, index) => {
      const wrong = check?.(text);
      return wrong === undefined ? [] : refuseAt(document, [...path, index], wrong);
    }),
  );
}

interface Named {
  document: JsoncDocument | undefined;
  path: readonly PropertyKey[];
  name: string;
}

/** Where the file names models, each with its place. */
function namedModels(config: Part<EnvironmentConfig>, agents: Part<AgentEntry[]>): Named[] {
  const own = (["model", "defaultModel"] as const).flatMap((key) => {
    const name = config.value[key];
    return name === undefined ? [] : [{ document: config.document, path: [key], name }];
  });
  const ofAgents = agents.value.flatMap(({ model }, index) =>
    model === undefined ? [] : [{ document: agents.document, path: [index, "model"], name: model }],
  );
  return [...own, ...ofAgents];
}

async function checkModels(named: readonly Named[], models: ModelsFile, checks: EnvironmentChecks) {
  const found = await Promise.all(
    named.map(async ({ document, path, name }) => {
      try {
        const resolved = resolveName(name, checks);
        const wrong = await checks.checkModel?.(resolved, models);
        return wrong === undefined ? [] : refuseAt(document, path, wrong);
      } catch (error) {
        if (!SkillmintError.is(error) || error.code !== "usage") throw error;
        return refuseAt(document, path, String(error.params["message"]));
      }
    }),
  );
  return found.flat();
}

/** A model's name may come from a variable, never from a secret: names are recorded and shown. */
function resolveName(name: string, { env, language }: EnvironmentChecks): string {
  return resolveReferences(name, { env, ...(language ? { language } : {}) });
}

function isBrokenBy(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Whether nothing of it may be used. */
export function isBroken(environment: Pick<LoadedEnvironment, "diagnostics">): boolean {
  return isBrokenBy(environment.diagnostics);
}

/** The first error of a broken environment, with the others as its details. */
export function brokenError({ diagnostics }: Pick<LoadedEnvironment, "diagnostics">): SkillmintError {
  const [first, ...more] = diagnostics.filter(({ severity }) => severity === "error");
  const detail = more.map((one) => `${one.path}:${one.line ?? 1}:${one.column ?? 1}: ${one.message}`);
  return new SkillmintError(brokenCode, {
    params: {
      file: first?.path ?? "",
      line: first?.line ?? 1,
      column: first?.column ?? 1,
      message: first?.message ?? "",
    },
    ...(detail.length > 0 ? { detail: detail.join("\n") } : {}),
  });
}

/**
 * Reads the files of an environment. Never refused because of what they hold: whatever is wrong in any of them is a
 * diagnostic with its place. A file that is not there says nothing.
 */
export async function loadEnvironment(
  name: string,
  folder: EnvironmentFolder,
  checks: EnvironmentChecks,
): Promise<LoadedEnvironment> {
  const words = createWords(checks.language);
  const [config, agents, models] = await Promise.all([
    readPart(folder.config, environmentConfigSchema, {}, words),
    readPart(folder.agents, agentsFileSchema, [], words),
    readPart(folder.models, environmentModelsSchema, {}, words),
  ]);
  const modelsFile = toModelsFile(models.value);
  const ofConfig = config.document && (await hooksOfDocument(config.document, "person", words));
  const diagnostics = [
    ...config.diagnostics,
    ...agents.diagnostics,
    ...models.diagnostics,
    ...(ofConfig?.diagnostics ?? []),
    ...checkRules(config, agents, checks.checkRule),
    ...(await checkModels(namedModels(config, agents), modelsFile, checks)),
    ...(await checkReferences(config.document, ["mcp"], checks, words)),
    ...(await checkReferences(models.document, [], checks, words)),
  ];
  const primary = agents.value.find(({ role }) => role === "primary");
  const wanted = primary?.model ?? config.value.model ?? config.value.defaultModel;
  const model = wanted === undefined || isBrokenBy(diagnostics) ? undefined : resolveName(wanted, checks);
  return {
    name,
    folder,
    config: config.value,
    agents: agents.value,
    ...(primary ? { primary } : {}),
    models: modelsFile,
    ...(model === undefined ? {} : { model }),
    rules: rulesOf(config.value, primary),
    hooks: ofConfig?.hooks ?? [],
    skillsFolder: folder.skills,
    diagnostics,
  };
}
