import type { SkillTestRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { insideFolder } from "./inside-folder.ts";
import { testsTexts } from "./tests-texts.ts";

/** The tests that can be run. */
export function TestList({ tests, folder }: { tests: readonly SkillTestRow[]; folder: string }): ReactNode {
  const t = useWords(testsTexts);
  return (
    <ul className="divide-y divide-line border-y border-line">
      {tests.map(({ name, file, line, prompt, recorded }) => (
        <li className="py-2.5" key={`${file}:${line}`}>
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="font-medium break-words">{name}</span>
            <span className="text-xs text-ink-3">{t(recorded ? "replay" : "needsModel")}</span>
            <span className="ml-auto font-mono text-xs break-all text-ink-3">
              {t("where", { file: insideFolder(file, folder), line })}
            </span>
          </p>
          <p className="mt-0.5 line-clamp-2 text-sm break-words text-ink-2">{prompt}</p>
        </li>
      ))}
    </ul>
  );
}
