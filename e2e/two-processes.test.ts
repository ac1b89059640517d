import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../packages/core/src/testing/index.ts";
import { root, runCli, startCli, startNode, type Running } from "./kit.ts";

const script = join(root, "e2e/owner.fixture.ts");
let temp: TempWorkspace;
let owner: Running;
let id: string;

async function start(...flags: string[]): Promise<void> {
  owner = startNode(script, ["run", ...flags], { env: temp.env, cwd: temp.folder });
  await owner.saw("holding");
  const [session] = JSON.parse((await cli("sessions", "list", "--json")).stdout) as {
    id: string;
    state: string;
  }[];
  expect(session?.state).toBe("working");
  id = session?.id ?? "";
}

const cli = (...args: string[]) => runCli(args, { env: temp.env, cwd: temp.folder });

beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(async () => {
  owner.child.kill("SIGKILL");
  await temp.remove();
});

describe("one process works on a session", () => {
  it("and another sends it a prompt, which is answered there and followed here", async () => {
    await start();
    const other = startCli(["run", "--session", id, "second"], { env: temp.env, cwd: temp.folder });
    await other.saw("Following");
    await temp.write("go", "");
    expect((await owner.done).stdout).toContain("ended done: read: second; result: went");
    const followed = await other.done;
    expect([followed.code, followed.stdout]).toEqual([0, "read: second; result: went\n"]);
  });

  it("and another answers what it asks, while it works", async () => {
    await start("--ask");
    const answering = startCli(["resume", id, "once"], { env: temp.env, cwd: temp.folder });
    await answering.saw("Following");
    await temp.write("go", "");
    expect((await owner.done).stdout).toContain("ended done");
    expect((await answering.done).code).toBe(0);
    expect(await readFile(join(temp.folder, "answered.txt"), "utf8")).toBe("answered\n");
    expect((await cli("resume", id, "once")).code).toBe(1);
  });

  it("and another cancels it within two seconds", async () => {
    await start();
    const began = performance.now();
    expect((await cli("sessions", "stop", id)).code).toBe(0);
    expect((await owner.done).stdout).toContain("ended cancelled");
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it("and no other process may work on it or delete it", async () => {
    await start();
    const second = await startNode(script, ["take", id], { env: temp.env, cwd: temp.folder }).done;
    expect(second.stdout).toContain("failed session-busy");
    expect((await cli("sessions", "delete", id)).code).toBe(1);
    await temp.write("go", "");
    expect((await owner.done).stdout).toContain("ended done");
  });

  it("loses it when it freezes; its late appends are refused", async () => {
    await start();
    owner.child.kill("SIGSTOP");
    let taken = "";
    await expect
      .poll(
        async () =>
          (taken = (await startNode(script, ["take", id], { env: temp.env, cwd: temp.folder }).done).stdout),
        {
          timeout: 10_000,
          interval: 100,
        },
      )
      .toContain("ended done");
    expect(taken).toContain("outcome is unknown");
    const before = (await cli("sessions", "export", id, "--format", "jsonl")).stdout;
    await temp.write("go", "");
    owner.child.kill("SIGCONT");
    expect((await owner.done).stdout).toContain("failed lease-lost");
    expect((await cli("sessions", "export", id, "--format", "jsonl")).stdout).toBe(before);
  });

  it("and its session is free at once when it is killed", async () => {
    await start();
    owner.child.kill("SIGKILL");
    await owner.done;
    const began = performance.now();
    const taken = await startNode(script, ["take", id], { env: temp.env, cwd: temp.folder }).done;
    expect(taken.stdout).toContain("ended done");
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
