import type { Language } from "../../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../../protocol/text/area.ts";
import type { cliMcpTexts } from "../../protocol/text/cli-mcp.ts";

/** Words what the command line says about MCP servers. */
export type McpCommandWords = AreaWords<(typeof cliMcpTexts)["en"]>;

/** Loaded by the commands that need them only. */
export async function loadMcpWords(language: Language): Promise<McpCommandWords> {
  return createAreaWords((await import("../../protocol/text/cli-mcp.ts")).cliMcpTexts, language);
}
