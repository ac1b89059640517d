import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { bash, eventsOf, runCli, sessionOf, testKey, useStage, type CliResult } from "./kit.ts";

const stage = useStage();

beforeEach(async () => {
  await stage.serve([{ calls: [bash("touch ran.txt")] }, "ok"]);
  await mkdir(join(stage.temp.folder, ".git"));
  await mkdir(join(stage.temp.folder, "sub"));
});

const cli = (args: readonly string[], cwd = stage.temp.folder): Promise<CliResult> =>
  runCli(args, { env: { ...stage.temp.env, ANTHROPIC_API_KEY: testKey }, cwd });

const run = (flags: readonly string[] = [], cwd = stage.temp.folder): Promise<CliResult> =>
  cli(["--json", "run", "--model", "anthropic/c", "--base-url", stage.baseUrl(), ...flags, "go"], cwd);

const configure = (config: unknown): Promise<string> =>
  stage.temp.write(".skillmint/config.jsonc", JSON.stringify(config));

const statuses = (result: CliResult): string[] =>
  eventsOf(result, "tool.settled").map(({ status }) => status);

it("lets a project's rules count after trust, also from a folder inside, and no longer after it was taken back", async () => {
  await configure({ rules: { allow: ["Bash(touch ran.txt)"] }, mode: "unrestricted" });
  expect((await run()).code).toBe(3);
  await cli(["trust"]);
  const trusted = await run();
  expect([trusted.code, ...statuses(trusted)]).toEqual([0, "ok"]);
  expect(eventsOf(trusted, "session.created")[0]?.settings.mode).toBe("default");
  await access(join(stage.temp.folder, "ran.txt"));
  expect((await run([], join(stage.temp.folder, "sub"))).code).toBe(0);
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
  await stage.temp.write(".skillmint/config.jsonc", "{ broken");
  expect((await run()).code).toBe(3);
  await cli(["trust"]);
  const refused = await run();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`Cannot read ${join(stage.temp.folder, ".skillmint/config.jsonc")}:1:`);
});

it("tells once, with file and line, what has no effect in a trusted project's file and in the person's own", async () => {
  await stage.temp.write(".skillmint/config.jsonc", '{\n  "mode": "unrestricted",\n  "sandbox": "off"\n}\n');
  await stage.temp.write("../home/.skillmint/config.jsonc", '{\n  "modle": "x"\n}\n');
  const project = `${join(stage.temp.folder, ".skillmint/config.jsonc")}:`;
  const own = `${join(stage.temp.home, ".skillmint/config.jsonc")}:2:3: Unknown setting modle`;
  const untrusted = await run();
  expect(untrusted.stderr).toContain(own);
  expect(untrusted.stderr).not.toContain(project);
  await cli(["trust"]);
  const trusted = await run();
  expect(trusted.code).toBe(3);
  expect(trusted.stderr.split(own)).toHaveLength(2);
  expect(trusted.stderr.split(`${project}2:3: mode has no effect`)).toHaveLength(2);
  expect(trusted.stderr).toContain("A project cannot switch the sandbox off");
  expect(trusted.stdout).not.toContain("modle");
  const quiet = await run(["--quiet"]);
  expect([quiet.code, quiet.stderr]).toEqual([3, expect.not.stringContaining("modle")]);
  const doctor = await cli(["doctor"]);
  expect([doctor.code, doctor.stdout]).toEqual([
    0,
    expect.stringContaining(`${project}2:3: mode has no effect`),
  ]);
  await configure({ rules: { deny: ["Bash("] } });
  const broken = await cli(["doctor", "--json"]);
  expect([broken.code, JSON.parse(broken.stdout)]).toEqual([
    1,
    expect.arrayContaining([{ name: "config", level: "bad", text: expect.stringContaining("config.jsonc") }]),
  ]);
});
