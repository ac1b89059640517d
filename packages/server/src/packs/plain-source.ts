import { homedir } from "node:os";
import { join } from "node:path";
import { SkillmintError } from "@skillmint/core/protocol";

/** As it may stand in a list of jobs: without what a person put before the `@` or behind the `?`. */
export function plainSource(text: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0];
  if (scheme === undefined) return text.slice(0, 300);
  const [address = ""] = text.slice(scheme.length).split(/[?#]/, 1);
  const slash = address.indexOf("/");
  const host = slash === -1 ? address : address.slice(0, slash);
  const rest = slash === -1 ? "" : address.slice(slash);
  return `${scheme}${host.slice(host.lastIndexOf("@") + 1)}${rest}`.slice(0, 300);
}

/** `~/x` as a shell would have it: who types it in a form has none. */
export function expandHome(path: string, home: string = homedir()): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}

/** The same failure, with the address in its words as it may be told. */
export function hideSource(thrown: unknown, text: string, shown: string): unknown {
  if (!(thrown instanceof SkillmintError) || text === shown) return thrown;
  const message = thrown.params["message"];
  if (typeof message !== "string" || !message.includes(text)) return thrown;
  const params = { ...thrown.params, message: message.replaceAll(text, shown) };
  return new SkillmintError(thrown.code, { params, cause: thrown.cause });
}
