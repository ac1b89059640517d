import { parse, type ParseError } from "jsonc-parser";
import type { Json, JsonObject } from "./json.ts";

const linesKey = "$lines";
const bytesKey = "$base64";
const objectKey = "$object";
const reserved = new Set([linesKey, bytesKey, objectKey]);

/** A value as the file holds it: texts of several lines as lists of lines, bytes as base64. */
export function encodeValue(value: unknown): Json {
  if (typeof value === "string") return value.includes("\n") ? { [linesKey]: value.split("\n") } : value;
  if (value instanceof Uint8Array) return { [bytesKey]: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(encodeValue);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    const encoded: JsonObject = Object.fromEntries(entries.map(([key, entry]) => [key, encodeValue(entry)]));
    const [only] = Object.keys(encoded);
    // What looks like one of our own forms is marked as being none.
    return entries.length === 1 && only !== undefined && reserved.has(only)
      ? { [objectKey]: encoded }
      : encoded;
  }
  if (typeof value === "boolean" || value === null) return value;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function decodeValue(value: Json): unknown {
  if (Array.isArray(value)) return value.map(decodeValue);
  if (typeof value !== "object" || value === null) return value;
  const lines = value[linesKey];
  if (Array.isArray(lines)) return lines.map(String).join("\n");
  const bytes = value[bytesKey];
  if (typeof bytes === "string") return new Uint8Array(Buffer.from(bytes, "base64"));
  const marked = value[objectKey];
  return decodeObject(
    typeof marked === "object" && marked !== null && !Array.isArray(marked) ? marked : value,
  );
}

function decodeObject(value: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, decodeValue(entry)]));
}

const width = 100;

/**
 * One record as text: what is short stands in one line, what is long is broken up. Only its last line is a `}` alone at
 * the beginning of a line, so that records can be told apart without being understood. A header is one line.
 */
export function formatRecord(record: unknown): string {
  const value = encodeValue(record);
  const short = JSON.stringify(value);
  const isHeader = typeof record === "object" && record !== null && "format" in record;
  return `${short.length <= width || isHeader ? short : format(value, "")}\n`;
}

function format(value: Json, indent: string): string {
  const short = JSON.stringify(value);
  if (indent.length + short.length <= width && !short.includes(`"${linesKey}"`) && indent !== "")
    return short;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    const isPacked = value.every(
      (entry) => typeof entry === "number" || (typeof entry === "string" && entry.length < 40),
    );
    const items = value.map((entry) => format(entry, inner));
    return `[\n${isPacked ? pack(items, inner) : items.map((item) => inner + item).join(",\n")}\n${indent}]`;
  }
  if (typeof value !== "object" || value === null) return short;
  const lines = value[linesKey];
  if (Array.isArray(lines) && Object.keys(value).length === 1) {
    const rows = lines.map((line) => inner + JSON.stringify(line));
    return `{"${linesKey}": [\n${rows.join(",\n")}\n${indent}]}`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const rows = entries.map(([key, entry]) => `${inner}${JSON.stringify(key)}: ${format(entry, inner)}`);
  return `{\n${rows.join(",\n")}\n${indent}}`;
}

/** Short things side by side, as many as fit. */
function pack(items: readonly string[], indent: string): string {
  const rows: string[] = [];
  let row = indent;
  for (const [index, item] of items.entries()) {
    const word = index < items.length - 1 ? `${item},` : item;
    if (row !== indent && row.length + word.length + 1 > width) {
      rows.push(row);
      row = indent;
    }
    row += row === indent ? word : ` ${word}`;
  }
  return [...rows, row].join("\n");
}

export interface TextRecord {
  /** Where it begins, from 1. */
  line: number;
  value: unknown;
}

export class RecordTextError extends Error {
  readonly line: number;
  readonly isCut: boolean;
  constructor(line: number, message: string, isCut = false) {
    super(message);
    this.name = "RecordTextError";
    this.line = line;
    this.isCut = isCut;
  }
}

/** Reads records one after the other. Throws `RecordTextError` with the line that cannot be read. */
export function* parseRecords(text: string): Generator<TextRecord> {
  const lines = text.split("\n");
  const isWhole = lines.at(-1) === "";
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at]?.trimEnd() ?? "";
    if (first.trim() === "") continue;
    const line = at + 1;
    let body = first;
    if (first === "{") {
      const end = lines.findIndex((candidate, index) => index > at && candidate.trimEnd() === "}");
      if (end < 0) throw new RecordTextError(line, "", true);
      body = lines.slice(at, end + 1).join("\n");
      at = end;
    } else if (at === lines.length - 1 && !isWhole && !first.endsWith("}")) {
      throw new RecordTextError(line, "", true);
    }
    yield { line, value: decodeValue(parseJson(body, line)) };
  }
}

function parseJson(body: string, line: number): Json {
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const problems: ParseError[] = [];
    parse(body, problems);
    const before = body.slice(0, problems[0]?.offset ?? 0);
    throw new RecordTextError(line + before.split("\n").length - 1, message.replaceAll(/\s+/g, " "));
  }
}

/** How many bytes of a file are whole records: a killed run may have left half of one behind them. */
export function wholeLength(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0) {
    const newline = bytes.lastIndexOf(0x0a, end - 1);
    if (newline < 0) return 0;
    const start = newline === 0 ? 0 : bytes.lastIndexOf(0x0a, newline - 1) + 1;
    const first = String.fromCharCode(bytes[start] ?? 0);
    const last = String.fromCharCode(bytes[newline - 1] ?? 0);
    // Only the ends of records stand at the beginning of a line.
    if (newline > start && last === "}" && (first === "}" || first === "{")) return newline + 1;
    end = newline;
  }
  return 0;
}
