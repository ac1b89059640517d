import type { Route, Schema } from "./api-document.ts";
import { schemaOf } from "./api-document.ts";

/** A value that shows what is wanted; only what is required. */
function exampleOf(schema: Schema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return exampleOf(choice, depth);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  if (type === "object" && depth < 4) {
    const required = (schema.required ?? []).flatMap((name) => {
      const field = schema.properties?.[name];
      return field ? [[name, exampleOf(field, depth + 1)]] : [];
    });
    return Object.fromEntries(required);
  }
  if (type === "array") return [];
  if (type === "integer" || type === "number")
    return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1;
  if (type === "boolean") return true;
  return type === "string" ? "…" : {};
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The route as a command. The token stands in a variable: nobody's is copied by accident. */
export function writeCurl(route: Route, origin: string): string {
  const { method, path, security } = route;
  const body = schemaOf(route.requestBody?.content)?.schema;
  const needed = (route.parameters ?? []).filter((each) => each.in === "query" && each.required);
  const query = needed.map(({ name }) => `${name}=…`).join("&");
  const address = `${origin}${path}${query === "" ? "" : `?${query}`}`;
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quote(address)}`,
    security?.length === 0 ? "" : `-H "Authorization: Bearer $SKILLMINT_TOKEN"`,
    body ? `-H 'Content-Type: application/json' -d ${quote(JSON.stringify(exampleOf(body)))}` : "",
  ]
    .filter((part) => part !== "")
    .join(" \\\n  ");
}
