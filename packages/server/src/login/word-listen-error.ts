import type { AreaWords } from "@skillmint/core/protocol";
import { healthSchema } from "../routes/health.ts";
import type { serverTexts } from "../texts.ts";

/** Whether the one who has the port answers like one of us. */
async function isOneOfUs(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(1_000) });
    return healthSchema.safeParse(await reply.json()).success;
  } catch {
    return false;
  }
}

/** Why a server cannot listen there and what to do about it; `undefined` for what is nobody's choice. */
export async function wordListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
  words: AreaWords<(typeof serverTexts)["en"]>,
): Promise<string | undefined> {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return words("badHost", { host });
    case "EACCES":
      return words("portDenied", { port });
    case "EADDRINUSE":
      return words("portBusy", { port, by: words((await isOneOfUs(port)) ? "byOurs" : "byOther") });
    default:
      return undefined;
  }
}
