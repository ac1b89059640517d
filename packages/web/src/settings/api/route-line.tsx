import type { ReactNode } from "react";
import { CopyButton } from "../../design/copy-button.tsx";
import { OpeningRow } from "../../design/opening-row.tsx";
import { useWords } from "../../text/use-words.tsx";
import { schemaOf, type Route, type Schema } from "./api-document.ts";
import { apiTexts } from "./api-texts.ts";
import { SchemaView } from "./schema-view.tsx";
import { writeCurl } from "./write-curl.ts";

const tones: Readonly<Record<string, string>> = {
  GET: "text-accent-strong",
  DELETE: "text-bad",
};

function Piece({
  title,
  aside,
  schema,
}: {
  title: string;
  aside?: string;
  schema: Schema | undefined;
}): ReactNode {
  return (
    <section>
      <h4 className="mb-1 text-xs font-medium text-ink-3">
        {title} {aside === undefined ? null : <code className="font-mono font-normal">{aside}</code>}
      </h4>
      {schema ? <SchemaView schema={schema} /> : null}
    </section>
  );
}

function RouteDetails({ route }: { route: Route }): ReactNode {
  const t = useWords(apiTexts);
  const { parameters = [], requestBody, responses = {} } = route;
  const body = schemaOf(requestBody?.content);
  const curl = writeCurl(route, location.origin);
  const asObject: Schema = {
    properties: Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, schema])),
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  };
  return (
    <div className="space-y-4 pt-1">
      {route.security?.length === 0 ? <p className="text-sm text-ink-2">{t("open")}</p> : null}
      {parameters.length > 0 ? <Piece schema={asObject} title={t("parameters")} /> : null}
      {body ? <Piece aside={body.type} schema={body.schema} title={t("body")} /> : null}
      {Object.entries(responses).map(([status, { content }]) => {
        const reply = schemaOf(content);
        const title = status === "default" ? t("reply.else") : t("reply", { status });
        return (
          <Piece
            key={status}
            schema={reply?.schema}
            title={title}
            {...(reply ? { aside: reply.type } : {})}
          />
        );
      })}
      <div className="flex items-start gap-2 rounded-md bg-panel p-3">
        <pre className="min-w-0 flex-1 overflow-x-auto font-mono text-xs" tabIndex={0}>
          {curl}
        </pre>
        <CopyButton label={t("copy.curl")} text={curl} />
      </div>
    </div>
  );
}

/** A route in one line; opens to what goes in and what comes out. */
export function RouteLine({ route }: { route: Route }): ReactNode {
  const { method, path, summary } = route;
  return (
    <li>
      <OpeningRow
        head={
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <span className="flex min-w-0 items-baseline gap-2">
              <span className={`w-14 shrink-0 font-mono text-xs font-medium ${tones[method] ?? "text-warn"}`}>
                {method}
              </span>
              <code className="min-w-0 font-mono text-sm break-all">{path}</code>
            </span>
            <span className="min-w-0 text-sm text-ink-3">{summary}</span>
          </span>
        }
        name={`${method} ${path}`}
      >
        <RouteDetails route={route} />
      </OpeningRow>
    </li>
  );
}
