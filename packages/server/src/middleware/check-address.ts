import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app.ts";
import { refuse } from "../problem.ts";
import { authorityOf, rawHeaders } from "./request-address.ts";

/**
 * A page of another site can make a browser send us requests, and a name of another site can be made to lead here. So
 * the host must be one of ours, and what a page sends must come from a page of ours.
 */
export function checkAddress(isOurs: (authority: string) => boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const hosts = rawHeaders(c.env, "host");
    const named = hosts.length > 0 ? hosts : [c.req.header("host")].filter((host) => host !== undefined);
    const [host] = named;
    const authority = named.length === 1 && host !== undefined ? authorityOf(host) : undefined;
    if (authority === undefined || !isOurs(authority)) return refuse(c, 421, "host");
    const origin = c.req.header("origin");
    const from = origin?.startsWith("http://") ? authorityOf(origin.slice(7)) : undefined;
    if (origin !== undefined && (from === undefined || !isOurs(from))) return refuse(c, 403, "origin");
    const site = c.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none") return refuse(c, 403, "origin");
    return next();
  };
}
