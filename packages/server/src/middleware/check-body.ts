import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app.ts";
import { refuse } from "../problem.ts";
import { maxBody } from "../read-body.ts";

const withoutBody = new Set(["GET", "HEAD", "DELETE"]);

/** JSON only: the forms that a page of another site may send without asking are none. */
export const checkContentType: MiddlewareHandler<AppEnv> = async (c, next) => {
  const type = c.req.header("content-type");
  const isJson = type !== undefined && /^application\/json\s*(?:;|$)/i.test(type);
  if (withoutBody.has(c.req.method) && type === undefined) return next();
  return isJson ? next() : refuse(c, 403, "contentType");
};

/** What says of itself that it is too long is not read at all. */
export const checkLength: MiddlewareHandler<AppEnv> = async (c, next) =>
  Number(c.req.header("content-length") ?? 0) > maxBody ? refuse(c, 413, "length") : next();
