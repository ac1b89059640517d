import type { ReactNode } from "react";
import { Link } from "wouter";
import { ApiError } from "../api/client.ts";
import { useWords } from "../text/use-words.tsx";
import { composerTexts } from "./composer-texts.ts";
import type { OpenDraft } from "./use-draft.ts";
import { wordProblem, wordRefusal } from "./word-problem.ts";

/** What is set right in the settings of models. */
const aboutKeys = new Set(["key-missing", "provider-unknown", "model-auth"]);
const isAboutKeys = (error: Error | undefined): boolean =>
  error instanceof ApiError && aboutKeys.has(error.code);

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
            <p className="whitespace-pre-wrap" key={problem}>
              {problem}
            </p>
          ))}
          {isAboutKeys(draft.problem) ? (
            <Link className="font-medium underline" to="/settings/models">
              {t("problem.toModels")}
            </Link>
          ) : null}
        </div>
      )}
      <p className={isSaid ? "px-4 pb-2 text-xs text-ink-3" : "sr-only"} id={id}>
        {standing === "idle" ? t("hint.keys") : t(`hint.${standing}`)}
      </p>
    </>
  );
}
