import { describe, expect, it } from "vitest";
import { parseQuery, tokenize } from "./tokenize.ts";

describe("tokenize", () => {
  it.each([
    ["Hello, World!", ["hello", "world"]],
    ["数据库", ["数据", "据库", "库"]],
    ["库", ["库"]],
    ["用SQLite存数据", ["用", "sqlite", "存数", "数据", "据"]],
    ["カタカナ語", ["カタ", "タカ", "カナ", "ナ語", "語"]],
    ["𠮷野家", ["𠮷野", "野家", "家"]],
    ["don't_stop 3.5", ["don", "t_stop", "3", "5"]],
    ["ＡＢＣ", ["abc"]],
    ["한국어 검색", ["한국어", "검색"]],
    ["数据，库存", ["数据", "据", "库存", "存"]],
    ["", []],
    ["——…！", []],
  ])("%s", (text, words) => {
    expect(tokenize(text)).toEqual(words);
  });
});

describe("parseQuery", () => {
  it.each([
    [
      "migr tab",
      [
        { words: ["migr"], prefix: true },
        { words: ["tab"], prefix: true },
      ],
    ],
    ["数据库", [{ words: ["数据", "据库"], prefix: false }]],
    ["数据", [{ words: ["数据"], prefix: false }]],
    ["库", [{ words: ["库"], prefix: true }]],
    ['"*()', []],
  ])("%s", (query, phrases) => {
    expect(parseQuery(query)).toEqual(phrases);
  });

  it("asks in words that the text was cut into", () => {
    const words = new Set(tokenize("我想迁移数据库到云端"));
    for (const { words: asked } of parseQuery("迁移 数据库 云端")) {
      for (const word of asked) expect(words).toContain(word);
    }
  });
});
