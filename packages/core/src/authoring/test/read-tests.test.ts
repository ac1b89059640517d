import { describe, expect, it } from "vitest";
import { createAreaWords } from "../../protocol/text/area.ts";
import { skillTestTexts } from "../../protocol/text/skill-test.ts";
import { readTestText } from "./read-tests.ts";

const test = (prompt: string, key = "prompt") =>
  JSON.stringify({ [key]: prompt, expect: { noQuestions: true } });

const read = (text: string) =>
  readTestText("/s/tests/a.jsonc", text, {
    language: "en",
    words: createAreaWords(skillTestTexts, "en"),
  });

describe("files of tests", () => {
  it("hold one test or several", () => {
    expect(read(test("go")).tests).toMatchObject([{ name: "a" }]);
    expect(read(`[${test("go")}, ${test("on")}]`).tests).toHaveLength(2);
  });

  it("tell what is wrong by its line, and read the others", () => {
    const { tests, diagnostics } = read(`[\n  ${test("go")},\n  ${test("on", "promt")}\n]`);
    expect(tests).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ code: "test-invalid", line: 3 }]);
    expect(read('{ "prompt": ').diagnostics).toMatchObject([{ code: "test-syntax" }]);
  });

  it("are not the cassettes beside them", () => {
    const cassette = '{"format": "skillmint-cassette", "v": 1}\n{\n  "type": "start"\n}\n';
    expect(read(cassette)).toEqual({ tests: [], diagnostics: [] });
  });
});
