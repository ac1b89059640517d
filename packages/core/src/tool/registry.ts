import type { ToolDefinition } from "../model/model.ts";
import { nearestNames } from "../model/nearest.ts";
import { canonicalToolName } from "../protocol/index.ts";
import type { Offer, Tool } from "./define-tool.ts";
import { toInputSchema } from "./input-schema.ts";

export interface Registry {
  /** By name, in any case, or by one of the usual other spellings. */
  find(name: string): Tool | undefined;
  nearest(name: string): string[];
  names(): string[];
  /** The tools that are not offered before something asks for them; see `Tool.onDemand`. */
  onDemand(): Tool[];
  /** What a request tells the model: the tools that are always offered, and behind them those that were asked for. */
  definitions(demanded?: readonly Tool[]): ToolDefinition[];
  /** The same tools and more, for one session: a name that is taken stays with the first. */
  extend(tools: readonly Tool[]): Registry;
}

function toDefinition({ name, description, input }: Tool): ToolDefinition {
  return { name, description, inputSchema: toInputSchema(input) };
}

/** A definition with what holds for one session put in; the schema itself is computed once. */
function applyOffer(definition: ToolDefinition, offer: Offer): ToolDefinition {
  const properties = { ...(definition.inputSchema["properties"] as Record<string, object>) };
  for (const [name, values] of Object.entries(offer.choices ?? {}))
    properties[name] = { ...properties[name], enum: values };
  const { description } = offer;
  return { ...definition, description, inputSchema: { ...definition.inputSchema, properties } };
}

export function createRegistry(tools: readonly Tool[], made = new WeakMap<Tool, ToolDefinition>()): Registry {
  const byName = new Map(tools.toReversed().map((tool) => [tool.name.toLowerCase(), tool]));
  const always = tools.filter((tool) => tool.onDemand === undefined);
  const define = (tool: Tool): ToolDefinition[] => {
    const definition = made.get(tool) ?? toDefinition(tool);
    made.set(tool, definition);
    if (!tool.definition) return [definition];
    const offer = tool.definition();
    return offer ? [applyOffer(definition, offer)] : [];
  };
  return {
    find: (name) => byName.get(name.toLowerCase()) ?? byName.get(canonicalToolName(name).toLowerCase()),
    nearest: (name) =>
      nearestNames(
        name,
        tools.map((tool) => tool.name),
        6,
      ),
    names: () => tools.map((tool) => tool.name),
    onDemand: () => tools.filter((tool) => tool.onDemand !== undefined),
    definitions: (demanded = []) => [...always, ...demanded].flatMap(define),
    extend: (more) => createRegistry([...tools, ...more], made),
  };
}
