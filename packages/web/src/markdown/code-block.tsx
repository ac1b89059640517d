import { useEffect, useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { CopyButton } from "../design/copy-button.tsx";
import type { CodeLine } from "./highlight.ts";

/** Code in colours, once they are there; until then, and where the language is unknown, as it is. */
function useHighlighted(text: string, language: string): CodeLine[] | undefined {
  const { highlight } = useServices();
  const [result, setResult] = useState<{ text: string; lines: CodeLine[] }>();
  useEffect(() => {
    if (language === "" || text.length > 50_000) return undefined;
    const leaving = new AbortController();
    // A model that is still writing changes the text with every word.
    const timer = setTimeout(() => {
      highlight(text, language, leaving.signal).then(
        (lines) => {
          if (!leaving.signal.aborted && lines) setResult({ text, lines });
        },
        // What colours it could not be loaded: it stays readable without.
        () => undefined,
      );
    }, 120);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [highlight, text, language]);
  return result?.text === text ? result.lines : undefined;
}

function Line({ line }: { line: CodeLine }): ReactNode {
  return line.map(({ text, light, dark }, index) => (
    <span key={index} style={{ color: `light-dark(${light}, ${dark})` }}>
      {text}
    </span>
  ));
}

export function CodeBlock({ text, language }: { text: string; language: string }): ReactNode {
  const name = language.split(/[\s{,:]/, 1)[0] ?? "";
  const lines = useHighlighted(text, name);
  return (
    <div className="group relative my-3 rounded-md bg-panel">
      <div className="absolute top-1.5 right-1.5 flex items-center gap-2 rounded-md bg-panel pl-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        {name === "" ? null : <span className="text-xs text-ink-3">{name}</span>}
        <CopyButton text={text} />
      </div>
      <pre className="overflow-x-auto p-3 font-mono text-sm leading-relaxed" tabIndex={0}>
        <code>
          {lines
            ? lines.map((line, index) => (
                <span key={index}>
                  <Line line={line} />
                  {"\n"}
                </span>
              ))
            : text}
        </code>
      </pre>
    </div>
  );
}
