import type { McpLaunch } from "./connection.ts";

/** What a definition says, in our words; its references are still in it. */
export interface ReadDefinition {
  launch?: McpLaunch;
  disabled: boolean;
  startMs: number;
  callMs: number;
  /** Keys that mean nothing here. */
  unknown: string[];
  /** Why it cannot be used: a key of `mcp.invalid.*`. */
  problem?: "shape" | "kind" | "command" | "url" | "args";
}

const defaultStartMs = 30_000;
const defaultCallMs = 120_000;
const longestMs = 3_600_000;

/** Other spellings that clients use; the first that is there counts. */
const spellings = {
  type: ["type", "transport"],
  command: ["command"],
  args: ["args", "arguments"],
  env: ["env", "environment"],
  folder: ["cwd", "folder"],
  url: ["url", "serverUrl", "httpUrl"],
  headers: ["headers", "http_headers"],
  oauth: ["oauth", "auth"],
  disabled: ["disabled"],
  enabled: ["enabled"],
  timeout: ["timeout", "callTimeout"],
  startTimeout: ["startTimeout", "startupTimeout"],
} as const;

/** What others write beside it that changes nothing for us. */
const ignored = new Set(["description", "name", "title", "$schema"]);

type Raw = Record<string, unknown>;

export function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function toTexts(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(toText);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** Values that are no texts are left out: a server does not fail to start for a null. */
function toTextMap(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const text = toText(item);
    return text === undefined || name === "" || /[=\0]/.test(name) ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

function toMs(value: unknown, fallback: number): number {
  const number = Number(toText(value));
  return Number.isFinite(number) && number > 0 ? Math.min(longestMs, Math.max(1_000, number)) : fallback;
}

function isYes(value: unknown): boolean {
  return value === true || value === "true";
}

function isNo(value: unknown): boolean {
  return value === false || value === "false";
}

function readStdio(get: (key: keyof typeof spellings) => unknown): McpLaunch | "command" | "args" {
  const raw = get("command");
  const single = toText(raw);
  const [command, ...first] =
    (Array.isArray(raw) ? toTexts(raw) : single === undefined ? [] : [single]) ?? [];
  const rest = toTexts(get("args"));
  if (command === undefined || command.trim() === "" || command.includes("\0")) return "command";
  if (rest === undefined || [...first, ...rest].some((text) => text.includes("\0"))) return "args";
  const folder = toText(get("folder"));
  return {
    type: "stdio",
    command,
    args: [...first, ...rest],
    env: toTextMap(get("env")),
    ...(folder === undefined || folder === "" ? {} : { folder }),
  };
}

/** An id, and mostly a secret, that a person got from the server's owner; without one we register ourselves. */
function readClient(value: unknown): { clientId: string; clientSecret?: string } | undefined {
  if (!isRecord(value)) return undefined;
  const clientId = toText(value["clientId"] ?? value["client_id"])?.trim();
  const clientSecret = toText(value["clientSecret"] ?? value["client_secret"]);
  if (clientId === undefined || clientId === "") return undefined;
  return { clientId, ...(clientSecret === undefined ? {} : { clientSecret }) };
}

function readHttp(get: (key: keyof typeof spellings) => unknown, type: "http" | "sse"): McpLaunch | "url" {
  const url = toText(get("url"))?.trim();
  // What it leads to is checked when it is used: references may stand in it.
  if (url === undefined || !/^(?:https?:\/\/|\$\{)/i.test(url)) return "url";
  const oauth = readClient(get("oauth"));
  return { type, url, headers: toTextMap(get("headers")), ...(oauth ? { oauth } : {}) };
}

const kinds: Readonly<Record<string, McpLaunch["type"]>> = {
  stdio: "stdio",
  local: "stdio",
  http: "http",
  https: "http",
  remote: "http",
  "streamable-http": "http",
  streamablehttp: "http",
  streamable_http: "http",
  sse: "sse",
};

/** Reads one server as any client writes it. Never throws: what is wrong is in the result. */
export function readDefinition(value: unknown): ReadDefinition {
  const raw = isRecord(value) ? value : {};
  const known = new Set<string>(Object.values(spellings).flat());
  const get = (key: keyof typeof spellings): unknown =>
    spellings[key].map((name) => raw[name]).find((found) => found !== undefined);
  const base = {
    disabled: isYes(get("disabled")) || isNo(get("enabled")),
    startMs: toMs(get("startTimeout"), defaultStartMs),
    callMs: toMs(get("timeout"), defaultCallMs),
    unknown: Object.keys(raw).filter((key) => !known.has(key) && !ignored.has(key)),
  };
  if (!isRecord(value)) return { ...base, problem: "shape" };
  const named = toText(get("type"))?.toLowerCase();
  const guessed = get("url") !== undefined && get("command") === undefined ? "http" : "stdio";
  const kind = named === undefined ? guessed : kinds[named];
  if (kind === undefined) return { ...base, problem: "kind" };
  const launch = kind === "stdio" ? readStdio(get) : readHttp(get, kind);
  return typeof launch === "string" ? { ...base, problem: launch } : { ...base, launch };
}
