import type { HttpBindings } from "@hono/node-server";

/** What of a request stands in its head more than once, or not as the usual readers show it. */
export function rawHeaders(bindings: Partial<HttpBindings> | undefined, name: string): string[] {
  const raw = bindings?.incoming?.rawHeaders ?? [];
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}

/** The host and port of a `Host` header or an origin, in the one form that the URL standard gives it. */
export function authorityOf(text: string, scheme = "http:"): string | undefined {
  const url = URL.parse(`${scheme}//${text}`);
  const isPlain =
    url !== null && url.username === "" && url.password === "" && url.pathname === "/" && url.search === "";
  return isPlain && !/[\s/?#@\\]/.test(text) ? url.host : undefined;
}
