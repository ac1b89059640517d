import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One thing that the server can be asked for: what goes in, what comes out. Server and clients read the same one. */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** With `:name` for what stands in the address. */
  path: Path;
  /** One line for the description of the API. */
  summary: string;
  query: Query;
  body: Body;
  reply: Reply;
}

/** `"id" | "file"` of `/api/x/:id/:file`. */
export type ParamsOfPath<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOfPath<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S extends z.ZodType | undefined> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler is given: read and checked. */
export interface Received<E extends Endpoint> {
  params: Record<ParamsOfPath<E["path"]>, string>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
}

type Needed<Key extends string, Value> = undefined extends Value
  ? { [K in Key]?: Exclude<Value, undefined> }
  : { [K in Key]: Value };

/** What a client sends. */
export type Sent<E extends Endpoint> = ([ParamsOfPath<E["path"]>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamsOfPath<E["path"]>, string> }) &
  Needed<"query", Input<E["query"]>> &
  Needed<"body", Input<E["body"]>>;

export type ReplyOf<E extends Endpoint> = z.output<E["reply"]>;

interface Parts<
  Path extends string,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Reply extends z.ZodType,
> {
  path: Path;
  summary: string;
  query?: Query;
  body?: Body;
  reply: Reply;
}

function define<
  Path extends string,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Reply extends z.ZodType,
>(
  method: Method,
  { query, body, ...rest }: Parts<Path, Query, Body, Reply>,
): Endpoint<Path, Query, Body, Reply> {
  return { method, ...rest, query: query as Query, body: body as Body };
}

export const get = <
  const Path extends string,
  Reply extends z.ZodType,
  Query extends z.ZodType | undefined = undefined,
>(
  parts: Omit<Parts<Path, Query, undefined, Reply>, "body">,
): Endpoint<Path, Query, undefined, Reply> => define("GET", parts);

/** What changes something, with a body. */
const withBody =
  (method: Method) =>
  <const Path extends string, Reply extends z.ZodType, Body extends z.ZodType | undefined = undefined>(
    parts: Omit<Parts<Path, undefined, Body, Reply>, "query">,
  ): Endpoint<Path, undefined, Body, Reply> =>
    define(method, parts);

export const post = withBody("POST");
export const put = withBody("PUT");
export const patch = withBody("PATCH");

export const remove = <
  const Path extends string,
  Reply extends z.ZodType,
  Query extends z.ZodType | undefined = undefined,
>(
  parts: Omit<Parts<Path, Query, undefined, Reply>, "body">,
): Endpoint<Path, Query, undefined, Reply> => define("DELETE", parts);
