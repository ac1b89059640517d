/** What of an OpenAPI document is read here; whatever else it has is left alone. */
export interface Schema {
  type?: string | readonly string[];
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { schema?: Schema }>>;

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

export interface Operation {
  summary?: string;
  tags?: readonly string[];
  security?: readonly unknown[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses?: Readonly<Record<string, { description?: string; content?: Content }>>;
}

export interface ApiDocument {
  info: { title: string; version: string };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Route extends Operation {
  method: string;
  path: string;
}

/** The routes in the order of the document, by what they are about. */
export function groupRoutes({ paths }: ApiDocument, query: string): [tag: string, routes: Route[]][] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Route => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  const fits = ({ method, path, summary = "", tags = [] }: Route): boolean => {
    const text = [method, path, summary, ...tags].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return [...Map.groupBy(routes.filter(fits), ({ tags }) => tags?.[0] ?? "")];
}

/** The one schema of a body or a reply, with its media type. */
export function schemaOf(
  content: Content | undefined,
): { type: string; schema: Schema | undefined } | undefined {
  const [first] = Object.entries(content ?? {});
  return first && { type: first[0], schema: first[1].schema };
}
