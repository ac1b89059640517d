import type { Language } from "../protocol/index.ts";
import { createAreaWords } from "../protocol/text/area.ts";
import { mcpPresetTexts } from "../protocol/text/mcp-presets.ts";

type PresetName = keyof (typeof mcpPresetTexts)["en"] extends `preset.${infer N}` ? N : never;

/** A well-known server: how it is started, and what has to be given beside its name. */
export interface McpPreset {
  name: string;
  description: string;
  command?: string;
  args?: readonly string[];
  url?: string;
  env?: Readonly<Record<string, string>>;
  /** Further arguments follow: the folder of the command where none are given. */
  takesFolder?: boolean;
}

const npx = (...args: string[]) => ({ command: "npx", args: ["-y", ...args] });
const uvx = (...args: string[]) => ({ command: "uvx", args });

type Launch = Omit<McpPreset, "name" | "description">;

/** Secrets stand in them as references: they are filled in when a server starts. */
const launches: Readonly<Record<PresetName, Launch>> = {
  filesystem: { ...npx("@modelcontextprotocol/server-filesystem"), takesFolder: true },
  memory: npx("@modelcontextprotocol/server-memory"),
  everything: npx("@modelcontextprotocol/server-everything"),
  "sequential-thinking": npx("@modelcontextprotocol/server-sequential-thinking"),
  fetch: uvx("mcp-server-fetch"),
  git: uvx("mcp-server-git"),
  time: uvx("mcp-server-time"),
  sqlite: uvx("mcp-server-sqlite"),
  github: {
    url: "https://api.githubcopilot.com/mcp/",
  },
  playwright: npx("@playwright/mcp@latest"),
  "chrome-devtools": npx("chrome-devtools-mcp@latest"),
  context7: npx("@upstash/context7-mcp"),
  notion: { url: "https://mcp.notion.com/mcp" },
  linear: { url: "https://mcp.linear.app/mcp" },
  sentry: { url: "https://mcp.sentry.dev/mcp" },
  "brave-search": {
    ...npx("@brave/brave-search-mcp-server"),
    env: { BRAVE_API_KEY: "${BRAVE_API_KEY}" },
  },
};

export function listPresets(language: Language): McpPreset[] {
  const words = createAreaWords(mcpPresetTexts, language);
  return (Object.keys(launches) as PresetName[]).map((name) => ({
    name,
    description: words(`preset.${name}`),
    ...launches[name],
  }));
}
