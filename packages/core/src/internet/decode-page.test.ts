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

  it("goes by a byte order mark first and skips charsets that nobody knows", () => {
    expect(decodePage(bytes("ff fe 60 4f"), "text/html; charset=gbk")).toBe("你");
    expect(decodePage(meta("gbk", gbk), "text/html; charset=klingon")).toContain("你好");
    expect(decodePage(Buffer.from('<?xml version="1.0" encoding="utf-8"?>é'), "")).toContain("é");
  });
});
