import { SkillmintError, type Language } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";
import type { Env } from "./home.ts";

const pattern = /\$\{(?:secret:([\w./-]+)|([A-Za-z_]\w*)(?::-([^{}]*))?)\}/g;

export interface References {
  variables: string[];
  secrets: string[];
}

function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]),
  ) as T;
}

/** What a value cannot do without, so that secrets are fetched only where one is named. */
export function findReferences(value: unknown): References {
  const variables = new Set<string>();
  const secrets = new Set<string>();
  mapStrings(value, (text) => {
    for (const [, secret, variable, fallback] of text.matchAll(pattern)) {
      if (secret !== undefined) secrets.add(secret);
      else if (variable !== undefined && fallback === undefined) variables.add(variable);
    }
    return text;
  });
  return { variables: [...variables], secrets: [...secrets] };
}

/** Every variable that a value names, those with a default included. */
export function findVariables(value: unknown): string[] {
  const names = new Set<string>();
  mapStrings(value, (text) => {
    for (const [, , variable] of text.matchAll(pattern)) if (variable !== undefined) names.add(variable);
    return text;
  });
  return [...names];
}

function own(record: Env | undefined, name: string | undefined): string | undefined {
  return record && name !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/**
 * Fills in `${NAME}`, `${NAME:-default}` and `${secret:name}` in every text of a value, in one pass: what was filled in is not read
 * again. Refused with `usage`, naming the reference, where one is unset or empty; `where` says in which file.
 */
export function resolveReferences<T>(
  value: T,
  sources: { env: Env; secrets?: Env; where?: string; language?: Language },
): T {
  return mapStrings(value, (text) =>
    text.replaceAll(pattern, (reference: string, ...groups: (string | undefined)[]) => {
      const [secret, variable, fallback] = groups;
      const found = secret === undefined ? own(sources.env, variable) : own(sources.secrets, secret);
      if (found) return found;
      if (fallback !== undefined) return fallback;
      const where = sources.where ? ` (${sources.where})` : "";
      const message = createWords(sources.language)("reference.unset", { reference, where });
      throw new SkillmintError("usage", { params: { message } });
    }),
  );
}
