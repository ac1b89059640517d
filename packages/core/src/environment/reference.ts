import { SkillmintError, type Language } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";
import type { Env } from "./home.ts";

const pattern = /\$\{(?:secret:([\w./-]+)|([A-Za-z_]\w*))\}/g;

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

/** What a value refers to, so that secrets are fetched only where one is named. */
export function findReferences(value: unknown): References {
  const variables = new Set<string>();
  const secrets = new Set<string>();
  mapStrings(value, (text) => {
    for (const [, secret, variable] of text.matchAll(pattern)) {
      if (secret !== undefined) secrets.add(secret);
      else if (variable !== undefined) variables.add(variable);
    }
    return text;
  });
  return { variables: [...variables], secrets: [...secrets] };
}

function own(record: Env | undefined, name: string | undefined): string | undefined {
  return record && name !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/**
 * Fills in `${NAME}` and `${secret:name}` in every text of a value, in one pass: what was filled in is not read
 * again. Refused with `usage`, naming the reference, where one is unset or empty; `where` says in which file.
 */
export function resolveReferences<T>(
  value: T,
  sources: { env: Env; secrets?: Env; where?: string; language?: Language },
): T {
  return mapStrings(value, (text) =>
    text.replaceAll(pattern, (reference, secret: string | undefined, variable: string | undefined) => {
      const found = secret === undefined ? own(sources.env, variable) : own(sources.secrets, secret);
      if (found) return found;
      const where = sources.where ? ` (${sources.where})` : "";
      const message = createWords(sources.language)("reference.unset", { reference, where });
      throw new SkillmintError("usage", { params: { message } });
    }),
  );
}
