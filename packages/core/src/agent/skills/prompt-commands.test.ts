import { describe, expect, it } from "vitest";
import { readCommands } from "./prompt-commands.ts";

describe("readCommands", () => {
  it.each([
    ["/deploy", ["deploy"], ""],
    ["  /deploy staging now", ["deploy"], "staging now"],
    ["/a /b:c words /d", ["a", "b:c"], "words /d"],
    ["/部署 生产", ["部署"], "生产"],
    ["/user:greet@x hi", ["user:greet@x"], "hi"],
    ["/a /b /c /d /e /f /g", ["a", "b", "c", "d", "e", "f"], "/g"],
    ["/etc/hosts is wrong", [], "/etc/hosts is wrong"],
    ["read /deploy", [], "read /deploy"],
    ["/ x", [], "/ x"],
    ["", [], ""],
  ])("%j", (text, names, rest) => {
    expect(readCommands(text)).toEqual({ names, arguments: rest });
  });
});
