import type { ReactNode } from "react";
import { Markdown } from "../../markdown/markdown.tsx";

export function PlanView({ plan }: { plan: string }): ReactNode {
  return (
    <div className="my-2 rounded-md bg-panel p-4">
      <Markdown text={plan} />
    </div>
  );
}
