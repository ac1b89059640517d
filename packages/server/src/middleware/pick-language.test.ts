import { expect, it } from "vitest";
import { pickLanguage } from "./pick-language.ts";

it.each([
  [undefined, undefined],
  ["", undefined],
  ["*", undefined],
  ["fr-FR, de;q=0.8", undefined],
  ["zh-CN", "zh-CN"],
  ["zh-TW,zh;q=0.9,en;q=0.8", "zh-CN"],
  ["fr, en;q=0.5, zh;q=0.7", "zh-CN"],
  ["en;q=0, zh;q=0.1", "zh-CN"],
  ["EN-us", "en"],
  ["z, e, zh-", "zh-CN"],
])("%s is %s", (header, language) => expect(pickLanguage(header)).toBe(language));
