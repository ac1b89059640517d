import type { Entry } from "@skillmint/core/protocol";

type Content = Extract<Entry, { kind: "prompt" }>["content"];

export interface PromptFile {
  name: string;
  text: string;
}

/** A prompt taken apart: what the person wrote, and what went along with it. */
export interface ReadPrompt {
  text: string;
  files: PromptFile[];
  images: Extract<Content[number], { type: "image" }>[];
}

const file = /^<file name=("(?:[^"\\]|\\.)*")>\n([\s\S]*)$/;
const end = "\n</file>";

/** A text file as it stands in a prompt; one that is not there whole yet has no end. */
function readFile(text: string): PromptFile | undefined {
  const [, name, body] = file.exec(text) ?? [];
  if (name === undefined || body === undefined) return undefined;
  return {
    name: JSON.parse(name) as string,
    text: body.endsWith(end) ? body.slice(0, -end.length) : body,
  };
}

export function readPrompt(content: Content): ReadPrompt {
  const read: ReadPrompt = { text: "", files: [], images: [] };
  for (const part of content) {
    if (part.type === "image") read.images.push(part);
    if (part.type !== "text") continue;
    const found = readFile(part.text);
    if (found) read.files.push(found);
    else read.text += part.text;
  }
  return read;
}
