import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createTranslate } from "../protocol/index.ts";
import { defineTool, textResult } from "./define-tool.ts";
import { validateInput } from "./validate.ts";

const tool = defineTool({
  name: "T",
  description: "",
  input: z.object({
    path: z.string(),
    limit: z.number().int().positive().optional(),
    all: z.boolean().optional(),
    list: z.array(z.object({ a: z.string() })).optional(),
  }),
  aliases: { file_path: "path" },
  effect: "read",
  describe: () => ({ title: "", resources: [] }),
  run: async () => textResult(""),
});

const en = createTranslate("en");

describe("validateInput", () => {
  it.each([
    [{ path: "a" }, { path: "a" }],
    [{ file_path: "a" }, { path: "a" }],
    [{ path: "a", file_path: "b" }, { path: "a" }],
    [
      { path: "a", limit: "10" },
      { path: "a", limit: 10 },
    ],
    [
      { path: "a", all: "true" },
      { path: "a", all: true },
    ],
    [{ path: "a", limit: null }, { path: "a" }],
    [{ path: "a", unknown: 1 }, { path: "a" }],
  ])("%j means %j", (given, input) => {
    expect(validateInput(tool, given, en)).toEqual({ ok: true, input });
  });

  it.each([
    [{}, "Missing parameter: path"],
    [{ path: null }, "Missing parameter: path"],
    [{ path: 5 }, /^Invalid parameter path: /],
    [{ path: "a", limit: "ten" }, /^Invalid parameter limit: /],
    [{ path: "a", limit: -1 }, /^Invalid parameter limit: /],
    [{ path: "a", list: [{}] }, "Missing parameter: list.0.a"],
    [{ __proto__: { path: "x" } }, "Missing parameter: path"],
  ])("%j is told what is wrong", (given, message) => {
    const result = validateInput(tool, given, en);
    expect(result).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  it("says it in Chinese as the source documents do", () => {
    expect(validateInput(tool, {}, createTranslate("zh-CN"))).toEqual({
      ok: false,
      message: "缺少 path 参数",
    });
  });
});
