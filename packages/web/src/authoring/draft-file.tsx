import type { ReactNode } from "react";
import { CodeBlock } from "../markdown/code-block.tsx";
import { Failed, LoadingLines } from "../skills/page-state.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { draftTexts } from "./draft-texts.ts";
import { useDraftFile } from "./use-drafts.ts";

/** One file of a draft as it is written: what a person approves is not rendered away. */
export function DraftFile({ id, digest, path }: { id: string; digest: string; path: string }): ReactNode {
  const t = useWords(draftTexts);
  const wordError = useWordError();
  const { data, error, refetch } = useDraftFile(id, digest, path);
  if (error) return <Failed message={wordError(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  const language = /\.(\w+)$/.exec(path)?.[1] ?? "";
  return (
    <section>
      <h2 className="mb-2 truncate font-mono text-xs text-ink-2">{path}</h2>
      {data.text === "" ? <p className="text-sm text-ink-3">{t("emptyFile")}</p> : null}
      {/[\0\uFFFD]/.test(data.text.slice(0, 4_000)) ? (
        <p className="text-sm text-ink-3">{t("notText")}</p>
      ) : data.text === "" ? null : (
        <CodeBlock language={language} text={data.text.trimEnd()} />
      )}
      {data.truncated ? <p className="mt-2 text-xs text-warn">{t("truncated")}</p> : null}
    </section>
  );
}
