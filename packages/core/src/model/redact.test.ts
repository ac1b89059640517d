import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

const key = "k9fJ2mQx71LzPp04TrWq88";

describe("redact", () => {
  it.each([
    ["the whole", `bad key ${key}.`],
    ["its beginning", `bad key ${key.slice(0, 10)}…`],
    ["its end", `bad key …${key.slice(-9)}!`],
    ["both", `bad key ${key.slice(0, 8)}******${key.slice(-8)}`],
    ["several", `${key} ${key}${key}`],
  ])("takes out %s", (_what, text) => {
    const result = redact(text, [key]);
    expect(result).not.toContain(key.slice(0, 8));
    expect(result).not.toContain(key.slice(-8));
    expect(result).toContain("***");
  });

  it.each([
    `bad key ${key.slice(0, 4)}******${key.slice(-4)}.`,
    `bad key ****${key.slice(-4)}`,
    `bad key ${key.slice(0, 3)}…`,
    `bad key ${key.slice(0, 12)}***${key.slice(-4)}`,
  ])("takes out the ends that a provider shows in %j", (text) => {
    expect(redact(text, [key])).toMatch(/^bad key \*\*\*\.?$/);
  });

  it("is quick with what is long", () => {
    const from = performance.now();
    redact("a".repeat(200_000), [key]);
    expect(performance.now() - from).toBeLessThan(2_000);
  });

  it.each([
    ["Incorrect API key provided: sk-ab***wxyz.", /wxyz/],
    ["Incorrect API key provided: sk-proj-abcdef…uvwxyz", /uvwxyz/],
    ["Authorization: Bearer abc.def-ghi", /abc\.def/],
    ["x-api-key: 0123456789abcdef", /01234567/],
    ['{"api_key":"0123456789abcdef"}', /01234567/],
    ["https://host/v1?key=AbCdEfGh123&alt=sse", /AbCdEfGh/],
    ["AIzaSyA1234567890abcdef", /1234567890/],
    ["via http://user:password@proxy:8080", /password/],
  ])("takes out what looks like a key in %j", (text, secret) => {
    expect(redact(text, [])).not.toMatch(secret);
  });

  it.each([
    "max_tokens: 100000 > 8192, which is the maximum allowed",
    "Unsupported parameter: 'temperature' is not supported with this model.",
    "model 'task-force-7b' not found",
    "ask-me-anything is not a tool",
    "please wait… then try **again**, or k9… never",
  ])("leaves %j as it is", (text) => {
    expect(redact(text, ["abc", key])).toBe(text);
  });
});
