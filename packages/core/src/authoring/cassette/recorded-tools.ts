import { z } from "zod";
import type { SessionView } from "../../protocol/index.ts";
import type { Description, Effect, Tool } from "../../tool/define-tool.ts";
import type { ToolSource } from "../../tool/registry.ts";
import { canonical, mapTexts, toJson } from "./json.ts";
import type { PlayerCore } from "./player-core.ts";
import { placeOf } from "./record-model.ts";
import { agentOf } from "./tree-views.ts";

interface Definition {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** The tools that the next request of an agent had in the recording. */
function recordedDefinitions({ cassette }: PlayerCore, view: SessionView): Definition[] {
  const agent = agentOf(view);
  const made = view.entries.filter(({ kind }) => kind === "message").length;
  const [reply] =
    cassette.replies.get(placeOf({ agent, iteration: made + 1 })) ??
    cassette.replies.get(placeOf({ agent, iteration: made })) ??
    [];
  return (reply?.tools ?? []).map((digest) => cassette.parts.get(digest) as Definition);
}

/**
 * Tools that this machine does not have, such as those of MCP servers: what the model was told of them, and nothing
 * that runs. `isKnown`: which are here anyway.
 */
export function recordedTools(
  core: PlayerCore,
  view: SessionView,
  isKnown: (name: string) => boolean,
): ToolSource {
  const made = new Map<string, Tool>();
  const calls = [...core.cassette.calls.values()].flat();

  function make(definition: Definition): Tool {
    const { restore, hide } = core.placeholders();
    const ofTool = calls.filter(({ name }) => name === definition.name);
    return {
      ...mapTexts(definition, restore),
      input: z.record(z.string(), z.unknown()),
      aliases: {},
      effect: (ofTool[0]?.about?.effect ?? "network") as Effect,
      async describe(input) {
        const given = canonical(toJson(mapTexts(input, hide)));
        const about = ofTool.find((call) => canonical(toJson(call.input)) === given)?.about;
        const { effect: _effect, ...described } = about ?? {
          effect: "",
          title: definition.name,
          resources: [],
        };
        return mapTexts(described, restore) as unknown as Description;
      },
      run: () => Promise.reject(new Error(definition.name)),
    };
  }

  const tools = (): Tool[] =>
    recordedDefinitions(core, view)
      .filter(({ name }) => !isKnown(name))
      .map((definition) => {
        const tool = made.get(definition.name) ?? make(definition);
        made.set(definition.name, tool);
        return tool;
      });
  return { tools, find: (name) => tools().find((tool) => tool.name === name) };
}
