import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Script, TempWorkspace } from "../../testing/index.ts";
import { call, useTwoMachines } from "./cassettes.fixture.ts";
import { coreVersion } from "./core-version.ts";

const machines = useTwoMachines();
const { record, replay, recorded, replayed, open } = machines;

async function edit(change: (text: string) => string): Promise<void> {
  const text = await readFile(machines.file, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  await writeFile(machines.file, changed);
}

describe("a recorded run", () => {
  it("is replayed elsewhere with the same events, and its commands do not run", async () => {
    await machines.here.write("notes.txt", "one\ntwo\nthree\n");
    const script: Script = [
      { text: "I look.", calls: [call("Read", { path: "notes.txt" })] },
      {
        calls: [
          call("Bash", {
            command: `echo $$ > pid.txt; mkdir -p sub; printf 'a\\nb' > sub/made.txt; rm notes.txt; pwd`,
          }),
        ],
      },
      { calls: [call("Read", { path: "sub/made.txt" }), call("Glob", { pattern: "**/*.txt" })] },
      {
        calls: [
          call("Write", { path: "out.txt", content: "done\n" }),
          call("TodoWrite", { todos: [{ content: "x", status: "pending" }] }),
        ],
      },
      "The end.",
    ];
    const run = await record(script);
    expect(run.outcome).toMatchObject({ reason: "done", text: "The end." });
    const again = await replay();
    expect(again.divergence).toBeUndefined();
    expect(again.outcome).toMatchObject({ reason: "done", text: "The end." });
    expect(replayed(again.events)).toEqual(recorded(run.events));
    expect(await readFile(join(machines.there.folder, "pid.txt"), "utf8")).toBe(
      await readFile(join(machines.here.folder, "pid.txt"), "utf8"),
    );
    expect(await readFile(join(machines.there.folder, "out.txt"), "utf8")).toBe("done\n");
    await expect(readFile(join(machines.there.folder, "notes.txt"))).rejects.toThrow("ENOENT");
  });

  it("tells the call and the line of a result that is another by now", async () => {
    await machines.here.write("notes.txt", "one\ntwo\nthree\n");
    await record([{ calls: [call("Read", { path: "notes.txt" })] }, "end"]);
    await machines.there.write("notes.txt", "one\nTWO\nthree\n");
    const { divergence, outcome } = await replay();
    expect(divergence).toMatchObject({
      step: 2,
      kind: "tool-result",
      agent: "main",
      subject: "Read",
      number: 1,
      line: 2,
      expected: "     2\ttwo",
      got: "     2\tTWO",
    });
    expect(outcome).toMatchObject({ reason: "error", error: { code: "cassette-mismatch" } });
  });

  it("tells of a picture that was changed in it by its digest", async () => {
    const picture = (end: number): Buffer =>
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, end]);
    await writeFile(join(machines.here.folder, "a.png"), picture(1));
    await record([{ calls: [call("Read", { path: "a.png" })] }, "end"]);
    const [old, changed] = [1, 2].map((end) => picture(end).toString("base64"));
    await edit((text) => text.replaceAll(old ?? "", changed ?? ""));
    const { divergence } = await replay();
    expect(divergence).toMatchObject({ kind: "tool-result", subject: "Read" });
    expect(divergence?.expected).toMatch(/"sha256": "[0-9a-f]{64}"/);
    expect(divergence?.expected).not.toContain('"0": 137');
  });
});

const skillText = (words: string, description = "Makes poems") =>
  `---\nname: poem\ndescription: ${description}\n---\n${words}\n`;
const putSkill = (where: TempWorkspace, text: string) =>
  where.write("../home/.skillmint/skills/poem/SKILL.md", text);

describe("what has changed is told", () => {
  const script: Script = [{ calls: [call("Skill", { skill: "poem" })] }, "end"];

  it("a skill's text, by its name and line", async () => {
    await putSkill(machines.here, skillText("Write one line.\nThen stop."));
    await record(script);
    await putSkill(machines.there, skillText("Write one line.\nThen go on."));
    const { divergence } = await replay();
    expect(divergence).toMatchObject({
      step: 2,
      kind: "tool-result",
      subject: "Skill",
      number: 1,
      expected: "Then stop.",
      got: "Then go on.",
    });
    expect(await replay({ match: "calls" })).toMatchObject({ divergence: { kind: "tool-result" } });
  });

  it("the session's own skill, and the list of skills", async () => {
    await putSkill(machines.here, skillText("Write one line."));
    await record(["end"], { settings: { skills: ["poem"] } });
    await putSkill(machines.there, skillText("Write two lines."));
    expect((await replay()).divergence).toMatchObject({
      step: 1,
      kind: "skill-text",
      subject: "poem",
      expected: "Write one line.",
      got: "Write two lines.",
    });
    expect((await replay({ match: "calls" })).divergence).toBeUndefined();
    await record(["end"]);
    await putSkill(machines.there, skillText("Write one line.", "Makes songs"));
    expect((await replay()).divergence).toMatchObject({
      kind: "skill-list",
      expected: "- poem: Makes poems",
    });
  });

  it("the prompt", async () => {
    await record(["end"]);
    expect((await replay({ prompt: "stop" })).divergence).toMatchObject({
      step: 1,
      kind: "message",
      number: 1,
      expected: "go",
      got: "stop",
    });
  });

  it("instructions of the workspace", async () => {
    await machines.here.write("AGENTS.md", "Be kind.\n");
    await record(["end"]);
    expect((await replay()).divergence).toBeUndefined();
    await machines.there.write("AGENTS.md", "Be quick.\n");
    expect((await replay()).divergence).toMatchObject({
      kind: "instructions",
      subject: "AGENTS.md",
      expected: "Be kind.",
      got: "Be quick.",
    });
  });

  it("a recorded line, wherever it was changed", async () => {
    await machines.here.write("notes.txt", "one\ntwo\n");
    await record([{ calls: [call("Read", { path: "notes.txt" })] }, "end"]);
    await edit((text) => text.replace("2\\ttwo", "2\\ttoo"));
    expect((await replay()).divergence).toMatchObject({
      step: 2,
      subject: "Read",
      number: 1,
      line: 2,
      got: "     2\ttwo",
    });
  });

  it("an input, a tool that is gone, and a recording that is over too early", async () => {
    await record([{ calls: [call("Bash", { command: "echo a" })] }, "end"]);
    const text = await readFile(machines.file, "utf8");
    await writeFile(
      machines.file,
      text.replace('"input": {"command":"echo a"}', '"input": {"command":"echo b"}'),
    );
    expect((await replay()).divergence).toMatchObject({
      step: 2,
      kind: "tool-input",
      subject: "Bash",
      number: 1,
    });
    await writeFile(machines.file, text.slice(0, text.indexOf('{\n  "step": 3')));
    expect((await replay()).divergence).toMatchObject({
      step: 3,
      kind: "end",
      subject: "wasCut",
    });
  });

  it("in words, with what to do", async () => {
    await record(["end"]);
    const runtime = await open({ env: machines.there.env, language: "zh-CN" });
    const { cassettes } = await runtime.authoring();
    const { divergence } = await cassettes.replay({
      cassette: machines.file,
      folder: machines.there.folder,
      prompt: "stop",
    });
    const words = divergence && (await cassettes.word(divergence, "a.jsonc"));
    expect(words).toMatch(
      /第 1 步偏离了录制文件 a\.jsonc：第 1 条消息已改变。\n {2}-go\n {2}\+stop\n.*--record/,
    );
  });
});

describe("a file that cannot be played", () => {
  const refusal = async (): Promise<unknown> => {
    const error: unknown = await replay().catch((caught: unknown) => caught);
    return (error as { params?: unknown }).params;
  };

  it.each([
    ["empty", () => "", 1, "it is empty"],
    ["something else", () => "{}\n", 1, "this is no cassette"],
    ["no JSON", () => "hello\n", 1, /JSON/],
    ["of the older format", () => '{"cassette":1,"model":"m"}\n', 1, /older format 0; record it again/],
    ["of a newer format", (text: string) => text.replace('"v":1', '"v":2'), 1, /format 2 is newer/],
    ["cut", (text: string) => text.slice(0, text.indexOf('"reason"')), /^\d{3}$/, /breaks off/],
    ["damaged", (text: string) => text.replace('"begin": 1,', '"begin": 1 1,'), /^\d+$/, /JSON/],
    ["of wrong types", (text: string) => text.replace('"begin": 1,', '"begin": "x",'), /^\d+$/, /begin: /],
    [
      "with a foreign record",
      (text: string) => text.replace('"begin": 1,', '"other": 1,'),
      /^\d+$/,
      /no record/,
    ],
    [
      "without a part",
      (text: string) => text.replace(/"tools":"[0-9a-f]{16}"/, '"tools":"none"'),
      /^\d+$/,
      /part/,
    ],
  ])("%s: file, line and reason", async (_, damage, line, reason) => {
    await record(["end"]);
    await edit(damage);
    const found = (await refusal()) as { file: string; line: number; message: string };
    expect(found.file).toBe(machines.file);
    expect(String(found.line)).toMatch(line instanceof RegExp ? line : new RegExp(`^${line}$`));
    expect(found.message).toMatch(reason);
  });
});

it("knows its version", async () => {
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  expect(coreVersion).toBe((JSON.parse(text) as { version: string }).version);
});
