import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import type { PromptFile } from "./read-prompt.ts";

/** A text file that went along with a prompt: its name, and on request what is in it. */
export function AttachedFile({ file }: { file: PromptFile }): ReactNode {
  return (
    <details className="mt-1.5 text-sm">
      <summary className="flex min-w-0 items-center gap-2 text-ink-2 select-none">
        <FileText aria-hidden className="shrink-0 text-ink-3" size={14} />
        <span className="truncate" title={file.name}>
          {file.name}
        </span>
      </summary>
      <pre
        className="mt-1 max-h-96 overflow-auto border-l border-line-strong pl-4 font-mono text-xs whitespace-pre-wrap"
        tabIndex={0}
      >
        {file.text}
      </pre>
    </details>
  );
}
