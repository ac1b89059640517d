import { randomBytes } from "node:crypto";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { type Language } from "../../protocol/index.ts";
import { createAreaWords } from "../../protocol/text/area.ts";
import { mcpServeTexts } from "../../protocol/text/mcp-serve.ts";
import { createShelf } from "./create-shelf.ts";
import { addRunTool, type RunState } from "./run-tool.ts";
import type { SkillHost } from "./skill-host.ts";
import { createSkillSource } from "./skill-source.ts";
import { addSkillTools } from "./skill-tools.ts";

export interface SkillServerOptions {
  host: SkillHost;
  language: Language;
  /** Of the product. */
  version: string;
  /** Where runs work, for the words that describe the tools. */
  folder: string;
  /** For a person's eyes, never for the protocol. */
  warn(text: string): void;
  /** Entries of one page of a list. */
  pageSize?: number;
  /** Seals what clients are handed until they come back with it. Default: a new one, known to this process alone. */
  key?: Uint8Array;
}

/** How long a person may take to fill a form, and how many forms one call may lead to. */
const formSeconds = 24 * 60 * 60;
const maxRounds = 100;

/**
 * Makes servers of one host's skills, one for each connection or request: the skills extension, and plain tools for
 * clients that do not know it.
 */
export async function createSkillServer(options: SkillServerOptions): Promise<McpServerFactory> {
  const [{ McpServer, createRequestStateCodec }, { SkillsExtension }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@modelcontextprotocol/server/ext/skills"),
  ]);
  const { host, language, version, folder, warn } = options;
  const words = createAreaWords(mcpServeTexts, language);
  const shelf = createShelf({ host, words, warn });
  const extension = new SkillsExtension({
    source: createSkillSource(shelf, options.pageSize),
    onWarning: ({ path, message }) => warn(`${path}: ${message}`),
  });
  const codec = createRequestStateCodec<RunState>({
    key: options.key ?? randomBytes(32),
    ttlSeconds: formSeconds,
  });
  const runs = { count: 0 };
  return () => {
    const server = new McpServer(
      { name: "skillmint", title: "SkillMint", version },
      {
        instructions: words("instructions", { folder }),
        // Nobody is told of changes: whoever asks again gets what is there now.
        capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
        inputRequired: { maxRounds, roundTimeoutMs: formSeconds * 1_000 },
        requestState: { verify: codec.verify },
      },
    );
    const parts = { host, words, language, folder };
    addSkillTools(server, parts);
    addRunTool(server, { ...parts, runs, mint: (state, context) => codec.mint(state, context) });
    extension.attach(server);
    return server;
  };
}
