import { z } from "zod";
import { language, limits, mode, rules, sessionSettings, type Language } from "../protocol/index.ts";
import type { Diagnostic } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";
import type { Home } from "./home.ts";
import type { Hook } from "./hook.ts";
import { hooksOfDocument } from "./hooks-of-document.ts";
import { diagnoseUnknown, validateJsonc } from "./jsonc-document.ts";
import { readJsonc } from "./jsonc-file.ts";
import { skillPermissions, skillSettings } from "./skill-settings.ts";

const milliseconds = z.number().int().positive();

/** How long to wait for a model: for its first byte, between two of them, and in all. */
export const timeouts = z.looseObject({
  firstMs: milliseconds.optional(),
  idleMs: milliseconds.optional(),
  totalMs: milliseconds.optional(),
});

export const keyStores = ["file", "keychain"] as const;
export const keyStore = z.enum(keyStores);
export type KeyStore = z.infer<typeof keyStore>;

/** Keys this version does not know are kept: a newer one may have written them. */
export const configSchema = z.looseObject({
  model: z.string().min(1).optional(),
  mode: mode.optional(),
  language: language.optional(),
  /** The environment that is in use; written by switching only. */
  activeEnvironment: z.string().min(1).optional(),
  sandbox: sessionSettings.shape.sandbox,
  /** Hosts that commands in the sandbox may reach: `example.com`, `*.example.com`, `example.com:443`. */
  network: z.looseObject({ allow: z.array(z.string().min(1)).optional() }).optional(),
  limits: z.looseObject(limits.shape).optional(),
  /** `askMs`: how long a call that runs waits for a person. */
  timeouts: timeouts.extend({ askMs: milliseconds.optional() }).optional(),
  rules: z.looseObject(rules.partial().shape).optional(),
  /** What holds in one folder only, by its real path. */
  workspaces: z
    .record(z.string(), z.looseObject({ rules: z.looseObject(rules.partial().shape).optional() }))
    .optional(),
  permissions: z.looseObject({ skill: skillPermissions.optional() }).optional(),
  skills: skillSettings.optional(),
  /** Commands by event, as other clients write them; see `readHooks`. */
  hooks: z.record(z.string(), z.unknown()).optional(),
  /** No hooks at all, wherever they come from; in a project: none of its own. */
  disableAllHooks: z.boolean().optional(),
  /** MCP servers by name, as they were written; see `readServers`. */
  mcp: z.record(z.string().min(1), z.unknown()).optional(),
  /** `executable`: the Chrome or Chromium to start. Without a call for `idleMinutes` a session's browser is closed. */
  browser: z
    .looseObject({
      executable: z.string().min(1).optional(),
      headless: z.boolean().optional(),
      idleMinutes: z.number().positive().max(1_440).optional(),
    })
    .optional(),
  internet: z
    .looseObject({
      /** A model that reads pages for `prompt` of WebFetch. */
      smallModel: z.string().min(1).optional(),
      /** `baseUrl` belongs to `provider`. */
      search: z
        .looseObject({ provider: z.string().min(1).optional(), baseUrl: z.url().optional() })
        .optional(),
    })
    .optional(),
  secrets: z.looseObject({ store: keyStore.optional() }).optional(),
});
export type Config = z.infer<typeof configSchema>;

export interface LoadedConfig {
  config: Config;
  hooks: Hook[];
  diagnostics: Diagnostic[];
}

/** The user's own settings; no file is the same as an empty one. Refused with `config-unreadable`. */
export async function loadConfig(
  home: Pick<Home, "config">,
  options: { language?: Language } = {},
): Promise<LoadedConfig> {
  const words = createWords(options.language);
  const document = await readJsonc(home.config, words);
  const config = validateJsonc(document, configSchema, words);
  const { hooks, diagnostics } = await hooksOfDocument(document, "person", words);
  return { config, hooks, diagnostics: [...diagnoseUnknown(document, configSchema, words), ...diagnostics] };
}
