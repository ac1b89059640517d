import type { IncomingHttpHeaders } from "node:http";
import { SkillmintError, type ErrorCode } from "../protocol/index.ts";
import { isRecord, parseJson, readCount, readRecord, readString, type JsonRecord } from "./read-json.ts";
import { redact } from "./redact.ts";

/** Whom a failure is about; `secrets` never appear in what is made of it. */
export interface FailureContext {
  /** `provider/model`, as a command takes it. */
  id: string;
  /** The provider's name for people. */
  provider: string;
  model: string;
  host: string;
  secrets: readonly string[];
}

export interface FailedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bodyText: string;
}

const longestDetail = 2_000;
const longestExcerpt = 300;
/** What is shown where the provider did not say when to try again, or said at once and refused again. */
const usualWaitSeconds = 10;

const overflowText =
  /context[ _-]?(length|window|size|limit)|maximum context|(prompt|input|request|messages?) (is |are |was )?too (long|large)|too many (input )?tokens|string too long|exceed\w*.{0,60}(context|input tokens|token limit|maximum.{0,20}tokens)|maximum (number of )?(input )?tokens|input length|上下文.{0,20}(超|过长)|(超过|超出).{0,20}(上下文|长度|token)/i;
const outputLimitText =
  /max_(completion_|output_)?tokens.{0,80}(too large|at most|must be|maximum allowed|less than)/i;
const notAnEndpointText = /<html|<!doctype|page not found|invalid url|cannot post|no route/i;
const missingModelText = /\bmodel\b.{0,80}(does not exist|not exist|not found)|模型.{0,10}不存在/i;
const badKeyText = /api[ _-]?key.{0,30}(not valid|invalid|incorrect)|(invalid|incorrect).{0,10}api[ _-]?key/i;
const quotaText =
  /insufficient[ _](quota|balance|funds)|exceeded_current_quota|billing|credit balance|arrear|余额不足|欠费/i;

/** What errors are called by those who report them inside a reply, in the order in which they are looked for. */
const labelled: [RegExp, ErrorCode][] = [
  [/context_length|context_window|request_too_large/i, "context-overflow"],
  [/authentication|invalid_api_key|unauthori[sz]ed|unauthenticated|permission/i, "model-auth"],
  [/model_not_found|not_found_error|invalid_model|modelnotfound/i, "model-not-found"],
  [/insufficient_quota|billing|balance/i, "model-rejected"],
  [/rate_?limit|too_many|throttl|resource_exhausted/i, "model-rate-limited"],
  [
    /overloaded|unavailable|capacity|server_error|api_error|internal|timeout|system_resource/i,
    "model-overloaded",
  ],
  [/content_?filter|sensitive|data_inspection/i, "model-filtered"],
  [/invalid|bad_request|unsupported/i, "model-rejected"],
];

/** The provider's own words in an error body of any of the shapes that are in use. */
function messageOf(body: JsonRecord): string {
  const error = isRecord(body["error"]) ? body["error"] : undefined;
  const inner = readRecord(body["response"])["error"];
  const candidates = [
    error?.["message"],
    error?.["msg"],
    body["error"],
    readRecord(inner)["message"],
    body["message"],
    body["msg"],
    body["detail"],
    readRecord(body["base_resp"])["status_msg"],
    body["error_msg"],
  ];
  for (const candidate of candidates)
    if (typeof candidate === "string" && candidate.trim() !== "") return candidate;
  const raw = readRecord(error?.["metadata"])["raw"];
  return readString(raw) || JSON.stringify(error ?? body);
}

function labelsOf(body: JsonRecord): string {
  const error = isRecord(body["error"]) ? body["error"] : readRecord(readRecord(body["response"])["error"]);
  const { type, code, status } = {
    type: error["type"],
    code: error["code"] ?? body["code"],
    status: error["status"],
  };
  return [type, code, status].filter((label) => typeof label === "string").join(" ");
}

function statusOf(body: JsonRecord): number | undefined {
  const error = readRecord(body["error"]);
  for (const value of [error["code"], error["status"], body["code"], body["status_code"], body["status"]]) {
    const number = typeof value === "string" ? Number(value) : readCount(value);
    if (number !== undefined && number >= 400 && number < 600) return number;
  }
  return undefined;
}

function excerptOf(text: string): string {
  const plain = text
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
  return plain.trim().slice(0, longestExcerpt);
}

function codeOfStatus(status: number): ErrorCode {
  if (status >= 300 && status < 400) return "model-bad-reply";
  if (status === 401 || status === 403) return "model-auth";
  if (status === 404) return "model-not-found";
  if (status === 413) return "context-overflow";
  if (status === 408 || status === 409 || status === 429) return "model-rate-limited";
  return status >= 500 ? "model-overloaded" : "model-rejected";
}

/** What a status means given what the provider says about it. */
function codeOfText(code: ErrorCode, text: string, labels: string): ErrorCode {
  if (/context_length_exceeded/i.test(labels)) return "context-overflow";
  if (code === "model-not-found" && notAnEndpointText.test(text)) return "model-bad-reply";
  if (
    code === "model-rate-limited" &&
    quotaText.test(`${labels} ${text}`) &&
    !/resource_exhausted|retry in/i.test(text)
  ) {
    return "model-rejected";
  }
  if (/model_not_found/i.test(labels)) return "model-not-found";
  if (code !== "model-rejected") return code;
  if (overflowText.test(text) && !outputLimitText.test(text)) return "context-overflow";
  if (missingModelText.test(text)) return "model-not-found";
  return badKeyText.test(text) ? "model-auth" : code;
}

function createFailure(
  code: ErrorCode,
  status: number,
  text: string,
  context: FailureContext,
  retryAfterMs?: number,
): SkillmintError {
  const { id, provider, model, host } = context;
  const seconds = Math.ceil((retryAfterMs ?? 0) / 1_000) || usualWaitSeconds;
  const detail = redact(text, context.secrets).trim().slice(0, longestDetail);
  return new SkillmintError(code, {
    params: { id, provider, model, host, status, seconds, nearest: "-" },
    ...(detail === "" ? {} : { detail }),
  });
}

/** What a reply with a status other than 2xx means. */
export function classifyResponse(response: FailedResponse, context: FailureContext): SkillmintError {
  const { status, headers, bodyText } = response;
  const body = parseJson(bodyText);
  const record = Array.isArray(body) ? readRecord(body[0]) : readRecord(body);
  const isJson = Object.keys(record).length > 0;
  const labels = labelsOf(record);
  const retryAfterMs = readRetryAfter(headers, Date.now());
  if (status < 400) {
    return createFailure(
      "model-bad-reply",
      status,
      `HTTP ${status} Location: ${headers.location ?? "-"}`,
      context,
    );
  }
  const text = isJson ? messageOf(record) : excerptOf(bodyText);
  const code = codeOfText(codeOfStatus(status), isJson ? text : bodyText.slice(0, longestDetail), labels);
  return createFailure(code, status, text, context, retryAfterMs);
}

/** What an error object inside a reply with status 200, or inside a stream, means. */
export function classifyErrorBody(body: JsonRecord, context: FailureContext): SkillmintError {
  const labels = labelsOf(body);
  const text = messageOf(body);
  const status = statusOf(body);
  const named = labelled.find(([pattern]) => pattern.test(labels))?.[1];
  let code = named ?? (status === undefined ? undefined : codeOfStatus(status));
  if (code === undefined && /rate limit|too many requests|限流|频率|请求过多/i.test(text))
    code = "model-rate-limited";
  if (code === undefined && /login fail|unauthori[sz]ed/i.test(text)) code = "model-auth";
  if (code === undefined && /overload|server (is )?busy|繁忙|过载/i.test(text)) code = "model-overloaded";
  return createFailure(codeOfText(code ?? "model-rejected", text, labels), status ?? 200, text, context);
}

/** A body that is no reply of a model at all: a web page, a proxy's greeting. */
export function classifyForeignBody(text: string, context: FailureContext): SkillmintError {
  return createFailure("model-bad-reply", 200, excerptOf(text), context);
}

/** Does an object that came as a reply, or as a part of one, report an error? */
export function isErrorBody(body: JsonRecord): boolean {
  const { error } = body;
  if (isRecord(error) || (typeof error === "string" && error !== "")) return true;
  const status = readCount(readRecord(body["base_resp"])["status_code"]);
  return status !== undefined && status !== 0;
}

/** The provider's wish for a pause in ms: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function readRetryAfter(headers: IncomingHttpHeaders, now: number): number | undefined {
  const exact = Number.parseFloat(String(headers["retry-after-ms"] ?? ""));
  if (Number.isFinite(exact) && exact >= 0) return Math.round(exact);
  const value = headers["retry-after"]?.trim();
  if (value === undefined || value === "") return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.round(seconds * 1_000) : undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
