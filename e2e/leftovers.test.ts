import { access, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bash, startCli, statuses, testKey, useStage } from "./kit.ts";

const stage = useStage();

it("removes what a killed run left in the temporary folder, once nothing runs in it any more", async (test) => {
  const doctor = JSON.parse((await stage.cli(["doctor", "--json"])).stdout) as {
    name: string;
    level: string;
  }[];
  test.skip(doctor.find(({ name }) => name === "sandbox")?.level !== "ok", "there is no sandbox here");
  const temporary = join(stage.temp.home, "tmp");
  await mkdir(temporary);
  const env = { ANTHROPIC_API_KEY: testKey, TMPDIR: temporary };
  await stage.serve(({ last, turn }) =>
    last === "go" && turn === 0 ? { calls: [bash("touch started; sleep 60")] } : "end",
  );
  const flags = ["--json", "run", "--model", "anthropic/c", "--base-url", stage.baseUrl()];
  const args = [...flags, "--mode", "unrestricted", "go"];
  const killed = startCli(args, { env: { ...stage.temp.env, ...env }, cwd: stage.temp.folder });
  const started = (): Promise<unknown> => access(join(stage.temp.folder, "started"));
  await expect.poll(started, { timeout: 20_000 }).toBeUndefined();
  killed.child.kill("SIGKILL");
  const id = (await killed.done).events[0]?.sessionId ?? "";
  const left = async (): Promise<string[]> =>
    (await readdir(temporary)).filter((name) => name.startsWith("skillmint-"));
  expect(await left()).toHaveLength(1);

  // The command goes on without its owner: what it works in stays, whoever else runs meanwhile.
  expect((await stage.cli([...flags, "hello"], env)).code).toBe(0);
  expect(await left()).toHaveLength(1);
  const resumed = await stage.cli(["--json", "resume", id], env);
  expect([resumed.code, ...statuses(resumed)]).toEqual([0, "Bash interrupted"]);
  expect((await stage.cli([...flags, "hello again"], env)).code).toBe(0);
  expect(await left()).toEqual([]);
});
