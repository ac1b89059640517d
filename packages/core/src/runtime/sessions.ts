import { undoSession, type Undone } from "../agent/undo-session.ts";
import {
  createId,
  SkillmintError,
  type ExportFormat,
  type Language,
  type SessionId,
  type SessionSettings,
  type SessionView,
  type StoredEvent,
  createTranslate,
} from "../protocol/index.ts";
import { exportJsonl, exportMarkdown } from "../session/export.ts";
import { forkSession } from "../session/fork.ts";
import { openView } from "../session/open-view.ts";
import type { ListOptions, SearchHit, SessionSummary } from "../session/store.ts";
import type { Contexts } from "./context-report.ts";
import { deleteSession, type DeleteDeps } from "./delete-session.ts";
import type { Tasks } from "./session-tasks.ts";

/** What can be done with sessions besides working on them. Ids may be shortened as long as they are unique. */
export interface Sessions extends Contexts, Tasks {
  create(options: { folder: string; title: string; settings: SessionSettings }): Promise<SessionId>;
  /** The whole id for one that a person typed. */
  find(id: string): Promise<SessionId>;
  /** Everything known of a session, from its whole log. */
  open(id: SessionId): Promise<SessionView>;
  get(id: SessionId): Promise<SessionSummary>;
  list(options?: ListOptions): Promise<SessionSummary[]>;
  search(query: string, limit?: number): Promise<SearchHit[]>;
  rename(id: SessionId, title: string): Promise<void>;
  /** A new session that starts with all before the prompt at `promptSeq`, or with everything. */
  fork(id: SessionId, promptSeq?: number): Promise<SessionId>;
  undo(id: SessionId): Promise<Undone>;
  redo(id: SessionId): Promise<Undone>;
  export(id: SessionId, format: ExportFormat): AsyncIterable<string>;
  /** Durable events after a sequence, oldest first, at most `limit`: with fewer there are no more. */
  read(id: SessionId, after: number, limit: number): Promise<StoredEvent[]>;
  /** The sequence of the newest event. */
  lastSeq(id: SessionId): Promise<number>;
  /** Calls back soon after something was appended, by whatever process. Returns the way to stop it. */
  watch(id: SessionId, onChange: () => void): () => void;
  /** What an event only names: a long text, an image. Refused with `blob-missing`. */
  blob(digest: string): Promise<Uint8Array>;
  /** Ends what still runs of it, its background shells above all, before it is gone. */
  delete(id: SessionId): Promise<void>;
}

const isSessionId = (id: string): id is SessionId => /^ses_[0-9a-z]{1,64}$/.test(id);

export interface SessionsOptions extends DeleteDeps {
  language: Language;
  contexts: Contexts;
  tasks: Tasks;
}

export function createSessions({ language, contexts, tasks, ...deps }: SessionsOptions): Sessions {
  const { store, owner } = deps;
  const rewind = (id: SessionId, direction: "undo" | "redo"): Promise<Undone> =>
    undoSession({ store, sessionId: id, owner, direction, language });
  const exportAs: Record<ExportFormat, (id: SessionId) => AsyncIterable<string>> = {
    jsonl: (id) => exportJsonl(store, id),
    markdown: (id) => exportMarkdown(store, id, createTranslate(language)),
    async *html(id) {
      const { exportHtml } = await import("../session/export-html.ts");
      yield* exportHtml(store, id, createTranslate(language), language);
    },
  };
  return {
    ...contexts,
    ...tasks,
    async create({ folder, title, settings }) {
      const id = createId("ses");
      await store.create(id, [{ type: "session.created", folder, title, settings }]);
      return id;
    },
    async find(id) {
      if (isSessionId(id)) return (await store.get(id)).id;
      const all = await store.list({ limit: 10_000 });
      const matches = all.filter((session) => session.id.endsWith(id));
      const [only] = matches;
      if (matches.length === 1 && only && id.length >= 4) return only.id;
      throw new SkillmintError("session-not-found", { params: { id } });
    },
    open: (id) => openView(store, id, { full: true }),
    get: (id) => store.get(id),
    list: (options) => store.list(options),
    search: (query, limit) => store.search(query, limit),
    async rename(id, title) {
      await store.append(id, [{ type: "session.renamed", title }], { durable: true });
    },
    fork: (id, promptSeq) => forkSession(store, id, promptSeq === undefined ? {} : { promptSeq }),
    undo: (id) => rewind(id, "undo"),
    redo: (id) => rewind(id, "redo"),
    export: (id, format) => exportAs[format](id),
    read: (id, after, limit) => store.read(id, after, limit),
    lastSeq: (id) => store.lastSeq(id),
    watch: (id, onChange) => store.watch(id, onChange),
    blob: (digest) => store.getBlob(digest),
    delete: (id) => deleteSession(deps, id),
  };
}
