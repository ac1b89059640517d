import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { NotPlainError } from "../environment/plain-folder.ts";
import { readPlainFile } from "../environment/plain-file.ts";
import { writeAtomic } from "../environment/write-atomic.ts";
import { isRecord } from "./config-definition.ts";
import type { McpToolInfo } from "./connection.ts";

/** The tools that servers had when they last ran, by the digest of how they are launched. */
export interface ToolsCache {
  read(launch: string): Promise<McpToolInfo[] | undefined>;
  /** What cannot be kept is looked up again next time. */
  write(launch: string, tools: readonly McpToolInfo[]): Promise<void>;
}

const version = 1;
const mostBytes = 4 * 1024 * 1024;

function readTool(value: unknown): McpToolInfo[] {
  if (!isRecord(value)) return [];
  const { name, title, description, inputSchema } = value;
  if (typeof name !== "string" || typeof description !== "string" || !isRecord(inputSchema)) return [];
  return [{ name, description, inputSchema, ...(typeof title === "string" ? { title } : {}) }];
}

function parse(text: string): McpToolInfo[] | undefined {
  try {
    const data: unknown = JSON.parse(text);
    if (!isRecord(data) || data["version"] !== version || !Array.isArray(data["tools"])) return undefined;
    return data["tools"].flatMap(readTool);
  } catch {
    return undefined;
  }
}

export function createToolsCache(folder: string): ToolsCache {
  const fileOf = (launch: string): string => join(folder, `${launch}.json`);
  return {
    async read(launch) {
      try {
        const found = await readPlainFile(fileOf(launch), mostBytes);
        return found && found.unread === 0 ? parse(found.text) : undefined;
      } catch (error) {
        if (error instanceof NotPlainError) return undefined;
        const { code } = error as { code?: string };
        if (code === undefined) throw error;
        return undefined;
      }
    },
    async write(launch, tools) {
      const text = JSON.stringify({ version, tools });
      if (text.length > mostBytes) return;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeAtomic(fileOf(launch), text);
      } catch (error) {
        if ((error as { code?: string }).code === undefined) throw error;
      }
    },
  };
}
