import { portOf } from "./parse-target.ts";

type Variables = Readonly<Record<string, string | undefined>>;

function readVariable(env: Variables, name: string): string | undefined {
  return env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined;
}

function parseProxy(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}

function isExempt(url: URL, entry: string): boolean {
  if (entry === "*") return true;
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  const suffix = name.replace(/^\*?\.?/, "");
  return suffix !== "" && (url.hostname === suffix || url.hostname.endsWith(`.${suffix}`));
}

/** Which proxy the variables `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` want for an address. */
export function proxyFromVariables(env: Variables): (url: URL) => URL | undefined {
  const all = parseProxy(readVariable(env, "ALL_PROXY"));
  const http = parseProxy(readVariable(env, "HTTP_PROXY")) ?? all;
  const https = parseProxy(readVariable(env, "HTTPS_PROXY")) ?? all;
  const exempt = (readVariable(env, "NO_PROXY") ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  return (url) => {
    if (exempt.some((entry) => isExempt(url, entry))) return undefined;
    return url.protocol === "https:" ? https : http;
  };
}
