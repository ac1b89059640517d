import { expect, it } from "vitest";
import { createWords, isWordKey } from "./environment-texts.ts";

it("words in both languages and falls back to English", () => {
  const params = { name: "a", expected: "b" };
  expect(createWords()("expect.mismatch", params)).toBe("a: expected b");
  expect(createWords("zh-CN")("expect.mismatch", params)).toBe("a：应为b");
});

it("leaves braces inside a value alone", () => {
  expect(createWords()("reference.unset", { reference: "${where}", where: "" })).toBe("${where} is not set.");
});

it.each([
  ["expect.url", true],
  ["nothing.such", false],
  ["constructor", false],
])("%s is a key: %s", (key, known) => {
  expect(isWordKey(key)).toBe(known);
});
