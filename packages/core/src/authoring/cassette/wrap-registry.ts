import type { Tool } from "../../tool/define-tool.ts";
import type { Registry } from "../../tool/registry.ts";

/** The same tools, each found with something around it. What the model is told of them stays as it is. */
export function wrapRegistry(registry: Registry, wrap: (tool: Tool) => Tool): Registry {
  const wrapped = new WeakMap<Tool, Tool>();
  return {
    ...registry,
    find(name) {
      const tool = registry.find(name);
      if (!tool) return undefined;
      const known = wrapped.get(tool) ?? wrap(tool);
      wrapped.set(tool, known);
      return known;
    },
    extend: (tools, source) => wrapRegistry(registry.extend(tools, source), wrap),
  };
}
