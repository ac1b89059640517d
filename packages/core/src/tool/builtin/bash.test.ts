import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isProcessAlive } from "../../workspace/process-table.ts";
import { ToolFailure } from "../define-tool.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const bash = (command: string, more: Record<string, unknown> = {}) => test.text("Bash", { command, ...more });

beforeEach(async () => {
  test = await createTestContext("en", {
    environment: {
      PATH: process.env["PATH"],
      CANARY_API_KEY: "canary-1",
      SOME_TOKEN: "canary-2",
      PLAIN: "seen",
    },
    keepVariables: ["SOME_TOKEN"],
  });
});
afterEach(() => test.remove());

describe.skipIf(process.platform === "win32")("Bash", () => {
  it("gives one text, and the exit code when it failed", async () => {
    expect(await bash("echo out; echo err >&2; echo out2")).toBe("out\nerr\nout2");
    expect(await bash("true")).toBe("(no output)");
    expect(await bash("echo before; exit 3")).toBe("FAILED before\nCommand failed (exit code 3)");
    expect(await bash("kill -9 $$")).toBe("FAILED Command failed (exit code -1)");
    expect(await bash("nosuchcommand")).toContain(
      "nosuchcommand: command not found\nCommand failed (exit code 127)",
    );
  });

  it("keeps both ends of a failure for the model", async () => {
    const failure = await test.call("Bash", { command: "seq 50000; false" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolFailure);
    expect(failure).toMatchObject({ keep: "ends", details: { exitCode: 1 } });
  });

  it("writes its process down before the command runs", async () => {
    let alive = false;
    test.onBegin = async ({ process }) => {
      alive = await isProcessAlive(process?.pid ?? 0, process?.start ?? "");
    };
    await bash("true");
    expect(alive).toBe(true);
    test.onBegin = () => Promise.reject(new Error("lease lost"));
    await expect(test.call("Bash", { command: "touch ran" })).rejects.toThrow("lease lost");
    test.onBegin = () => undefined;
    expect(await bash("ls")).toBe("(no output)");
  });

  it("keeps the folder between calls, inside the workspace", async () => {
    await mkdir(path.join(test.root, "sub"));
    await bash("cd sub");
    expect(await bash("pwd")).toBe(path.join(test.root, "sub"));
    expect(
      await test.tool("Bash").describe({ command: "ls" }, test.workspace, test.context().memory),
    ).toMatchObject({
      title: "Bash ls",
      resources: [{ kind: "command", command: "ls", folder: path.join(test.root, "sub") }],
    });
    const outside = await bash("cd /usr; pwd");
    expect(outside).toContain("/usr\nThe command ended in /usr, outside the workspace.");
    expect(await bash("pwd")).toBe(test.root);
  });

  it("describes itself whole, with what it reads and writes", async () => {
    const describeIt = (command: string, more = {}) =>
      test.tool("Bash").describe({ command, ...more }, test.workspace, test.context().memory);
    await symlink("/usr", path.join(test.root, "way"));
    await writeFile(path.join(test.root, "a.txt"), "");
    const { resources } = await describeIt("cat a*.txt way/x && echo hi > way/y");
    const command = resources[0]?.kind === "command" ? resources[0] : undefined;
    expect(command?.parts?.map((part) => part.text)).toEqual(["cat a*.txt way/x", "echo hi > way/y"]);
    const paths = resources.filter((resource) => resource.kind === "path");
    expect(paths).toEqual(
      expect.arrayContaining([
        { kind: "path", path: path.join(test.root, "a.txt"), access: "read", outside: false },
        { kind: "path", path: "/usr/x", access: "read", outside: true },
        { kind: "path", path: "/usr/y", access: "write", outside: true },
      ]),
    );
    const long = `echo ${"x".repeat(3_000)} \u001b[31m\u202e`;
    expect((await describeIt(long)).title).toBe(`Bash echo ${"x".repeat(3_000)} \\u{1b}[31m\\u{202e}`);
    expect((await describeIt("sleep 1", { background: true })).title).toBe("Bash (background) sleep 1");
    expect((await describeIt("ls")).resources).toMatchObject([{ parts: [{ text: "ls", readOnly: true }] }]);
    expect((await describeIt("if then")).resources).toMatchObject([{ kind: "command", parts: null }]);
  });

  it("goes back to the root when the folder is gone or leads outside by now", async () => {
    const sub = path.join(test.root, "sub");
    await mkdir(sub);
    await bash("cd sub");
    await rm(sub, { recursive: true });
    expect(await bash("pwd")).toBe(
      `${test.root}\nThe working folder ${sub} is gone; this ran in ${test.root}.`,
    );
    await mkdir(sub);
    await bash("cd sub");
    await rm(sub, { recursive: true });
    await symlink("/usr", sub);
    expect(await bash("pwd")).toContain(test.root);
  });

  it("does not let a command prepare a way out for other tools", async () => {
    const input = { path: "way/x", content: "x" };
    await bash("ln -s /usr way");
    expect(await test.tool("Write").describe(input, test.workspace, test.context().memory)).toEqual({
      title: "Write /usr/x",
      resources: [{ kind: "path", path: "/usr/x", access: "write", outside: true }],
    });
  });

  it("hides secrets from commands, also from those that look into /proc", async () => {
    const seen = await bash("env; cat /proc/self/environ /proc/$$/environ | tr '\\0' '\\n'");
    expect(seen).not.toContain("canary-1");
    expect(seen).toContain("SOME_TOKEN=canary-2");
    expect(seen).toContain("PLAIN=seen");
  });

  it("stops on its time limit and says so, with what was printed", async () => {
    const text = await bash("echo begun; sleep 60", { timeout_ms: 300 });
    expect(text).toMatch(/^FAILED begun\nTimed out after 0\.3 s/);
  });

  it("shows output while it comes and stops on abort", async () => {
    const running = bash("echo begun; sleep 60");
    await expect.poll(() => test.shown.join(""), { timeout: 5_000, interval: 10 }).toBe("begun\n");
    const began = performance.now();
    test.abort.abort();
    expect(await running).toMatch(/^FAILED begun\nCancelled/);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it("bounds a long output and names the file that has all of it", async () => {
    const { content, file = "" } = await test.call("Bash", { command: "seq 1 200000" });
    const text = content[0]?.type === "text" ? content[0].text : "";
    expect(text.length).toBeLessThan(420_000);
    expect(text).toMatch(/^1\n2\n/);
    expect(text).toMatch(/199999\n200000$/);
    expect(text).toContain("bytes omitted");
    expect((await readFile(file, "utf8")).split("\n")).toHaveLength(200_001);
    await rm(path.dirname(file), { recursive: true });
  });

  it("reports what it left running", async () => {
    const text = await bash("sleep 60 >/dev/null 2>&1 & echo $!");
    expect(text).toContain("still running");
    process.kill(Number(text.split("\n")[0]), "SIGKILL");
  });

  it("refuses a command with NUL before anyone is asked", async () => {
    expect(await bash("echo a\0b")).toBe("FAILED A command cannot contain a NUL character.");
    expect(test.begun).toEqual([]);
  });
});
