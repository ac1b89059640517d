import { createRequire } from "node:module";
import type { MarkdownPage, MarkdownRequest } from "./markdown-worker.ts";

export type Converted = MarkdownPage | { stopped: "time" | "crash" };

const heapMb = 256;
const defaultMs = 20_000;

/**
 * The main content of a page, without scripts and styles, made in a thread of its own: no page can hang or crash this
 * process.
 */
export async function htmlToMarkdown(
  request: MarkdownRequest,
  options: { signal: AbortSignal; timeoutMs?: number },
): Promise<Converted> {
  options.signal.throwIfAborted();
  const [{ Worker }, { markdownWorker }] = await Promise.all([
    import("node:worker_threads"),
    import("./markdown-worker.ts"),
  ]);
  const module = createRequire(import.meta.url).resolve("@mdream/js");
  const source = `
    const { parentPort, workerData } = require("node:worker_threads");
    const post = (page) => parentPort.postMessage(page);
    (${markdownWorker.toString()})({ mdream: require(workerData.module), post }, workerData.request);`;
  const worker = new Worker(source, {
    eval: true,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    workerData: { module, request },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  const deadline = AbortSignal.timeout(options.timeoutMs ?? defaultMs);
  const either = AbortSignal.any([options.signal, deadline]);
  try {
    return await new Promise<Converted>((resolve, reject) => {
      const stop = (): void => {
        if (options.signal.aborted) reject(options.signal.reason as Error);
        else resolve({ stopped: "time" });
      };
      either.addEventListener("abort", stop, { once: true });
      worker.once("message", (page: MarkdownPage) => resolve(page));
      worker.once("error", () => resolve({ stopped: "crash" }));
      worker.once("exit", () => resolve({ stopped: "crash" }));
    });
  } finally {
    await worker.terminate();
  }
}
