import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import type { ShownFinding } from "./join-findings.ts";
import { skillsTexts } from "./skills-texts.ts";

interface ListProps {
  findings: readonly ShownFinding[];
  /** Where lines can be gone to. */
  onLine?: (line: number) => void;
}

/** What the validator has to say. */
export function FindingList({ findings, onLine }: ListProps): ReactNode {
  const t = useWords(skillsTexts);
  if (findings.length === 0)
    return (
      <p className="flex items-center gap-2 text-ink-2">
        <CircleCheck aria-hidden className="text-accent" size={14} />
        {t("check.valid")}
      </p>
    );
  return (
    <ul className="space-y-2">
      {findings.map(({ severity, code, message, line }) => {
        const isError = severity === "error";
        const Icon = isError ? CircleX : TriangleAlert;
        return (
          <li className="flex gap-2" key={`${code} ${line ?? ""} ${message}`}>
            <Icon aria-hidden className={`mt-1 shrink-0 ${isError ? "text-bad" : "text-warn"}`} size={13} />
            <div className="min-w-0">
              <p className="break-words">
                <span className="sr-only">{t(isError ? "check.error" : "check.warning")}: </span>
                {message}
              </p>
              <p className="text-xs text-ink-3">
                <code className="font-mono">{code}</code>
                {line === undefined ? null : onLine ? (
                  <button
                    className="ml-2 underline hover:text-ink"
                    onClick={() => onLine(line)}
                    type="button"
                  >
                    {t("check.goTo", { line })}
                  </button>
                ) : (
                  <span className="ml-2">{t("line", { line })}</span>
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
