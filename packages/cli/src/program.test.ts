import { describe, expect, it } from "vitest";
import { commandOf, createProgram } from "./program.ts";

describe("commandOf", () => {
  it.each([
    [["run", "models"], "run"],
    [["--json", "run"], "run"],
    [["--cwd", "models", "run", "x"], "run"],
    [["--env", "run", "skills", "list"], "skills"],
    [["--lang=zh-CN", "env"], "env"],
    [["help", "run"], undefined],
    [["--help"], undefined],
    [["walk"], undefined],
    [["constructor"], undefined],
    [[], undefined],
  ])("%j", (words, command) => {
    expect(commandOf(words)).toBe(command);
  });
});

it("knows the same command whether it is alone or among all", () => {
  const all = createProgram("0", async () => undefined);
  for (const command of all.commands) {
    const alone = createProgram("0", async () => undefined, command.name());
    expect(alone.commands.map((one) => one.name())).toEqual([command.name()]);
    expect(alone.commands[0]?.helpInformation()).toBe(command.helpInformation());
  }
});
