import type {
  DurableEvent,
  DurableType,
  EventDraft,
  EndReason,
  SessionId,
  SessionState,
  SessionView,
  StoredEvent,
} from "../protocol/index.ts";

/** Who works: `machine` and `pid` with its start time name one process for ever, `instance` one runtime in it. */
export interface Owner {
  machine: string;
  pid: number;
  pidStart: string;
  instance: string;
}

export interface Lease {
  sessionId: SessionId;
  fence: number;
  /** The newest sequence when it was taken: what comes after it is meant for the holder. */
  seq: number;
}

export interface SessionSummary {
  id: SessionId;
  title: string;
  state: SessionState;
  folder: string;
  createdAt: number;
  updatedAt: number;
  parentSessionId?: SessionId;
  /** The session that it began as a copy of; that one may be gone. */
  forkOf?: SessionId;
  model: string;
  seq: number;
}

export interface AppendOptions {
  /** The appender's lease; refused with `lease-lost` when a newer one was given out. Inputs carry none. */
  fence?: number;
  /** For decisions: refused with `sequence-conflict` unless the log ends exactly here. */
  expectedSeq?: number;
  /** On disk before this returns (prompts, answers, tool.started). Otherwise grouped with the next that is. */
  durable?: boolean;
}

export interface ListOptions {
  folder?: string;
  /** Children of this session; without it only sessions that have no parent. */
  parent?: SessionId;
  limit?: number;
  /** Only sessions older than this `updatedAt` (paging). */
  before?: number;
  /** Only sessions in which something happened at this time or later. */
  since?: number;
  /** Sub-agents' sessions too, whosever they are; counts where no `parent` is named. */
  withChildren?: boolean;
}

export interface SearchHit {
  session: SessionSummary;
  /** The sequence of the event that matched best and a piece of its text. */
  seq: number;
  snippet: string;
}

export interface Snapshot {
  seq: number;
  view: SessionView;
}

/**
 * Where sessions live. Several processes may use one store. Everything is async: the same interface is served
 * by a database across a network. Ids that do not exist are refused with `session-not-found`.
 */
export interface Store {
  /**
   * Appends `session.created` as event 1 and whatever follows it, in one transaction, on disk when it returns.
   * The blobs of the session it is a fork of belong to it too. Refused with `sequence-conflict` when the id is
   * taken, with `session-not-found` when its parent or the session it is a fork of is not there.
   */
  create(id: SessionId, events: [EventDraft<"session.created">, ...EventDraft[]]): Promise<DurableEvent[]>;
  /**
   * Appends in one transaction and returns the events with sequence and time. An answer to an ask that was
   * answered is refused with `ask-answered`, one to an ask that never was or that was withdrawn (its call is
   * settled, its prompt undone) with `ask-not-found`; a prompt whose id is there already returns the events
   * that were appended with the first one and appends nothing.
   */
  append(id: SessionId, events: EventDraft[], options?: AppendOptions): Promise<DurableEvent[]>;
  /** Events after `after`, oldest first, at most `limit` (default 10,000: call again). */
  read(id: SessionId, after: number, limit?: number): Promise<StoredEvent[]>;
  /** The same, but only events of these types: the others are not even read from disk. */
  readTypes(
    id: SessionId,
    types: readonly DurableType[],
    after: number,
    limit?: number,
  ): Promise<StoredEvent[]>;
  /** The newest sequence; the cheap question "is there anything new?". */
  lastSeq(id: SessionId): Promise<number>;
  get(id: SessionId): Promise<SessionSummary>;
  list(options?: ListOptions): Promise<SessionSummary[]>;
  /** Full text over titles, prompts and answers, Chinese included, best first. */
  search(query: string, limit?: number): Promise<SearchHit[]>;
  /** Removes the session, its children and the blobs nobody else uses. Refused with `session-busy` while it is worked on. */
  delete(id: SessionId): Promise<void>;

  /**
   * Calls back soon (within 250 ms for other processes) after something was appended, with the newest sequence where
   * that is known. Returns the way to stop it.
   */
  watch(id: SessionId, onChange: (seq?: number) => void): () => void;

  /** Stores bytes under their sha256 for as long as one session that was named with it exists. */
  putBlob(id: SessionId, bytes: Uint8Array): Promise<string>;
  /** Refused with `blob-missing`. */
  getBlob(blob: string): Promise<Uint8Array>;
  /** Makes every blob of `from` belong to `to` too (a fork). */
  shareBlobs(from: SessionId, to: SessionId): Promise<void>;

  /** Takes the session's lease or is refused with `session-busy`. A dead owner's lease is free at once. */
  acquireLease(id: SessionId, owner: Owner): Promise<Lease>;
  /** Refused with `lease-lost` when somebody else holds it now. */
  renewLease(lease: Lease): Promise<void>;
  releaseLease(lease: Lease): Promise<void>;
  /** The living owner, if there is one. */
  leaseOwner(id: SessionId): Promise<Owner | undefined>;

  /** Disposable: a snapshot that is missing or unreadable only costs time. */
  getSnapshot(id: SessionId): Promise<Snapshot | undefined>;
  /** The sequence of the snapshot there is, 0 without one: the cheap question whether a new one is due. */
  snapshotSeq(id: SessionId): Promise<number>;
  putSnapshot(id: SessionId, snapshot: Snapshot): Promise<void>;

  close(): Promise<void>;
}

/** What `list` shows as state for a session that nobody works on. */
export type StoredState = { openRun: boolean; ended: EndReason | null; unread: boolean };
