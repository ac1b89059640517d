import type { SkillPage } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { CopyButton } from "../design/copy-button.tsx";
import { CodeBlock } from "../markdown/code-block.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { Choice } from "./choice.tsx";
import { Failed, LoadingLines } from "./page-state.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { useSkillFile } from "./use-skills.ts";

interface TextProps {
  path: string;
  /** As it is written. */
  source: string;
  /** Markdown to be read; undefined where the file is none. */
  markdown: string | undefined;
  truncated?: boolean;
}

function languageOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1] ?? "";
}

/** A text with its name: Markdown to be read or as it is written, anything else as code. */
function TextView({ path, source, markdown, truncated = false }: TextProps): ReactNode {
  const t = useWords(skillsTexts);
  const [view, setView] = useState<"rendered" | "source">("rendered");
  const isRendered = markdown !== undefined && view === "rendered";
  return (
    <>
      <div className="mb-4 flex h-9 items-center gap-2 border-b border-line">
        <h2 className="min-w-0 flex-1 truncate font-mono text-xs text-ink-2" title={path}>
          {path}
        </h2>
        <CopyButton text={source} />
        {markdown === undefined ? null : (
          <Choice
            label={t("view.label")}
            onChange={setView}
            options={(["rendered", "source"] as const).map((value) => ({ value, text: t(`view.${value}`) }))}
            value={view}
          />
        )}
      </div>
      {isRendered && markdown.trim() === "" ? <p className="text-ink-3">{t("noInstructions")}</p> : null}
      {isRendered ? <Markdown text={markdown} /> : null}
      {!isRendered && source === "" ? <p className="text-ink-3">{t("emptyFile")}</p> : null}
      {!isRendered && source !== "" ? (
        <CodeBlock language={languageOf(path)} text={source.trimEnd()} />
      ) : null}
      {truncated ? <p className="mt-2 text-xs text-warn">{t("truncated")}</p> : null}
    </>
  );
}

/** One file of a skill, read when it is asked for. */
function OtherFile({ id, path }: { id: string; path: string }): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  const { data, error, refetch } = useSkillFile(id, path);
  if (error) return <Failed message={wordError(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  // A file that is not text comes with the sign for bytes that are none.
  if (/[\0\uFFFD]/.test(data.text.slice(0, 4_000))) return <p className="text-ink-3">{t("notText")}</p>;
  const isMarkdown = /\.(md|markdown|mdx)$/i.test(path);
  return (
    <TextView
      markdown={isMarkdown ? data.text : undefined}
      path={path}
      source={data.text}
      truncated={data.truncated}
    />
  );
}

/** What is read of a skill: its instructions, or the file that was chosen. */
export function FileView({ skill, path }: { skill: SkillPage; path: string | undefined }): ReactNode {
  if (path !== undefined) return <OtherFile id={skill.id} key={path} path={path} />;
  const name = skill.file.split(/[/\\]/).at(-1) ?? skill.file;
  return <TextView key="" markdown={skill.instructions} path={name} source={skill.text} />;
}
