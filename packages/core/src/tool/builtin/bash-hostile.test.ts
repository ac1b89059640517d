import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { textOf, type CallView } from "../../protocol/index.ts";
import { findCall } from "../../workspace/process-table.ts";
import { createShellSession, type ShellSession } from "./shell-session.fixture.ts";

let base: string;
let root: string;
let session: ShellSession;

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-hostile-")));
  root = path.join(base, "work");
  const temporaryFolder = path.join(base, "tmp");
  await mkdir(root);
  await mkdir(temporaryFolder);
  await writeFile(path.join(root, "stay.sh"), "trap '' TERM HUP INT\necho up >> up\nsleep 60; sleep 60\n");
  session = await createShellSession({ database: path.join(base, "skillmint.db"), root, temporaryFolder });
});
afterEach(async () => {
  await session.close();
  await rm(base, { recursive: true, force: true });
});

const trees: [name: string, processes: number, command: string][] = [
  ["ignores TERM", 1, "trap '' TERM HUP INT; bash stay.sh; bash stay.sh"],
  ["moved to other sessions", 2, "setsid bash stay.sh & setsid -f bash stay.sh; sleep 60"],
  ["forked twice", 1, "( ( nohup bash stay.sh >/dev/null 2>&1 & ) & ); sleep 60"],
  [
    "multiplies",
    150,
    "trap '' TERM; for i in {1..50}; do bash stay.sh & (bash stay.sh & setsid bash stay.sh &) & done; wait",
  ],
];
const ends = ["timeout", "abort", "close"] as const;

/** All of the tree is there. */
async function isUp(processes: number): Promise<void> {
  const count = async (): Promise<number> => {
    const [text] = await Promise.allSettled([readFile(path.join(root, "up"), "utf8")]);
    return text.status === "fulfilled" ? text.value.split("\n").length - 1 : 0;
  };
  await expect.poll(count, { timeout: 15_000, interval: 10 }).toBe(processes);
}

const leftOf = ({ callId, process: started }: CallView) =>
  findCall({ pid: started?.pid ?? 0, start: started?.start ?? "", callId }, true);

describe.skipIf(process.platform === "win32")("a command that wants to stay", () => {
  describe.each(ends)("ends on %s", (end) => {
    it.each(trees)("although it %s", async (_name, processes, command) => {
      const timeoutMs = processes > 10 ? 6_000 : 700;
      const background = end === "close";
      const began = performance.now();
      const running = session.call("Bash", {
        command,
        background,
        ...(end === "timeout" ? { timeout_ms: timeoutMs } : {}),
      });
      await isUp(processes);
      const asked = performance.now();
      if (end === "abort") session.abort.abort();
      if (end === "close") await session.shells.closeAll();
      const call = await running;
      const took = end === "timeout" ? performance.now() - began - timeoutMs : performance.now() - asked;
      expect(took).toBeLessThan(2_000);
      expect(await leftOf(call)).toEqual([]);
      if (end === "timeout") expect(textOf(call.content ?? [])).toContain("Timed out");
      if (end === "abort") expect(call.status).toBe("interrupted");
    });
  });

  it.each(["yes", "head -c 10G /dev/zero | tr '\\0' x", "yes & yes >&2 & yes; wait"])(
    "is stopped when it floods: %s",
    async (command) => {
      const before = process.memoryUsage().rss;
      const call = await session.call("Bash", { command });
      expect(call.status).toBe("error");
      expect(textOf(call.content ?? [])).toContain("printed more than 64 MB");
      expect(textOf(call.content ?? []).length).toBeLessThan(31_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
      expect(await leftOf(call)).toEqual([]);
    },
  );

  it("keeps what was printed, in its order, when it fails", async () => {
    expect(
      await session.text("Bash", { command: "for i in 1 2 3; do echo o$i; echo e$i >&2; done; exit 7" }),
    ).toBe("o1\ne1\no2\ne2\no3\ne3\nCommand failed (exit code 7)");
  });

  it("ends with everything it left behind when the session is closed", async () => {
    const call = await session.call("Bash", {
      command: "setsid bash stay.sh >/dev/null 2>&1 & echo started",
    });
    expect(textOf(call.content ?? [])).toContain("still running");
    await isUp(1);
    await session.shells.closeAll();
    expect(await leftOf(call)).toEqual([]);
  });
});
