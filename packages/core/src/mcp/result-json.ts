import type { McpCallResult } from "./connection.ts";

/** What a call gave as the protocol writes it: JSON has no bytes, so images go as base64. */
export function toResultJson({ isError, content, structured }: McpCallResult): object {
  const parts = content.map((part) =>
    part.type === "image"
      ? { type: "image", mimeType: part.mediaType, data: Buffer.from(part.data).toString("base64") }
      : { type: "text", text: part.text },
  );
  return { content: parts, ...(structured === undefined ? {} : { structuredContent: structured }), isError };
}
