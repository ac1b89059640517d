import { describe, expect, it } from "vitest";
import { createFindSecrets, mask } from "./redactor.ts";

const secret = 'very"secret-value/of+mine';
const find = createFindSecrets([secret, "short1", "abc", " padded-token-99 "]);

function redact(text: string): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: shown } of find(text)) {
    result += text.slice(at, start) + shown;
    at = end;
  }
  return result + text.slice(at);
}

describe("secrets", () => {
  it.each([
    [`a ${secret} b`, `a ${mask} b`],
    [JSON.stringify({ key: secret }), `{"key":"${mask}"}`],
    [`?k=${encodeURIComponent(secret)}&`, `?k=${mask}&`],
    [Buffer.from(secret).toString("base64"), expect.stringMatching(/^\*\*\*=*$/)],
    [`half: ${secret.slice(0, 12)}…`, `half: ${mask}…`],
    [`…${secret.slice(-9)} end`, `…${mask} end`],
    [`${secret}${secret}`, expect.stringMatching(/^(\*\*\*)+$/)],
    ["short1 abc", `${mask} abc`],
    ["padded-token-99", mask],
    ["sk-ant-0123456789abcdef01", mask],
    ["https://me:pa55word@host/x", `https://me:${mask}@host/x`],
    ["Authorization: Bearer abcdefghij0123456789", `Authorization: Bearer ${mask}`],
    ['{"api_key": "a1b2c3d4e5f6a7b8c9"}', `{"api_key": "${mask}"}`],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nx", `${mask}\nx`],
  ])("%s", (text, expected) => {
    expect(redact(text)).toEqual(expected);
  });

  it.each([
    "Basic usage of the bearer of a token",
    "token: none",
    "a task-oriented sketch",
    "password: changeme",
  ])("leave words alone: %s", (text) => {
    expect(redact(text)).toBe(text);
  });
});
