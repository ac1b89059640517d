import type { SkillPage } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { insideFolder } from "./inside-folder.ts";
import { testsTexts } from "./tests-texts.ts";

type Problem = SkillPage["diagnostics"][number];

/** What is wrong with files of tests or evals; the others count nevertheless. */
export function FileProblems({
  problems,
  folder,
}: {
  problems: readonly Problem[];
  folder: string;
}): ReactNode {
  const t = useWords(testsTexts);
  if (problems.length === 0) return null;
  return (
    <section className="mt-6 text-sm">
      <h2 className="mb-2 font-semibold">{t("problems")}</h2>
      <ul className="space-y-2">
        {problems.map(({ path, line, message, severity }, index) => (
          <li key={index}>
            <p
              className={`break-words whitespace-pre-wrap ${severity === "error" ? "text-bad" : "text-warn"}`}
            >
              {message}
            </p>
            <p className="font-mono text-xs break-all text-ink-3">
              {line === undefined
                ? insideFolder(path, folder)
                : t("where", { file: insideFolder(path, folder), line })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
