import type { ToolDefinition } from "../model/model.ts";
import { nearestNames } from "../model/nearest.ts";
import { canonicalToolName } from "../protocol/index.ts";
import type { Offer, Tool } from "./define-tool.ts";
import { toInputSchema } from "./input-schema.ts";

/** Tools of which more may become known while a session is worked on. */
export interface ToolSource {
  /** Looks what there is now; awaited before each request. */
  refresh?(): Promise<void>;
  /** All that is known now; the same object for as long as nothing of the tool changed. */
  tools(): readonly Tool[];
  /** One that can be called although it is not known yet. */
  find?(name: string): Tool | undefined;
}

export interface Registry {
  /** By name, in any case, or by one of the usual other spellings. */
  find(name: string): Tool | undefined;
  nearest(name: string): string[];
  names(): string[];
  /** Looks what there is now where that can change. */
  refresh(): Promise<void>;
  /** The tools that are not offered from the start: those on demand (see `Tool.onDemand`), and what a source has. */
  later(): Tool[];
  /** What a request tells the model: the tools that are always offered, and behind them those that came later. */
  definitions(later?: readonly Tool[]): ToolDefinition[];
  /** The same tools and more, for one session: a name that is taken stays with the first. */
  extend(tools: readonly Tool[], source?: ToolSource): Registry;
}

function toDefinition({ name, description, input, inputSchema }: Tool): ToolDefinition {
  return { name, description, inputSchema: inputSchema ?? toInputSchema(input) };
}

/** A definition with what holds for one session put in; the schema itself is computed once. */
function applyOffer(definition: ToolDefinition, offer: Offer): ToolDefinition {
  const properties = { ...(definition.inputSchema["properties"] as Record<string, object>) };
  for (const [name, values] of Object.entries(offer.choices ?? {}))
    properties[name] = { ...properties[name], enum: values };
  const { description } = offer;
  return { ...definition, description, inputSchema: { ...definition.inputSchema, properties } };
}

const keyOf = (name: string): string => name.toLowerCase();

export function createRegistry(
  tools: readonly Tool[],
  source?: ToolSource,
  made = new WeakMap<Tool, ToolDefinition>(),
): Registry {
  const byName = new Map(tools.toReversed().map((tool) => [keyOf(tool.name), tool]));
  const always = tools.filter((tool) => tool.onDemand === undefined);
  const define = (tool: Tool): ToolDefinition[] => {
    const definition = made.get(tool) ?? toDefinition(tool);
    made.set(tool, definition);
    if (!tool.definition) return [definition];
    const offer = tool.definition();
    return offer ? [applyOffer(definition, offer)] : [];
  };
  /** Without those whose name is taken. */
  const more = (): Tool[] => (source?.tools() ?? []).filter(({ name }) => !byName.has(keyOf(name)));
  const all = (): Tool[] => [...tools, ...more()];
  const names = (): string[] => all().map((tool) => tool.name);
  return {
    find: (name) =>
      byName.get(keyOf(name)) ??
      byName.get(keyOf(canonicalToolName(name))) ??
      more().find((tool) => keyOf(tool.name) === keyOf(name)) ??
      source?.find?.(name),
    nearest: (name) => nearestNames(name, names(), 6),
    names,
    refresh: async () => source?.refresh?.(),
    later: () => [...tools.filter((tool) => tool.onDemand !== undefined), ...more()],
    definitions: (later = []) => [...always, ...later].flatMap(define),
    extend: (added, another) => createRegistry([...tools, ...added], another ?? source, made),
  };
}
