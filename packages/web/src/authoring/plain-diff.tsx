import type { ReactNode } from "react";

const tones: Readonly<Record<string, string>> = { "+": "bg-add", "-": "bg-del" };

/** Lines that begin with what became of them. */
export function PlainDiff({ text }: { text: string }): ReactNode {
  return (
    <pre
      className="max-h-96 overflow-auto rounded-md border border-line py-1 font-mono text-xs leading-relaxed"
      tabIndex={0}
    >
      {text
        .replace(/\n$/, "")
        .split("\n")
        .map((line, index) => (
          <span
            className={`block px-3 [overflow-wrap:anywhere] whitespace-pre-wrap ${tones[line[0] ?? ""] ?? ""}`}
            key={index}
          >
            {line === "" ? " " : line}
          </span>
        ))}
    </pre>
  );
}
