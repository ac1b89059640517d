import { spawn } from "node:child_process";
import type { FileHandle } from "node:fs/promises";

const maxErrorChars = 4_000;

/** Where the ripgrep that comes with us lies; undefined where there is none for this platform. */
export async function findRipgrep(): Promise<string | undefined> {
  const [loaded] = await Promise.allSettled([import("@vscode/ripgrep")]);
  return loaded.status === "fulfilled" ? loaded.value.rgPath : undefined;
}

export interface RipgrepRequest {
  program: string;
  args: string[];
  folder?: string;
  /** Searched instead of files of the folder. */
  input?: FileHandle;
  signal: AbortSignal;
  timeoutMs: number;
  /** Pieces of the output; false: that was enough. */
  onOutput(bytes: Uint8Array): boolean;
  /** Lines of its messages; false: it does not belong to `error`. */
  onMessage?(line: string): boolean;
}

export interface RipgrepResult {
  /** 0 something found, 1 nothing, 2 an error; null when it was ended before. */
  exitCode: number | null;
  error: string;
  stopped: "time" | "enough" | undefined;
}

/** Runs ripgrep without any configuration of its own. It is killed on abort, on the time limit, and when it is enough. */
export async function runRipgrep(request: RipgrepRequest): Promise<RipgrepResult> {
  request.signal.throwIfAborted();
  const child = spawn(request.program, ["--no-config", "--color=never", ...request.args], {
    ...(request.folder === undefined ? {} : { cwd: request.folder }),
    env: { PATH: "" },
    windowsHide: true,
    stdio: [request.input?.fd ?? "ignore", "pipe", "pipe"],
  });
  let stopped: RipgrepResult["stopped"];
  let error = "";
  const stop = (why: RipgrepResult["stopped"]) => {
    stopped ??= why;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => stop("time"), request.timeoutMs);
  const onAbort = () => child.kill("SIGKILL");
  request.signal.addEventListener("abort", onAbort, { once: true });
  child.stdout?.on("data", (chunk: Buffer) => {
    if (stopped === undefined && !request.onOutput(chunk)) stop("enough");
  });
  const messages = createSplitter("\n", (line) => {
    if (request.onMessage?.(line) !== false) error = `${error}${line}\n`.slice(0, maxErrorChars);
    return true;
  });
  child.stderr?.on("data", (chunk: Buffer) => messages.write(chunk));
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code));
    });
    request.signal.throwIfAborted();
    messages.end();
    return { exitCode, error: error.trim(), stopped };
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", onAbort);
  }
}

export interface Splitter {
  /** False when a part was enough; the rest is of no use then. */
  write(bytes: Uint8Array): boolean;
  end(): void;
  /** Takes away the part that has no end yet. */
  take(): Uint8Array;
}

/**
 * Splits bytes that come in pieces at a separator, NUL or line end, and decodes the parts; one that spans pieces is
 * cut beyond `maxBytes`.
 */
export function createSplitter(
  separator: "\0" | "\n",
  onPart: (text: string) => boolean,
  maxBytes = 1024 * 1024,
): Splitter {
  let pending: Buffer[] = [];
  let size = 0;
  const add = (piece: Buffer) => {
    if (piece.length === 0) return;
    if (size < maxBytes) pending.push(piece.subarray(0, maxBytes - size));
    size += piece.length;
  };
  const take = (): Buffer => {
    const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending);
    pending = [];
    size = 0;
    return bytes;
  };
  return {
    write(bytes) {
      let chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const first = size > 0 ? chunk.indexOf(separator) : -1;
      if (first !== -1) {
        add(chunk.subarray(0, first));
        chunk = chunk.subarray(first + 1);
        if (!onPart(take().toString("utf8"))) return false;
      }
      const last = chunk.lastIndexOf(separator);
      add(chunk.subarray(last + 1));
      // Decoding many parts at once is far quicker than each of them.
      return last === -1 || chunk.toString("utf8", 0, last).split(separator).every(onPart);
    },
    end() {
      if (size > 0) onPart(take().toString("utf8"));
    },
    take,
  };
}
