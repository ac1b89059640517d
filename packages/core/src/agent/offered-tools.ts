import type { ToolDefinition } from "../model/model.ts";
import { textOf, unspill, type Entry, type SessionView } from "../protocol/index.ts";
import type { Tool } from "../tool/define-tool.ts";
import type { Registry } from "../tool/registry.ts";

type GetText = (blob: string) => Promise<string>;

/** What an entry says of the world, as far as it can ask for a tool: not what the model only talked about. */
async function readEntry(view: SessionView, entry: Entry, getText: GetText) {
  const texts: string[] = [];
  const names: string[] = [];
  if (entry.kind === "prompt")
    texts.push(textOf(await unspill(entry.content, entry.blobs, "content", getText)));
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

/**
 * The tools of each request of a run, to be asked where no call is open. Which tools on demand are among them follows
 * from the log alone: another process offers the same, a tool once offered stays, and new ones come last, so that the
 * beginning of a request does not change. What was undone asks for nothing.
 */
export function createOfferedTools(
  registry: Registry,
  getText: GetText,
): (view: SessionView) => Promise<ToolDefinition[]> {
  const waiting = new Set(registry.onDemand());
  const offered: Tool[] = [];
  const done = new WeakSet<Entry>();
  return async (view) => {
    const entries = waiting.size === 0 ? [] : view.entries.filter((entry) => !done.has(entry));
    for (const entry of entries) {
      if (waiting.size === 0) break;
      const { texts, names } = await readEntry(view, entry, getText);
      done.add(entry);
      for (const tool of waiting) {
        const wanted = tool.onDemand;
        const isNamed = wanted !== undefined && texts.some((text) => text.search(wanted) !== -1);
        if (!isNamed && !names.some((name) => registry.find(name) === tool)) continue;
        waiting.delete(tool);
        offered.push(tool);
      }
    }
    return registry.definitions(offered);
  };
}
