import type { Generated } from "kysely";
import type { EndReason, SessionId } from "../protocol/index.ts";

/** Truth values are 0 and 1, times are milliseconds since 1970: what every database stores the same way. */
export type Flag = 0 | 1;

export interface SessionsTable {
  id: SessionId;
  parent_id: SessionId | null;
  folder: string;
  title: string;
  model: string;
  created_at: number;
  updated_at: number;
  seq: number;
  open_run: Flag;
  ended: EndReason | null;
  unread: Flag;
  open_asks: number;
  /** The session that it began as a copy of, which may be gone. */
  fork_of: SessionId | null;
}

export interface EventsTable {
  session_id: SessionId;
  seq: number;
  at: number;
  v: number;
  type: string;
  /** JSON of everything but the other columns. */
  body: string;
}

export interface AsksTable {
  session_id: SessionId;
  ask_id: string;
  call_id: string;
  kind: "permission" | "question";
  state: "open" | "answered" | "withdrawn";
}

/** `from_seq` to `to_seq` is what was appended together with the prompt. */
export interface PromptsTable {
  session_id: SessionId;
  prompt_id: string;
  from_seq: number;
  to_seq: number;
}

/** Outlives its session, so that a fence is never given out twice. Without an `instance` nobody holds it. */
export interface LeasesTable {
  session_id: SessionId;
  fence: number;
  machine: string | null;
  pid: number | null;
  pid_start: string | null;
  instance: string | null;
  renewed_at: number;
}

export interface BlobsTable {
  sha256: string;
  size: number;
  bytes: Uint8Array;
}

export interface SessionBlobsTable {
  session_id: SessionId;
  sha256: string;
}

export interface SnapshotsTable {
  session_id: SessionId;
  seq: number;
  version: number;
  view: string;
}

/** What can be found; the words themselves are kept by the search index of the database. */
export interface SearchDocumentsTable {
  id: Generated<number>;
  session_id: SessionId;
  seq: number;
  is_title: Flag;
}

export interface Tables {
  sessions: SessionsTable;
  events: EventsTable;
  asks: AsksTable;
  prompts: PromptsTable;
  leases: LeasesTable;
  blobs: BlobsTable;
  session_blobs: SessionBlobsTable;
  snapshots: SnapshotsTable;
  search_documents: SearchDocumentsTable;
}
