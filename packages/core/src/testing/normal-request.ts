import type { NormalMessage, NormalRequest, ToolMessage } from "./script.ts";

/** Completes what a wire read: counts the turns, names the results, finds the last prompt. */
export function normalRequest(
  read: Pick<NormalRequest, "wire" | "model" | "system" | "messages" | "tools" | "headers" | "body">,
): NormalRequest {
  const messages = nameResults(joinReplies(read.messages));
  const lastReply = messages.findLastIndex((message) => message.role === "assistant");
  return {
    ...read,
    messages,
    turn: messages.filter((message) => message.role === "assistant").length,
    last: messages.findLast((message) => message.role === "user")?.text ?? "",
    results: messages.slice(lastReply + 1).filter((message) => message.role === "tool"),
  };
}

/** Some wires spread one reply over several items. */
function joinReplies(messages: readonly NormalMessage[]): NormalMessage[] {
  const joined: NormalMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role !== "assistant" || last?.role !== "assistant") {
      joined.push(message);
      continue;
    }
    joined[joined.length - 1] = {
      role: "assistant",
      text: last.text + message.text,
      reasoning: last.reasoning + message.reasoning,
      calls: [...last.calls, ...message.calls],
    };
  }
  return joined;
}

function nameResults(messages: readonly NormalMessage[]): NormalMessage[] {
  const names = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === "assistant") for (const call of message.calls) names.set(call.id, call.name);
    if (message.role !== "tool" || message.name !== "") return message;
    return { ...message, name: names.get(message.id) ?? "" } satisfies ToolMessage;
  });
}
