// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { readToken, takeToken } from "./token.ts";

describe("the token", () => {
  beforeEach(() => localStorage.clear());

  it.each([
    ["  abc-DEF_123 \n", "abc-DEF_123"],
    ["http://127.0.0.1:8765/#token=abc-DEF_123", "abc-DEF_123"],
    ["https://host/sessions/x#token=abc&more=1", "abc"],
    ["http://127.0.0.1:8765/", undefined],
    ["令牌", undefined],
    ["two words", undefined],
    ["", undefined],
  ])("of %j is %j", (pasted, token) => {
    expect(readToken(pasted)).toBe(token);
  });

  it("is taken out of the address, and kept only where it can be one", () => {
    location.hash = "#token=good";
    expect(takeToken()).toBe("good");
    expect(location.hash).toBe("");
    location.hash = `#token=${encodeURIComponent("令牌")}`;
    expect(takeToken()).toBe("good");
    expect(location.hash).toBe("");
  });
});
