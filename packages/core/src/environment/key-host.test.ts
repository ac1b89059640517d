import { expect, it } from "vitest";
import { hostOf, mayReceiveKey } from "./key-host.ts";

it.each([
  ["https://api.openai.com/v1", "api.openai.com"],
  ["https://API.OpenAI.com:443/v1", "api.openai.com"],
  ["https://user:pass@api.openai.com/v1", "api.openai.com"],
  ["http://127.0.0.1:1234/v1", "http://127.0.0.1:1234"],
  ["http://2130706433/", "http://127.0.0.1"],
  ["file:///etc/passwd", undefined],
  ["api.openai.com", undefined],
])("%s is %s", (url, host) => {
  expect(hostOf(url)).toBe(host);
});

const preset = "https://api.openai.com/v1";
it.each([
  ["environment key, the preset's own host", { baseUrl: preset, presetUrl: preset }, undefined, true],
  [
    "environment key, a repository's host",
    { baseUrl: "https://evil.test", presetUrl: preset },
    undefined,
    false,
  ],
  [
    "environment key, an entered host",
    { baseUrl: "https://gw.test/a", enteredUrls: ["https://gw.test/b"] },
    undefined,
    true,
  ],
  ["environment key, no preset", { baseUrl: "https://gw.test" }, undefined, false],
  ["stored key, its host", { baseUrl: preset }, "api.openai.com", true],
  ["stored key, the preset moved elsewhere", { baseUrl: preset, presetUrl: preset }, "old.openai.com", false],
  [
    "stored key, a repository's host",
    { baseUrl: "https://evil.test", presetUrl: preset },
    "api.openai.com",
    false,
  ],
  [
    "stored key, an entered host",
    { baseUrl: "http://localhost:1", enteredUrls: ["http://localhost:1"] },
    "api.openai.com",
    true,
  ],
  [
    "stored key, in clear",
    { baseUrl: "http://api.openai.com/v1", presetUrl: preset },
    "api.openai.com",
    false,
  ],
  ["stored key, a look-alike", { baseUrl: "https://api.openai.com.evil.test" }, "api.openai.com", false],
  ["stored key, host as user name", { baseUrl: "https://api.openai.com@evil.test" }, "api.openai.com", false],
  ["no address at all", { baseUrl: "", enteredUrls: [""] }, undefined, false],
])("%s", (_, target, recorded, allowed) => {
  expect(mayReceiveKey(target, recorded)).toBe(allowed);
});
