import { mkdir, mkdtemp, readFile, realpath, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate, type ShellView } from "../../protocol/index.ts";
import { findCall, processStart } from "../../workspace/process-table.ts";
import { createShellSession, type ShellSession, type ShellSessionOptions } from "./shell-session.fixture.ts";

let base: string;
let options: ShellSessionOptions;
let session: ShellSession;
let open: ShellSession[];

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-background-")));
  const root = path.join(base, "work");
  const temporaryFolder = path.join(base, "tmp");
  await mkdir(root);
  await mkdir(temporaryFolder);
  options = { database: path.join(base, "skillmint.db"), root, temporaryFolder };
  open = [];
  session = await openSession();
});
afterEach(async () => {
  for (const one of open) await one.close();
  await rm(base, { recursive: true, force: true });
});

async function openSession(more: Partial<ShellSessionOptions> = {}): Promise<ShellSession> {
  const opened = await createShellSession({ ...options, ...more });
  open.push(opened);
  return opened;
}

/** Starts a command in the background and gives what the log knows of it. */
async function start(command: string, on = session): Promise<ShellView> {
  const call = await on.call("Bash", { command, background: true });
  expect(call.status).toBe("ok");
  const shell = Object.values(on.view.shells).at(-1);
  if (shell?.callId !== call.callId) throw new Error("no shell in the log");
  return shell;
}

const printed = (shell: ShellView) => readFile(shell.outputFile ?? "", "utf8");
const output = (shell: ShellView, more: Record<string, unknown> = {}, on = session) =>
  on.text("BashOutput", { shell: shell.shellId, ...more });
const left = (shell: ShellView) =>
  findCall({ pid: shell.pid, start: shell.pidStart ?? "", callId: shell.callId }, false);
const until = (check: () => unknown) => expect.poll(check, { timeout: 5_000, interval: 10 });
const state = (shell: ShellView, status: string) => `[Shell ${shell.shellId}: ${status}]`;

describe.skipIf(process.platform === "win32")("background shells", () => {
  it("serve, are read twice, filtered and ended", async () => {
    const server = `
      const http = require("node:http");
      http.createServer((q, r) => { console.log("got " + q.url); console.error("err " + q.url); r.end("hi"); })
        .listen(0, "127.0.0.1", function () { console.log("port=" + this.address().port); });`;
    await writeFile(path.join(options.root, "server.cjs"), server);
    const began = performance.now();
    const { content } = await session.call("Bash", {
      command: `'${process.execPath}' server.cjs`,
      run_in_background: true,
    });
    expect(performance.now() - began).toBeLessThan(2_000);
    const shell = Object.values(session.view.shells)[0] as ShellView;
    expect(content).toEqual([
      { type: "text", text: `Background process started, PID: ${shell.pid}\nShell id: ${shell.shellId}` },
    ]);
    await until(() => printed(shell)).toMatch(/port=\d+\n/);
    const first = await output(shell);
    expect(first).toMatch(new RegExp(`^port=\\d+\\n\\[Shell ${shell.shellId}: running\\]$`));
    const port = /port=(\d+)/.exec(first)?.[1];
    for (const name of ["a", "b"])
      expect(await (await fetch(`http://127.0.0.1:${port}/${name}`)).text()).toBe("hi");
    await until(() => printed(shell)).toContain("err /b\n");
    expect(await output(shell, { filter: "^got" })).toBe(`got /a\ngot /b\n${state(shell, "running")}`);
    expect(await output(shell)).toBe(`(no new output)\n${state(shell, "running")}`);
    const ended = performance.now();
    expect(await session.text("KillShell", { shell: shell.shellId })).toBe(
      `Ended shell ${shell.shellId} (PID ${shell.pid}) with all its processes.`,
    );
    expect(performance.now() - ended).toBeLessThan(2_000);
    expect(await left(shell)).toEqual([]);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect((await session.refresh()).shells[shell.shellId]).toMatchObject({
      state: "ended",
      reason: "killed",
    });
    expect(await output(shell)).toBe(`(no new output)\n${state(shell, "killed")}`);
  });

  it("are in the log before their command runs, with everything needed to find them again", async () => {
    const shell = await start("echo hello; exit 3");
    expect(shell).toMatchObject({ command: "echo hello; exit 3", owner: { pid: process.pid } });
    await until(async () => (await session.refresh()).shells[shell.shellId]?.state).toBe("ended");
    expect(session.view.shells[shell.shellId]).toMatchObject({ exitCode: 3, reason: "exited" });
    expect(session.view.calls[shell.callId]).toMatchObject({ process: { pid: shell.pid } });
    expect(await output(shell)).toBe(`hello\n${state(shell, "exited with code 3")}`);
    const file = await stat(shell.outputFile ?? "");
    const folder = await stat(path.dirname(shell.outputFile ?? ""));
    expect([file.mode & 0o777, folder.mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it("say it in Chinese in the words of the documents", async () => {
    const zh = await openSession({ language: "zh-CN" });
    const text = await zh.text("Bash", { command: "sleep 60", background: "true" });
    const [shell] = Object.values(zh.view.shells);
    expect(text).toBe(`后台进程已启动，PID: ${shell?.pid}\nShell id: ${shell?.shellId}`);
  });

  it.each(["shell", "bash_id", "shell_id", "id", "pid"])("are found by %s", async (name) => {
    const shell = await start("echo one; sleep 60");
    await until(() => printed(shell)).toBe("one\n");
    const value = name === "pid" ? shell.pid : shell.shellId;
    expect(await session.text("BashOutput", { [name]: value })).toBe(`one\n${state(shell, "running")}`);
    expect(await session.text("KillShell", { [name]: String(value) })).toContain("Ended shell");
    expect(await left(shell)).toEqual([]);
  });

  it("are listed when another one is asked for, and nothing else can be ended", async () => {
    expect(await session.text("KillShell", { shell: "shl_x" })).toBe(
      "This session has no background shells.",
    );
    const one = await start("sleep 60");
    const two = await start("exit 0");
    await until(async () => (await session.refresh()).shells[two.shellId]?.state).toBe("ended");
    const rows = [
      `${two.shellId} (PID ${two.pid}) exited with code 0: exit 0`,
      `${one.shellId} (PID ${one.pid}) running: sleep 60`,
    ];
    for (const asked of ["shl_none", String(process.pid), "-1"]) {
      const call = await session.call("KillShell", { shell: asked });
      expect(call.status).toBe("error");
      expect(call.content).toEqual([
        {
          type: "text",
          text: `No background shell ${asked} in this session. There are:\n${rows.join("\n")}`,
        },
      ]);
    }
    expect(await session.text("KillShell", {})).toBe("Missing parameter: shell");
    expect(await session.text("KillShell", { shell: two.shellId })).toBe(
      `Shell ${two.shellId} (PID ${two.pid}) had ended before: exited with code 0`,
    );
  });

  it("are read and ended by a second process that only has the log", async () => {
    const shell = await start("echo first; while ! [ -e go ]; do sleep 0.02; done; echo second; sleep 60");
    await until(() => printed(shell)).toBe("first\n");
    const other = await openSession({ sessionId: session.view.sessionId });
    expect(await output(shell, {}, other)).toBe(`first\n${state(shell, "running")}`);
    await writeFile(path.join(options.root, "go"), "");
    await until(() => printed(shell)).toContain("second\n");
    const third = await openSession({ sessionId: session.view.sessionId });
    expect(await output(shell, {}, third)).toBe(`second\n${state(shell, "running")}`);
    expect(await third.text("KillShell", { shell: shell.shellId })).toContain("Ended shell");
    expect(await left(shell)).toEqual([]);
    await until(async () => (await session.refresh()).shells[shell.shellId]?.state).toBe("ended");
  });

  it("of another machine are neither read nor ended", async () => {
    const shell = await start("echo here; sleep 60");
    await until(() => printed(shell)).toBe("here\n");
    const far = await openSession({ sessionId: session.view.sessionId, machine: "elsewhere" });
    const unknown = state(shell, "on another machine, state unknown");
    expect(await output(shell, {}, far)).toBe(`(no new output)\n${unknown}`);
    expect(await far.call("KillShell", { shell: shell.shellId })).toMatchObject({
      status: "error",
      content: [{ text: unknown }],
    });
    expect(await left(shell)).not.toEqual([]);
  });

  it("give whole characters and, to a filter, whole lines", async () => {
    const script = String.raw`printf 'a\xe4\xbd'; while ! [ -e go ]; do sleep 0.02; done; printf '\xa0 x\nb x\npart'; sleep 60`;
    const shell = await start(script);
    const bytes = () => readFile(shell.outputFile ?? "");
    await until(async () => (await bytes()).length).toBe(3);
    expect(await output(shell)).toBe(`a\n${state(shell, "running")}`);
    await writeFile(path.join(options.root, "go"), "");
    await until(() => printed(shell)).toContain("part");
    expect(await output(shell, { filter: "x$" })).toBe(`你 x\nb x\n${state(shell, "running")}`);
    expect(await output(shell, { filter: "nothing" })).toBe(`(no new output)\n${state(shell, "running")}`);
    expect(await output(shell)).toBe(`part\n${state(shell, "running")}`);
  });

  it("are filtered in bounded time, whatever the expression", async () => {
    const shell = await start("head -c 2000000 /dev/zero | tr '\\0' a; echo; echo b");
    await until(async () => (await session.refresh()).shells[shell.shellId]?.state).toBe("ended");
    const began = performance.now();
    expect(await output(shell, { filter: "^(a+)+$b" })).toContain("(no line of the new output matches)");
    expect(performance.now() - began).toBeLessThan(6_000);
    const again = await start("echo b");
    await until(() => printed(again)).toBe("b\n");
    for (const filter of ["(", "a\0b"])
      expect(await output(again, { filter })).toContain("not a valid regular");
    expect(await output(again)).toMatch(/^b\n/);
  });

  it("hand over a long output in pieces without a gap", async () => {
    const shell = await start("seq 1 2000000");
    await until(async () => (await session.refresh()).shells[shell.shellId]?.state).toBe("ended");
    const first = await session.call("BashOutput", { shell: shell.shellId });
    const second = await session.call("BashOutput", { shell: shell.shellId });
    expect(JSON.stringify(first.content)).toContain("more bytes: call BashOutput again");
    expect((first.fullOutput?.chars ?? 0) + (second.fullOutput?.chars ?? 0)).toBeGreaterThan(14_888_896);
    expect(JSON.stringify(second.content)).toContain("2000000");
    expect(await output(shell)).toBe(`(no new output)\n${state(shell, "exited with code 0")}`);
  });

  it("are not followed through a link that was put in place of their output", async () => {
    const shell = await start("echo mine; sleep 60");
    await until(() => printed(shell)).toBe("mine\n");
    const file = shell.outputFile ?? "";
    await writeFile(path.join(base, "secret"), "secret");
    await rename(file, `${file}.old`);
    await symlink(path.join(base, "secret"), file);
    expect(await output(shell)).toBe(`[Its output cannot be read: swapped]\n${state(shell, "running")}`);
  });

  it("run where the session's commands run, without input and without secrets", async () => {
    await mkdir(path.join(options.root, "sub"));
    await session.text("Bash", { command: "cd sub" });
    const shell = await start("pwd; cat; env");
    await until(async () => (await session.refresh()).shells[shell.shellId]?.state).toBe("ended");
    expect(await output(shell)).toMatch(new RegExp(`^${path.join(options.root, "sub")}\n`));
    expect(await session.text("Bash", { command: "pwd" })).toBe(path.join(options.root, "sub"));
  });

  it("are refused beyond sixteen, and when nobody keeps them", async () => {
    for (let i = 0; i < 16; i++) await start("sleep 60");
    const text = await session.text("Bash", { command: "sleep 60", background: true });
    expect(text).toContain("16 background shells are running already");
    expect(Object.keys(session.view.shells)).toHaveLength(16);
    const began = performance.now();
    await session.shells.closeAll();
    expect(performance.now() - began).toBeLessThan(3_000);
    const shells = Object.values((await session.refresh()).shells);
    expect(new Set(shells.map((shell) => shell.reason))).toEqual(new Set(["closed"]));
    expect((await session.call("Bash", { command: "touch ran", background: true })).status).toBe("error");
  });

  it("never start after the call was cancelled", async () => {
    session.abort.abort();
    const call = await session.call("Bash", { command: "touch ran", background: true });
    expect(call.status).toBe("interrupted");
    await session.refresh();
    for (const shell of Object.values(session.view.shells)) expect(shell.state).toBe("ended");
    await expect(stat(path.join(options.root, "ran"))).rejects.toThrow();
  });

  it("end with their session, and so does what a command left behind", async () => {
    const shell = await start("trap '' TERM; setsid sleep 60 & sleep 60");
    const text = await session.text("Bash", { command: "setsid sleep 60 >/dev/null 2>&1 & echo $!" });
    const pid = Number(text.split("\n")[0]);
    await session.shells.closeSession(session.view.sessionId);
    expect(await left(shell)).toEqual([]);
    await until(() => processStart(pid)).toBeUndefined();
    expect((await session.refresh()).shells[shell.shellId]).toMatchObject({
      state: "ended",
      reason: "closed",
    });
  });

  it("of another process end when the session is cancelled here", async () => {
    const shell = await start("sleep 60");
    const other = await openSession({ sessionId: session.view.sessionId });
    await other.shells.closeSession(other.view.sessionId);
    expect(await left(shell)).not.toEqual([]);
    await other.shells.closeSession(other.view.sessionId, other.view.shells);
    expect(await left(shell)).toEqual([]);
    expect((await other.refresh()).shells[shell.shellId]).toMatchObject({ state: "ended" });
  });

  it("of a living process are left alone when another one goes on with the session", async () => {
    const shell = await start("sleep 60");
    const other = await openSession({ sessionId: session.view.sessionId });
    await other.shells.endLost(other.view.sessionId, other.view.shells, createTranslate("en"));
    expect(await left(shell)).not.toEqual([]);
    expect((await other.refresh()).shells[shell.shellId]?.state).toBe("running");
  });
});
