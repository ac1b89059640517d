import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeIdentity } from "../packages/core/src/runtime/packs/install.fixture.ts";
import { findMemoryPlace } from "../packages/core/src/workspace/memory-folder.ts";
import { sessionOf, startCli, testKey, useStage, wires, type CliResult } from "./kit.ts";
import { exists, putFile, putSkill } from "./skill-files.fixture.ts";

const stage = useStage();
const place = await findMemoryPlace();
const canaries = [
  "CANARY-of-the-instructions-31",
  "CANARY-of-the-reference-62",
  "CANARY-of-long-output-93",
] as const;
const at = (...parts: string[]) => join(stage.temp.folder, ...parts);
const [wire] = wires;

async function installSealed(env: Record<string, string>): Promise<void> {
  const folder = await putSkill(at("src"), "hidden", "description: Hidden.", `Follow ${canaries[0]}.`);
  await putFile(join(folder, "references", "facts.md"), `${canaries[1]}\n`);
  const long = Array.from({ length: 4_000 }, (_, index) => `${canaries[2]} line ${index}`).join("\n");
  await putFile(join(folder, "references", "long.md"), long);
  await putFile(join(folder, "scripts", "answer.sh"), "#!/bin/sh\necho the answer is $((6 * 7))\n");
  execFileSync("chmod", ["755", join(folder, "scripts", "answer.sh")]);
  const { identity, recipient } = await makeIdentity();
  await writeFile(at("identity"), `${identity}\n`);
  const run = (...args: string[]): Promise<CliResult> => stage.cli(["skills", ...args], env);
  expect(await run("pack", "src/hidden", "-o", "h.skillpack", "--recipient", recipient)).toMatchObject({
    code: 0,
  });
  expect(await run("install", "h.skillpack", "--identity", "identity")).toMatchObject({ code: 0 });
  execFileSync("rm", ["-r", at("src")]);
}

/** Every file of the home and of the temporary folder that holds a canary in clear. */
async function findCanaries(): Promise<string[]> {
  const entries = await readdir(join(stage.temp.home, ".."), { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (canaries.some((canary) => bytes.includes(canary))) found.push(join(entry.parentPath, entry.name));
  }
  return found;
}

async function useTemporary(): Promise<Record<string, string>> {
  await mkdir(join(stage.temp.home, "tmp"));
  return { TMPDIR: join(stage.temp.home, "tmp") };
}

const folderIn = (text: string): string =>
  /\/dev\/shm\/skillmint-sealed-[0-9a-f]+\/hidden/.exec(text)?.[0] ?? "";

it.skipIf(place === undefined || !wire)(
  "runs a sealed skill with its scripts, and leaves no clear word of it in the home or in temporary files",
  async () => {
    if (!wire) return;
    const [, model, key] = wire;
    const env = { ...(await useTemporary()), [key]: testKey };
    await installSealed(env);
    let folder = "";
    await stage.serve((request) => {
      folder ||= folderIn(JSON.stringify(request));
      const bash = (command: string) => ({ calls: [{ name: "Bash", input: { command } }] });
      const steps = [
        { calls: [{ name: "Skill", input: { skill: "hidden" } }] },
        { calls: [{ name: "Read", input: { path: `${folder}/references/facts.md` } }] },
        bash(`cat ${folder}/references/long.md`),
        bash(`${folder}/scripts/answer.sh`),
      ];
      return steps[request.turn] ?? "done";
    });
    const flags = ["--model", model, "--base-url", stage.baseUrl(), "--mode", "unrestricted"];
    const result = await stage.cli(["--json", "run", ...flags, "go"], env);
    expect(result.code).toBe(0);
    const bodies = stage.server.requests.map(({ body }) => JSON.stringify(body));
    expect(bodies[2]).toContain(canaries[0]);
    expect(bodies[2]).toContain(canaries[1]);
    expect(bodies[3]).toContain(canaries[2]);
    expect(bodies[4]).toContain("the answer is 42");
    const durable = result.stdout.split("\n").filter((line) => line.includes('"seq"'));
    expect(durable.filter((line) => canaries.some((canary) => line.includes(canary)))).toEqual([]);
    expect(await findCanaries()).toEqual([]);
    expect(await exists(folder)).toBe(false);
    const id = sessionOf(result);

    const seen = stage.server.requests.length;
    const resumed = await stage.cli(["--json", "run", ...flags, "--session", id, "again"], env);
    expect(resumed.code).toBe(0);
    const later = stage.server.requests.slice(seen).map(({ body }) => JSON.stringify(body));
    expect(later[0]).toContain(canaries[0]);
    expect(later[0]).toContain(canaries[1]);
    expect(await findCanaries()).toEqual([]);
  },
);

it.skipIf(place === undefined || !wire)("takes away after a kill what a process left in memory", async () => {
  if (!wire) return;
  const [, model, key] = wire;
  const env = { ...stage.temp.env, [key]: testKey };
  await installSealed({});
  let folder = "";
  await stage.serve((request) => {
    folder ||= folderIn(JSON.stringify(request));
    const bash = (command: string) => ({ calls: [{ name: "Bash", input: { command } }] });
    return (
      [{ calls: [{ name: "Skill", input: { skill: "hidden" } }] }, bash("echo started; sleep 30")][
        request.turn
      ] ?? "ok"
    );
  });
  const flags = ["--model", model, "--base-url", stage.baseUrl(), "--mode", "unrestricted", "--no-sandbox"];
  const running = startCli(["--json", "run", ...flags, "go"], { env, cwd: stage.temp.folder });
  await running.saw("started\\n");
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  running.child.kill("SIGKILL");
  await running.done;
  expect(await exists(folder)).toBe(true);
  await stage.serve(() => "ok");
  const next = ["--json", "run", "--model", model, "--base-url", stage.baseUrl(), "hello"];
  expect(await stage.cli(next, env)).toMatchObject({ code: 0 });
  expect(await exists(folder)).toBe(false);
});
