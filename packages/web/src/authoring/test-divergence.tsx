import type { SkillTestReport } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { PlainDiff } from "./plain-diff.tsx";
import { testsTexts } from "./tests-texts.ts";

type Kind = keyof (typeof testsTexts)["en"] extends infer K
  ? K extends `kind.${infer Name}`
    ? Name
    : never
  : never;

function isKnownKind(kind: string): kind is Kind {
  return `kind.${kind}` in testsTexts.en;
}

interface DivergenceProps {
  divergence: NonNullable<SkillTestReport["divergence"]>;
  /** The file and line that name the recording. */
  where: string;
}

/** The first place where a run leaves its recording, and what differs there. */
export function TestDivergence({ divergence, where }: DivergenceProps): ReactNode {
  const t = useWords(testsTexts);
  const { step, agent, subject, kind, diff } = divergence;
  return (
    <div className="mt-1 mb-3 text-sm">
      <p className="break-words text-bad">
        {t("divergence", { step, agent, subject, kind: isKnownKind(kind) ? t(`kind.${kind}`) : kind })}
      </p>
      <p className="mb-1.5 font-mono text-xs break-all text-ink-3">{where}</p>
      <PlainDiff text={diff} />
    </div>
  );
}
