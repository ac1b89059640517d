import { expect, it } from "vitest";
import { pickLanguage } from "./language.ts";

it.each([
  { from: { env: {} }, language: "en" },
  { from: { env: { LANG: "zh_CN.UTF-8" } }, language: "zh-CN" },
  { from: { env: { LANG: "zh_CN.UTF-8", LC_MESSAGES: "de_DE.UTF-8" } }, language: "en" },
  { from: { env: { LANG: "en_US.UTF-8", LC_ALL: "zh_TW.UTF-8" } }, language: "zh-CN" },
  { from: { env: { LANG: "zh_CN.UTF-8", LC_ALL: "", LC_MESSAGES: "" } }, language: "zh-CN" },
  { from: { env: { LANG: "zh_CN.UTF-8", LC_ALL: "C" } }, language: "en" },
  { from: { setting: "en", env: { LANG: "zh_CN.UTF-8" } }, language: "en" },
  { from: { flag: "zh-CN", setting: "en", env: {} }, language: "zh-CN" },
] as const)("$from gives $language", ({ from, language }) => {
  expect(pickLanguage(from)).toBe(language);
});
