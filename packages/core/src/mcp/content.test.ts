import { describe, expect, it } from "vitest";
import { toCallResult, toPart, toPromptText, toResourceParts } from "./content.ts";
import { createMcpWords } from "./failure.ts";

const words = createMcpWords("en");
const zh = createMcpWords("zh-CN");

const cases: [name: string, block: unknown, part: unknown][] = [
  ["text", { type: "text", text: "a" }, { type: "text", text: "a" }],
  ["text that is none", { type: "text", text: 5 }, { type: "text", text: "" }],
  [
    "an image",
    { type: "image", mimeType: "image/PNG", data: "AQI=" },
    { type: "image", mediaType: "image/png", data: new Uint8Array([1, 2]) },
  ],
  [
    "an image with line breaks",
    { type: "image", mimeType: "image/png", data: "AQ\nI=" },
    { type: "image", mediaType: "image/png", data: new Uint8Array([1, 2]) },
  ],
  ...["", "A", "é", "AQI=AQI=", "data:image/png;base64,AQI=", 7, undefined].map(
    (data): [string, unknown, unknown] => [
      `an image of ${String(data)}`,
      { type: "image", mimeType: "image/png", data },
      { type: "note", text: "[An image (image/png) whose data cannot be read]" },
    ],
  ),
  [
    "an image of a strange kind",
    { type: "image", mimeType: "image/../../x", data: "AQI=" },
    { type: "note", text: "[An image (image/../../x) whose data cannot be read]" },
  ],
  [
    "audio",
    { type: "audio", mimeType: "audio/wav", data: "AQIDBA==" },
    { type: "note", text: "[Audio (audio/wav, 6 bytes)]" },
  ],
  [
    "a text resource",
    { type: "resource", resource: { uri: "a:b", text: "inside" } },
    { type: "text", text: "inside" },
  ],
  [
    "an image resource",
    { type: "resource", resource: { uri: "a:b", mimeType: "image/gif", blob: "AQI=" } },
    { type: "image", mediaType: "image/gif", data: new Uint8Array([1, 2]) },
  ],
  [
    "a binary resource",
    { type: "resource", resource: { uri: "a:b", mimeType: "application/zip", blob: "AQID" } },
    { type: "note", text: "[Binary content of a:b (application/zip, 3 bytes)]" },
  ],
  [
    "a link",
    { type: "resource_link", uri: "a:b\u001b[2J", name: "n" },
    { type: "note", text: "[Link to a resource: a:b[2J (n)]" },
  ],
  ["nothing known", { type: "video" }, { type: "note", text: "[Content of an unknown kind: video]" }],
  ["no object", 5, { type: "note", text: "[Content of an unknown kind: number]" }],
];

describe("content of a server", () => {
  it.each(cases)("%s", (_name, block, part) => expect(toPart(block, words)).toEqual(part));

  it("is one result, with what is structured shown where there is nothing else", () => {
    expect(toCallResult({ structuredContent: { a: 1 } }, words)).toEqual({
      isError: false,
      content: [{ type: "text", text: '{\n  "a": 1\n}' }],
      structured: { a: 1 },
    });
    expect(toCallResult({ isError: true, content: "odd" }, words)).toMatchObject({
      isError: true,
      content: [{ type: "note" }],
    });
    expect(toCallResult(null, words)).toEqual({ isError: false, content: [] });
    expect(toResourceParts({ contents: [{ text: "x" }, 4] }, words)).toMatchObject([
      { text: "x" },
      { type: "note" },
    ]);
    expect(toResourceParts({}, words)).toEqual([]);
  });

  it("of prompts is one text", () => {
    const messages = [
      { role: "user", content: { type: "text", text: "one" } },
      { role: "user", content: [{ type: "text", text: "two" }, { type: "audio" }] },
      "odd",
    ];
    expect(toPromptText({ messages }, zh)).toBe("one\n\ntwo\n\n[音频（audio，0 字节）]");
  });
});
