import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findCorpus } from "../../skill/parse/corpus.fixture.ts";
import { createEvalWords } from "./eval-words.ts";
import { readEvalFile } from "./read-eval-file.ts";

const words = createEvalWords("en");
const read = (value: unknown, skill = "sums") =>
  readEvalFile("evals.json", typeof value === "string" ? value : JSON.stringify(value, null, 2), {
    skill,
    language: "en",
    words,
  });

describe("files of evals", () => {
  it("reads expectations and assertions, as texts and as objects", () => {
    const { cases, diagnostics } = read({
      skill_name: "sums",
      evals: [
        {
          id: 1,
          prompt: "add",
          expected_output: "3",
          files: ["evals/files/in.csv", "data/x.txt"],
          expectations: ["is right", { text: "says 3", type: "contains", phrase: "3" }],
        },
        {
          id: "b",
          prompt: "again",
          assertions: [
            { name: "no apology", type: "not_contains", phrase: "sorry" },
            { text: "a number", pattern: "(?i)total \\d+" },
            { text: "kept", type: "file_exists", path: "out.txt" },
            { text: "builds", type: "command", command: "make", exit_code: 0 },
            { text: "something new", type: "never-heard-of" },
          ],
        },
      ],
    });
    expect(diagnostics).toEqual([]);
    expect(cases[0]).toMatchObject({
      id: "1",
      expectedOutput: "3",
      line: 4,
      files: [
        { path: "in.csv", from: "evals/files/in.csv" },
        { path: "data/x.txt", from: "data/x.txt" },
      ],
    });
    expect(cases[0]?.expectations.map(({ text, check }) => [text, check?.type])).toEqual([
      ["is right", undefined],
      ["says 3", "contains"],
    ]);
    expect(cases[1]?.expectations.map(({ check }) => check)).toEqual([
      { type: "contains", target: "answer", phrase: "sorry", negated: true },
      { type: "matches", target: "answer", pattern: "total \\d+", flags: "i", negated: false },
      { type: "file", path: "out.txt", negated: false },
      { type: "command", command: "make", exitCode: 0 },
      undefined,
    ]);
  });

  it("reads the list with expected_skill as trigger cases, and as cases where more is said", () => {
    const { cases, triggers } = read([
      {
        id: "x",
        question: "add",
        expected_skill: "sums",
        expected_script: "scripts/add.py",
        ground_truth: "3",
        expected_behavior: ["adds"],
      },
      {
        id: "y",
        question: "sing",
        expected_skill: null,
        expected_script: null,
        ground_truth: "a song",
        expected_behavior: [],
      },
      { id: "z", question: "draw", expected_skill: "pack:charts", expected_behavior: ["draws"] },
      { id: "w", question: "total", expected_skill: "pack:sums" },
    ]);
    expect(triggers.map(({ id, shouldTrigger }) => [id, shouldTrigger])).toEqual([
      ["x", true],
      ["y", false],
      ["z", false],
      ["w", true],
    ]);
    expect(cases.map(({ id, expectations }) => [id, expectations.map(({ text }) => text)])).toEqual([
      ["x", ["adds", "The script scripts/add.py was run"]],
    ]);
  });

  it("reads sets of queries and the form with cases", () => {
    expect(
      read([
        { query: "add", should_trigger: true },
        { query: "sing", should_trigger: false },
      ]).triggers,
    ).toMatchObject([
      { id: "1", query: "add", shouldTrigger: true },
      { id: "2", query: "sing", shouldTrigger: false },
    ]);
    expect(
      read({ skill: "sums", cases: [{ name: "n", prompt: "add", checks: ["adds"] }] }).cases,
    ).toHaveLength(1);
  });

  it("tells line and reason of what is wrong and goes on with the rest", () => {
    const text = `{
  "skill_name": "other",
  "evals": [
    { "id": 1, "expectations": ["x"] },
    "no object",
    { "id": 2, "prompt": "p", "expectations": "no list" },
    { "id": 3, "prompt": "p", "expectations": [{ "text": "t", "type": "regex", "pattern": "(" }, "good"] },
    { "id": 3, "prompt": "p", "expectations": ["good"] },
    { "id": 5, "prompt": "p" }
  ]
}`;
    const { cases, diagnostics } = read(text);
    expect(cases.map(({ id }) => id)).toEqual(["3", "3-2"]);
    expect(diagnostics.map(({ line, code }) => [line, code])).toEqual([
      [2, "eval-skill"],
      [4, "eval-prompt"],
      [5, "eval-case"],
      [6, "eval-expectations"],
      [6, "eval-empty"],
      [7, "eval-expectation"],
      [8, "eval-id"],
      [9, "eval-empty"],
    ]);
  });

  it.each([
    ["{ broken", "eval-syntax"],
    ["[1, 2", "eval-syntax"],
    ['{"other": []}', "eval-form"],
    ["7", "eval-form"],
    ['[{"query": "a", "should_trigger": "yes"}]', "eval-trigger"],
  ])("never fails for %s", (text, code) => {
    const { cases, triggers, diagnostics } = read(text);
    expect([cases, triggers]).toEqual([[], []]);
    expect(diagnostics[0]).toMatchObject({ code, line: 1, path: "evals.json" });
  });

  const corpus = findCorpus();
  it.skipIf(corpus === undefined)("reads every public file that is at hand", () => {
    const files = globSync(`${corpus}/skills/**/evals/*eval*.json`);
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) {
      const { cases, triggers, diagnostics } = readEvalFile(file, readFileSync(file, "utf8"), {
        skill: file.split("/").at(-3) ?? "",
        language: "en",
        words,
      });
      expect([file, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([file, []]);
      expect(cases.length + triggers.length).toBeGreaterThan(0);
    }
  });
});
