import { domainToUnicode } from "node:url";
import { NetworkRefused } from "./guard.ts";

const maxUrlLength = 8_192;

/** What an address may be called in a message: without a person's name and password, a path or a query. */
export function nameTarget(url: URL): string {
  return `${url.protocol}//${url.host}`;
}

/** The same of a text that is no address. */
export function nameText(text: string): string {
  const [start = ""] = text.replace(/\/\/[^/?#]*@/, "//").split(/[?#]/);
  return start.replaceAll(/[\x00-\x20\x7f]+/g, " ").slice(0, 100);
}

/** The part between `//` and the path, as it was written. */
function writtenHost(text: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? "";
  return authority.slice(authority.lastIndexOf("@") + 1);
}

/** Letters that only look like those of the name that they are turned into: `ｇoogle.com`, `exa­mple.com`. */
function isDisguised(text: string, url: URL): boolean {
  const written = writtenHost(text);
  if (!/[^\x00-\x7f]/.test(written)) return false;
  const host = written.replace(/:\d*$/, "").replaceAll(/[。．｡]/g, ".");
  return host.normalize("NFC").toLowerCase() !== domainToUnicode(url.hostname);
}

/** The address that a text stands for, as everyone who connects reads it. Refused with `NetworkRefused`. */
export function parseTarget(target: string | URL): URL {
  const text = typeof target === "string" ? target.trim() : target.href;
  if (text.length > maxUrlLength || /[\x00-\x1f\x7f]/.test(text) || !URL.canParse(text))
    throw new NetworkRefused("not-a-url", nameText(text));
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new NetworkRefused("scheme", nameText(url.protocol));
  if (url.username !== "" || url.password !== "") throw new NetworkRefused("credentials", nameTarget(url));
  if (isDisguised(text, url)) throw new NetworkRefused("host", nameTarget(url));
  return url;
}

export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}
