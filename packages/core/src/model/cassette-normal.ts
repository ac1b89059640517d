import { createHash } from "node:crypto";
import type { ModelRequest } from "./model.ts";

/**
 * What differs from run to run: in a cassette the folders are `${workspace}` and `${home}`, and the date of the
 * session, in the system prompt, is `${date}`.
 */
export interface CassetteFolders {
  workspace: string;
  home: string;
  date?: string;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A request as cassettes compare it: nothing in it depends on the machine, the moment or the run. */
export interface NormalForm {
  system: Json;
  messages: Json[];
  tools: Json[];
}

/** Turns values into what a cassette holds and back. It belongs to one request: ids are numbered in its order. */
export interface Placeholders {
  hide: (text: string) => string;
  hideDate: (text: string) => string;
  restore: (text: string) => string;
  /** The same for the text of JSON, where paths may be escaped. */
  hideJson: (text: string) => string;
  restoreJson: (text: string) => string;
}

const ids = /\b(ses|run|msg|call|ask|prm|note|shl|task|ins)_[0-9a-hjkmnp-tv-z]{22}\b/g;
const placeholder = /\$\{((?:literal:)*)(workspace|home|(?:[a-z]{3,4}):\d+)\}/g;

export function createPlaceholders(folders: CassetteFolders): Placeholders {
  const numbers = new Map<string, string>();
  const known = new Map<string, string>();
  const counts = new Map<string, number>();

  const hideId = (id: string, prefix: string): string => {
    const given = numbers.get(id);
    if (given !== undefined) return given;
    const number = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, number);
    const name = `${prefix}:${number}`;
    numbers.set(id, `\${${name}}`);
    known.set(name, id);
    return `\${${name}}`;
  };
  const hide = (text: string, escape: (path: string) => string): string => {
    const literal = text.replaceAll(
      placeholder,
      (_, marks: string, name: string) => `\${literal:${marks}${name}}`,
    );
    return hideFolders(literal, folders, escape).replaceAll(ids, hideId);
  };
  const restore = (text: string, escape: (path: string) => string): string =>
    text.replaceAll(placeholder, (whole, marks: string, name: string) => {
      if (marks !== "") return `\${${marks.slice("literal:".length)}${name}}`;
      if (name === "workspace" || name === "home") return escape(folders[name]);
      return known.get(name) ?? whole;
    });
  return {
    hide: (text) => hide(text, asIs),
    hideDate: (text) => (folders.date === undefined ? text : text.replaceAll(folders.date, "${date}")),
    restore: (text) => restore(text, asIs),
    hideJson: (text) => hide(text, jsonEscaped),
    restoreJson: (text) => restore(text, jsonEscaped),
  };
}

/** Applies a function to every string of a value, keys excepted. */
export function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, change)]));
}

/** Plain JSON: bytes become their sha256, what is undefined is left out. */
export function toJson(value: unknown): Json {
  if (value instanceof Uint8Array) return { sha256: createHash("sha256").update(value).digest("hex") };
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    return Object.fromEntries(entries.map(([key, entry]) => [key, toJson(entry)]));
  }
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function normalForm(request: ModelRequest, placeholders: Placeholders): NormalForm {
  const callIds = new Map<string, string>();
  const hidden = (value: unknown) => mapStrings(toJson(value), placeholders.hide);
  const hideCallId = (id: string): string => {
    const name = callIds.get(id) ?? `call ${callIds.size + 1}`;
    callIds.set(id, name);
    return name;
  };
  const messages = request.messages.map((message) => {
    if (message.role === "user") return hidden(message);
    if (message.role === "tool") return hidden({ ...message, callId: hideCallId(message.callId) });
    const content = message.content.map((part) =>
      part.type === "call" ? { ...part, callId: hideCallId(part.callId) } : part,
    );
    return hidden({ ...message, content });
  });
  return {
    system: hidden(placeholders.hideDate(request.system)),
    messages,
    tools: request.tools.map(hidden),
  };
}

/** The sha256 of a value's JSON with sorted keys. */
export function digestOf(value: Json | NormalForm): string {
  return createHash("sha256")
    .update(canonical(toJson(value)))
    .digest("hex");
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(",")}}`;
}

function hideFolders(text: string, folders: CassetteFolders, escape: (path: string) => string): string {
  let hidden = text;
  const byLength = (["workspace", "home"] as const).toSorted((a, b) => folders[b].length - folders[a].length);
  for (const name of byLength) {
    const path = escape(folders[name]);
    if (path.length < 2) continue;
    // Whole path components only: /home/me is not in /home/mel, nor in /mnt/home/me.
    const pattern = path.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    const whole = new RegExp(String.raw`(?<![\w.~-])${pattern}(?![\w-]|\.\w)`, "g");
    hidden = hidden.replaceAll(whole, () => `\${${name}}`);
  }
  return hidden;
}

function asIs(path: string): string {
  return path;
}

function jsonEscaped(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}

const longest = 20_000;

/** A value with its very long strings cut in the middle; what was left out is named by length and digest. */
export function shorten(value: Json): Json {
  return mapStrings(value, (text) => {
    if (text.length <= longest) return text;
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
    return `${text.slice(0, longest / 2)}…[${text.length} characters, ${digest}]…${text.slice(-longest / 4)}`;
  });
}
