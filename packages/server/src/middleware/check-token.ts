import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app.ts";
import { refuse } from "../problem.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Every request carries the token as a bearer, never in its address: addresses are logged and shared. */
export function checkToken(token: string): MiddlewareHandler<AppEnv> {
  const wanted = digest(token);
  return async (c, next) => {
    const [scheme, given, ...rest] = (c.req.header("authorization") ?? "").split(" ");
    const isRight = scheme?.toLowerCase() === "bearer" && given !== undefined && rest.length === 0;
    if (isRight && timingSafeEqual(digest(given), wanted)) return next();
    c.header("www-authenticate", "Bearer");
    return refuse(c, 401, "token");
  };
}
