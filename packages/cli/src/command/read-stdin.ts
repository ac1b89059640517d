import type { Readable } from "node:stream";
import { SkillmintError } from "@skillmint/core/protocol";

/** Everything on standard input as text. Whoever writes it may never end: an abort is `cancelled`. */
export async function readStdin(stdin: Readable, signal: AbortSignal): Promise<string> {
  const stop = (): void => void stdin.destroy(new SkillmintError("cancelled"));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return Buffer.concat(chunks).toString("utf8");
}
