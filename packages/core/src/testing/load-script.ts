import { readFile } from "node:fs/promises";
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { SkillmintError } from "../protocol/index.ts";
import { scriptFile, type ScriptOptions, type TurnObject } from "./script.ts";

export interface LoadedScript extends ScriptOptions {
  turns: TurnObject[];
  models?: string[];
}

/** Reads a script from a JSON file, comments allowed. Throws `config-unreadable` with the place and what is wrong. */
export async function loadScript(path: string): Promise<LoadedScript> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw unreadable(
      path,
      { line: 1, column: 1 },
      cause instanceof Error ? cause.message : String(cause),
      cause,
    );
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first) throw unreadable(path, placeAt(text, first.offset), printParseErrorCode(first.error));
  const value: unknown = tree && getNodeValue(tree);
  const result = scriptFile.safeParse(spellOut(value));
  if (!result.success) {
    const issue = result.error.issues[0];
    const keys = (issue?.path ?? []).filter((key) => typeof key !== "symbol");
    const node = tree && nearestNode(tree, Array.isArray(value) ? keys.slice(1) : keys);
    const message = `${keys.join(".")}: ${issue?.message ?? ""}`;
    throw unreadable(path, placeAt(text, node?.offset ?? 0), message);
  }
  const { turns, order, repeat, models } = result.data;
  return { turns, ...(order ? { order } : {}), ...(repeat ? { repeat } : {}), ...(models ? { models } : {}) };
}

function spellOut(value: unknown): unknown {
  if (Array.isArray(value)) return spellOut({ turns: value });
  if (typeof value !== "object" || value === null || !("turns" in value) || !Array.isArray(value.turns))
    return value;
  return {
    ...value,
    turns: value.turns.map((turn: unknown) => (typeof turn === "string" ? { text: turn } : turn)),
  };
}

/** The node at a path, or at the longest part of it that the file has. */
function nearestNode(tree: Node, path: (string | number)[]): Node | undefined {
  return findNodeAtLocation(tree, path) ?? (path.length > 0 ? nearestNode(tree, path.slice(0, -1)) : tree);
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function unreadable(
  file: string,
  place: { line: number; column: number },
  message: string,
  cause?: unknown,
): SkillmintError {
  return new SkillmintError("config-unreadable", { params: { file, ...place, message }, cause });
}
