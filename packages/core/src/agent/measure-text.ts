import type { ModelMessage } from "../model/model.ts";

/** A picture costs the providers we know between 800 and 1,600 tokens. */
export const imageTokens = 1_600;
/** What the form of a message costs beside its text. */
const messageTokens = 4;

const remembered = 4_000;
const shortText = 200;

/** Estimates tokens. It remembers what it estimated: a conversation is measured before every request. */
export interface TokenMeter {
  text(text: string): Promise<number>;
  messages(messages: readonly ModelMessage[]): Promise<number>;
}

function textsOf(message: ModelMessage): string[] {
  return message.content.flatMap((part) => {
    if (part.type === "image") return [];
    return [part.type === "call" ? part.name + JSON.stringify(part.input) : part.text];
  });
}

export function countImages(message: ModelMessage): number {
  return message.content.filter((part) => part.type === "image").length;
}

/** What the messages could take at most, in tokens: one for each character. Costs nothing. */
export function countChars(messages: readonly ModelMessage[]): number {
  let sum = 0;
  for (const message of messages) {
    sum += messageTokens + countImages(message) * imageTokens;
    for (const text of textsOf(message)) sum += text.length;
  }
  return sum;
}

export function createTokenMeter(): TokenMeter {
  const known = new Map<string, number>();

  async function measure(text: string): Promise<number> {
    const before = known.get(text);
    if (before !== undefined) return before;
    const { estimateTokenCount } = await import("tokenx");
    // Long words without a blank (hashes, encoded bytes) are taken for cheap there; four characters a token are not.
    const count = Math.max(estimateTokenCount(text), Math.ceil(text.length / 4));
    if (text.length > shortText) {
      if (known.size >= remembered) known.clear();
      known.set(text, count);
    }
    return count;
  }

  return {
    text: measure,
    async messages(messages) {
      let sum = 0;
      for (const message of messages) {
        sum += messageTokens + countImages(message) * imageTokens;
        for (const text of textsOf(message)) sum += await measure(text);
      }
      return sum;
    },
  };
}
