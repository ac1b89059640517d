import type { ReactNode } from "react";

/** A section of the settings: what it is, what it is about, and what can be done. */
export function Section({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <h1 className="text-lg font-semibold">{title}</h1>
      {lead === undefined ? null : <p className="mt-1 text-sm text-ink-2">{lead}</p>}
      <div className="mt-6 space-y-9">{children}</div>
    </>
  );
}

/** One matter of a section. */
export function Part({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <section aria-label={title}>
      <h2 className="font-semibold">{title}</h2>
      {lead === undefined ? null : <p className="mt-0.5 text-sm text-ink-3">{lead}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
