import type { ToolDefinition } from "../model/model.ts";
import { textOf, unspill, type Entry, type SessionView } from "../protocol/index.ts";
import type { Tool } from "../tool/define-tool.ts";
import type { Registry } from "../tool/registry.ts";

type GetText = (blob: string) => Promise<string>;

interface Said {
  texts: string[];
  /** The tools that were called. */
  names: string[];
}

/** What an entry says of the world, as far as it can ask for a tool: not what the model only talked about. */
async function readEntry(view: SessionView, entry: Entry, getText: GetText): Promise<Said> {
  const texts: string[] = [];
  const names: string[] = [];
  if (entry.kind === "prompt")
    texts.push(textOf(await unspill(entry.content, entry.blobs, "content", getText)));
  if (entry.kind === "skill") texts.push(await unspill(entry.text, entry.blobs, "text", getText));
  if (entry.kind !== "message") return { texts, names };
  for (const callId of entry.calls) {
    const call = view.calls[callId];
    if (!call) continue;
    names.push(call.name);
    texts.push(
      JSON.stringify(await unspill(call.input, call.blobs, "input", getText)),
      textOf(await unspill(call.content ?? [], call.resultBlobs, "content", getText)),
    );
  }
  return { texts, names };
}

/** What active skills say of tools beside their text: the session's own one is no entry. */
async function readSkills(view: SessionView, getText: GetText): Promise<Said> {
  const active = Object.values(view.skills);
  const own = active.filter((skill) => skill.own);
  const bodies = await Promise.all(own.map(({ text, blobs }) => unspill(text, blobs, "text", getText)));
  return { texts: [...bodies, ...active.flatMap(({ terms }) => terms.allowedTools ?? [])], names: [] };
}

/**
 * The tools of each request of a run, to be asked where no call is open. Which tools on demand are among them follows
 * from the log alone: another process offers the same, a tool once offered stays as it was, and new ones come last, so
 * that the beginning of a request does not change. What was undone asks for nothing.
 */
export function createOfferedTools(
  registry: Registry,
  getText: GetText,
): (view: SessionView) => Promise<ToolDefinition[]> {
  const offered: Tool[] = [];
  const isOffered = (tool: Tool): boolean => offered.some(({ name }) => name === tool.name);
  /** What was looked at for each tool that nothing asked for yet, by its name. */
  const looked = new Map<string, WeakSet<Entry>>();

  const wants = (tool: Tool, { texts, names }: Said): boolean => {
    const wanted = tool.onDemand;
    if (wanted !== undefined && texts.some((text) => text.search(wanted) !== -1)) return true;
    return names.some((name) => registry.find(name)?.name === tool.name);
  };

  return async (view) => {
    await registry.refresh();
    const waiting = new Set<Tool>();
    for (const tool of registry.later()) {
      if (isOffered(tool)) continue;
      if (tool.onDemand === undefined) offered.push(tool);
      else waiting.add(tool);
    }
    if (waiting.size === 0) return registry.definitions(offered);
    const take = (said: Said, tools: Iterable<Tool>): void => {
      for (const tool of tools) {
        if (!wants(tool, said)) continue;
        waiting.delete(tool);
        offered.push(tool);
      }
    };
    for (const entry of view.entries) {
      const fresh = [...waiting].filter(({ name }) => looked.get(name)?.has(entry) !== true);
      if (fresh.length === 0) continue;
      for (const { name } of fresh) {
        const seen = looked.get(name) ?? new WeakSet();
        looked.set(name, seen.add(entry));
      }
      take(await readEntry(view, entry, getText), fresh);
    }
    if (Object.keys(view.skills).length > 0) take(await readSkills(view, getText), waiting);
    return registry.definitions(offered);
  };
}
