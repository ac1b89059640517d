import { ToolFailure, type ToolResult } from "../tool/define-tool.ts";
import { markOutside, type OutsideWords } from "../tool/mark-outside.ts";
import type { McpText } from "./config-text.ts";
import type { McpCallResult, McpPart } from "./connection.ts";

/** What screens are shown of a structured result at most. */
const mostDetails = 20_000;

export function textOfParts(parts: readonly McpPart[]): string {
  return parts.flatMap((part) => (part.type === "image" ? [] : [part.text])).join("\n");
}

function fitting(structured: unknown): unknown {
  const json = structured === undefined ? undefined : JSON.stringify(structured);
  return json !== undefined && json.length <= mostDetails ? structured : undefined;
}

/** What a server gave, as data from outside: texts are marked, images stay images. An error of its tool is a failure. */
export function toResult(
  result: McpCallResult,
  { text, outside, server, tool }: { text: McpText; outside: OutsideWords; server: string; tool: string },
): ToolResult {
  const words = textOfParts(result.content);
  const whole = words === "" && result.structured !== undefined ? JSON.stringify(result.structured) : words;
  const images = result.content.filter((part) => part.type === "image");
  const source = `MCP ${server} ${tool}`;
  const marked = whole === "" ? "" : markOutside(whole, source, outside);
  const structured = fitting(result.structured);
  const details = { server, tool, ...(structured === undefined ? {} : { structured }) };
  if (result.isError)
    throw new ToolFailure(marked || text("mcp.emptyError", { tool, name: server }), {
      details,
      keep: "ends",
    });
  return {
    content: [
      ...(marked === "" && images.length > 0
        ? []
        : [{ type: "text" as const, text: marked || text("mcp.emptyResult", { tool, name: server }) }]),
      ...images,
    ],
    details,
    keep: "ends",
  };
}
