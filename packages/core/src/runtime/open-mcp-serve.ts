import type { McpServe, McpServeOptions } from "./mcp-serve.ts";

/** Gives a folder's skills to MCP clients. All of it is loaded here, when first asked for. */
export async function openMcpServe(options: McpServeOptions): Promise<McpServe> {
  const { createMcpServe } = await import("./mcp-serve.ts");
  return createMcpServe(options);
}
