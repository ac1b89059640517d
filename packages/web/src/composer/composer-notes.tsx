import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { composerTexts } from "./composer-texts.ts";
import type { OpenDraft } from "./use-draft.ts";
import { wordProblem, wordRefusal } from "./word-problem.ts";

interface NotesProps {
  id: string;
  draft: OpenDraft;
  stopProblem: string | undefined;
  standing: "idle" | "working" | "waiting";
}

/** What went wrong, and what sending means right now. */
export function ComposerNotes({ id, draft, stopProblem, standing }: NotesProps): ReactNode {
  const t = useWords(composerTexts);
  const problems = [
    ...(draft.problem ? [wordProblem(draft.problem, t)] : []),
    ...(stopProblem === undefined ? [] : [t("problem.stop", { message: stopProblem })]),
    ...draft.attachments.refused.map((refusal) => wordRefusal(refusal, t)),
    ...(draft.isKept ? [] : [t("problem.unkept")]),
  ];
  const isSaid = standing !== "idle" && !draft.isEmpty;
  return (
    <>
      {problems.length === 0 ? null : (
        <div className="px-4 pb-2 text-sm text-bad" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <p className={isSaid ? "px-4 pb-2 text-xs text-ink-3" : "sr-only"} id={id}>
        {standing === "idle" ? t("hint.keys") : t(`hint.${standing}`)}
      </p>
    </>
  );
}
