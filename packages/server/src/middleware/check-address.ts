import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app.ts";
import { refuse } from "../problem.ts";
import { authorityOf, rawHeaders } from "./request-address.ts";

export interface OwnAddresses {
  /** Whether a `Host`, or what follows `http://` in an origin, is this server's, as `name:port`. */
  isOurs(authority: string): boolean;
  /** Where people reach it through a proxy in front. */
  origin?: string;
}

/**
 * A page of another site can make a browser send us requests, and a name of another site can be made to lead here. So
 * the host must be one of ours, and what a page sends must come from a page of ours.
 */
export function checkAddress({ isOurs, origin: ownOrigin }: OwnAddresses): MiddlewareHandler<AppEnv> {
  const ownHost = ownOrigin === undefined ? undefined : new URL(ownOrigin).host;
  const isPageOfOurs = (origin: string): boolean => {
    const from = origin.startsWith("http://") ? authorityOf(origin.slice(7)) : undefined;
    return origin === ownOrigin || (from !== undefined && isOurs(from));
  };
  return async (c, next) => {
    const hosts = rawHeaders(c.env, "host");
    const named = hosts.length > 0 ? hosts : [c.req.header("host")].filter((host) => host !== undefined);
    const [host] = named;
    const authority = named.length === 1 && host !== undefined ? authorityOf(host) : undefined;
    if (authority === undefined || !(isOurs(authority) || authority === ownHost))
      return refuse(c, 421, "host");
    const origin = c.req.header("origin");
    if (origin !== undefined && !isPageOfOurs(origin)) return refuse(c, 403, "origin");
    const site = c.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none") return refuse(c, 403, "origin");
    return next();
  };
}
