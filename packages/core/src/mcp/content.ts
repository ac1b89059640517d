import type { McpCallResult, McpPart } from "./connection.ts";
import { quote, type McpWords } from "./failure.ts";

const imageType = /^image\/[\w.+-]{1,60}$/;
const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The bytes of a text in base64 or its form for addresses; undefined where it is neither, or empty. */
function decode(value: unknown): Uint8Array | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replaceAll(/\s+/g, "");
  if (text === "" || text.replace(/=+$/, "").length % 4 === 1 || !base64.test(text)) return undefined;
  return new Uint8Array(Buffer.from(text, "base64"));
}

const bytesIn = (value: unknown): number => Math.floor((textOf(value).length * 3) / 4);
const short = (value: unknown, otherwise: string): string => quote(textOf(value)).slice(0, 300) || otherwise;

function toImage(block: Json, words: McpWords): McpPart {
  const mediaType = textOf(block["mimeType"]).toLowerCase();
  const data = imageType.test(mediaType) ? decode(block["data"] ?? block["blob"]) : undefined;
  if (data) return { type: "image", mediaType, data };
  return {
    type: "note",
    text: words("mcpConnection.note.image", { mediaType: short(block["mimeType"], "?") }),
  };
}

/** The content of a resource: text as it is, images as images, of anything else what it is. */
function toResource(resource: Json, words: McpWords): McpPart {
  if (typeof resource["text"] === "string") return { type: "text", text: resource["text"] };
  if (textOf(resource["mimeType"]).startsWith("image/")) return toImage(resource, words);
  return {
    type: "note",
    text: words("mcpConnection.note.blob", {
      uri: short(resource["uri"], "?"),
      mediaType: short(resource["mimeType"], "application/octet-stream"),
      bytes: bytesIn(resource["blob"]),
    }),
  };
}

/** One block of content as it came, whatever it is. */
export function toPart(block: unknown, words: McpWords): McpPart {
  if (!isObject(block))
    return { type: "note", text: words("mcpConnection.note.unknown", { kind: typeof block }) };
  switch (block["type"]) {
    case "text":
      return { type: "text", text: textOf(block["text"]) };
    case "image":
      return toImage(block, words);
    case "audio": {
      const params = { mediaType: short(block["mimeType"], "audio"), bytes: bytesIn(block["data"]) };
      return { type: "note", text: words("mcpConnection.note.audio", params) };
    }
    case "resource":
      return toResource(isObject(block["resource"]) ? block["resource"] : {}, words);
    case "resource_link": {
      const params = { uri: short(block["uri"], "?"), name: short(block["title"] ?? block["name"], "?") };
      return { type: "note", text: words("mcpConnection.note.link", params) };
    }
    default:
      return {
        type: "note",
        text: words("mcpConnection.note.unknown", { kind: short(block["type"], "?") }),
      };
  }
}

/** Content that is one block, several, or none. */
export function toParts(content: unknown, words: McpWords): McpPart[] {
  if (content === undefined || content === null) return [];
  return (Array.isArray(content) ? content : [content]).map((block) => toPart(block, words));
}

/** What a call gave. Without content, what is structured is shown as text: a model reads nothing else. */
export function toCallResult(result: unknown, words: McpWords): McpCallResult {
  const reply = isObject(result) ? result : {};
  const content = toParts(reply["content"] ?? reply["toolResult"], words);
  const structured = reply["structuredContent"];
  if (content.length === 0 && structured !== undefined)
    content.push({ type: "text", text: JSON.stringify(structured, null, 2) });
  return {
    isError: reply["isError"] === true,
    content,
    ...(structured === undefined ? {} : { structured }),
  };
}

export function toResourceParts(result: unknown, words: McpWords): McpPart[] {
  const contents = isObject(result) ? result["contents"] : undefined;
  if (!Array.isArray(contents)) return [];
  return contents.map((entry) => toResource(isObject(entry) ? entry : {}, words));
}

/** The messages of a prompt as one text; what is no text is named. */
export function toPromptText(result: unknown, words: McpWords): string {
  const messages = isObject(result) && Array.isArray(result["messages"]) ? result["messages"] : [];
  const parts = messages.flatMap((message: unknown) =>
    toParts(isObject(message) ? message["content"] : undefined, words),
  );
  return parts
    .map((part) =>
      part.type === "image" ? words("mcpConnection.note.image", { mediaType: part.mediaType }) : part.text,
    )
    .join("\n\n");
}
