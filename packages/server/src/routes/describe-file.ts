import { describeRoute, resolver } from "hono-openapi";
import { problemSchema } from "../problem.ts";

/** How every route says what went wrong, as the document has it. */
export const problemResponse = {
  default: {
    description: "Not done",
    content: { "application/problem+json": { schema: resolver(problemSchema) } },
  },
};

export interface Parameter {
  name: string;
  in: "query" | "header";
  required?: boolean;
  schema: { type: "string"; enum?: string[] };
}

export function textParameter(
  name: string,
  { values, ...options }: { in?: "header"; required?: boolean; values?: readonly string[] } = {},
): Parameter {
  const schema = { type: "string" as const, ...(values ? { enum: [...values] } : {}) };
  return { name, in: "query", ...options, schema };
}

interface FileDescription {
  summary: string;
  tag: string;
  parameters?: Parameter[];
  /** The media types that come; any bytes where nothing is said. */
  types?: readonly string[];
  what?: string;
}

/** The description of a route that answers with something else than JSON. */
export function describeFile({ summary, tag, parameters = [], types, what = "The file" }: FileDescription) {
  const schema = types ? { type: "string" as const } : {};
  const media = (types ?? ["application/octet-stream"]).map((type) => [type, { schema }] as const);
  return describeRoute({
    summary,
    tags: [tag],
    parameters,
    responses: { 200: { description: what, content: Object.fromEntries(media) }, ...problemResponse },
  });
}
