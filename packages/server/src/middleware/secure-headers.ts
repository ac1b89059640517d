import type { MiddlewareHandler } from "hono";

const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What answers of the API say to a browser: to be read as what they are, by us, and to be kept by nobody. */
export const secureHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has("content-security-policy")) headers.set("content-security-policy", policy);
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "no-referrer");
  headers.set("cross-origin-resource-policy", "same-origin");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};
