import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { killLeftovers } from "../kill-leftovers.ts";
import { findCall, isProcessAlive } from "../process-table.ts";
import type { Sandbox } from "./sandbox.ts";
import { createWorld, skipLoudly, type World } from "./world.fixture.ts";

const marked = (callId: string) => findCall({ pid: 0, start: "none", callId }, false);

describe.skipIf(skipLoudly(24))("a shell in the sandbox", () => {
  let world: World;
  let sandbox: Sandbox;
  beforeEach(async () => {
    world = await createWorld();
    sandbox = await world.open();
  });
  afterEach(() => world.close());

  const run = async (command: string, options = {}) => world.run(command, { sandbox, ...options });
  /** Runs what goes on in the background, and tells by what it can be ended. */
  const leave = async (command: string) => {
    const callId = `call_${randomUUID()}`;
    let call = { pid: 0, start: "", callId };
    const onReady = async (pid: number, start: string) => void (call = { pid, start, callId });
    expect(await run(command, { callId, onReady })).toMatchObject({ exitCode: 0, background: true });
    return call;
  };

  it.each([
    ["node src/index.js", "built\n"],
    ["echo a | tr a b | cat", "b\n"],
    ["echo 你好，世界; echo 出错 >&2", "你好，世界\n出错\n"],
    ["echo a > f; mkdir -p d/e; echo b > d/e/f; cat f d/e/f; mv f g; rm g; ls", "a\nb\nd\nsrc\n"],
    ['echo x > "$TMPDIR/f"; cat "$TMPDIR/f"; f=$(mktemp); echo y > $f; cat $f', "x\ny\n"],
    ['echo x > /tmp/f; cat /tmp/f; cat "$TMPDIR/f"', "x\nx\n"],
    ["bash ~/.skillmint/skills/demo/run.sh", "skill-ran\n"],
    [
      "git status --short | head -1; git log 2>&1 | head -1",
      "?? .claude/\nfatal: your current branch 'main' does not have any commits yet\n",
    ],
    ["echo a > /dev/stderr; echo b > /dev/stdout; cat; (: >&3) 2>/dev/null || echo closed", "a\nb\nclosed\n"],
    ["(: >&5) 2>/dev/null || echo closed; echo $(( $(ls /proc/self/fd | wc -l) < 8 ))", "closed\n1\n"],
    ["id -un; [ -w /proc/self/fd/1 ] && echo ok; [ -e /dev/null ] && echo x > /dev/null", undefined],
    [
      'node -e \'require("child_process").execFileSync("node",["-e","console.log(1)"],{stdio:"inherit"})\'',
      "1\n",
    ],
  ])("runs %j as ever", async (command, expected) => {
    const { exitCode, output } = await run(command);
    if (expected !== undefined) expect(output.head).toBe(expected);
    expect(exitCode).toBe(0);
  });

  it("runs npm, and git to a commit", async () => {
    expect((await run("npm --version")).output.head).toMatch(/^\d+\.\d+/);
    const commit =
      "git add src && git -c user.name=a -c user.email=a@b commit -qm 初次 && git log --format=%s";
    const { output } = await run(commit);
    expect(output.head).toMatch(/初次\n$/);
    expect(world.damage("")).toEqual([]);
  });

  it("passes exit codes on, and the folder in which it ended", async () => {
    await mkdir(path.join(world.root, "sub"));
    expect(await run("cd sub; exit 7")).toMatchObject({ exitCode: 7, folder: path.join(world.root, "sub") });
    expect(await run("cd sub", { folder: world.bare })).toMatchObject({ exitCode: 1, folder: world.bare });
    expect((await run("kill -9 $$")).exitCode).toBe(137);
  });

  it("leaves no trace of what kept names from being taken", async () => {
    const before = [
      readdirSync(world.root).toSorted(),
      readdirSync(world.bare),
      readdirSync(path.join(world.root, ".git")).toSorted(),
    ];
    const inside = await run("ls -a ../bare");
    expect(inside.output.head).toContain(".mcp.json");
    const after = [
      readdirSync(world.root).toSorted(),
      readdirSync(world.bare),
      readdirSync(path.join(world.root, ".git")).toSorted(),
    ];
    expect(after).toEqual(before);
  });

  it("keeps the protection of one command while another one ends", async () => {
    const slow = run(
      "touch began; while [ ! -e go ]; do sleep 0.02; done; echo evil > ../bare/.mcp.json; echo done",
    );
    await expect.poll(() => existsSync(path.join(world.root, "began"))).toBe(true);
    await run("true");
    const other = await world.open();
    await world.run("true", { sandbox: other });
    await writeFile(path.join(world.root, "go"), "");
    expect((await slow).output.head).toMatch(/Read-only|Is a directory/);
    expect(world.damage("")).toEqual([]);
    expect(readdirSync(world.bare)).toEqual([]);
  });

  it("starts nothing before it is let, and tells the process that stands for all of it", async () => {
    const seen: unknown[] = [];
    let known = { pid: 0, start: "" };
    await run("touch ran", {
      onReady: async (pid: number, start: string) => {
        known = { pid, start };
        seen.push(await isProcessAlive(pid, start), existsSync(path.join(world.root, "ran")));
      },
    });
    expect(seen).toEqual([true, false]);
    expect(existsSync(path.join(world.root, "ran"))).toBe(true);
    expect(await isProcessAlive(known.pid, known.start)).toBe(false);
    const refused = run("touch never", { onReady: () => Promise.reject(new Error("not written down")) });
    await expect(refused).rejects.toThrow("not written down");
    expect(existsSync(path.join(world.root, "never"))).toBe(false);
    expect(readdirSync(world.bare)).toEqual([]);
  });

  it("ends the whole tree in under two seconds, whatever it does to stay", async () => {
    const callId = `call_sandbox${process.pid}a`;
    await writeFile(
      path.join(world.root, "stay.sh"),
      "trap '' TERM HUP INT\necho $$ >> pids\nsleep 60 & wait; sleep 60\n",
    );
    const command =
      "trap '' TERM; setsid bash stay.sh & ( ( nohup bash stay.sh >/dev/null 2>&1 & ) & ); env -i bash stay.sh & bash stay.sh";
    const began = performance.now();
    const result = await run(command, { timeoutMs: 800, callId });
    expect(result.stopped).toBe("timeout");
    expect(performance.now() - began).toBeLessThan(2_800);
    expect(await marked(callId)).toEqual([]);
    expect(readFileSync(path.join(world.root, "pids"), "utf8").trim().split("\n")).toHaveLength(4);
  });

  it("ends on abort and keeps what was printed", async () => {
    const controller = new AbortController();
    const running = run("echo begun; sleep 60", {
      signal: controller.signal,
      onOutput: (text: string) => text.includes("begun") && controller.abort(),
    });
    expect(await running).toMatchObject({ stopped: "abort", output: { head: "begun\n" } });
  });

  it("gives a program the time to end by itself", async () => {
    const command = "trap 'echo tidy > tidied; exit 0' TERM; echo up; while :; do sleep 0.05; done";
    const result = await run(command, { timeoutMs: 600 });
    expect(result.stopped).toBe("timeout");
    expect(readFileSync(path.join(world.root, "tidied"), "utf8")).toBe("tidy\n");
  });

  it("leaves in the background what a command put there, still behind the wall, and it can be ended", async () => {
    const command =
      "( while [ ! -e go ]; do sleep 0.02; done; echo evil > ../bare/.mcp.json; echo x > late; sleep 60 ) & echo now";
    const call = await leave(command);
    await run("true");
    await writeFile(path.join(world.root, "go"), "");
    await expect.poll(() => existsSync(path.join(world.root, "late"))).toBe(true);
    expect(existsSync(path.join(world.bare, ".mcp.json", ".."))).toBe(true);
    expect(await killLeftovers(call, { ownGroup: true })).toBe(true);
    await sandbox.close();
    expect(readdirSync(world.bare)).toEqual([]);
    expect(world.damage("")).toEqual([]);
  });

  it("lets commands of one session reach each other's servers", async () => {
    const serve =
      'node -e \'require("http").createServer((q,r)=>r.end("served")).listen(8123,"127.0.0.1",()=>require("fs").writeFileSync("up",""))\' >/dev/null 2>&1 &';
    const call = await leave(serve);
    await expect.poll(() => existsSync(path.join(world.root, "up")), { timeout: 5_000 }).toBe(true);
    expect(
      (await run("curl -sS http://127.0.0.1:8123/ || exec 3<>/dev/tcp/127.0.0.1/8123")).output.head,
    ).toBe("served");
    expect(await killLeftovers(call, { ownGroup: true })).toBe(true);
  });

  it("says that it did not run when the sandbox did not come up", async () => {
    const broken: Sandbox = {
      ...sandbox,
      async wrap(request) {
        const wrapped = await sandbox.wrap(request);
        return {
          ...wrapped,
          program: wrapped.program.map((word) => (word === "--dev" ? "--no-such-option" : word)),
        };
      },
    };
    await expect(world.run("touch ran", { sandbox: broken })).rejects.toMatchObject({ code: "failed" });
    expect(existsSync(path.join(world.root, "ran"))).toBe(false);
  });

  it("reaches allowed hosts by the proxy, and no others", async () => {
    const server = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .end("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nallowed");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const open = await world.open({ network: { allow: [`127.0.0.1:${port}`, "allowed.test"] } });
    const get = (where: string) => `curl -sS -m 4 --noproxy '' http://${where}/; echo " $?"`;
    const commands = [
      get(`127.0.0.1:${port}`),
      get(`127.0.0.1:${world.port}`),
      get("evil.test"),
      get("allowed.test.evil.test"),
      get("evilallowed.test"),
      get("allowed.test@evil.test"),
    ];
    const { output } = await world.run(commands.join("\n"), { sandbox: open });
    server.close();
    const [first, ...others] = output.head.trim().split("\n");
    expect(first).toBe("allowed 0");
    expect(others.filter((line) => /blocked|403/.test(line))).toHaveLength(5);
    expect(world.damage(output.head)).toEqual([]);
    const past = await world.run(
      `curl -sS -m 2 --noproxy '*' http://127.0.0.1:${world.port}/; cat < /dev/tcp/127.0.0.1/${world.port}`,
      { sandbox: open },
    );
    expect(past.exitCode).not.toBe(0);
    expect(world.damage(past.output.head)).toEqual([]);
  });
});
