import type { z } from "zod";
import { cutText } from "../../protocol/index.ts";

const maxTries = 40;
const maxProblems = 8;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The last JSON object of a reply: the whole of it, in a fence, or at its end. */
export function findJson(reply: string): object | undefined {
  const fences = [...reply.matchAll(/```(?:json[c5]?)?[ \t]*\r?\n([\s\S]*?)```/gi)].map(
    (match) => match[1] ?? "",
  );
  for (const text of [reply, ...fences.reverse()]) {
    const value = parse(text.trim());
    if (isObject(value)) return value;
  }
  // The widest that ends at the last brace: an inner object is no result.
  const end = reply.lastIndexOf("}") + 1;
  let start = reply.indexOf("{");
  for (let tries = 0; start !== -1 && start < end && tries < maxTries; tries += 1) {
    const value = parse(reply.slice(start, end));
    if (isObject(value)) return value;
    start = reply.indexOf("{", start + 1);
  }
  return undefined;
}

export type ReadResult<T> = { result: T } | { problems: string[] };

/** Reads a reply as a result. What is wrong with it is said so that its writer can mend it. */
export function readResult<T>(reply: string, schema: z.ZodType<T>, noJson: string): ReadResult<T> {
  const value = findJson(reply);
  if (value === undefined) return { problems: [noJson] };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { result: parsed.data };
  return {
    problems: parsed.error.issues
      .slice(0, maxProblems)
      .map(({ path, message }) => `${path.join(".") || "JSON"}: ${cutText(message, 200)}`),
  };
}
