import path from "node:path";
import { baseArguments } from "./bubblewrap.ts";
import { findProgram } from "./find-program.ts";
import { createNetworkNamespace, type NetworkNamespace } from "./network-namespace.ts";
import { SandboxError } from "./sandbox-error.ts";
import type { BubblewrapMeans } from "./sandbox-support.ts";
import type { Program, SandboxReason } from "./sandbox.ts";
import { tryBubblewrap } from "./try-bubblewrap.ts";

const port = 3128;

/** The network that the commands of a sandbox share. */
export interface SandboxNetwork {
  /** Put before a program, starts it in that network; without, each program has to get an empty one of its own. */
  enter: Program | undefined;
  env: Record<string, string>;
  /** Why allowed hosts cannot be reached. */
  reason?: SandboxReason;
  close(): Promise<void>;
}

interface NetworkOptions {
  allow: readonly string[];
  means: BubblewrapMeans;
  /** A folder that only we can reach, for the socket between inside and outside. */
  state: string;
}

/**
 * A network with a loopback and no way out. For an allow list there is one listener in it, which hands everything to
 * our proxy; where the means for that are missing, the list is not honoured and nothing can be reached.
 */
export async function createSandboxNetwork(options: NetworkOptions): Promise<SandboxNetwork> {
  const [nsenter, socat] = [findProgram("nsenter"), findProgram("socat")];
  const { allow, means } = options;
  if (nsenter === undefined) return closedNetwork(allow, "nsenter-missing");
  if (allow.length === 0 || socat === undefined) {
    const namespace = await enterable(means, { bwrap: means.bwrap, nsenter });
    return closedNetwork(allow, "socat-missing", namespace);
  }
  return openNetwork(options, nsenter, socat);
}

function closedNetwork(
  allow: readonly string[],
  code: SandboxReason["code"],
  namespace?: NetworkNamespace,
): SandboxNetwork {
  return {
    enter: namespace?.enter,
    env: {},
    ...(allow.length === 0 ? {} : { reason: { code } }),
    close: async () => namespace?.close(),
  };
}

async function openNetwork(options: NetworkOptions, nsenter: string, socat: string): Promise<SandboxNetwork> {
  const { createNetworkProxy } = await import("./network-proxy.ts");
  const socket = path.join(options.state, "proxy.sock");
  const proxy = await createNetworkProxy(options.allow, socket);
  const listen = `TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr`;
  const keeper = { program: [socat, "-d", "-d", listen, `UNIX-CONNECT:${socket}`], ready: "listening on" };
  const namespace = await enterable(options.means, { bwrap: options.means.bwrap, nsenter, keeper });
  if (namespace === undefined) {
    await proxy.close();
    return closedNetwork(options.allow, "network-fails");
  }
  return {
    enter: namespace.enter,
    env: proxyEnvironment(),
    async close() {
      namespace.close();
      await proxy.close();
    },
  };
}

/** Undefined where a shared network cannot be made or a sandbox cannot be started in it. */
async function enterable(
  means: BubblewrapMeans,
  options: Parameters<typeof createNetworkNamespace>[0],
): Promise<NetworkNamespace | undefined> {
  try {
    const namespace = await createNetworkNamespace(options);
    const args = baseArguments({ keepNetwork: true, disableUserns: means.disableUserns });
    const failure = await tryBubblewrap([...namespace.enter, means.bwrap, ...args], means.filter);
    if (failure === undefined) return namespace;
    namespace.close();
    return undefined;
  } catch (error) {
    if (SandboxError.is(error)) return undefined;
    throw error;
  }
}

function proxyEnvironment(): Record<string, string> {
  const address = `http://127.0.0.1:${port}`;
  const own = "localhost,127.0.0.1,::1";
  return {
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
    http_proxy: address,
    https_proxy: address,
    NO_PROXY: own,
    no_proxy: own,
    NODE_USE_ENV_PROXY: "1",
  };
}
