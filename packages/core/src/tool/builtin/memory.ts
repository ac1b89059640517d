import { z } from "zod";
import { MemoryError } from "../../environment/memory-error.ts";
import { memoryScopes, type MemoryPlace, type MemoryScope } from "../../environment/memory-place.ts";
import type { MemoryStore, MemoryText } from "../../environment/memory-store.ts";
import { cutText, type Mode, type Translate } from "../../protocol/index.ts";
import { defineTool, textResult, ToolFailure, type Tool, type ToolContext } from "../define-tool.ts";

export interface MemoryToolEnv {
  store: MemoryStore;
  t: Translate;
  /** The memory of a scope as this session means it; without one, the session's default. */
  place(scope?: MemoryScope): MemoryPlace;
  /** Whether there is only the default one: a sub-agent that remembers things has no other. */
  isFixed?: boolean;
  mode(): Mode;
  /** The digest of a note's text that the session was begun with, by path. */
  seen(path: string): string | undefined;
}

/** How much of a text that was overwritten unseen is shown. */
const shownBefore = 4_000;

function needKey(key: string | undefined, t: Translate): string {
  if (key === undefined) throw new ToolFailure(t("memory.noKey"));
  return key;
}

/** What later writes of this session are compared with. */
function remember({ memory }: ToolContext, { path, digest }: MemoryText): void {
  memory.set(`note:${path}`, digest);
}

function showText({ text, unread, path }: MemoryText, t: Translate, chars = text.length): string {
  const head = cutText(text, chars);
  const bytes = Buffer.byteLength(text) - Buffer.byteLength(head) + unread;
  return bytes > 0 ? `${head}\n${t("memory.rest", { bytes, path })}` : head;
}

async function readNote({ store, place }: MemoryToolEnv, wish: Wish, context: ToolContext) {
  const where = place(wish.scope);
  const found = await store.read(where, needKey(wish.key, context.t));
  remember(context, found);
  const { key, path, bytes } = found;
  return textResult(showText(found, context.t), { key, bytes, scope: where.scope, path });
}

async function listNotes({ store, place }: MemoryToolEnv, wish: Wish, { t }: ToolContext) {
  const where = place(wish.scope);
  const { scope } = where;
  const files = await store.list(where);
  const details = { scope, keys: files.map(({ key }) => key) };
  if (files.length === 0) return textResult(t("memory.empty", { scope }), details);
  const lines = files.map(({ key, bytes }) => t("memory.line", { key, bytes })).join("\n");
  return textResult(t("memory.list", { scope, lines }), details);
}

/** The note as this session last saw it, where it did. */
async function findSeen(env: MemoryToolEnv, where: MemoryPlace, key: string, { memory }: ToolContext) {
  try {
    const { path } = await env.store.read(where, key);
    const digest = memory.get(`note:${path}`);
    return typeof digest === "string" ? digest : env.seen(path);
  } catch (error) {
    if (MemoryError.is(error) && error.problem.code === "not-found") return undefined;
    throw error;
  }
}

async function writeNote(env: MemoryToolEnv, wish: Wish, context: ToolContext) {
  const { store, place } = env;
  const { t } = context;
  const where = place(wish.scope);
  const name = needKey(wish.key, t);
  if (wish.content === undefined) throw new ToolFailure(t("memory.noContent"));
  await store.check(where, name, wish.content);
  const seen = await findSeen(env, where, name, context);
  await context.begin();
  const { file, before } = await store.write(where, name, wish.content, seen);
  remember(context, file);
  const { key, path, bytes } = file;
  const words = { key, bytes, scope: where.scope };
  const details = { ...words, path };
  if (!before || seen !== undefined || before.text === wish.content || before.text.trim() === "")
    return textResult(t("memory.written", words), details);
  return textResult(t("memory.replaced", { ...words, before: showText(before, t, shownBefore) }), details);
}

async function deleteNote({ store, place }: MemoryToolEnv, wish: Wish, context: ToolContext) {
  const where = place(wish.scope);
  // What is not there is said before anything is begun.
  await store.read(where, needKey(wish.key, context.t));
  await context.begin();
  const { key, path } = await store.delete(where, wish.key ?? "");
  return textResult(context.t("memory.deleted", { key, scope: where.scope }), {
    key,
    scope: where.scope,
    path,
  });
}

type Operation = "read" | "write" | "list" | "delete";

interface Wish {
  operation: Operation;
  key?: string | undefined;
  content?: string | undefined;
  scope?: MemoryScope | undefined;
}

const operations = { read: readNote, write: writeNote, list: listNotes, delete: deleteNote };

/** The Memory tool of one session. It is never asked about; in plan mode it changes nothing. */
export function createMemoryTool(env: MemoryToolEnv): Tool {
  const { t } = env;
  const own = z.object({
    operation: z.enum(["read", "write", "list", "delete"]).describe(t("memory.operation")),
    key: z.string().optional().describe(t("memory.key")),
    content: z.string().optional().describe(t("memory.content")),
  });
  const scope = () => z.enum(memoryScopes).optional().describe(t("memory.scope"));
  return defineTool({
    name: "Memory",
    description: t("memory.description"),
    input: env.isFixed ? own : own.extend({ scope: scope() }),
    aliases: { action: "operation", command: "operation", name: "key", text: "content", value: "content" },
    effect: "interact",
    describe: ({ operation, key = "", scope }: Wish) => {
      const where = env.place(scope).scope;
      const shown = JSON.stringify(cutText(key, 100)).slice(1, -1);
      const title = t("memory.title", { operation, key: shown, scope: where }).replace("  ", " ");
      return { title, resources: [], subject: where };
    },
    async run(wish, context) {
      const changes = wish.operation === "write" || wish.operation === "delete";
      if (changes && env.mode() === "plan") throw new ToolFailure(context.t("memory.plan"));
      try {
        return await operations[wish.operation](env, wish, context);
      } catch (error) {
        if (!MemoryError.is(error)) throw error;
        throw new ToolFailure(error.explain(context.t), { cause: error });
      }
    },
  });
}
