import { execFileSync } from "node:child_process";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorkspace } from "./create-workspace.ts";
import { openResolved } from "./open-resolved.ts";
import { whileSwapping } from "./swap-folder.fixture.ts";
import { WorkspaceError } from "./workspace-error.ts";
import type { Workspace } from "./workspace.ts";
import { writeFileAtomic } from "./write-file.ts";

const onLinux = it.skipIf(process.platform !== "linux");

let base: string;
let workspace: Workspace;
const inBase = (...parts: string[]) => path.join(base, ...parts);

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-open-")));
  await mkdir(inBase("w"));
  await mkdir(inBase("out"));
  workspace = await createWorkspace({ root: inBase("w"), home: base });
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "resolved",
    (error: unknown) => (WorkspaceError.is(error) ? error.code : String(error)),
  );
}

async function openName(name: string): Promise<string> {
  const handle = await openResolved(await workspace.resolve(name));
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

describe("openResolved", () => {
  it("opens regular files, also through a link that was resolved", async () => {
    await writeFile(inBase("w/a"), "text");
    await symlink("a", inBase("w/link"));
    expect(await openName("a")).toBe("text");
    expect(await openName("link")).toBe("text");
  });

  it("refuses folders and what is not there", async () => {
    expect(await codeOf(openName("."))).toBe("is-folder");
    expect(await codeOf(openName("nothing"))).toBe("not-found");
  });

  onLinux("refuses pipes, sockets, devices and system files without hanging", async () => {
    execFileSync("mkfifo", [inBase("w/fifo")]);
    const server = createServer().listen(inBase("w/socket"));
    await symlink("/dev/zero", inBase("w/zero"));
    try {
      const names = [
        "fifo",
        "socket",
        "zero",
        "/dev/null",
        "/dev/fd/0",
        "/proc/self/environ",
        "/proc/1/environ",
      ];
      for (const name of [...names, "/dev/tcp/127.0.0.1/1", "/proc/self/maps"]) {
        expect([name, await codeOf(openName(name))]).toEqual([name, "special"]);
      }
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it("opens a huge sparse file without reading it", async () => {
    await writeFile(inBase("w/huge"), "");
    await truncate(inBase("w/huge"), 10 * 1024 ** 3);
    const handle = await openResolved(await workspace.resolve("huge"));
    expect((await handle.stat()).size).toBe(10 * 1024 ** 3);
    await handle.close();
  });

  it("refuses a file that became a link after it was resolved", async () => {
    await writeFile(inBase("w/a"), "text");
    await writeFile(inBase("out/secret"), "secret");
    const resolved = await workspace.resolve("a");
    await rm(inBase("w/a"));
    await symlink(inBase("out/secret"), inBase("w/a"));
    expect(await codeOf(openResolved(resolved))).toBe("swapped");
  });

  it("refuses a file whose folder became a link after it was resolved", async () => {
    await mkdir(inBase("w/d"));
    await writeFile(inBase("w/d/a"), "text");
    await writeFile(inBase("out/a"), "secret");
    const resolved = await workspace.resolve("d/a");
    await rename(inBase("w/d"), inBase("w/moved"));
    await symlink(inBase("out"), inBase("w/d"));
    expect(await codeOf(openResolved(resolved))).toBe("swapped");
  });

  /** How many of the trials were refused while `w/d` is swapped for a link to `out` and back all the time. */
  async function refusedOf(trial: () => Promise<void>): Promise<number> {
    await writeFile(inBase("out/a"), "secret");
    let refused = 0;
    const swap = { work: inBase("w"), target: "../out", files: { a: "inside" }, scratch: base };
    await whileSwapping(swap, async () => {
      for (let count = 0; count < 400; count++) {
        try {
          await trial();
        } catch (error) {
          if (!WorkspaceError.is(error)) throw error;
          refused++;
        }
      }
    });
    return refused;
  }

  onLinux("never reads from outside while a folder is swapped for a link all the time", async () => {
    const seen = new Set<string>();
    const refused = await refusedOf(async () => {
      const resolved = await workspace.resolve("d/a");
      if (resolved.outside) return;
      const handle = await openResolved(resolved);
      seen.add(await handle.readFile("utf8"));
      await handle.close();
    });
    // The other process makes the file anew at times: empty for a moment, but never the one outside.
    expect([...seen].filter((text) => text !== "" && text !== "inside")).toEqual([]);
    expect(seen).toContain("inside");
    expect(refused).toBeGreaterThan(0);
  });

  onLinux("never writes outside while a folder is swapped for a link all the time", async () => {
    const refused = await refusedOf(async () => {
      const resolved = await workspace.resolve("d/a");
      if (!resolved.outside) await writeFileAtomic(resolved.real, Buffer.from("inside"));
    });
    expect(await readdir(inBase("out"))).toEqual(["a"]);
    expect(await readFile(inBase("out/a"), "utf8")).toBe("secret");
    expect(refused).toBeGreaterThan(0);
  });
});
