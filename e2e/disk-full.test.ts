import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTempWorkspace,
  startScriptedModel,
  type ScriptedModel,
  type TempWorkspace,
} from "../packages/core/src/testing/index.ts";
import { runCli, sessionOf } from "./kit.ts";

/** A home on a disk of 1 MB: needs the right to mount one. */
function mountTiny(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const base = await mkdtemp(join(tmpdir(), "skillmint-full-"));
const home = join(base, "home");
const isMounted = mountTiny(home);

describe.skipIf(!isMounted)("a full disk", () => {
  let temp: TempWorkspace;
  let server: ScriptedModel;
  beforeAll(async () => {
    temp = await createTempWorkspace();
    server = await startScriptedModel((request) =>
      request.turn < 30
        ? { calls: [{ name: "Bash", input: { command: `echo ${request.turn}; seq 1 9000` } }] }
        : "done",
    );
  });
  afterAll(async () => {
    await server.close();
    await temp.remove();
  });

  it("stops the run with a clear message; what was saved stays and can be gone on with", async () => {
    const env = {
      ...temp.env,
      SKILLMINT_HOME: home,
      ANTHROPIC_API_KEY: "sk-test-12345678",
      ANTHROPIC_BASE_URL: `${server.url}/v1`,
    };
    const cli = (...args: string[]) => runCli(args, { env, cwd: temp.folder });
    const filler = join(home, "filler");
    writeFileSync(filler, Buffer.alloc(300_000));
    const run = await cli(
      "--json",
      "run",
      "--model",
      "anthropic/c",
      "--no-sandbox",
      "--mode",
      "unrestricted",
      "go",
    );
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("The disk is full");
    const id = sessionOf(run);
    rmSync(filler);
    const shown = await cli("sessions", "show", id);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("> go")]);
    const list = JSON.parse((await cli("sessions", "list", "--json")).stdout) as { state: string }[];
    expect(list[0]?.state).toBe("interrupted");
  });
});

afterAll(async () => {
  if (isMounted) execFileSync("umount", [home]);
  await rm(base, { recursive: true, force: true });
});
