import type { Language } from "../../protocol/index.ts";

export interface SearchHit {
  title: string;
  url: string;
  summary: string;
}

export interface SearchRequest {
  query: string;
  count: number;
  /** Hosts, with those below them. */
  allowedDomains: readonly string[];
  blockedDomains: readonly string[];
  language: Language;
}

/** Where a provider is asked, and as whom. `key` is empty where it needs none. */
export interface SearchAccess {
  baseUrl: string;
  key: string;
}

export interface SearchCall {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

/** Why a provider gave no results; `message` is what it said itself. */
export type SearchProblem =
  | "bad-key"
  | "limited"
  | "challenge"
  | "no-json"
  | "unreadable"
  | "said"
  | "status"
  | "unreachable";

export class SearchFailure extends Error {
  readonly problem: SearchProblem;
  readonly status: number;
  constructor(problem: SearchProblem, options: { status?: number; message?: string; cause?: unknown } = {}) {
    super(options.message ?? problem, { cause: options.cause });
    this.name = "SearchFailure";
    this.problem = problem;
    this.status = options.status ?? 0;
  }
}

/** One way to search the web: how to ask, and how to read what comes back. */
export interface SearchProvider {
  id: string;
  /** As people know it. */
  name: string;
  /** Where it is; none where everyone runs their own. */
  presetUrl?: string;
  /** The environment variable of its key, and the name that the key is stored under; none where it needs none. */
  key?: { variable: string; store: string };
  call(request: SearchRequest, access: SearchAccess): SearchCall;
  /** Throws `SearchFailure` where the text is no answer. */
  read(text: string, status: number): SearchHit[] | Promise<SearchHit[]>;
  /** What a status means here that is another thing elsewhere. */
  problems?: Readonly<Record<number, SearchProblem>>;
}
