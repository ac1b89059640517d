import type { MiddlewareHandler } from "hono";

/** Who asks for the head only never reads the body: what it would come from is let go. */
export const endHead: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
};
