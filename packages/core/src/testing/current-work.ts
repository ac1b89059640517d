import type { NormalMessage } from "./script.ts";

/** A call of the piece of work at hand, and what came of it. */
export interface Deed {
  name: string;
  input: Record<string, unknown>;
  text: string;
  isError: boolean;
}

export interface Work {
  prompt: string;
  /** All that was said to the model for it: prompts, skills, notes. */
  told: string;
  deeds: Deed[];
  /** Nothing was finished before it. */
  isFirst: boolean;
}

/** The prompt at hand and what was done for it: all that follows the last reply without calls. */
export function currentWork(messages: readonly NormalMessage[]): Work {
  const end = messages.findLastIndex((message) => message.role === "assistant" && message.calls.length === 0);
  const rest = messages.slice(end + 1);
  const said = rest.flatMap((message) => (message.role === "user" ? [message.text] : []));
  const deeds: Deed[] = [];
  const open = new Map<string, Deed>();
  for (const message of rest) {
    if (message.role === "assistant") {
      for (const call of message.calls) {
        const deed = { name: call.name, input: call.input ?? {}, text: "", isError: false };
        deeds.push(deed);
        open.set(call.id, deed);
      }
    } else if (message.role === "tool") {
      const deed = open.get(message.id);
      if (deed) Object.assign(deed, { text: message.text, isError: message.isError });
    }
  }
  return { prompt: said[0] ?? "", told: said.join("\n"), deeds, isFirst: end === -1 };
}
