import type { Cassette } from "./cassette.ts";
import type { CassetteWriter } from "./cassette-writer.ts";
import type { CassetteWords } from "./cassette-words.ts";
import { createPlaceholders, type Placeholders, type PlaceholderOptions } from "./placeholders.ts";
import type { RequestDigests, RequestForm } from "./request-form.ts";
import type { TreeViews } from "./tree-views.ts";

/** What the parts of one recording share: where it goes, what it holds already, how things are named. */
export interface RecorderCore {
  views: TreeViews;
  words: CassetteWords;
  placeholders(): Placeholders;
  write(...records: object[]): Promise<void>;
  /** The number of the next step, and how far the agents are at it. */
  nextStep(): { step: number; seen: Record<string, number> };
  /** The step that was last written. */
  step(): number;
  /** What of a request the file does not hold yet. Only what people wrote is kept in full: replies and results are there. */
  newParts(form: RequestForm, digests: RequestDigests): object[];
  /** How many messages of an agent's request are those of its request before. */
  keepMessages(agent: string, messages: readonly string[]): number;
  /** Whether this is the first time. */
  isFirst(what: string): boolean;
  /** 1, 2, 3 … for each name. */
  count(name: string): number;
}

export interface RecorderCoreOptions {
  writer: CassetteWriter;
  words: CassetteWords;
  views: TreeViews;
  hiding: Omit<PlaceholderOptions, "ids">;
  /** What the file holds, where it is gone on with. */
  before?: Cassette | undefined;
}

export function createRecorderCore({
  writer,
  words,
  views,
  hiding,
  before,
}: RecorderCoreOptions): RecorderCore {
  let step = before?.steps ?? 0;
  const written = new Set(before?.parts.keys());
  const messagesOf = new Map<string, readonly string[]>();
  for (const [place, replies] of before?.replies ?? [])
    messagesOf.set(place.replace(/ #\d+$/, ""), replies.at(-1)?.messages ?? []);
  const firsts = new Set<string>();
  const counts = new Map<string, number>();
  for (const place of before?.calls.keys() ?? []) {
    const [, name = "", number] = /^(.+ command) (\d+)$/.exec(place) ?? [];
    if (number !== undefined) counts.set(name, Math.max(counts.get(name) ?? 0, Number(number)));
  }
  for (const { file } of before?.files ?? []) firsts.add(`file ${file}`);
  for (const skill of before?.skills.keys() ?? []) firsts.add(`skill ${skill}`);
  return {
    views,
    words,
    placeholders: () => createPlaceholders({ ...hiding, ids: views.ids }),
    write: (...records) => writer.write(...records),
    nextStep: () => ({ step: ++step, seen: views.seen() }),
    step: () => step,
    newParts(form, digests) {
      const parts: object[] = [];
      const add = (part: string | undefined, of: string, value: unknown): void => {
        if (part === undefined || written.has(part)) return;
        written.add(part);
        parts.push({ part, of, value });
      };
      add(digests.system, "system", form.system);
      for (const [index, tool] of form.tools.entries()) add(digests.tools[index], "tool", tool);
      add(digests.toolList, "tools", digests.tools);
      for (const [index, message] of form.messages.entries())
        if (isOfUser(message)) add(digests.messages[index], "message", message);
      return parts;
    },
    keepMessages(agent, messages) {
      const last = messagesOf.get(agent) ?? [];
      const differing = messages.findIndex((digest, index) => digest !== last[index]);
      messagesOf.set(agent, messages);
      return differing < 0 ? messages.length : differing;
    },
    isFirst(what) {
      if (firsts.has(what)) return false;
      firsts.add(what);
      return true;
    },
    count(name) {
      const number = (counts.get(name) ?? 0) + 1;
      counts.set(name, number);
      return number;
    },
  };
}

function isOfUser(message: unknown): boolean {
  return typeof message === "object" && message !== null && "role" in message && message.role === "user";
}
