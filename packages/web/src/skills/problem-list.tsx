import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import type { SkillProblem } from "./group-skills.ts";
import { skillsTexts } from "./skills-texts.ts";

/** What is wrong with files that give no skill. */
export function ProblemList({ problems }: { problems: readonly SkillProblem[] }): ReactNode {
  const t = useWords(skillsTexts);
  if (problems.length === 0) return null;
  return (
    <section className="mt-8 px-3">
      <h2 className="mb-2 text-sm font-semibold">
        {t("problems")} <span className="text-xs font-normal text-ink-3">{problems.length}</span>
      </h2>
      <ul className="space-y-2 text-sm">
        {problems.map(({ path, line, column, code, message, severity }) => (
          <li key={`${path}:${line ?? 0}:${column ?? 0}:${code}:${message}`}>
            <p className={severity === "error" ? "text-bad" : "text-warn"}>{message}</p>
            <p className="font-mono text-xs break-all text-ink-3">
              {path}
              {line === undefined ? "" : `:${line}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
