import { on } from "node:events";
import { createRequire } from "node:module";
import type { PdfMessage, PdfRequest } from "./pdf-worker.ts";

export type PdfEvent = PdfMessage | { kind: "stopped"; reason: "time" | "crash" };

const maxMemoryBytes = 512 * 1024 * 1024;
const heapMb = 128;

/**
 * Renders pages in a thread of its own, which ends with the last event, when the reader stops, on abort and on the
 * time limit: no document can hang or crash this process. `opened` comes first and one of `done`, `failed`
 * and `stopped` last.
 */
export async function* renderPdf(
  request: Omit<PdfRequest, "maxMemoryBytes">,
  options: { signal: AbortSignal; timeoutMs: number },
): AsyncGenerator<PdfEvent> {
  options.signal.throwIfAborted();
  const [{ Worker }, { pdfWorker }] = await Promise.all([
    import("node:worker_threads"),
    import("./pdf-worker.ts"),
  ]);
  const module = createRequire(import.meta.url).resolve("@hyzyla/pdfium");
  const source = `
    const { parentPort, workerData } = require("node:worker_threads");
    const post = (message, transfer) => parentPort.postMessage(message, transfer);
    const surroundings = { pdfium: require(workerData.module), memory: WebAssembly.Memory.prototype, post };
    (${pdfWorker.toString()})(surroundings, workerData.request);`;
  const worker = new Worker(source, {
    eval: true,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    workerData: { module, request: { ...request, maxMemoryBytes } },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  const deadline = AbortSignal.timeout(options.timeoutMs);
  try {
    const messages = on(worker, "message", {
      signal: AbortSignal.any([options.signal, deadline]),
      close: ["exit"],
    });
    for await (const [message] of messages as AsyncIterable<[PdfMessage]>) {
      yield message;
      if (message.kind === "done" || message.kind === "failed") return;
    }
    yield { kind: "stopped", reason: "crash" };
  } catch {
    options.signal.throwIfAborted();
    // Whatever else went wrong went wrong in the thread: its memory, or the renderer.
    yield { kind: "stopped", reason: deadline.aborted ? "time" : "crash" };
  } finally {
    await worker.terminate();
  }
}
