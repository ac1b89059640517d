import type { McpServerFactory } from "@modelcontextprotocol/server";

export interface StdioOptions {
  signal: AbortSignal;
  warn(text: string): void;
}

/** Serves on standard input and output until the input ends or `signal` aborts. */
export async function serveStdio(factory: McpServerFactory, { signal, warn }: StdioOptions): Promise<void> {
  const sdk = await import("@modelcontextprotocol/server/stdio");
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  process.stdin.once("end", end).once("close", end).once("error", end);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const handle = sdk.serveStdio(factory, { onerror: (error) => warn(error.message) });
  try {
    await ended;
  } finally {
    signal.removeEventListener("abort", end);
    await handle.close();
    process.stdin.destroy();
  }
}
