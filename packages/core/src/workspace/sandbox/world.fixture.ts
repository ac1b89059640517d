import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket, type Socket as Datagram } from "node:dgram";
import { once } from "node:events";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createOutputPipes } from "../output-pipes.ts";
import { spawnShell, type ShellRequest, type ShellResult } from "../spawn-shell.ts";
import { createSandbox, type SandboxOptions } from "./create-sandbox.ts";
import { createSandboxSupport } from "./sandbox-support.ts";
import type { Sandbox } from "./sandbox.ts";

/** One for all tests of a file, as a runtime would have one. */
export const support = createSandboxSupport();
const pipes = createOutputPipes();
export const means = await support.detect();
export const canSandbox = means.kind === "bubblewrap";

/** Says in the report of the tests what was not tried. */
export function skipLoudly(count: number): boolean {
  if (!canSandbox) console.warn(`SKIPPED ${count} sandbox tests: ${JSON.stringify(means)}`);
  return !canSandbox;
}

/** Not below a temporary folder: those look empty from inside, and what cannot be seen proves nothing. */
function visibleFolder(): string {
  const modules = fileURLToPath(new URL("../../../../../node_modules", import.meta.url));
  const isFit = (at: string) => !/^\/(?:tmp|var\/tmp|run)\//.test(realpathSync(at)) && isWritable(at);
  return [modules, homedir()].find(isFit) ?? modules;
}

const isWritable = (folder: string) => may(folder, constants.W_OK);
const isReadable = (file: string) => may(file, constants.R_OK);

function may(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

const secretFiles = [
  ".ssh/id_ed25519",
  ".aws/credentials",
  ".gnupg/private.key",
  ".config/gh/hosts.yml",
  ".npmrc",
  ".netrc",
  ".docker/config.json",
  ".kube/config",
  ".mozilla/firefox/x.default/logins.json",
  ".config/google-chrome/Default/Cookies",
  ".local/share/keyrings/login.keyring",
  ".git-credentials",
  ".skillmint/skillmint.db",
  ".skillmint/config.jsonc",
];

const protectedFiles = [
  ".git/config",
  ".git/hooks/pre-commit",
  ".claude/settings.json",
  ".vscode/tasks.json",
];

/** Everything a probe could harm, all of it inert. */
export interface World {
  base: string;
  /** A repository with settings of its own. */
  root: string;
  /** A folder with nothing in it. */
  bare: string;
  home: string;
  outside: string;
  secret: string;
  port: number;
  udpPort: number;
  abstractName: string;
  victim: ChildProcess;
  open(options?: Partial<SandboxOptions>): Promise<Sandbox>;
  run(command: string, options?: Partial<ShellRequest>): Promise<ShellResult>;
  /** What is not as it was: empty when nothing happened. */
  damage(output: string): string[];
  close(): Promise<void>;
}

function put(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Names, kinds and contents below a folder. */
function snapshot(folder: string): string {
  const lines: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const at = path.join(name.parentPath, name.name);
    if (name.isFile())
      lines.push(`${at}=${statSync(at).mode}:${isReadable(at) ? readFileSync(at, "utf8") : "unreadable"}`);
    else lines.push(name.isSymbolicLink() ? `${at}->${readlinkSync(at)}` : `${at}/`);
  }
  return lines.toSorted().join("\n");
}

const systemFiles = ["/etc/passwd", "/etc/crontab", "/etc/hosts", "/etc/ld.so.preload"];
const systemFolders = ["/etc/cron.d", "/dev/shm", "/usr/local/bin", "/tmp", "/var/tmp"];

function systemState(): string {
  const files = systemFiles.map((file) => String(statSync(file, { throwIfNoEntry: false })?.mtimeMs));
  const canaries = systemFolders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.includes("smcanary"))
      .map((name) => `${folder}/${name}`),
  );
  return JSON.stringify([files, canaries]);
}

export async function createWorld(): Promise<World> {
  const base = realpathSync(mkdtempSync(path.join(visibleFolder(), ".sandbox-world-")));
  const [root, bare, home, outside] = ["work", "bare", "home", "outside"].map((name) =>
    path.join(base, name),
  ) as [string, string, string, string];
  const secret = `SECRET${randomBytes(8).toString("hex")}`;
  for (const file of secretFiles) put(path.join(home, file), secret);
  put(path.join(home, ".bashrc"), "# mine\n");
  put(path.join(home, ".ssh/authorized_keys"), "# mine\n");
  put(path.join(home, ".skillmint/skills/demo/run.sh"), "echo skill-ran\n");
  put(path.join(outside, "canary"), "untouched\n");
  put(path.join(outside, "folder/canary"), "untouched\n");
  mkdirSync(bare, { recursive: true });
  for (const file of protectedFiles) put(path.join(root, file), "[core]\n\tbare = false\n");
  put(path.join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  for (const name of ["objects", "refs/heads"]) mkdirSync(path.join(root, ".git", name), { recursive: true });
  put(path.join(root, "src/index.js"), "console.log('built');\n");

  let hits: string[] = [];
  const servers: Server[] = [];
  const listen = async (name: string, where: { port: number; host: string } | { path: string }) => {
    const server = createServer((socket) => {
      hits.push(name);
      socket.on("error", () => undefined).end(`${secret}\n`);
    });
    servers.push(server);
    server.listen(where);
    await once(server, "listening");
    return server;
  };
  const tcp = await listen("tcp", { port: 0, host: "127.0.0.1" });
  const abstractName = `smcanary-${randomBytes(4).toString("hex")}`;
  await listen("unix", { path: path.join(outside, "host.sock") });
  await listen("abstract", { path: `\0${abstractName}` });
  const udp: Datagram = createSocket("udp4");
  udp.on("message", () => hits.push("udp"));
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  const victim = spawn("sleep", ["600"], { env: { VICTIM_CANARY: secret }, stdio: "ignore" });
  await once(victim, "spawn");

  const watched = [home, outside];
  const before = watched.map(snapshot).join("\n");
  const guarded = () => [root, bare].map((folder) => snapshotProtected(folder)).join("\n");
  const guardedBefore = guarded();
  const systemBefore = systemState();
  const sandboxes: Sandbox[] = [];
  let calls = 0;
  return {
    base,
    root,
    bare,
    home,
    outside,
    secret,
    port: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    abstractName,
    victim,
    async open(options = {}) {
      const sandbox = await createSandbox({
        choice: "require",
        workspace: { root, added: [bare] },
        home,
        own: path.join(home, ".skillmint"),
        network: { allow: [] },
        protectedPaths: [],
        support,
        ...options,
      });
      sandboxes.push(sandbox);
      return sandbox;
    },
    run(command, options = {}) {
      return spawnShell({
        command,
        folder: root,
        env: {
          PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
          HOME: home,
        },
        callId: `call_world${process.pid}x${path.basename(base)}x${calls++}`,
        signal: new AbortController().signal,
        timeoutMs: 20_000,
        onReady: async () => undefined,
        outputFolder: base,
        pipes,
        ...options,
      });
    },
    damage(output) {
      const found: string[] = [...hits];
      if (watched.map(snapshot).join("\n") !== before) found.push("files outside");
      if (guarded() !== guardedBefore) found.push("protected paths");
      if (systemState() !== systemBefore) found.push("system files");
      if (output.includes(secret)) found.push("secret read");
      if (victim.exitCode !== null || victim.signalCode !== null) found.push("process killed");
      return found;
    },
    async close() {
      for (const sandbox of sandboxes) await sandbox.close();
      victim.kill("SIGKILL");
      udp.close();
      for (const server of servers) server.close();
      hits = [];
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** The protected names of a workspace, and whether they are what they were. */
function snapshotProtected(folder: string): string {
  const names = [".git", ".claude", ".vscode", ".idea", ".agents", ".skillmint", ".mcp.json", ".cursor"];
  return names
    .map((name) => {
      const at = path.join(folder, name);
      const stats = statSync(at, { throwIfNoEntry: false });
      if (stats === undefined) return `${at} none`;
      return stats.isDirectory() ? protectedBelow(at) : readFileSync(at, "utf8");
    })
    .join("\n");
}

/** Of a repository only what decides over git; commits may happen. */
function protectedBelow(folder: string): string {
  if (path.basename(folder) !== ".git") return snapshot(folder);
  return ["config", "hooks/pre-commit", "hooks/evil", "commondir", "config.worktree"]
    .map((name) => {
      const at = path.join(folder, name);
      return statSync(at, { throwIfNoEntry: false })?.isFile() === true
        ? `${name}=${readFileSync(at, "utf8")}`
        : `${name} none`;
    })
    .join("\n");
}
