import { describe, expect, it } from "vitest";
import { createProgram } from "./program.ts";
import { wordUsageError } from "./usage-error.ts";

async function complain(...words: string[]): Promise<string> {
  const program = createProgram("0", async () => undefined);
  const error: unknown = await program
    .parseAsync(["node", "skillmint", ...words])
    .catch((thrown: unknown) => thrown);
  return error instanceof Error ? error.message : "";
}

describe("wordUsageError", () => {
  it.each([
    [["run", "--modle", "x", "hi"], "未知选项 '--modle'\n（是否想用 --mode, --model？）"],
    [["sessions", "lst"], "未知命令 'lst'\n（是否想用 list？）"],
    [["sessions", "rename", "x"], "缺少参数 'title'"],
    [["run", "--model"], "选项 '--model <provider/model>' 缺少值"],
    [["run", "--continue", "--session", "x", "hi"], "选项 '--continue' 不能与选项 '--session <id>' 同时使用"],
    [["doctor", "a", "b"], "参数过多：a, b"],
  ])("%j in Chinese", async (words, expected) => {
    const text = wordUsageError(await complain(...words), "zh-CN");
    expect(text).toBe(`错误：${expected}\n(skillmint --help)`);
  });

  it("says the same in English, and passes on what it does not know", async () => {
    const message = await complain("sessions", "lst");
    expect(wordUsageError(message, "en")).toBe(`${message}\n(skillmint --help)`);
    expect(wordUsageError("error: odd", "zh-CN")).toBe("error: odd\n(skillmint --help)");
  });
});
