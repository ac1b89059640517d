import { describe, expect, it } from "vitest";
import { checkRequest } from "./check-request.ts";

const token = "t".repeat(32);
const rules = { token, path: "/mcp" };
const check = (headers: Record<string, string>, url = "http://127.0.0.1/mcp"): number | undefined => {
  const all = { host: "127.0.0.1:8000", authorization: `Bearer ${token}`, ...headers };
  return checkRequest(new Request(url, { headers: all }), rules)?.status;
};

describe("a request", () => {
  it.each([
    {},
    { host: "localhost:1" },
    { host: "[::1]" },
    { host: "LOCALHOST" },
    { authorization: `bearer ${token}` },
    { origin: "http://127.0.0.1:3000" },
    { origin: "https://localhost" },
  ])("goes on: %o", (headers) => {
    expect(check(headers)).toBeUndefined();
  });

  it.each([
    { host: "evil.example" },
    { host: "localhost.evil.example" },
    { host: "127.0.0.1, evil.example" },
    { host: "user@127.0.0.1" },
    { host: "127.0.0.1/x" },
    { host: "0.0.0.0" },
    { host: "" },
    { origin: "null" },
    { origin: "http://evil.example" },
    { origin: "file://" },
    { origin: "ftp://localhost" },
  ])("is refused before anything else: %o", (headers) => {
    expect(check({ ...headers, authorization: "" })).toBe(403);
  });

  it.each([
    "",
    "Bearer",
    `Bearer  ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token} x`,
    `Basic ${token}`,
    token,
  ])("without the token is refused: %o", (authorization) => {
    expect(check({ authorization })).toBe(401);
  });

  it("for another path is not answered, and nobody without the token learns which there are", () => {
    expect(check({}, "http://127.0.0.1/other")).toBe(404);
    expect(check({ authorization: "" }, "http://127.0.0.1/other")).toBe(401);
  });

  it("without a token of ours is open, at this machine's own names only", () => {
    const open = (host: string) =>
      checkRequest(new Request("http://x/mcp", { headers: { host } }), { path: "/mcp" })?.status;
    expect([open("localhost"), open("evil.example")]).toEqual([undefined, 403]);
  });
});
