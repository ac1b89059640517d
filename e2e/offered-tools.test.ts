import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTempWorkspace,
  startScriptedModel,
  type Script,
  type ScriptedModel,
  type TempWorkspace,
} from "../packages/core/src/testing/index.ts";
import { eventsOf, runCli, type CliResult } from "./kit.ts";

let temp: TempWorkspace;
let server: ScriptedModel | undefined;

beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await temp.remove();
});

const wires = [
  ["anthropic", "anthropic/claude", "ANTHROPIC_API_KEY"],
  ["openai chat", "custom-openai/gpt", "CUSTOM_OPENAI_API_KEY"],
] as const;

const statuses = (result: CliResult): string[] =>
  eventsOf(result, "tool.settled").map(({ name, status }) => `${name} ${status}`);

const bash = (command: string) => ({ name: "Bash", input: { command } });

describe.each(wires)("%s", (_, model, variable) => {
  async function run(script: Script, flags: readonly string[] = []): Promise<CliResult> {
    await server?.close();
    server = await startScriptedModel(script);
    const args = ["--json", "run", "--model", model, "--base-url", `${server.url}/v1`, ...flags, "go"];
    return runCli(args, { env: { ...temp.env, [variable]: "sk-test-key" }, cwd: temp.folder });
  }

  it("does not offer a tool that is denied as a whole, and still settles a call to it", async () => {
    const result = await run([{ calls: [bash("ls")] }, "end"], ["--deny", "Bash", "--allow", "Bash(ls)"]);
    expect([result.code, ...statuses(result)]).toEqual([0, "Bash denied"]);
    const offered = server?.requests[0]?.normal?.tools ?? [];
    expect(offered).toContain("Read");
    expect(offered).not.toContain("Bash");
  });

  it("takes a pattern of paths for edits", async () => {
    const write = (path: string) => ({ name: "Write", input: { path, content: "x" } });
    const result = await run(
      [{ calls: [write("src/a/b.ts"), write("other.ts"), write("src/../up.ts")] }],
      ["--allow", "Write(src/**)"],
    );
    expect([result.code, ...statuses(result)]).toEqual([3, "Write ok"]);
    expect(await readdir(temp.folder)).toEqual(["src"]);
  });
});
