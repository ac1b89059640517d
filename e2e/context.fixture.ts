import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionEvent } from "../packages/core/src/protocol/index.ts";
import type {
  NormalMessage,
  NormalRequest,
  RecordedRequest,
  TempWorkspace,
} from "../packages/core/src/testing/index.ts";
import type { Wire } from "./kit.ts";

/** A request for a summary is the only one without tools. */
export const isSummary = ({ tools }: Pick<NormalRequest, "tools">): boolean => tools.length === 0;

export async function limitContext({ home }: TempWorkspace, [, model]: Wire, size: number): Promise<void> {
  await mkdir(join(home, ".skillmint"), { recursive: true });
  const models = { [model]: { contextSize: size } };
  await writeFile(join(home, ".skillmint", "models.jsonc"), JSON.stringify({ models }));
}

/** A file of which each part is another text: the loop guard must not see the same result twice. */
export const longText = (lines: number): string =>
  Array.from({ length: lines }, (_, line) => `line ${line} of a long file with words\n`).join("");

export const readPart = (offset: number, limit?: number) => ({
  name: "Read",
  input: { path: "long.txt", offset, ...(limit === undefined ? {} : { limit }) },
});

/** Where a conversation is not valid: a call without its result at once behind it, or a result without its call. */
export function findInvalid(messages: readonly NormalMessage[]): string[] {
  const problems: string[] = [];
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.includes(message.id)) problems.push(`result without a call: ${message.id}`);
      open = open.filter((id) => id !== message.id);
      continue;
    }
    problems.push(...open.map((id) => `call without a result: ${id}`));
    open = message.role === "assistant" ? message.calls.map(({ id }) => id) : [];
  }
  return [...problems, ...open.map((id) => `call without a result: ${id}`)];
}

export type ModelRequest = RecordedRequest & { normal: NormalRequest };

export const modelRequests = (requests: readonly RecordedRequest[]): ModelRequest[] =>
  requests.flatMap((request) => (request.normal ? [{ ...request, normal: request.normal }] : []));

export const textsOf = ({ normal }: ModelRequest): string[] => normal.messages.map(({ text }) => text);

/** The parts of a request in the order in which they are cached. Marks of what to cache are no part of it. */
export function cachedParts({ body }: RecordedRequest): string[] {
  const plain = JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === "cache_control" ? undefined : value)),
  ) as Record<string, unknown>;
  const messages = plain["messages"] as unknown[];
  return [plain["tools"], plain["system"], ...messages].map((part) => JSON.stringify(part));
}

/** For each reply, whether something that changes the beginning of requests happened since the one before it. */
export function changesBefore(events: readonly SessionEvent[]): boolean[] {
  const changing = new Set(["results.cleared", "session.compacted"]);
  const changes: boolean[] = [];
  let isChanged = false;
  for (const { type } of events) {
    if (changing.has(type)) isChanged = true;
    if (type !== "message.completed") continue;
    changes.push(isChanged);
    isChanged = false;
  }
  return changes;
}
