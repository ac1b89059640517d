import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import type { z } from "zod";
import { SkillmintError } from "../protocol/index.ts";
import { describeSchema, schemaAt, unknownPaths } from "./describe-schema.ts";
import type { Diagnostic } from "../protocol/index.ts";
import { isWordKey, type WordKey, type Words } from "./environment-texts.ts";

/** A parsed file. `root` is absent where it holds nothing but blanks and comments; its value is then `{}`. */
export interface JsoncDocument {
  file: string;
  text: string;
  root: Node | undefined;
  value: unknown;
}

/** Both from 1, as editors count. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}

function unreadable(file: string, text: string, offset: number, message: string): SkillmintError {
  return new SkillmintError("config-unreadable", { params: { file, ...positionAt(text, offset), message } });
}

function findDuplicate(node: Node): Node | undefined {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [key, value] = child.type === "property" ? (child.children ?? []) : [undefined, child];
    if (key && seen.has(key.value)) return key;
    if (key) seen.add(key.value);
    const inner = value && findDuplicate(value);
    if (inner) return inner;
  }
  return undefined;
}

type SyntaxKey = Extract<WordKey, `syntax.${string}`>;

function isSyntaxKey(text: string): text is SyntaxKey {
  return isWordKey(text) && text.startsWith("syntax.");
}

/** Reads JSON with comments and trailing commas; refused with `config-unreadable`, which never quotes the file. */
export function parseJsonc(file: string, text: string, words: Words): JsoncDocument {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) {
    const key = `syntax.${printParseErrorCode(first.error)}`;
    throw unreadable(file, text, first.offset, words(isSyntaxKey(key) ? key : "syntax.unknown"));
  }
  const twice = root && findDuplicate(root);
  if (twice)
    throw unreadable(file, text, twice.offset, words("file.duplicate", { name: String(twice.value) }));
  return { file, text, root, value: root ? (getNodeValue(root) as unknown) : {} };
}

/** Where a path points to, or the nearest thing around it that exists. A property is named by its key. */
function offsetOf(document: JsoncDocument, path: readonly PropertyKey[], part: "key" | "value"): number {
  if (!document.root) return 0;
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(document.root, path.slice(0, length).map(toSegment));
    if (!node) continue;
    const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
    return part === "key" && key ? key.offset : node.offset;
  }
  return document.root.offset;
}

/** Line and column of what a path names, for a complaint about it. */
export function locate(
  document: JsoncDocument,
  path: readonly PropertyKey[],
): { line: number; column: number } {
  return positionAt(document.text, offsetOf(document, path, "value"));
}

function toSegment(key: PropertyKey): string | number {
  return typeof key === "symbol" ? String(key) : key;
}

/** What does not fit, and what is expected there. */
export function wordIssue(schema: z.ZodType, issue: z.core.$ZodIssue, words: Words): string {
  const custom = issue.code === "custom" && isWordKey(issue.message) ? issue.message : undefined;
  const at = schemaAt(schema, issue.path) ?? schema;
  // Custom keys of ours name an expectation and take no parameters.
  const expected = custom ? (words as (key: string) => string)(custom) : describeSchema(at, words);
  const name = issue.path.map(String).join(".");
  return name ? words("expect.mismatch", { name, expected }) : words("expect.top", { expected });
}

/** The value as the schema has it; refused with `config-unreadable` at the node that does not fit. */
export function validateJsonc<S extends z.ZodType>(
  document: JsoncDocument,
  schema: S,
  words: Words,
): z.infer<S> {
  const result = schema.safeParse(document.value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw new SkillmintError("internal", { cause: result.error });
  const offset = offsetOf(document, issue.path, "value");
  throw unreadable(document.file, document.text, offset, wordIssue(schema, issue, words));
}

/** One warning for each key that the schema does not name. */
export function diagnoseUnknown(
  document: JsoncDocument,
  schema: z.ZodType,
  words: Words,
  code: "unknown-key" | "not-for-projects" = "unknown-key",
): Diagnostic[] {
  const text = code === "unknown-key" ? "file.unknownKey" : "project.noEffect";
  return unknownPaths(schema, document.value).map((path) => ({
    path: document.file,
    ...positionAt(document.text, offsetOf(document, path, "key")),
    severity: "warning",
    code,
    message: words(text, { name: path.join(".") }),
  }));
}
