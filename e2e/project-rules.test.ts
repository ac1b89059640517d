import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  createTempWorkspace,
  startScriptedModel,
  type ScriptedModel,
  type TempWorkspace,
} from "../packages/core/src/testing/index.ts";
import { eventsOf, runCli, sessionOf, type CliResult } from "./kit.ts";

let temp: TempWorkspace;
let server: ScriptedModel;

beforeEach(async () => {
  temp = await createTempWorkspace();
  server = await startScriptedModel([
    { calls: [{ name: "Bash", input: { command: "touch ran.txt" } }] },
    "ok",
  ]);
  await mkdir(join(temp.folder, ".git"));
  await mkdir(join(temp.folder, "sub"));
});
afterEach(async () => {
  await server.close();
  await temp.remove();
});

const env = (): Record<string, string> => ({
  ...temp.env,
  ANTHROPIC_API_KEY: "sk-test-key-123456",
});

const cli = (args: readonly string[], cwd = temp.folder): Promise<CliResult> =>
  runCli(args, { env: env(), cwd });

const run = (flags: readonly string[] = [], cwd = temp.folder): Promise<CliResult> =>
  cli(["--json", "run", "--model", "anthropic/c", "--base-url", `${server.url}/v1`, ...flags, "go"], cwd);

const configure = (config: unknown): Promise<string> =>
  temp.write(".skillmint/config.jsonc", JSON.stringify(config));

const statuses = (result: CliResult): string[] =>
  eventsOf(result, "tool.settled").map(({ status }) => status);

it("lets a project's rules count after trust, also from a folder inside, and no longer after it was taken back", async () => {
  await configure({ rules: { allow: ["Bash(touch ran.txt)"] }, mode: "unrestricted" });
  expect((await run()).code).toBe(3);
  await cli(["trust"]);
  const trusted = await run();
  expect([trusted.code, ...statuses(trusted)]).toEqual([0, "ok"]);
  expect(eventsOf(trusted, "session.created")[0]?.settings.mode).toBe("default");
  await access(join(temp.folder, "ran.txt"));
  expect((await run([], join(temp.folder, "sub"))).code).toBe(0);
  await cli(["trust", "--remove"]);
  expect((await run()).code).toBe(3);
});

it("decides anew in a session that began before trust", async () => {
  await configure({ rules: { deny: ["Bash"] } });
  const waiting = await run();
  expect(waiting.code).toBe(3);
  await cli(["trust"]);
  const resumed = await cli(["--json", "resume", sessionOf(waiting), "once"]);
  expect([resumed.code, ...statuses(resumed)]).toEqual([0, "denied"]);
});

it("takes a project's deny and ask rules over a person's allow", async () => {
  await cli(["trust"]);
  await configure({ rules: { ask: ["Bash(touch ran.txt)"] } });
  expect((await run(["--allow", "Bash"])).code).toBe(3);
  await configure({ rules: { deny: ["Bash(touch ran.txt)"] } });
  expect(statuses(await run(["--allow", "Bash"]))).toEqual(["denied"]);
});

it("cannot loosen what the person denied or widen a limit", async () => {
  await cli(["trust"]);
  await cli(["config", "set", "rules.deny", "Bash(touch ran.txt)"]);
  await configure({ rules: { allow: ["Bash"] }, limits: { iterations: 1 } });
  const narrowed = await run();
  expect([narrowed.code, ...statuses(narrowed)]).toEqual([4, "denied"]);
  await cli(["config", "set", "limits.iterations", "1"]);
  await configure({ limits: { iterations: 1000 } });
  expect((await run()).code).toBe(4);
});

it("says where a trusted project's file is broken, and runs on before trust", async () => {
  await temp.write(".skillmint/config.jsonc", "{ broken");
  expect((await run()).code).toBe(3);
  await cli(["trust"]);
  const refused = await run();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`Cannot read ${join(temp.folder, ".skillmint/config.jsonc")}:1:`);
});
