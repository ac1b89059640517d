import type { Language } from "../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../protocol/text/area.ts";
import { mcpTexts } from "../protocol/text/mcp.ts";

/** Words what people and models read of MCP servers. */
export type McpText = AreaWords<(typeof mcpTexts)["en"]>;

export function createMcpText(language: Language): McpText {
  return createAreaWords(mcpTexts, language);
}
