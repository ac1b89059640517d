import type { Runtime } from "@skillmint/core";
import type { Endpoint, Received, ReplyOf } from "@skillmint/core/protocol/api";
import { SkillmintError, type Language } from "@skillmint/core/protocol";
import type { Context } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import { toJSONSchema, type z } from "zod";
import wordInChinese from "zod/v4/locales/zh-CN.js";
import type { App, AppEnv } from "../app.ts";
import { readBody } from "../read-body.ts";
import { problemResponse } from "./describe-file.ts";

export type Handler<E extends Endpoint> = (
  received: Received<E>,
  context: Context<AppEnv>,
) => Promise<ReplyOf<E>> | ReplyOf<E>;

/** A handler for every endpoint of a table: one that is missing does not compile. */
export type Handlers<Table extends Record<string, Endpoint>> = { [K in keyof Table]: Handler<Table[K]> };

/** What does not fit, by its place, in the words of a language. */
function read<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { where, language }: { where: string; language: Language },
): z.output<S> {
  const result = schema.safeParse(value, language === "zh-CN" ? { error: wordInChinese().localeError } : {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = [where, ...(issue?.path ?? [])].map(String).join(".");
  throw new SkillmintError("usage", { params: { message: `${place}: ${issue?.message ?? ""}` } });
}

/** What an address can say of a value, as the document has it. */
function describeParameter(schema: z.ZodType) {
  const { $schema: _dialect, ...described } = toJSONSchema(schema, { unrepresentable: "any" });
  return described as { type: "string" };
}

function describe({ summary, path, body, query, reply }: Endpoint, { isOpen }: EndpointOptions) {
  const tag = path.split("/")[2] ?? "";
  const parameters = Object.entries((query as z.ZodObject | undefined)?.shape ?? {}).map(
    ([name, schema]) => ({
      name,
      in: "query" as const,
      required: !(schema as z.ZodType).safeParse(undefined).success,
      schema: describeParameter(schema as z.ZodType),
    }),
  );
  return describeRoute({
    summary,
    tags: [tag],
    ...(isOpen ? { security: [] } : {}),
    parameters,
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse({}).success,
            content: { "application/json": { schema: resolver(body) } },
          },
        }
      : {}),
    responses: {
      200: { description: "Done", content: { "application/json": { schema: resolver(reply) } } },
      ...problemResponse,
    },
  });
}

export interface EndpointOptions {
  /** No more of a body is read. */
  maxBody?: number;
  /** It needs no token: the document says so. */
  isOpen?: boolean;
}

/** Puts an endpoint on the app: what comes in is checked, what goes out is typed. */
export function serveEndpoint<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  options: EndpointOptions = {},
): void {
  app.on(endpoint.method, endpoint.path, describe(endpoint, options), async (context) => {
    const { language } = context.var;
    const received = {
      params: context.req.param() as Record<string, string>,
      query: endpoint.query && read(endpoint.query, context.req.query(), { where: "query", language }),
      body:
        endpoint.body &&
        read(endpoint.body, await readBody(context, options.maxBody), { where: "body", language }),
    };
    return context.json((await handler(received as Received<E>, context)) as object);
  });
}

export function serveTable<Table extends Record<string, Endpoint>>(
  app: App,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const name of Object.keys(table) as (keyof Table)[])
    serveEndpoint(app, table[name] as Endpoint, handlers[name] as Handler<Endpoint>);
}

/** As `serveTable`, over the runtime that speaks the language of each request: for findings, reasons and refusals. */
export function serveInWords<Table extends Record<string, Endpoint>>(
  app: App,
  runtime: Pick<Runtime, "inLanguage">,
  table: Table,
  handlersOf: (runtime: Runtime) => Handlers<Table>,
): void {
  for (const name of Object.keys(table) as (keyof Table)[]) {
    const handle: Handler<Endpoint> = async (received, c) => {
      const handlers = handlersOf(await runtime.inLanguage(c.var.language));
      return (handlers[name] as Handler<Endpoint>)(received, c);
    };
    serveEndpoint(app, table[name] as Endpoint, handle);
  }
}
