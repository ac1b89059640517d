import { readBody } from "../../../internet/read-body.ts";
import { createWording } from "../../../internet/words.ts";
import { NetworkRefused } from "../../../network/guard.ts";
import { SkillmintError } from "../../../protocol/index.ts";
import { refuseInstall } from "../install-words.ts";
import type { SourceContext } from "./source.ts";
import { megabytes, sourceLimits } from "./source-limits.ts";

/** An address as it may be shown and kept: without a person's name, password, query and place in the page. */
export function plainAddress(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

export interface Download {
  bytes: Uint8Array;
  /** Where it came from in the end. */
  url: URL;
}

/**
 * Gets one file through the guard, whole or not at all. Plain http only from this very machine. Refused with
 * `install-refused`, in words.
 */
export async function download(
  url: URL,
  context: SourceContext,
  limit: number = sourceLimits.bytes,
): Promise<Download> {
  const { words, language, signal } = context;
  const source = plainAddress(url);
  const assertSafe = (place: URL): void => {
    if (place.protocol !== "https:" && !isLoopback(place))
      throw refuseInstall(words("source.plain", { source: plainAddress(place) }));
  };
  assertSafe(url);
  const deadline = AbortSignal.timeout(sourceLimits.fetchMs);
  const both = AbortSignal.any([signal, deadline]);
  const guard = await context.guard();
  try {
    const response = await guard.fetch(url, { signal: both, headers: { accept: "*/*" } });
    const last = new URL(response.url || url.href);
    assertSafe(last);
    if (!response.ok) {
      await response.body?.cancel();
      throw refuseInstall(words("source.status", { source, status: response.status }));
    }
    const { bytes, partial } = await readBody(response, limit, both);
    if (partial === "size")
      throw refuseInstall(words("source.tooLarge", { source, limit: megabytes(limit) }));
    if (partial === "time") throw late();
    if (partial !== undefined) throw refuseInstall(words("source.unreachable", { source, reason: partial }));
    return { bytes, url: last };
  } catch (error) {
    signal.throwIfAborted();
    if (SkillmintError.is(error)) throw error;
    if (deadline.aborted) throw late(error);
    const wording = createWording(language);
    const reason = error instanceof NetworkRefused ? wording.refused(error) : wording.reason(error);
    throw refuseInstall(words("source.unreachable", { source, reason }), error);
  } finally {
    await guard.close();
  }

  function late(cause?: unknown): SkillmintError {
    return refuseInstall(words("source.tooLong", { source, seconds: sourceLimits.fetchMs / 1000 }), cause);
  }
}
