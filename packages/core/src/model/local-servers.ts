import { z } from "zod";
import { providers } from "./providers.ts";

export interface LocalServer {
  /** The provider's id. */
  provider: string;
  baseUrl: string;
  /** What it offers, in its own order; at most 500. */
  models: string[];
}

export interface LocalCandidate {
  provider: string;
  baseUrl: string;
}

export interface DetectOptions {
  /** Default: the local providers of the table at their usual addresses. */
  candidates?: readonly LocalCandidate[];
  /** For each candidate. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

const maxReplyBytes = 1024 * 1024;
const maxModels = 500;

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

export function localCandidates(): LocalCandidate[] {
  return providers.flatMap(({ id, local, baseUrl }) =>
    local && baseUrl !== undefined ? [{ provider: id, baseUrl }] : [],
  );
}

/**
 * Asks every candidate at once for its models and returns those that answered as a model server does, in the order of
 * the candidates. Never throws; with nothing listening it returns as soon as the connections are refused. Only plain
 * http addresses of this machine are asked.
 */
export async function detectLocalServers(options: DetectOptions = {}): Promise<LocalServer[]> {
  const { candidates = localCandidates(), timeoutMs = 150, signal } = options;
  const found = await Promise.all(
    candidates.map(async (candidate) => {
      const models = isLoopback(candidate.baseUrl)
        ? readModels(await fetchText(`${candidate.baseUrl}/models`, timeoutMs, signal))
        : undefined;
      return models === undefined ? [] : [{ ...candidate, models }];
    }),
  );
  return found.flat();
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function readModels(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list = modelList.safeParse(body);
  return list.success ? list.data.data.slice(0, maxModels).map((model) => model.id) : undefined;
}

/** The body of a 200 reply that was complete in time and not too long; undefined for everything else. */
function fetchText(
  url: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const stop = signal ? AbortSignal.any([signal, limit]) : limit;
    const asked = process
      .getBuiltinModule("node:http")
      .request(url, { agent: false, signal: stop, headers: { accept: "application/json" } }, (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size > maxReplyBytes) asked.destroy();
        });
        response.on("error", () => resolve(undefined));
        response.on("close", () => {
          const whole = response.complete && response.statusCode === 200;
          resolve(whole ? Buffer.concat(chunks).toString("utf8") : undefined);
        });
      });
    asked.on("error", () => resolve(undefined));
    asked.end();
  });
}
