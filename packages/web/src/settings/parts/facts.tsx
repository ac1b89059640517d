import type { ReactNode } from "react";

/** Names and what they are, one a line; those without a value are left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-6 gap-y-1.5 text-sm [&_button]:-my-1.5">
      {facts
        .filter(([, value]) => value !== undefined && value !== "" && value !== null)
        .map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
