import type { Memories, MemoryQuery, MemoryScope } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { oneLine, sanitize } from "../render/sanitize.ts";
import { usage } from "./run-flags.ts";

export interface MemoryFlags {
  scope?: string;
  skill?: string;
  agent?: string;
}

async function open(context: CliContext, flags: MemoryFlags): Promise<[Memories, MemoryQuery]> {
  const { memoryScopes, loadMemory } = await import("@skillmint/core");
  const scope = memoryScopes.find((known) => known === flags.scope);
  if (flags.scope !== undefined && scope === undefined) throw usage(context.t("cliMemory.scope"));
  const query = {
    folder: context.cwd,
    ...(scope === undefined ? {} : { scope }),
    ...(flags.skill === undefined ? {} : { skill: flags.skill }),
    ...(flags.agent === undefined ? {} : { agent: flags.agent }),
  };
  return [await loadMemory({ env: context.env, language: context.language }), query];
}

const wordPlace = ({ scope, skill, agent }: { scope: MemoryScope; skill?: string; agent?: string }): string =>
  oneLine(skill ?? (agent === undefined ? scope : `${scope}:${agent}`), 200);

/** `skillmint memory list` */
export async function listMemory(context: CliContext, flags: MemoryFlags): Promise<number> {
  const [memories, query] = await open(context, flags);
  const { notes, untrusted } = await memories.list(query);
  if (context.json) context.printJson(notes);
  else if (notes.length === 0) context.print(context.t("cliMemory.empty"));
  else
    for (const note of notes)
      context.print(`${note.key.padEnd(30)} ${String(note.bytes).padStart(7)}  ${wordPlace(note)}`);
  if (untrusted && !context.json) context.stderr.write(`${context.t("cliMemory.untrusted")}\n`);
  return 0;
}

/** `skillmint memory show <key>` */
export async function showMemory(context: CliContext, key: string, flags: MemoryFlags): Promise<number> {
  const [memories, query] = await open(context, flags);
  const { digest: _, unread: _unread, text, ...note } = await memories.read(query, key);
  if (context.json) context.printJson({ ...note, content: text });
  else context.print(sanitize(text).replace(/\n+$/, ""));
  return 0;
}

/** `skillmint memory delete <key>` */
export async function deleteMemory(context: CliContext, key: string, flags: MemoryFlags): Promise<number> {
  const [memories, query] = await open(context, flags);
  const deleted = await memories.delete(query, key);
  if (context.json) context.printJson({ ...deleted, deleted: true });
  else {
    const { path } = deleted;
    context.print(
      context.t("cliMemory.deleted", {
        key: deleted.key,
        place: wordPlace(deleted),
        path: oneLine(path, 4096),
      }),
    );
  }
  return 0;
}
