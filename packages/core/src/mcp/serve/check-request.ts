import { createHash, timingSafeEqual } from "node:crypto";

export interface RequestRules {
  /** Absent: open to every program of this machine. For tests of the protocol alone. */
  token?: string;
  /** The path that is served. */
  path: string;
}

/** Names of this machine; a name of another site that was made to lead here is none of them. */
const ownNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function hostOf(authority: string | null): string | undefined {
  if (authority === null || /[\s/?#@\\,]/.test(authority)) return undefined;
  return URL.parse(`http://${authority}`)?.hostname;
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  const body = { jsonrpc: "2.0", id: null, error: { code: -32_000, message } };
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}

/** Only pages of this machine's own may send us something, and programs, which name no origin. */
function isOwnOrigin(origin: string | null): boolean {
  if (origin === null) return true;
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && ownNames.has(url.hostname);
}

function hasToken(request: Request, token: string): boolean {
  const [scheme = "", given, ...rest] = (request.headers.get("authorization") ?? "").split(" ");
  if (scheme.toLowerCase() !== "bearer" || given === undefined || rest.length > 0) return false;
  return timingSafeEqual(digest(given), digest(token));
}

/** The refusal of a request that is not for us or from nobody we know; `undefined` where it may go on. */
export function checkRequest(request: Request, { token, path }: RequestRules): Response | undefined {
  const host = hostOf(request.headers.get("host"));
  if (host === undefined || !ownNames.has(host)) return refuse(403, "Invalid Host header");
  if (!isOwnOrigin(request.headers.get("origin"))) return refuse(403, "Invalid Origin header");
  if (token !== undefined && !hasToken(request, token))
    return refuse(401, "Unauthorized", { "www-authenticate": "Bearer" });
  return new URL(request.url).pathname === path ? undefined : refuse(404, "Not Found");
}
