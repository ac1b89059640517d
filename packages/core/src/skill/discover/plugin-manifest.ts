import { join } from "node:path";
import { createBoundedReader } from "./read-bounded.ts";

const maxBytes = 256 * 1024;
const places = [join(".claude-plugin", "plugin.json"), "plugin.json"];

/** One word without anything that could be taken for the border between a plugin and a skill. */
function isPluginName(name: unknown): name is string {
  return typeof name === "string" && /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name);
}

/** The name that a plugin gives itself; where it gives none that could be one, its folder's. */
export function readPluginName(folder: string, folderName: string): string {
  const reader = createBoundedReader();
  for (const place of places) {
    const read = reader.read(join(folder, place), maxBytes);
    if ("problem" in read) continue;
    const name = nameIn(new TextDecoder().decode(read.bytes));
    if (isPluginName(name)) return name;
  }
  return folderName.replaceAll(/[^\p{L}\p{N}._-]/gu, "-").slice(0, 64);
}

function nameIn(text: string): unknown {
  try {
    const manifest: unknown = JSON.parse(text);
    return typeof manifest === "object" && manifest !== null && "name" in manifest
      ? manifest.name
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
