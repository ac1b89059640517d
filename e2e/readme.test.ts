import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createProgram } from "../packages/cli/src/program.ts";
import { createTempWorkspace, startScriptedModel } from "../packages/core/src/testing/index.ts";
import { root } from "./kit.ts";

it("runs the README's embedding example as it stands, on the built library", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const code = /```ts embedding\n([^]*?)```/.exec(readme)?.[1] ?? "";
  expect(code.trim().split("\n").length).toBeLessThanOrEqual(22);
  const temp = await createTempWorkspace();
  const server = await startScriptedModel((request) =>
    request.turn === 0
      ? { calls: [{ name: "Weather", input: { city: "Lisbon" } }] }
      : (request.results[0]?.text ?? ""),
  );
  const file = join(root, "e2e", `.embedding-${process.pid}.mts`);
  await writeFile(file, code);
  try {
    const env = {
      ...temp.env,
      ANTHROPIC_API_KEY: "sk-test-12345678",
      ANTHROPIC_BASE_URL: `${server.url}/v1`,
    };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env, cwd: temp.folder });
    expect([stdout, stderr]).toEqual(["done Sunny in Lisbon, 24 °C.\n", "Weather ok\n"]);
  } finally {
    await rm(file);
    await server.close();
    await temp.remove();
  }
});

it("has every flag of the command in the guide, and no other", async () => {
  const program = createProgram("0", async () => {});
  const commands = [program, ...program.commands.flatMap((command) => [command, ...command.commands])];
  const known = new Set(commands.flatMap((command) => command.options.map((option) => option.long ?? "")));
  const guide = await readFile(join(root, "docs/guide.md"), "utf8");
  const named = new Set([...guide.matchAll(/--[a-z][a-z-]+/g)].map((match) => match[0]));
  const ofOthers = new Set(["--prefix"]);
  expect([...named].filter((flag) => !known.has(flag) && !ofOthers.has(flag))).toEqual([]);
  expect([...known].filter((flag) => !named.has(flag) && flag !== "--version")).toEqual([]);
});
