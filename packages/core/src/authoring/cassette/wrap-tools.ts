import type { Description, Tool, ToolContext, ToolResult } from "../../tool/define-tool.ts";
import type { Registry } from "../../tool/registry.ts";

/** A call with what it was said to do; `undefined` where that cannot be said. */
export interface WrappedCall {
  tool: Tool;
  input: Record<string, unknown>;
  context: ToolContext;
  description: Description | undefined;
}

/** The same tools, each found with something around it. What the model is told of them stays as it is. */
function wrapRegistry(registry: Registry, wrap: (tool: Tool) => Tool): Registry {
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

/** The tools of a session, with every call made by `run` instead. */
export function wrapTools(registry: Registry, run: (call: WrappedCall) => Promise<ToolResult>): Registry {
  return wrapRegistry(registry, (tool) => {
    const described = new WeakMap<object, Description>();
    const describe: Tool["describe"] = async (input, workspace, memory) => {
      const description = await tool.describe(input, workspace, memory);
      described.set(input, description);
      return description;
    };
    return {
      ...tool,
      describe,
      async run(input, context) {
        // What the gate judged is what runs: it is not described again. Where nothing was judged, it is now.
        const known =
          described.get(input) ??
          (await describe(input, context.workspace, context.memory).catch(() => undefined));
        return run({ tool, input, context, description: known });
      },
    };
  });
}
