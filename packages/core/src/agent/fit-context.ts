import type { ModelMessage } from "../model/model.ts";
import type { Translate } from "../protocol/index.ts";
import type { ContextUnit } from "./context.ts";

/** How much of a model's context the conversation may fill. */
export const contextShare = 0.7;

/** A picture costs the providers we know between 800 and 1,600 tokens. */
const imageTokens = 1_600;

function textsOf(message: ModelMessage): string[] {
  return message.content.flatMap((part) => {
    if (part.type === "image") return [];
    return [part.type === "call" ? part.name + JSON.stringify(part.input) : part.text];
  });
}

function countImages(message: ModelMessage): number {
  return message.content.filter((part) => part.type === "image").length;
}

async function estimateTokens(messages: readonly ModelMessage[]): Promise<number> {
  const { estimateTokenCount } = await import("tokenx");
  let sum = 0;
  for (const message of messages) {
    sum += 4 + countImages(message) * imageTokens;
    for (const text of textsOf(message)) sum += estimateTokenCount(text);
  }
  return sum;
}

/** What the messages could take at most, in tokens: one for each character. Costs nothing. */
export function countChars(messages: readonly ModelMessage[]): number {
  let sum = 0;
  for (const message of messages) {
    sum += 4 + countImages(message) * imageTokens;
    for (const text of textsOf(message)) sum += text.length;
  }
  return sum;
}

/**
 * Leaves out the oldest units after the first until the rest fits the budget, and says so in their place. A
 * call and its result are one unit: they are never parted. The first and the newest unit always stay.
 */
export async function fitContext(
  units: ContextUnit[],
  budget: number,
  t: Translate,
): Promise<ModelMessage[]> {
  const all = units.flatMap((unit) => unit.messages);
  const [first, ...rest] = units;
  if (!first || countChars(all) <= budget) return all;
  const sizes = await Promise.all(units.map((unit) => estimateTokens(unit.messages)));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= budget) return all;
  let dropped = 0;
  let omitted = 0;
  while (total > budget && dropped < rest.length - 1) {
    total -= sizes[dropped + 1] ?? 0;
    omitted += rest[dropped]?.messages.length ?? 0;
    dropped++;
  }
  if (dropped === 0) return all;
  const mark: ModelMessage = {
    role: "user",
    content: [{ type: "text", text: t("prompt.omitted", { count: omitted }) }],
  };
  return [...first.messages, mark, ...rest.slice(dropped).flatMap((unit) => unit.messages)];
}
