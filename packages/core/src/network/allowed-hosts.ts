import { portOf } from "./parse-target.ts";

interface AllowedHost {
  /** As `URL` writes it. */
  host: string;
  /** `*.x`: what stands below the host, not the host itself. */
  below: boolean;
  port?: number;
}

/** `undefined` for what names no host: it allows nothing. */
function parseAllowed(entry: string): AllowedHost | undefined {
  const text = entry.trim();
  const below = text.startsWith("*.");
  const rest = below ? text.slice(2) : text;
  if (rest.includes("*")) return undefined;
  const isAddress = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(rest);
  const written = /^https?:\/\//i.test(rest) ? rest : `x://${isAddress ? `[${rest}]` : rest}`;
  if (!URL.canParse(written)) return undefined;
  const { port, protocol } = new URL(written);
  // An unknown scheme leaves the host as it was written: it is read as that of a web address.
  const web = written.replace(/^x:/, "http:");
  if (!URL.canParse(web)) return undefined;
  const url = new URL(web);
  if (url.hostname === "" || url.username !== "" || url.password !== "") return undefined;
  const named = protocol === "x:" ? port : String(portOf(url));
  return { host: url.hostname, below, ...(named === "" ? {} : { port: Number(named) }) };
}

function matches(allowed: AllowedHost, url: URL): boolean {
  if (allowed.port !== undefined && allowed.port !== portOf(url)) return false;
  return allowed.below ? url.hostname.endsWith(`.${allowed.host}`) : url.hostname === allowed.host;
}

/** Whether a person named the host of an address: exactly, or as one below `*.x`; with its port where they named that. */
export function isAllowedHost(url: URL, entries: readonly string[]): boolean {
  return entries.some((entry) => {
    const allowed = parseAllowed(entry);
    return allowed !== undefined && matches(allowed, url);
  });
}
