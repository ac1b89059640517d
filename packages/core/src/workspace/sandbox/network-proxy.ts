import type { Server } from "node:http";

export interface NetworkProxy {
  close(): Promise<void>;
}

/**
 * A proxy on a socket in the file system that connects to allowed hosts only, and not to this machine or its network
 * behind an allowed name.
 */
export async function createNetworkProxy(allow: readonly string[], socket: string): Promise<NetworkProxy> {
  const [{ createHttpProxyServer }, { createResolvedAddressGuard }, domains, { canonicalizeHost }] =
    await Promise.all([
      import("@anthropic-ai/sandbox-runtime/dist/sandbox/http-proxy.js"),
      import("@anthropic-ai/sandbox-runtime/dist/sandbox/resolved-address-guard.js"),
      import("@anthropic-ai/sandbox-runtime/dist/sandbox/domain-pattern.js"),
      import("@anthropic-ai/sandbox-runtime/dist/sandbox/parent-proxy.js"),
    ]);
  const entries = allow.filter((entry) => domains.isValidAllowedDomainEntry(entry));
  const guard = createResolvedAddressGuard({ allowedDomains: entries });
  const server = createHttpProxyServer({
    requireAsciiHost: true,
    lookupFor: (port) => guard.lookupFor(port),
    filter(port, host) {
      const canonical = canonicalizeHost(host);
      if (canonical === undefined) return false;
      return entries.some((entry) => domains.matchesDomainPatternWithPort(canonical, port, entry));
    },
  });
  await listen(server, socket);
  return {
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function listen(server: Server, socket: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  server.unref();
}
