import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeTurn } from "./take-turn.ts";

let base: string;
const inBase = (...parts: string[]) => path.join(base, ...parts);
const source = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-faults-")));
  await writeFile(inBase("a"), "old");
});

afterEach(() => rm(base, { recursive: true, force: true }));

const canTrace = (() => {
  try {
    execFileSync("strace", ["-f", "-o", "/dev/null", "true"], { stdio: "ignore" });
    return true;
  } catch (error) {
    console.warn(`SKIPPED: strace does not work here (${String(error)})`);
    return false;
  }
})();

interface Ended {
  code: number | null;
  output: string;
}

async function run(command: string, args: string[], script: string): Promise<Ended> {
  await writeFile(inBase("script.mts"), script);
  const child = spawn(command, [...args, "--no-warnings", inBase("script.mts")], {
    stdio: ["ignore", "pipe", "inherit"],
    // strace counts the calls of each thread for itself.
    env: { ...process.env, UV_THREADPOOL_SIZE: "1" },
  });
  const [output, [code]] = await Promise.all([
    text(child.stdout),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  await rm(inBase("script.mts"));
  return { code, output };
}

const writeOnce = () => `
  import { writeFileAtomic } from ${source("write-file.ts")};
  await writeFileAtomic(${JSON.stringify(inBase("a"))}, Buffer.from("new")).then(
    () => console.log("written"),
    (error) => console.log(error.code, error.message),
  );
`;

/** Runs one write under strace, with faults. */
async function traced(inject: string[]): Promise<{ output: string; calls: string[] }> {
  const log = path.join(tmpdir(), `${path.basename(base)}.strace`);
  const traces = ["-e", "trace=openat,write,pwrite64,fsync,fdatasync,rename,renameat2,unlink,unlinkat,close"];
  const args = ["-f", "-y", "-o", log, ...traces, ...inject, process.execPath];
  try {
    const { output } = await run("strace", args, writeOnce());
    const lines = (await readFile(log, "utf8")).split("\n");
    const ours = lines.filter((line) => line.includes(base) || line.includes("skillmint-tmp"));
    return { output: output.trim(), calls: ours };
  } finally {
    await rm(log, { force: true });
  }
}

describe("writeFileAtomic when the system fails", () => {
  it.skipIf(!canTrace)("writes, then syncs the file, then renames, then syncs the folder", async () => {
    const { output, calls } = await traced([]);
    expect(output).toBe("written");
    const at = (pattern: RegExp) => calls.findIndex((line) => pattern.test(line));
    const order = [
      at(/write(64)?\(\d+<[^>]*skillmint-tmp>/),
      at(/f(data)?sync\(\d+<[^>]*skillmint-tmp>/),
      at(/rename\w*\(.*skillmint-tmp/),
      calls.findLastIndex((line) => line.includes(`fsync(`) && line.includes(`<${base}>`)),
    ];
    expect(order.every((index) => index >= 0)).toBe(true);
    expect([...order].sort((a, b) => a - b)).toEqual(order);
    expect(await readFile(inBase("a"), "utf8")).toBe("new");
    expect(await readdir(base)).toEqual(["a"]);
  });

  it.skipIf(!canTrace).each([
    ["fsync", "EIO", "failed EIO"],
    ["rename", "EACCES", "denied EACCES"],
    ["rename", "EROFS", "read-only EROFS"],
  ])("keeps the old file, and leaves nothing behind, when %s fails with %s", async (call, error, message) => {
    const { output } = await traced(["-e", `inject=${call}:error=${error}:when=1`]);
    expect(output).toBe(message);
    expect(await readFile(inBase("a"), "utf8")).toBe("old");
    expect(await readdir(base)).toEqual(["a"]);
  });

  it.skipIf(!canTrace)("says so when only the folder cannot be synced: the new file is whole", async () => {
    const { output } = await traced(["-e", "inject=fsync:error=EIO:when=2"]);
    expect(output).toBe("failed EIO");
    expect(await readFile(inBase("a"), "utf8")).toBe("new");
    expect(await readdir(base)).toEqual(["a"]);
  });

  it.skipIf(process.platform === "win32")("says so when there are too many open files", async () => {
    const script = `
      import { closeSync, openSync } from "node:fs";
      const handles = [];
      const { writeFileAtomic } = await import(${source("write-file.ts")});
      const file = ${JSON.stringify(inBase("a"))};
      const attempt = () => writeFileAtomic(file, Buffer.from("new")).then(() => "written", (error) => error.message);
      try { for (;;) handles.push(openSync("/dev/null")); } catch (error) { if (error.code !== "EMFILE") throw error; }
      const results = [await attempt()];
      for (let spare = 1; spare <= 3; spare++) {
        closeSync(handles.pop());
        results.push(await attempt());
      }
      for (const handle of handles) closeSync(handle);
      console.log(JSON.stringify(results));
    `;
    const limited = ["-c", 'ulimit -n 256; exec "$0" "$@"', process.execPath];
    const { output } = await run("bash", limited, script);
    const results = JSON.parse(output) as string[];
    expect(results[0]).toBe("EMFILE");
    expect(results.at(-1)).toBe("written");
    expect(new Set(results)).toEqual(new Set(["EMFILE", "written"]));
    expect(await readFile(inBase("a"), "utf8")).toBe("new");
    expect(await readdir(base)).toEqual(["a"]);
  });

  it("goes on where a process died in its turn", async () => {
    await writeFile(inBase("mark"), "");
    expect(await takeTurn(inBase("mark"), () => "done")).toBe("done");
    expect(await readdir(base)).toEqual(["a"]);
  });

  it("gives turns one at a time to several processes", async () => {
    const script = `
      import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
      import { takeTurn } from ${source("take-turn.ts")};
      const file = ${JSON.stringify(inBase("a"))};
      for (let count = 0; count < 300; count++) {
        await takeTurn(file + ".mark", () => {
          writeFileSync(file, String(Number(readFileSync(file, "utf8")) + 1));
        });
      }
    `;
    await writeFile(inBase("a"), "0");
    await writeFile(inBase("turns.mts"), script);
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ["--no-warnings", inBase("turns.mts")], { stdio: "inherit" }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as number));
    expect(codes).toEqual([0, 0, 0]);
    expect(await readFile(inBase("a"), "utf8")).toBe("900");
  });
});
