import { describe, expect, it } from "vitest";
import { explain } from "../protocol/index.ts";
import { classifyErrorBody, classifyForeignBody, classifyResponse, readRetryAfter } from "./failure.ts";
import { canaryKey } from "./wire.fixture.ts";

const context = {
  id: "test/model-1",
  provider: "Test (a name for people)",
  model: "model-1",
  host: "api.test",
  secrets: [canaryKey],
};
const respond = (status: number, bodyText: string, headers = {}) =>
  classifyResponse({ status, headers, bodyText }, context);

describe("classifyResponse", () => {
  const error = (message: string, more = {}): string => JSON.stringify({ error: { message, ...more } });
  it.each([
    [
      400,
      error("This model's maximum context length is 8192 tokens. However, you requested 9000"),
      "context-overflow",
    ],
    [
      400,
      error("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
      "context-overflow",
    ],
    [400, error("the request exceeds the available context size. try increasing it"), "context-overflow"],
    [400, error("x", { code: "context_length_exceeded" }), "context-overflow"],
    [400, error("输入内容超出模型上下文长度"), "context-overflow"],
    [
      400,
      error("max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens"),
      "model-rejected",
    ],
    [
      400,
      error("max_tokens is too large: 99999. This model supports at most 4096 completion tokens"),
      "model-rejected",
    ],
    [400, error("image exceeds 5 MB maximum"), "model-rejected"],
    [400, error("Model Not Exist"), "model-not-found"],
    [400, error("API key not valid. Please pass a valid API key."), "model-auth"],
    [400, error("Your credit balance is too low to access the API"), "model-rejected"],
    [403, error("no access to model", { code: "model_not_found" }), "model-not-found"],
    [404, "", "model-not-found"],
    [404, "404 page not found", "model-bad-reply"],
    [402, error("Insufficient Balance"), "model-rejected"],
    [408, "", "model-rate-limited"],
    [409, "", "model-rate-limited"],
    [422, error("bad"), "model-rejected"],
    [
      429,
      error("You exceeded your current quota, please check your plan and billing details"),
      "model-rejected",
    ],
    [
      429,
      error("You exceeded your current quota… billing. Please retry in 20s. RESOURCE_EXHAUSTED"),
      "model-rate-limited",
    ],
    [504, "", "model-overloaded"],
    [524, "<html>timeout</html>", "model-overloaded"],
    [307, "", "model-bad-reply"],
  ])("%i %s is %s", (status, body, code) => {
    expect(respond(status, body).code).toBe(code);
  });

  it.each([
    ['{"error":{"message":"a"}}', "a"],
    ['{"error":"b"}', "b"],
    ['{"message":"c"}', "c"],
    ['{"msg":"d"}', "d"],
    ['{"detail":"e"}', "e"],
    ['{"base_resp":{"status_msg":"f"}}', "f"],
    ['[{"error":{"message":"g"}}]', "g"],
    ['{"error":{"code":5}}', '{"code":5}'],
    ["<html><style>.x{}</style><h1>Bad</h1>\n<p>Gateway</p></html>", "Bad Gateway"],
    ["plain words", "plain words"],
    ["", undefined],
  ])("finds the provider's words in %s", (body, detail) => {
    expect(respond(422, body).detail).toBe(detail);
  });

  it("bounds what it quotes", () => {
    expect(respond(400, JSON.stringify({ message: "x".repeat(9_000) })).detail).toHaveLength(2_000);
    expect(respond(500, "y".repeat(9_000)).detail).toHaveLength(300);
  });

  it("tells a command that can be run as it stands", () => {
    for (const language of ["en", "zh-CN"] as const)
      expect(explain(respond(401, ""), language)).toMatch(/skillmint models test test\/model-1$/);
  });

  it("can be worded for people, with nothing left to fill in", () => {
    const statuses = [400, 401, 404, 413, 429, 500, 301];
    for (const status of statuses) {
      for (const language of ["en", "zh-CN"] as const) {
        expect(explain(respond(status, '{"message":"m"}'), language)).not.toMatch(/\{\w+\}/);
      }
    }
    expect(respond(429, "", { "retry-after": "41" }).params["seconds"]).toBe(41);
    expect(respond(429, "", { "retry-after": "0" }).params["seconds"]).toBe(10);
  });
});

describe("classifyErrorBody", () => {
  it.each([
    [{ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "model-overloaded"],
    [{ error: { type: "rate_limit_error", message: "x" } }, "model-rate-limited"],
    [{ error: { type: "invalid_request_error", message: "x" } }, "model-rejected"],
    [{ error: { type: "invalid_request_error", message: "prompt is too long" } }, "context-overflow"],
    [{ error: { type: "authentication_error", message: "x" } }, "model-auth"],
    [{ error: { type: "api_error", message: "Internal server error" } }, "model-overloaded"],
    [{ error: { code: "server_error", message: "x" } }, "model-overloaded"],
    [{ error: { code: "rate_limit_exceeded", message: "x" } }, "model-rate-limited"],
    [{ error: { code: 502, message: "Provider returned error" } }, "model-overloaded"],
    [{ error: { code: "429", message: "x" } }, "model-rate-limited"],
    [{ error: { code: "insufficient_quota", type: "insufficient_quota", message: "x" } }, "model-rejected"],
    [{ code: 1302, msg: "您的请求频率过高" }, "model-rate-limited"],
    [{ error: { message: "who knows" } }, "model-rejected"],
  ])("%j is %s", (body, code) => {
    expect(classifyErrorBody(body, context).code).toBe(code);
  });

  it("never quotes the key", () => {
    const bodies = [
      { error: { message: `key ${canaryKey}` } },
      { error: canaryKey },
      { other: { deep: canaryKey } },
    ];
    for (const body of bodies) expect(classifyErrorBody(body, context).message).not.toContain("canary");
    expect(classifyForeignBody(`<p>${canaryKey}</p>`, context).message).not.toContain("canary");
    expect(respond(302, "", { location: `https://x/?key=${canaryKey}` }).message).not.toContain("canary");
  });
});

describe("readRetryAfter", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  it.each([
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu, 01 Jan 2025 00:00:30 GMT" }, 0],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after-ms": "x", "retry-after": "2" }, 2_000],
  ])("%j is %s", (headers, expected) => {
    expect(readRetryAfter(headers, now)).toBe(expected);
  });
});
