import { describe, expect, it } from "vitest";
import { createTranslate } from "../protocol/index.ts";
import { readHooks } from "./read-hooks.ts";

const read = (value: unknown) => readHooks(value, { file: "/f", origin: "person", t: createTranslate("en") });
const codes = (value: unknown): string[] => read(value).diagnostics.map(({ code }) => code);
const one = (entry: unknown, matcher?: unknown) => ({ PreToolUse: [{ matcher, hooks: [entry] }] });

describe("readHooks", () => {
  it("reads commands by event, in order", () => {
    const value = {
      PreToolUse: [
        { matcher: "Bash|Edit", hooks: [{ type: "command", command: "a", timeout: 5 }, { command: "b" }] },
      ],
      Stop: [{ hooks: [{ type: "command", command: "c", timeout: "2.5", once: "yes" }] }],
    };
    const common = { origin: "person", source: "/f" };
    expect(read(value)).toEqual({
      hooks: [
        { event: "PreToolUse", matcher: "Bash|Edit", command: "a", timeoutMs: 5_000, once: false, ...common },
        {
          event: "PreToolUse",
          matcher: "Bash|Edit",
          command: "b",
          timeoutMs: 60_000,
          once: false,
          ...common,
        },
        { event: "Stop", matcher: "", command: "c", timeoutMs: 2_500, once: true, ...common },
      ],
      diagnostics: [],
    });
  });

  it("bounds how long one may take", () => {
    expect(read(one({ command: "a", timeout: 1e9 })).hooks[0]?.timeoutMs).toBe(600_000);
  });

  it.each([
    ["text", "x", "hook-malformed"],
    ["list", [], "hook-malformed"],
    ["null", null, "hook-malformed"],
    ["event", { Notification: [] }, "hook-unknown-event"],
    ["prototype", JSON.parse('{"__proto__": []}'), "hook-unknown-event"],
    ["groups", { Stop: {} }, "hook-malformed"],
    ["group", { Stop: [1] }, "hook-malformed"],
    ["no commands", { Stop: [{}] }, "hook-malformed"],
    ["entry", one(7), "hook-malformed"],
    ["matcher", one({ command: "a" }, "("), "hook-malformed"],
    ["matcher's kind", one({ command: "a" }, 7), "hook-malformed"],
    ["command", one({ type: "command" }), "hook-malformed"],
    ["empty command", one({ command: " " }), "hook-malformed"],
    ["NUL", one({ command: "a\0b" }), "hook-malformed"],
    ["long command", one({ command: "a".repeat(8_001) }), "hook-malformed"],
    ["timeout", one({ command: "a", timeout: 0 }), "hook-malformed"],
    ["timeout's kind", one({ command: "a", timeout: "soon" }), "hook-malformed"],
    ["http", one({ type: "http", url: "x" }), "hook-unsupported"],
    ["odd type", one({ type: { a: 1 }, command: "x" }), "hook-unsupported"],
    ["condition", one({ command: "a", if: "Bash(git *)" }), "hook-unsupported"],
    ["arguments", one({ command: "a", args: ["b"] }), "hook-unsupported"],
  ])("%s: told, not taken", (_, value, code) => {
    expect(codes(value)).toEqual([code]);
    expect(read(value).hooks).toEqual([]);
  });

  it("takes only so many", () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ command: `c${index}` }));
    const { hooks, diagnostics } = read({ Stop: [{ hooks: many }] });
    expect([hooks.length, diagnostics.length]).toEqual([100, 30]);
  });
});
