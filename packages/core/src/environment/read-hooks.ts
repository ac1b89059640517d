import type { Diagnostic, Translate } from "../protocol/index.ts";
import { compileMatcher } from "./hook-matcher.ts";
import { hookEvents, type Hook, type HookEvent, type HookOrigin } from "./hook.ts";

export interface HookPlace {
  /** The file that they stand in. */
  file: string;
  origin: HookOrigin;
  /** Where in the file something stands, as far as that is known. */
  locate?(path: readonly (string | number)[]): { line: number; column: number };
  t: Translate;
}

export interface ReadHooks {
  hooks: Hook[];
  /** Whether the place says that none are to run. */
  areOff?: boolean;
  diagnostics: Diagnostic[];
}

const defaultSeconds = 60;
const maxSeconds = 600;
const maxHooks = 100;
const maxCommandChars = 8_000;

/** What would make a command another one than it looks like to us: such a hook is left aside as a whole. */
const unsupportedKeys = ["args", "if", "shell"];

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

function asFields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function isEvent(name: string): name is HookEvent {
  return (hookEvents as readonly string[]).includes(name);
}

/** In frontmatter every scalar is a text. */
function readSeconds(value: unknown): number | undefined {
  if (value === undefined) return defaultSeconds;
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof seconds === "number" && seconds > 0 ? Math.min(seconds, maxSeconds) : undefined;
}

const isYes = (value: unknown): boolean => value === true || value === "true" || value === "yes";

/**
 * The commands of a `hooks` setting as other clients write it: by event, each with a matcher and its commands. What
 * cannot be used is left aside and told, the rest counts.
 */
export function readHooks(value: unknown, place: HookPlace): ReadHooks {
  const { t, file, origin } = place;
  const hooks: Hook[] = [];
  const diagnostics: Diagnostic[] = [];
  const tell = (path: Path, code: string, message: string): void => {
    const where = place.locate?.(["hooks", ...path]) ?? {};
    diagnostics.push({ path: file, ...where, severity: "warning", code, message });
  };
  const nameOf = (path: Path): string => ["hooks", ...path].join(".");
  const malformed = (path: Path, expected: string): void =>
    tell(path, "hook-malformed", t("hooks.malformed", { name: nameOf(path), expected }));

  function addHook(event: HookEvent, matcher: string, entry: unknown, path: Path): void {
    const fields = asFields(entry);
    if (!fields) return malformed(path, t("expect.object"));
    const type = fields["type"] ?? "command";
    if (type !== "command")
      return tell(
        path,
        "hook-unsupported",
        t("hooks.type", { name: nameOf(path), type: JSON.stringify(type) }),
      );
    const odd = unsupportedKeys.find((key) => fields[key] !== undefined);
    if (odd !== undefined)
      return tell([...path, odd], "hook-unsupported", t("hooks.key", { name: nameOf([...path, odd]) }));
    const { command } = fields;
    if (typeof command !== "string" || command.trim() === "" || /\0/.test(command))
      return malformed([...path, "command"], t("expect.nonempty"));
    if (command.length > maxCommandChars) return malformed([...path, "command"], t("hooks.shorter"));
    const seconds = readSeconds(fields["timeout"]);
    if (seconds === undefined) return malformed([...path, "timeout"], t("expect.positive"));
    if (hooks.length >= maxHooks)
      return tell(path, "hook-unsupported", t("hooks.tooMany", { limit: maxHooks }));
    const once = isYes(fields["once"]);
    hooks.push({ event, matcher, command, timeoutMs: seconds * 1_000, once, origin, source: file });
  }

  function addGroup(event: HookEvent, group: unknown, path: Path): void {
    const fields = asFields(group);
    if (!fields) return malformed(path, t("expect.object"));
    const matcher = fields["matcher"] ?? "";
    const isKnown = typeof matcher === "string" && compileMatcher(matcher, { names: true }) !== undefined;
    if (!isKnown) return malformed([...path, "matcher"], t("hooks.matcher"));
    const entries = fields["hooks"];
    if (!Array.isArray(entries)) return malformed([...path, "hooks"], t("expect.items"));
    for (const [index, entry] of entries.entries()) addHook(event, matcher, entry, [...path, "hooks", index]);
  }

  const events = asFields(value);
  if (!events) malformed([], t("expect.object"));
  for (const [event, groups] of Object.entries(events ?? {})) {
    if (!isEvent(event))
      tell([event], "hook-unknown-event", t("hooks.event", { event, known: hookEvents.join(", ") }));
    else if (!Array.isArray(groups)) malformed([event], t("expect.items"));
    else for (const [index, group] of groups.entries()) addGroup(event, group, [event, index]);
  }
  return { hooks, diagnostics };
}
