import type { SessionEvent } from "../../protocol/index.ts";

const times = new Set(["at", "durationMs", "delayMs", "pidStart", "mtimeMs", "startedAt", "modifiedAt"]);
/** What names a folder by its digest, or says that it is a recording or a replay. */
const places = new Set(["record", "replay", "digest", "owner"]);

/** Events as they compare between machines: without times, ids by their order, folders by their names. */
export function comparableEvents(
  events: readonly SessionEvent[],
  folders: Readonly<Record<string, string>>,
): unknown[] {
  const ids = new Map<string, string>();
  const nameId = (id: string, prefix: string): string => {
    const name = ids.get(id) ?? `${prefix} ${ids.size + 1}`;
    ids.set(id, name);
    return name;
  };
  const change = (value: unknown): unknown => {
    if (typeof value === "string") {
      let text = value
        .replaceAll(/\b([a-z]{3,4})_[0-9a-z]{22}\b/g, nameId)
        .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => nameId(id, "uuid"));
      for (const [name, folder] of Object.entries(folders)) text = text.replaceAll(folder, `<${name}>`);
      return text;
    }
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !times.has(key) && !places.has(key));
    return Object.fromEntries(kept.map(([key, entry]) => [change(key), change(entry)]));
  };
  return events.map(change);
}
