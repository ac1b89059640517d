import type { CutReason } from "./read-body.ts";

/** What a page turned out to be. */
export type PageBody =
  /** HTML as Markdown, JSON with indents, and every other text as it is. */
  | { kind: "text"; text: string }
  | { kind: "image"; mediaType: string; data: Uint8Array }
  | { kind: "pdf"; data: Uint8Array }
  | { kind: "binary" };

export interface Page {
  kind: "page";
  /** After redirects. */
  url: string;
  status: number;
  /** As the server says, without parameters; empty where it says nothing. */
  mediaType: string;
  title?: string;
  body: PageBody;
  /** How many bytes were read. */
  bytes: number;
  partial?: CutReason;
}

/** The address leads to another host, which nobody asked for yet. */
export interface PageElsewhere {
  kind: "elsewhere";
  url: string;
  next: string;
}

/** A page that cannot be had, for a reason that is not the address. */
export class PageFailure extends Error {
  readonly reason: "late" | "unreachable" | "time" | "crash";
  readonly host: string;
  constructor(reason: PageFailure["reason"], host: string, cause?: unknown) {
    super(`${reason}: ${host}`, { cause });
    this.name = "PageFailure";
    this.reason = reason;
    this.host = host;
  }
}

/** The code of a failed connection, wherever in the chain of causes it stands. */
export function connectionCode(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    const code = "code" in at ? at.code : undefined;
    if (typeof code === "string" && code !== "") return code;
    const [first] = at instanceof AggregateError ? (at.errors as unknown[]) : [];
    if (first !== undefined) return connectionCode(first);
  }
  return "";
}
