import type { ReactNode } from "react";

function Value({ value }: { value: unknown }): ReactNode {
  if (typeof value === "string")
    return (
      <pre className="max-h-72 overflow-auto font-mono text-xs whitespace-pre-wrap" tabIndex={0}>
        {value}
      </pre>
    );
  return (
    <pre className="max-h-72 overflow-auto font-mono text-xs" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

/** Parameters by name: texts as texts, the rest as JSON. */
export function JsonView({ value }: { value: Readonly<Record<string, unknown>> }): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {Object.entries(value).map(([name, entry]) => (
        <div className="contents" key={name}>
          <dt className="font-mono text-xs text-ink-3">{name}</dt>
          <dd className="min-w-0">
            <Value value={entry} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
