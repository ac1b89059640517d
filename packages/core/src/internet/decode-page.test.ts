import { describe, expect, it } from "vitest";
import { decodePage } from "./decode-page.ts";

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(" ", ""), "hex");
/** 你好，世界 in several charsets. */
const gbk = bytes("c4e3 bac3 a3ac cac0 bde7");
const big5 = bytes("a741 a66e a141 a540 acc9");
/** こんにちは世界 */
const sjis = bytes("82b1 82f1 82c9 82bf 82cd 90a2 8a45");
const meta = (charset: string, body: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`<!doctype html><head><meta charset="${charset}"></head>`), body]);

describe("decodePage", () => {
  it.each([
    ["text/html; charset=GBK", gbk, "你好，世界"],
    ["text/html;charset=gb2312", gbk, "你好，世界"],
    ['text/html; charset="big5"', big5, "你好，世界"],
    ["text/html; charset=Shift_JIS", sjis, "こんにちは世界"],
    ["text/html; charset=utf-8", Buffer.from("你好"), "你好"],
    ["text/html; charset=iso-8859-1", bytes("e9 74 e9"), "été"],
  ])("by the header: %s", (type, body, text) => expect(decodePage(body, type)).toBe(text));

  it.each([
    ["gbk", gbk, "你好，世界"],
    ["big5", big5, "你好，世界"],
    ["shift_jis", sjis, "こんにちは世界"],
  ])("by what the page says: %s", (charset, body, text) => {
    expect(decodePage(meta(charset, body), "text/html")).toContain(text);
    const old = `<META http-equiv="Content-Type" content="text/html; charset=${charset}">`;
    expect(decodePage(Buffer.concat([Buffer.from(old), body]), "")).toContain(text);
  });

  it("by a guess where nothing says", () => {
    expect(decodePage(Buffer.from("plain 你好"), "text/plain")).toBe("plain 你好");
    expect(decodePage(gbk, "text/plain")).toBe("你好，世界");
    expect(decodePage(bytes("63 61 66 e9"), "")).toBe("café");
    expect(decodePage(Buffer.from("a你").subarray(0, 3), "", true)).toBe("a");
  });

  it.each([
    [
      "shift_jis",
      "82b1 82ea 82cd 93fa 967b 8cea 82cc 8379 815b 8357 82c5 82b7 8142",
      "これは日本語のページです。",
    ],
    [
      "euc-jp",
      "a4b3 a4ec a4cf c6fc cbdc b8ec a4ce a5da a1bc a5b8 a4c7 a4b9 a1a3",
      "これは日本語のページです。",
    ],
    [
      "euc-kr",
      "c0cc b0cd c0ba 20 c7d1 b1b9 beee 20 c6e4 c0cc c1f6 c0d4 b4cf b4d9 2e",
      "이것은 한국어 페이지입니다.",
    ],
    [
      "gbk",
      "b1b1 bea9 bdf1 ccec ccec c6f8 c7e7 c0ca a3ac caca bacf cde2 b3f6 a1a3",
      "北京今天天气晴朗，适合外出。",
    ],
    [
      "big5",
      "b36f ac4f a440 add3 c163 c5e9 a4a4 a4e5 baf4 adb6 a141 a578 a55f a4b5 a4d1",
      "這是一個繁體中文網頁，台北今天",
    ],
  ])("by a guess among the charsets of East Asia: %s", (_charset, hex, text) => {
    expect(decodePage(bytes(hex), "text/html")).toBe(text);
    expect(decodePage(Buffer.concat([Buffer.from("<html><p>plain words</p>"), bytes(hex)]), "")).toContain(
      text,
    );
  });

  it("goes by a byte order mark first and skips charsets that nobody knows", () => {
    expect(decodePage(bytes("ff fe 60 4f"), "text/html; charset=gbk")).toBe("你");
    expect(decodePage(meta("gbk", gbk), "text/html; charset=klingon")).toContain("你好");
    expect(decodePage(Buffer.from('<?xml version="1.0" encoding="utf-8"?>é'), "")).toContain("é");
  });
});
