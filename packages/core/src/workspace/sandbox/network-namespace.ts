import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { SandboxError } from "./sandbox-error.ts";
import type { Program } from "./sandbox.ts";

const startMs = 5_000;

/** A network with nothing in it but its own loopback. */
export interface NetworkNamespace {
  /** Put before a program, starts it in that network. */
  enter: Program;
  close(): void;
}

interface NamespaceOptions {
  bwrap: string;
  nsenter: string;
  /** Runs in that network until it is closed or we die, and prints `ready` on its error output when it is. */
  keeper?: { program: Program; ready: string };
}

/**
 * It lives as long as this process keeps it open, so that commands of one session find each other's servers, and that
 * none pays for a network of its own.
 */
export async function createNetworkNamespace(options: NamespaceOptions): Promise<NetworkNamespace> {
  const args = "--unshare-user --unshare-net --unshare-pid --die-with-parent --cap-drop ALL".split(" ");
  const keeper = options.keeper ?? { program: ["/bin/sh", "-c", "echo up >&2; read -r line"], ready: "up" };
  const child = spawn(
    options.bwrap,
    // Not `--dev`: for that bubblewrap puts a second user namespace around, which would not own the network.
    [...args, "--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--info-fd", "3", "--", ...keeper.program],
    { env: {}, cwd: "/", detached: true, stdio: ["pipe", "ignore", "pipe", "pipe"] },
  );
  const fds: number[] = [];
  const close = () => {
    child.kill("SIGKILL");
    for (const fd of fds.splice(0)) closeSync(fd);
  };
  try {
    const inside = await whenReady(child, keeper.ready);
    // Held open they are these very namespaces, whoever gets the number of that process later.
    for (const kind of ["user", "net"]) fds.push(openSync(`/proc/${inside}/ns/${kind}`, "r"));
  } catch (error) {
    close();
    throw error;
  }
  const [user, net] = fds.map((fd) => `/proc/${process.pid}/fd/${fd}`);
  if (options.keeper === undefined) child.kill("SIGKILL");
  return {
    enter: [options.nsenter, "--preserve-credentials", `--user=${user}`, `--net=${net}`, "--"],
    close,
  };
}

/** The number of the first process inside, once the keeper is ready. */
function whenReady(child: ChildProcess, ready: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let inside: string | undefined;
    let info = "";
    let said = "";
    const fail = (detail: string) => {
      clearTimeout(timer);
      reject(new SandboxError("failed", { detail }));
    };
    const timer = setTimeout(() => fail(said), startMs);
    const look = () => {
      if (inside === undefined || !said.includes(ready)) return;
      clearTimeout(timer);
      child.removeAllListeners("exit");
      for (const stream of child.stdio.slice(2)) stream?.destroy();
      letGo(child);
      resolve(Number(inside));
    };
    child.once("error", (error) => fail(error.message));
    child.once("exit", () => fail(said));
    (child.stdio[3] as Readable).on("data", (chunk: Buffer) => {
      info += chunk.toString("latin1");
      inside = /"child-pid":\s*(\d+)/.exec(info)?.[1];
      look();
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(-2_000);
      look();
    });
  });
}

/** It must not keep this process from ending. */
function letGo(child: ChildProcess): void {
  child.unref();
  const input: unknown = child.stdin;
  if (input instanceof Object && "unref" in input && typeof input.unref === "function") input.unref();
}
