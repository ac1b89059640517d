import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { loadScript } from "./load-script.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillmint-script-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(text: string): Promise<string> {
  const path = join(folder, "script.jsonc");
  await writeFile(path, text);
  return path;
}

async function problemOf(path: string): Promise<SkillmintError> {
  const error: unknown = await loadScript(path).catch((caught: unknown) => caught);
  if (!SkillmintError.is(error)) throw new Error(`expected a SkillmintError, got ${String(error)}`);
  return error;
}

describe("loadScript", () => {
  it("reads turns with comments, as a list or with options", async () => {
    const list = await write('[ "hello", // a text\n { "calls": [{ "name": "Read", "input": {} }] }, ]');
    expect(await loadScript(list)).toEqual({
      turns: [{ text: "hello" }, { calls: [{ name: "Read", input: {} }] }],
    });
    const full = await write('{ "turns": ["a"], "order": "arrival", "repeat": true, "models": ["m"] }');
    expect(await loadScript(full)).toEqual({
      turns: [{ text: "a" }],
      order: "arrival",
      repeat: true,
      models: ["m"],
    });
  });

  it("names file, line and column of what is no JSON", async () => {
    const error = await problemOf(await write('[\n  "a",\n  { "text": }\n]'));
    expect(error.code).toBe("config-unreadable");
    expect(error.params).toMatchObject({ file: join(folder, "script.jsonc"), line: 3, column: 13 });
  });

  it("names the field of what is no script", async () => {
    const error = await problemOf(await write('{ "turns": ["a"],\n "order": "random" }'));
    expect(error.params).toMatchObject({ line: 2, column: 11 });
    expect(String(error.params["message"])).toContain("order");
    const misspelt = await problemOf(await write('[\n{ "txet": "a" }]'));
    expect(misspelt.params["line"]).toBe(2);
    expect(String(misspelt.params["message"])).toContain("txet");
  });

  it("names a file that is not there", async () => {
    const error = await problemOf(join(folder, "none.json"));
    expect(error.code).toBe("config-unreadable");
    expect(String(error.params["message"])).toContain("ENOENT");
  });
});
